// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

extension Memo {
  // MARK: - CodingKeys 
   public enum CodingKeys: String, ModelKey {
    case id
    case text
    case author
    case createdAt
    case updatedAt
  }
  
  public static let keys = CodingKeys.self
  //  MARK: - ModelSchema 
  
  public static let schema = defineSchema { model in
    let memo = Memo.keys
    
    model.listPluralName = "Memos"
    model.syncPluralName = "Memos"
    
    model.attributes(
      .primaryKey(fields: [memo.id])
    )
    
    model.fields(
      .field(memo.id, is: .required, ofType: .string),
      .field(memo.text, is: .required, ofType: .string),
      .belongsTo(memo.author, is: .required, ofType: Account.self, targetNames: ["memoAuthorId"]),
      .field(memo.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(memo.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
    }
}

extension Memo: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}
