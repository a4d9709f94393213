// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

public struct Profile: Model {
  public let id: String
  public var bio: String?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  
  public init(id: String = UUID().uuidString,
      bio: String? = nil) {
    self.init(id: id,
      bio: bio,
      createdAt: nil,
      updatedAt: nil)
  }
  internal init(id: String = UUID().uuidString,
      bio: String? = nil,
      createdAt: Temporal.DateTime? = nil,
      updatedAt: Temporal.DateTime? = nil) {
      self.id = id
      self.bio = bio
      self.createdAt = createdAt
      self.updatedAt = updatedAt
  }
}
