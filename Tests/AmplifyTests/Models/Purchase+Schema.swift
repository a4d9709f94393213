// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

extension Purchase {
  // MARK: - CodingKeys 
   public enum CodingKeys: String, ModelKey {
    case customer
    case number
    case total
    case lines
    case createdAt
    case updatedAt
  }
  
  public static let keys = CodingKeys.self
  //  MARK: - ModelSchema 
  
  public static let schema = defineSchema { model in
    let purchase = Purchase.keys
    
    model.listPluralName = "Purchases"
    model.syncPluralName = "Purchases"
    
    model.attributes(
      .index(fields: ["customer", "number"], name: nil),
      .primaryKey(fields: [purchase.customer, purchase.number])
    )
    
    model.fields(
      .field(purchase.customer, is: .required, ofType: .string),
      .field(purchase.number, is: .required, ofType: .int),
      .field(purchase.total, is: .optional, ofType: .double),
      .hasMany(purchase.lines, is: .optional, ofType: PurchaseLine.self, associatedWith: PurchaseLine.keys.purchase),
      .field(purchase.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(purchase.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
    }
    public class Path: ModelPath<Purchase> { }
    
    public static var rootPath: PropertyContainerPath? { Path() }
}

extension Purchase: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Purchase.IdentifierProtocol {
  public static func identifier(customer: String,
      number: Int) -> Self {
    .make(fields:[(name: "customer", value: customer), (name: "number", value: number)])
  }
}
extension ModelPath where ModelType == Purchase {
  public var customer: FieldPath<String>   {
      string("customer") 
    }
  public var number: FieldPath<Int>   {
      int("number") 
    }
  public var total: FieldPath<Double>   {
      double("total") 
    }
  public var lines: ModelPath<PurchaseLine>   {
      PurchaseLine.Path(name: "lines", isCollection: true, parent: self) 
    }
  public var createdAt: FieldPath<Temporal.DateTime>   {
      datetime("createdAt") 
    }
  public var updatedAt: FieldPath<Temporal.DateTime>   {
      datetime("updatedAt") 
    }
}
