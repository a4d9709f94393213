// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

extension Everything {
  // MARK: - CodingKeys 
   public enum CodingKeys: String, ModelKey {
    case id
    case text
    case whole
    case real
    case flag
    case date
    case moment
    case time
    case stamp
    case status
    case address
    case second
    case addresses
    case words
    case counts
    case statuses
    case moments
    case createdAt
    case updatedAt
  }
  
  public static let keys = CodingKeys.self
  //  MARK: - ModelSchema 
  
  public static let schema = defineSchema { model in
    let everything = Everything.keys
    
    model.listPluralName = "Everythings"
    model.syncPluralName = "Everythings"
    
    model.attributes(
      .primaryKey(fields: [everything.id])
    )
    
    model.fields(
      .field(everything.id, is: .required, ofType: .string),
      .field(everything.text, is: .required, ofType: .string),
      .field(everything.whole, is: .required, ofType: .int),
      .field(everything.real, is: .required, ofType: .double),
      .field(everything.flag, is: .required, ofType: .bool),
      .field(everything.date, is: .optional, ofType: .date),
      .field(everything.moment, is: .optional, ofType: .dateTime),
      .field(everything.time, is: .optional, ofType: .time),
      .field(everything.stamp, is: .optional, ofType: .timestamp),
      .field(everything.status, is: .optional, ofType: .enum(type: PostStatus.self)),
      .field(everything.address, is: .required, ofType: .embedded(type: Address.self)),
      .field(everything.second, is: .optional, ofType: .embedded(type: Address.self)),
      .field(everything.addresses, is: .optional, ofType: .embeddedCollection(of: Address.self)),
      .field(everything.words, is: .required, ofType: .embeddedCollection(of: String.self)),
      .field(everything.counts, is: .optional, ofType: .embeddedCollection(of: Int.self)),
      .field(everything.statuses, is: .optional, ofType: .embeddedCollection(of: PostStatus.self)),
      .field(everything.moments, is: .optional, ofType: .embeddedCollection(of: Temporal.DateTime.self)),
      .field(everything.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(everything.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
    }
}

extension Everything: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}
