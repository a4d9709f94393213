// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

extension PurchaseLine {
  // MARK: - CodingKeys 
   public enum CodingKeys: String, ModelKey {
    case id
    case text
    case purchase
    case createdAt
    case updatedAt
  }
  
  public static let keys = CodingKeys.self
  //  MARK: - ModelSchema 
  
  public static let schema = defineSchema { model in
    let purchaseLine = PurchaseLine.keys
    
    model.listPluralName = "PurchaseLines"
    model.syncPluralName = "PurchaseLines"
    
    model.attributes(
      .primaryKey(fields: [purchaseLine.id])
    )
    
    model.fields(
      .field(purchaseLine.id, is: .required, ofType: .string),
      .field(purchaseLine.text, is: .required, ofType: .string),
      .belongsTo(purchaseLine.purchase, is: .optional, ofType: Purchase.self, targetNames: ["purchaseLinesCustomer", "purchaseLinesNumber"]),
      .field(purchaseLine.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(purchaseLine.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
    }
    public class Path: ModelPath<PurchaseLine> { }
    
    public static var rootPath: PropertyContainerPath? { Path() }
}

extension PurchaseLine: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}
extension ModelPath where ModelType == PurchaseLine {
  public var id: FieldPath<String>   {
      string("id") 
    }
  public var text: FieldPath<String>   {
      string("text") 
    }
  public var purchase: ModelPath<Purchase>   {
      Purchase.Path(name: "purchase", parent: self) 
    }
  public var createdAt: FieldPath<Temporal.DateTime>   {
      datetime("createdAt") 
    }
  public var updatedAt: FieldPath<Temporal.DateTime>   {
      datetime("updatedAt") 
    }
}
