// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

public struct Post: Model {
  public let id: String
  public var title: String
  public var content: String?
  public var rating: Double?
  public var status: PostStatus?
  public var comments: List<Comment>?
  public var tags: List<PostTags>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  
  public init(id: String = UUID().uuidString,
      title: String,
      content: String? = nil,
      rating: Double? = nil,
      status: PostStatus? = nil,
      comments: List<Comment>? = [],
      tags: List<PostTags>? = []) {
    self.init(id: id,
      title: title,
      content: content,
      rating: rating,
      status: status,
      comments: comments,
      tags: tags,
      createdAt: nil,
      updatedAt: nil)
  }
  internal init(id: String = UUID().uuidString,
      title: String,
      content: String? = nil,
      rating: Double? = nil,
      status: PostStatus? = nil,
      comments: List<Comment>? = [],
      tags: List<PostTags>? = [],
      createdAt: Temporal.DateTime? = nil,
      updatedAt: Temporal.DateTime? = nil) {
      self.id = id
      self.title = title
      self.content = content
      self.rating = rating
      self.status = status
      self.comments = comments
      self.tags = tags
      self.createdAt = createdAt
      self.updatedAt = updatedAt
  }
  public init(from decoder: Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decode(String.self, forKey: .id)
      title = try values.decode(String.self, forKey: .title)
      content = try values.decode(String?.self, forKey: .content)
      rating = try values.decode(Double?.self, forKey: .rating)
      status = try values.decode(PostStatus?.self, forKey: .status)
      comments = try values.decodeIfPresent(List<Comment>?.self, forKey: .comments) ?? .init()
      tags = try values.decodeIfPresent(List<PostTags>?.self, forKey: .tags) ?? .init()
      createdAt = try values.decode(Temporal.DateTime?.self, forKey: .createdAt)
      updatedAt = try values.decode(Temporal.DateTime?.self, forKey: .updatedAt)
  }
  public func encode(to encoder: Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(title, forKey: .title)
      try container.encode(content, forKey: .content)
      try container.encode(rating, forKey: .rating)
      try container.encode(status, forKey: .status)
      try container.encode(comments, forKey: .comments)
      try container.encode(tags, forKey: .tags)
      try container.encode(createdAt, forKey: .createdAt)
      try container.encode(updatedAt, forKey: .updatedAt)
  }
}
