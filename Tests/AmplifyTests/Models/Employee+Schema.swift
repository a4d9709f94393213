// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

extension Employee {
  // MARK: - CodingKeys 
   public enum CodingKeys: String, ModelKey {
    case id
    case name
    case manager
    case reports
    case createdAt
    case updatedAt
  }
  
  public static let keys = CodingKeys.self
  //  MARK: - ModelSchema 
  
  public static let schema = defineSchema { model in
    let employee = Employee.keys
    
    model.listPluralName = "Employees"
    model.syncPluralName = "Employees"
    
    model.attributes(
      .index(fields: ["managerId"], name: "byManager"),
      .primaryKey(fields: [employee.id])
    )
    
    model.fields(
      .field(employee.id, is: .required, ofType: .string),
      .field(employee.name, is: .required, ofType: .string),
      .belongsTo(employee.manager, is: .optional, ofType: Employee.self, targetNames: ["managerId"]),
      .hasMany(employee.reports, is: .optional, ofType: Employee.self, associatedWith: Employee.keys.manager),
      .field(employee.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(employee.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
    }
    public class Path: ModelPath<Employee> { }
    
    public static var rootPath: PropertyContainerPath? { Path() }
}

extension Employee: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}
extension ModelPath where ModelType == Employee {
  public var id: FieldPath<String>   {
      string("id") 
    }
  public var name: FieldPath<String>   {
      string("name") 
    }
  public var manager: ModelPath<Employee>   {
      Employee.Path(name: "manager", parent: self) 
    }
  public var reports: ModelPath<Employee>   {
      Employee.Path(name: "reports", isCollection: true, parent: self) 
    }
  public var createdAt: FieldPath<Temporal.DateTime>   {
      datetime("createdAt") 
    }
  public var updatedAt: FieldPath<Temporal.DateTime>   {
      datetime("updatedAt") 
    }
}
