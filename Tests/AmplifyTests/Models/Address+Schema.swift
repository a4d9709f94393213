// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

extension Address {
  // MARK: - CodingKeys 
   public enum CodingKeys: String, ModelKey {
    case street
    case city
    case position
    case floors
  }
  
  public static let keys = CodingKeys.self
  //  MARK: - ModelSchema 
  
  public static let schema = defineSchema { model in
    let address = Address.keys
    
    model.listPluralName = "Addresses"
    model.syncPluralName = "Addresses"
    
    model.fields(
      .field(address.street, is: .optional, ofType: .string),
      .field(address.city, is: .required, ofType: .string),
      .field(address.position, is: .optional, ofType: .embedded(type: Coordinates.self)),
      .field(address.floors, is: .optional, ofType: .embeddedCollection(of: Int.self))
    )
    }
}
