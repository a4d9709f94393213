// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

public struct PurchaseLine: Model {
  public let id: String
  public var text: String
  internal var _purchase: LazyReference<Purchase>
  public var purchase: Purchase?   {
      get async throws { 
        try await _purchase.get()
      } 
    }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  
  public init(id: String = UUID().uuidString,
      text: String,
      purchase: Purchase? = nil) {
    self.init(id: id,
      text: text,
      purchase: purchase,
      createdAt: nil,
      updatedAt: nil)
  }
  internal init(id: String = UUID().uuidString,
      text: String,
      purchase: Purchase? = nil,
      createdAt: Temporal.DateTime? = nil,
      updatedAt: Temporal.DateTime? = nil) {
      self.id = id
      self.text = text
      self._purchase = LazyReference(purchase)
      self.createdAt = createdAt
      self.updatedAt = updatedAt
  }
  public mutating func setPurchase(_ purchase: Purchase? = nil) {
    self._purchase = LazyReference(purchase)
  }
  public init(from decoder: Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decode(String.self, forKey: .id)
      text = try values.decode(String.self, forKey: .text)
      _purchase = try values.decodeIfPresent(LazyReference<Purchase>.self, forKey: .purchase) ?? LazyReference(identifiers: nil)
      createdAt = try values.decode(Temporal.DateTime?.self, forKey: .createdAt)
      updatedAt = try values.decode(Temporal.DateTime?.self, forKey: .updatedAt)
  }
  public func encode(to encoder: Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(text, forKey: .text)
      try container.encode(_purchase, forKey: .purchase)
      try container.encode(createdAt, forKey: .createdAt)
      try container.encode(updatedAt, forKey: .updatedAt)
  }
}
