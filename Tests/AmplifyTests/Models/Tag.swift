// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

public struct Tag: Model {
  public let id: String
  public var label: String
  public var posts: List<PostTags>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  
  public init(id: String = UUID().uuidString,
      label: String,
      posts: List<PostTags>? = []) {
    self.init(id: id,
      label: label,
      posts: posts,
      createdAt: nil,
      updatedAt: nil)
  }
  internal init(id: String = UUID().uuidString,
      label: String,
      posts: List<PostTags>? = [],
      createdAt: Temporal.DateTime? = nil,
      updatedAt: Temporal.DateTime? = nil) {
      self.id = id
      self.label = label
      self.posts = posts
      self.createdAt = createdAt
      self.updatedAt = updatedAt
  }
  public init(from decoder: Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decode(String.self, forKey: .id)
      label = try values.decode(String.self, forKey: .label)
      posts = try values.decodeIfPresent(List<PostTags>?.self, forKey: .posts) ?? .init()
      createdAt = try values.decode(Temporal.DateTime?.self, forKey: .createdAt)
      updatedAt = try values.decode(Temporal.DateTime?.self, forKey: .updatedAt)
  }
  public func encode(to encoder: Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(label, forKey: .label)
      try container.encode(posts, forKey: .posts)
      try container.encode(createdAt, forKey: .createdAt)
      try container.encode(updatedAt, forKey: .updatedAt)
  }
}
