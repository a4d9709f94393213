package import DataStore
package import HTTP

/// Conditions in a request's fields (RFC 9110 §13.1). A record's tag is `"<_version>"`.
package enum EntityTags {
    /// `If-Match`; nil without one. Tags that are none of ours match no record.
    package static func ifMatch(_ request: Request) -> Conditions.VersionMatch? {
        guard request.headers.has("If-Match") else { return nil }
        // The comparison is strong: a weak tag never matches.
        return match(request.headers.items("If-Match").filter { !isWeak($0) })
    }

    /// `If-None-Match`; nil without one. The comparison is weak.
    package static func ifNoneMatch(_ request: Request) -> Conditions.VersionMatch? {
        guard request.headers.has("If-None-Match") else { return nil }
        return match(request.headers.items("If-None-Match"))
    }

    /// Whether `If-None-Match` names the record's version: the client has it, in a form that it takes.
    package static func clientHas(_ version: Int64, _ request: Request) -> Bool {
        guard request.headers.has("If-None-Match") else { return false }
        return names("\"\(version)\"", in: request)
    }

    /// The version in an entity tag, weak or strong, of the record as it is or coded; nil for another's tag. Tags are
    /// compared by their characters, so a version has one spelling: decimal digits, of which the first is not 0.
    package static func version(_ tag: some StringProtocol) -> Int64? {
        let bare = ContentCoding.plainTag(of: isWeak(tag) ? Substring(tag.dropFirst(2)) : Substring(tag)).tag
        guard bare.utf8.count >= 3, bare.hasPrefix("\""), bare.hasSuffix("\"") else { return nil }
        let digits = bare.dropFirst().dropLast()
        guard digits.first != "0", digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(digits)
    }

    /// Whether it is a weak tag, which a strong comparison never matches.
    static func isWeak(_ tag: some StringProtocol) -> Bool { tag.hasPrefix("W/") }

    private static func match(_ tags: [Substring]) -> Conditions.VersionMatch {
        tags == ["*"] ? .any : .oneOf(tags.compactMap { version($0) })
    }
}

extension EntityTags {
    /// Whether `If-None-Match` names the tag, or anything (RFC 9110 §13.1.2: weak comparison). The tag of the coded form
    /// counts for those who would get that form: a cache must not show it to others.
    package static func names(_ tag: String, in request: Request) -> Bool {
        request.headers.items("If-None-Match").contains { item in
            if item == "*" { return true }
            let (plain, isCoded) = ContentCoding.plainTag(of: isWeak(item) ? item.dropFirst(2) : item)
            guard plain.utf8.elementsEqual(tag.utf8) else { return false }
            return !isCoded || ContentCoding.negotiated(request.headers) == .gzip
        }
    }
}
