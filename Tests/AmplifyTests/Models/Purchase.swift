// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

public struct Purchase: Model {
  public let customer: String
  public let number: Int
  public var total: Double?
  public var lines: List<PurchaseLine>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  
  public init(customer: String,
      number: Int,
      total: Double? = nil,
      lines: List<PurchaseLine>? = []) {
    self.init(customer: customer,
      number: number,
      total: total,
      lines: lines,
      createdAt: nil,
      updatedAt: nil)
  }
  internal init(customer: String,
      number: Int,
      total: Double? = nil,
      lines: List<PurchaseLine>? = [],
      createdAt: Temporal.DateTime? = nil,
      updatedAt: Temporal.DateTime? = nil) {
      self.customer = customer
      self.number = number
      self.total = total
      self.lines = lines
      self.createdAt = createdAt
      self.updatedAt = updatedAt
  }
  public init(from decoder: Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      customer = try values.decode(String.self, forKey: .customer)
      number = try values.decode(Int.self, forKey: .number)
      total = try values.decode(Double?.self, forKey: .total)
      lines = try values.decodeIfPresent(List<PurchaseLine>?.self, forKey: .lines) ?? .init()
      createdAt = try values.decode(Temporal.DateTime?.self, forKey: .createdAt)
      updatedAt = try values.decode(Temporal.DateTime?.self, forKey: .updatedAt)
  }
  public func encode(to encoder: Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(customer, forKey: .customer)
      try container.encode(number, forKey: .number)
      try container.encode(total, forKey: .total)
      try container.encode(lines, forKey: .lines)
      try container.encode(createdAt, forKey: .createdAt)
      try container.encode(updatedAt, forKey: .updatedAt)
  }
}
