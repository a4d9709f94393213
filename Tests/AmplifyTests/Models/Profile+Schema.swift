// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

extension Profile {
  // MARK: - CodingKeys 
   public enum CodingKeys: String, ModelKey {
    case id
    case bio
    case createdAt
    case updatedAt
  }
  
  public static let keys = CodingKeys.self
  //  MARK: - ModelSchema 
  
  public static let schema = defineSchema { model in
    let profile = Profile.keys
    
    model.listPluralName = "Profiles"
    model.syncPluralName = "Profiles"
    
    model.attributes(
      .primaryKey(fields: [profile.id])
    )
    
    model.fields(
      .field(profile.id, is: .required, ofType: .string),
      .field(profile.bio, is: .optional, ofType: .string),
      .field(profile.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(profile.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
    }
    public class Path: ModelPath<Profile> { }
    
    public static var rootPath: PropertyContainerPath? { Path() }
}

extension Profile: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}
extension ModelPath where ModelType == Profile {
  public var id: FieldPath<String>   {
      string("id") 
    }
  public var bio: FieldPath<String>   {
      string("bio") 
    }
  public var createdAt: FieldPath<Temporal.DateTime>   {
      datetime("createdAt") 
    }
  public var updatedAt: FieldPath<Temporal.DateTime>   {
      datetime("updatedAt") 
    }
}
