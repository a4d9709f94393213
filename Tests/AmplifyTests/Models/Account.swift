// swift-format-ignore-file
// swiftlint:disable all
import Amplify
import Foundation

public struct Account: Model {
  public let id: String
  public var name: String
  internal var _profile: LazyReference<Profile>
  public var profile: Profile?   {
      get async throws { 
        try await _profile.get()
      } 
    }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  public var accountProfileId: String?
  
  public init(id: String = UUID().uuidString,
      name: String,
      profile: Profile? = nil,
      accountProfileId: String? = nil) {
    self.init(id: id,
      name: name,
      profile: profile,
      createdAt: nil,
      updatedAt: nil,
      accountProfileId: accountProfileId)
  }
  internal init(id: String = UUID().uuidString,
      name: String,
      profile: Profile? = nil,
      createdAt: Temporal.DateTime? = nil,
      updatedAt: Temporal.DateTime? = nil,
      accountProfileId: String? = nil) {
      self.id = id
      self.name = name
      self._profile = LazyReference(profile)
      self.createdAt = createdAt
      self.updatedAt = updatedAt
      self.accountProfileId = accountProfileId
  }
  public mutating func setProfile(_ profile: Profile? = nil) {
    self._profile = LazyReference(profile)
  }
  public init(from decoder: Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decode(String.self, forKey: .id)
      name = try values.decode(String.self, forKey: .name)
      _profile = try values.decodeIfPresent(LazyReference<Profile>.self, forKey: .profile) ?? LazyReference(identifiers: nil)
      createdAt = try values.decode(Temporal.DateTime?.self, forKey: .createdAt)
      updatedAt = try values.decode(Temporal.DateTime?.self, forKey: .updatedAt)
      accountProfileId = try values.decode(String?.self, forKey: .accountProfileId)
  }
  public func encode(to encoder: Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(name, forKey: .name)
      try container.encode(_profile, forKey: .profile)
      try container.encode(createdAt, forKey: .createdAt)
      try container.encode(updatedAt, forKey: .updatedAt)
      try container.encode(accountProfileId, forKey: .accountProfileId)
  }
}
