// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

extension Tag {
  // MARK: - CodingKeys 
   public enum CodingKeys: String, ModelKey {
    case id
    case label
    case posts
    case createdAt
    case updatedAt
  }
  
  public static let keys = CodingKeys.self
  //  MARK: - ModelSchema 
  
  public static let schema = defineSchema { model in
    let tag = Tag.keys
    
    model.listPluralName = "Tags"
    model.syncPluralName = "Tags"
    
    model.attributes(
      .primaryKey(fields: [tag.id])
    )
    
    model.fields(
      .field(tag.id, is: .required, ofType: .string),
      .field(tag.label, is: .required, ofType: .string),
      .hasMany(tag.posts, is: .optional, ofType: PostTags.self, associatedWith: PostTags.keys.tag),
      .field(tag.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(tag.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
    }
    public class Path: ModelPath<Tag> { }
    
    public static var rootPath: PropertyContainerPath? { Path() }
}

extension Tag: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}
extension ModelPath where ModelType == Tag {
  public var id: FieldPath<String>   {
      string("id") 
    }
  public var label: FieldPath<String>   {
      string("label") 
    }
  public var posts: ModelPath<PostTags>   {
      PostTags.Path(name: "posts", isCollection: true, parent: self) 
    }
  public var createdAt: FieldPath<Temporal.DateTime>   {
      datetime("createdAt") 
    }
  public var updatedAt: FieldPath<Temporal.DateTime>   {
      datetime("updatedAt") 
    }
}
