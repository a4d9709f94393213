import DataStore
import HTTP

/// Conditions in a request's fields (RFC 9110 §13.1). A record's tag is `"<_version>"`.
enum EntityTags {
    /// `If-Match`; nil without one. Tags that are none of ours match no record.
    static func ifMatch(_ request: Request) -> Conditions.VersionMatch? {
        guard request.headers.has("If-Match") else { return nil }
        // The comparison is strong: a weak tag never matches.
        return match(request.headers.all("If-Match").flatMap { $0.split(separator: ",") }.filter { !isWeak($0) })
    }

    /// Whether there is `If-None-Match: *`.
    static func mustBeAbsent(_ request: Request) -> Bool {
        match(request.headers.all("If-None-Match").flatMap { $0.split(separator: ",") }) == .any
    }

    /// Whether `If-None-Match` names the record's version: the client has it.
    static func clientHas(_ version: Int64, _ request: Request) -> Bool {
        guard request.headers.has("If-None-Match") else { return false }
        switch match(request.headers.all("If-None-Match").flatMap({ $0.split(separator: ",") })) {
        case .any: return true
        case .oneOf(let versions): return versions.contains(version)
        }
    }

    /// The version in an entity tag, weak or strong; nil for another's tag.
    static func version(_ tag: some StringProtocol) -> Int64? {
        let bare = tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : String(tag)
        guard bare.utf8.count >= 3, bare.hasPrefix("\""), bare.hasSuffix("\"") else { return nil }
        return Int64(bare.dropFirst().dropLast())
    }

    private static func isWeak(_ tag: Substring) -> Bool { tag.drop { $0 == " " || $0 == "\t" }.hasPrefix("W/") }

    private static func match(_ tags: [Substring]) -> Conditions.VersionMatch {
        let bare = tags.map { $0.filter { $0 != " " && $0 != "\t" } }
        return bare == ["*"] ? .any : .oneOf(bare.compactMap { version($0) })
    }
}

extension EntityTags {
    /// Whether `If-None-Match` names the tag, or anything (RFC 9110 §13.1.2: weak comparison).
    static func names(_ tag: String, in request: Request) -> Bool {
        request.headers.all("If-None-Match").flatMap { $0.split(separator: ",") }.contains { item in
            let bare = item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return bare == "*" || (bare.hasPrefix("W/") ? bare.dropFirst(2) : bare) == tag
        }
    }
}
