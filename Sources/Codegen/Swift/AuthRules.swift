import DataStore
import GraphQL

/// `@auth` of a type as the rules of its `ModelSchema`: what the SDL leaves out has Amplify's defaults.
enum AuthRules {
    /// `rule(…)` for each rule; of a join model those of both sides, each once.
    static func of(_ model: ModelDefinition, _ schema: SwiftSchema) -> [String] {
        let types = model.isJoinModel ? model.relations.map(\.target) : [model.name]
        var rules: [String] = []
        for rule in types.flatMap(schema.outline.accessRules).map(text) where !rules.contains(rule) {
            rules.append(rule)
        }
        return rules
    }

    private static func text(_ rule: ValueNode) -> String {
        guard case .object(let members) = rule.kind else { return "" }
        let value = { (names: String...) in
            names.lazy.compactMap { name in members.first { $0.name.text == name }?.value }.first { !$0.isNull }
        }
        let allow = value("allow")?.word ?? "private"
        var parts = ["allow: .\(allow)"]
        switch allow {
        case "owner":
            parts.append("ownerField: \(SwiftText.literal(value("ownerField")?.string ?? "owner"))")
            parts.append("identityClaim: \(SwiftText.literal(claim(value("identityClaim", "identityField")?.string)))")
        case "groups":
            parts.append("groupClaim: \(SwiftText.literal(value("groupClaim")?.string ?? "cognito:groups"))")
            if let groups = value("groups") {
                let names = groups.items.compactMap(\.string).map(SwiftText.literal)
                parts.append("groups: [\(names.joined(separator: ", "))]")
            } else {
                parts.append("groupsField: \(SwiftText.literal(value("groupsField")?.string ?? "groups"))")
            }
        default: break
        }
        let provider = value("provider")?.word ?? defaultProvider(allow)
        // The library's one name for both kinds of AWS credentials.
        parts.append("provider: .\(provider == "identityPool" ? "iam" : provider)")
        parts.append("operations: [\(operations(value).map { ".\($0)" }.joined(separator: ", "))]")
        return "rule(\(parts.joined(separator: ", ")))"
    }

    /// A user's name goes by the name that the token has for it.
    private static func claim(_ given: String?) -> String {
        guard let given, given != "username", given != "sub::username" else { return "cognito:username" }
        return given
    }

    private static func defaultProvider(_ allow: String) -> String {
        switch allow {
        case "public": "apiKey"
        case "custom": "function"
        default: "userPools"
        }
    }

    /// What the rule lets its people do. The kinds of reading are one here; the first transformer's `queries` and
    /// `mutations` count when `operations` is left out.
    private static func operations(_ value: (String...) -> ValueNode?) -> [String] {
        let all = ["create", "update", "delete", "read"]
        var given = value("operations")?.items.compactMap(\.word)
        if given == nil, value("queries") != nil || value("mutations") != nil {
            let reads = value("queries")?.items.isEmpty == false ? ["read"] : []
            given = (value("mutations")?.items.compactMap(\.word) ?? []) + reads
        }
        guard let given else { return all }
        let reads: Set<String> = ["read", "get", "list", "sync", "listen", "search"]
        return all.filter { word in given.contains { $0 == word || word == "read" && reads.contains($0) } }
    }
}

extension ValueNode {
    fileprivate var isNull: Bool {
        if case .null = kind { return true }
        return false
    }

    /// The name that it is.
    fileprivate var word: String? {
        if case .enumeration(let name) = kind { return name }
        return nil
    }

    /// The items of a list; a single value counts as a list of it (GraphQL, October 2021, §3.11).
    fileprivate var items: [ValueNode] {
        if case .list(let items) = kind { return items }
        return [self]
    }
}
