// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

public struct Everything: Model {
  public let id: String
  public var text: String
  public var whole: Int
  public var real: Double
  public var flag: Bool
  public var date: Temporal.Date?
  public var moment: Temporal.DateTime?
  public var time: Temporal.Time?
  public var stamp: Int?
  public var status: PostStatus?
  public var address: Address
  public var second: Address?
  public var addresses: [Address]?
  public var words: [String]
  public var counts: [Int?]?
  public var statuses: [PostStatus]?
  public var moments: [Temporal.DateTime]?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  
  public init(id: String = UUID().uuidString,
      text: String,
      whole: Int,
      real: Double,
      flag: Bool,
      date: Temporal.Date? = nil,
      moment: Temporal.DateTime? = nil,
      time: Temporal.Time? = nil,
      stamp: Int? = nil,
      status: PostStatus? = nil,
      address: Address,
      second: Address? = nil,
      addresses: [Address]? = nil,
      words: [String] = [],
      counts: [Int?]? = nil,
      statuses: [PostStatus]? = nil,
      moments: [Temporal.DateTime]? = nil) {
    self.init(id: id,
      text: text,
      whole: whole,
      real: real,
      flag: flag,
      date: date,
      moment: moment,
      time: time,
      stamp: stamp,
      status: status,
      address: address,
      second: second,
      addresses: addresses,
      words: words,
      counts: counts,
      statuses: statuses,
      moments: moments,
      createdAt: nil,
      updatedAt: nil)
  }
  internal init(id: String = UUID().uuidString,
      text: String,
      whole: Int,
      real: Double,
      flag: Bool,
      date: Temporal.Date? = nil,
      moment: Temporal.DateTime? = nil,
      time: Temporal.Time? = nil,
      stamp: Int? = nil,
      status: PostStatus? = nil,
      address: Address,
      second: Address? = nil,
      addresses: [Address]? = nil,
      words: [String] = [],
      counts: [Int?]? = nil,
      statuses: [PostStatus]? = nil,
      moments: [Temporal.DateTime]? = nil,
      createdAt: Temporal.DateTime? = nil,
      updatedAt: Temporal.DateTime? = nil) {
      self.id = id
      self.text = text
      self.whole = whole
      self.real = real
      self.flag = flag
      self.date = date
      self.moment = moment
      self.time = time
      self.stamp = stamp
      self.status = status
      self.address = address
      self.second = second
      self.addresses = addresses
      self.words = words
      self.counts = counts
      self.statuses = statuses
      self.moments = moments
      self.createdAt = createdAt
      self.updatedAt = updatedAt
  }
}
