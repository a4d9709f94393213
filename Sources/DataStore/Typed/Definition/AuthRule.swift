/// Whom a rule lets in.
public enum AuthStrategy: String, Sendable, Hashable {
    case owner, groups, custom
    case `private`
    case `public`
}

/// What a rule allows.
public enum ModelOperation: String, Sendable, Hashable {
    case create, update, delete, read
    case get, list, sync, listen, search
}

/// Who vouches for the caller.
public enum AuthRuleProvider: String, Sendable, Hashable {
    case apiKey, oidc, iam, userPools, function, identityPool
}

/// Rules of which one must let a request in.
public typealias AuthRules = [AuthRule]

/// One entry of `@auth(rules:)`.
public struct AuthRule: Sendable, Hashable {
    /// Whom it lets in.
    public let allow: AuthStrategy
    /// The field that holds the owner; `owner` when nil.
    public let ownerField: String?
    /// The claim that is compared with the owner.
    public let identityClaim: String?
    /// The claim that lists the caller's groups.
    public let groupClaim: String?
    /// The groups that are let in.
    public let groups: [String]
    /// The field that holds groups.
    public let groupsField: String?
    /// Who vouches for the caller.
    public let provider: AuthRuleProvider?
    /// What it allows; everything when empty.
    public let operations: [ModelOperation]

    /// A rule.
    public init(
        allow: AuthStrategy, ownerField: String? = nil, identityClaim: String? = nil, groupClaim: String? = nil,
        groups: [String] = [], groupsField: String? = nil, provider: AuthRuleProvider? = nil,
        operations: [ModelOperation] = []
    ) {
        self.allow = allow
        self.ownerField = ownerField
        self.identityClaim = identityClaim
        self.groupClaim = groupClaim
        self.groups = groups
        self.groupsField = groupsField
        self.provider = provider
        self.operations = operations
    }
}

/// A rule, in the builder language of generated files.
public func rule(
    allow: AuthStrategy, ownerField: String? = nil, identityClaim: String? = nil, groupClaim: String? = nil,
    groups: [String] = [], groupsField: String? = nil, provider: AuthRuleProvider? = nil,
    operations: [ModelOperation] = []
) -> AuthRule {
    AuthRule(
        allow: allow, ownerField: ownerField, identityClaim: identityClaim, groupClaim: groupClaim, groups: groups,
        groupsField: groupsField, provider: provider, operations: operations)
}
