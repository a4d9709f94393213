// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

public struct Todo: Model {
  public let id: String
  public var name: String
  public var description: String?
  public var priority: Int?
  public var done: Bool?
  public var dueOn: Temporal.Date?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  
  public init(id: String = UUID().uuidString,
      name: String,
      description: String? = nil,
      priority: Int? = nil,
      done: Bool? = nil,
      dueOn: Temporal.Date? = nil) {
    self.init(id: id,
      name: name,
      description: description,
      priority: priority,
      done: done,
      dueOn: dueOn,
      createdAt: nil,
      updatedAt: nil)
  }
  internal init(id: String = UUID().uuidString,
      name: String,
      description: String? = nil,
      priority: Int? = nil,
      done: Bool? = nil,
      dueOn: Temporal.Date? = nil,
      createdAt: Temporal.DateTime? = nil,
      updatedAt: Temporal.DateTime? = nil) {
      self.id = id
      self.name = name
      self.description = description
      self.priority = priority
      self.done = done
      self.dueOn = dueOn
      self.createdAt = createdAt
      self.updatedAt = updatedAt
  }
}
