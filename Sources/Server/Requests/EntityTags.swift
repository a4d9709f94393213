package import DataStore
package import HTTP

/// Conditions in a request's fields (RFC 9110 §13.1). A record's tag is `"<_version>"`.
package enum EntityTags {
    /// `If-Match`; nil without one. Tags that are none of ours match no record.
    package static func ifMatch(_ request: Request) -> Conditions.VersionMatch? {
        guard request.headers.has("If-Match") else { return nil }
        // The comparison is strong: a weak tag never matches.
        return match(items(request.headers.all("If-Match")).filter { !isWeak($0) })
    }

    /// Whether there is `If-None-Match: *`.
    package static func mustBeAbsent(_ request: Request) -> Bool {
        match(items(request.headers.all("If-None-Match"))) == .any
    }

    /// Whether `If-None-Match` names the record's version: the client has it.
    package static func clientHas(_ version: Int64, _ request: Request) -> Bool {
        guard request.headers.has("If-None-Match") else { return false }
        switch match(items(request.headers.all("If-None-Match"))) {
        case .any: return true
        case .oneOf(let versions): return versions.contains(version)
        }
    }

    /// The version in an entity tag, weak or strong; nil for another's tag. Tags are compared by their characters, so a
    /// version has one spelling: decimal digits, of which the first is not 0.
    package static func version(_ tag: some StringProtocol) -> Int64? {
        let bare = tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : String(tag)
        guard bare.utf8.count >= 3, bare.hasPrefix("\""), bare.hasSuffix("\"") else { return nil }
        let digits = bare.dropFirst().dropLast()
        guard digits.first != "0", digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(digits)
    }

    /// Whether it is a weak tag, which a strong comparison never matches.
    static func isWeak(_ tag: some StringProtocol) -> Bool { tag.hasPrefix("W/") }

    /// The items of a list of tags, without the blanks around them.
    private static func items(_ values: [String]) -> [Substring] {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        return values.flatMap { $0.split(separator: ",") }.map { item in
            var item = item.drop(while: isBlank)
            while let last = item.last, isBlank(last) { item.removeLast() }
            return item
        }
    }

    private static func match(_ tags: [Substring]) -> Conditions.VersionMatch {
        tags == ["*"] ? .any : .oneOf(tags.compactMap { version($0) })
    }
}

extension EntityTags {
    /// Whether `If-None-Match` names the tag, or anything (RFC 9110 §13.1.2: weak comparison).
    package static func names(_ tag: String, in request: Request) -> Bool {
        items(request.headers.all("If-None-Match")).contains { $0 == "*" || (isWeak($0) ? $0.dropFirst(2) : $0) == tag }
    }
}
