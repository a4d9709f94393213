// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

public struct Employee: Model {
  public let id: String
  public var name: String
  internal var _manager: LazyReference<Employee>
  public var manager: Employee?   {
      get async throws { 
        try await _manager.get()
      } 
    }
  public var reports: List<Employee>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  
  public init(id: String = UUID().uuidString,
      name: String,
      manager: Employee? = nil,
      reports: List<Employee>? = []) {
    self.init(id: id,
      name: name,
      manager: manager,
      reports: reports,
      createdAt: nil,
      updatedAt: nil)
  }
  internal init(id: String = UUID().uuidString,
      name: String,
      manager: Employee? = nil,
      reports: List<Employee>? = [],
      createdAt: Temporal.DateTime? = nil,
      updatedAt: Temporal.DateTime? = nil) {
      self.id = id
      self.name = name
      self._manager = LazyReference(manager)
      self.reports = reports
      self.createdAt = createdAt
      self.updatedAt = updatedAt
  }
  public mutating func setManager(_ manager: Employee? = nil) {
    self._manager = LazyReference(manager)
  }
  public init(from decoder: Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decode(String.self, forKey: .id)
      name = try values.decode(String.self, forKey: .name)
      _manager = try values.decodeIfPresent(LazyReference<Employee>.self, forKey: .manager) ?? LazyReference(identifiers: nil)
      reports = try values.decodeIfPresent(List<Employee>?.self, forKey: .reports) ?? .init()
      createdAt = try values.decode(Temporal.DateTime?.self, forKey: .createdAt)
      updatedAt = try values.decode(Temporal.DateTime?.self, forKey: .updatedAt)
  }
  public func encode(to encoder: Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(name, forKey: .name)
      try container.encode(_manager, forKey: .manager)
      try container.encode(reports, forKey: .reports)
      try container.encode(createdAt, forKey: .createdAt)
      try container.encode(updatedAt, forKey: .updatedAt)
  }
}
