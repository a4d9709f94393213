// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

extension PostTags {
  // MARK: - CodingKeys 
   public enum CodingKeys: String, ModelKey {
    case id
    case post
    case tag
    case createdAt
    case updatedAt
  }
  
  public static let keys = CodingKeys.self
  //  MARK: - ModelSchema 
  
  public static let schema = defineSchema { model in
    let postTags = PostTags.keys
    
    model.listPluralName = "PostTagss"
    model.syncPluralName = "PostTagss"
    
    model.attributes(
      .index(fields: ["postId"], name: "byPost"),
      .index(fields: ["tagId"], name: "byTag"),
      .primaryKey(fields: [postTags.id])
    )
    
    model.fields(
      .field(postTags.id, is: .required, ofType: .string),
      .belongsTo(postTags.post, is: .required, ofType: Post.self, targetNames: ["postId"]),
      .belongsTo(postTags.tag, is: .required, ofType: Tag.self, targetNames: ["tagId"]),
      .field(postTags.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(postTags.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
    }
    public class Path: ModelPath<PostTags> { }
    
    public static var rootPath: PropertyContainerPath? { Path() }
}

extension PostTags: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}
extension ModelPath where ModelType == PostTags {
  public var id: FieldPath<String>   {
      string("id") 
    }
  public var post: ModelPath<Post>   {
      Post.Path(name: "post", parent: self) 
    }
  public var tag: ModelPath<Tag>   {
      Tag.Path(name: "tag", parent: self) 
    }
  public var createdAt: FieldPath<Temporal.DateTime>   {
      datetime("createdAt") 
    }
  public var updatedAt: FieldPath<Temporal.DateTime>   {
      datetime("updatedAt") 
    }
}
