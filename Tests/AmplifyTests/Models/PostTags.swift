// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

public struct PostTags: Model {
  public let id: String
  internal var _post: LazyReference<Post>
  public var post: Post   {
      get async throws { 
        try await _post.require()
      } 
    }
  internal var _tag: LazyReference<Tag>
  public var tag: Tag   {
      get async throws { 
        try await _tag.require()
      } 
    }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  
  public init(id: String = UUID().uuidString,
      post: Post,
      tag: Tag) {
    self.init(id: id,
      post: post,
      tag: tag,
      createdAt: nil,
      updatedAt: nil)
  }
  internal init(id: String = UUID().uuidString,
      post: Post,
      tag: Tag,
      createdAt: Temporal.DateTime? = nil,
      updatedAt: Temporal.DateTime? = nil) {
      self.id = id
      self._post = LazyReference(post)
      self._tag = LazyReference(tag)
      self.createdAt = createdAt
      self.updatedAt = updatedAt
  }
  public mutating func setPost(_ post: Post) {
    self._post = LazyReference(post)
  }
  public mutating func setTag(_ tag: Tag) {
    self._tag = LazyReference(tag)
  }
  public init(from decoder: Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decode(String.self, forKey: .id)
      _post = try values.decodeIfPresent(LazyReference<Post>.self, forKey: .post) ?? LazyReference(identifiers: nil)
      _tag = try values.decodeIfPresent(LazyReference<Tag>.self, forKey: .tag) ?? LazyReference(identifiers: nil)
      createdAt = try values.decode(Temporal.DateTime?.self, forKey: .createdAt)
      updatedAt = try values.decode(Temporal.DateTime?.self, forKey: .updatedAt)
  }
  public func encode(to encoder: Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(_post, forKey: .post)
      try container.encode(_tag, forKey: .tag)
      try container.encode(createdAt, forKey: .createdAt)
      try container.encode(updatedAt, forKey: .updatedAt)
  }
}
