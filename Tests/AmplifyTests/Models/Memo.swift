// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

public struct Memo: Model {
  public let id: String
  public var text: String
  public var author: Account
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  
  public init(id: String = UUID().uuidString,
      text: String,
      author: Account) {
    self.init(id: id,
      text: text,
      author: author,
      createdAt: nil,
      updatedAt: nil)
  }
  internal init(id: String = UUID().uuidString,
      text: String,
      author: Account,
      createdAt: Temporal.DateTime? = nil,
      updatedAt: Temporal.DateTime? = nil) {
      self.id = id
      self.text = text
      self.author = author
      self.createdAt = createdAt
      self.updatedAt = updatedAt
  }
}
