/// What must hold of the stored record for a write to happen. All that are given must.
package struct Conditions: Sendable {
    /// `If-Match`: any record, or one of these versions.
    package enum VersionMatch: Sendable, Hashable {
        case any
        case oneOf([Int64])
    }

    package var ifMatch: VersionMatch?
    /// `If-None-Match`: there must be no record, or one of another version.
    package var ifNoneMatch: VersionMatch?
    /// `?if=`, the save condition.
    package var predicate: Predicate?

    package init(ifMatch: VersionMatch? = nil, ifNoneMatch: VersionMatch? = nil, predicate: Predicate? = nil) {
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
        self.predicate = predicate
    }

    /// The first condition that does not hold, as a sentence; nil when all hold.
    ///
    /// `expectedVersion` is the `_version` of a body. `matches` judges the predicate.
    func violation(
        by stored: Record?, expectedVersion: Int64?, matches: (Predicate, Record) throws(StoreError) -> Bool
    ) throws(StoreError) -> String? {
        guard let stored else {
            let isConditional = ifMatch != nil || expectedVersion != nil || predicate != nil
            return isConditional ? "the condition is on a record that does not exist" : nil
        }
        switch ifNoneMatch {
        case .any: return "the record exists"
        case .oneOf(let versions):
            if versions.contains(stored.version) {
                return "If-None-Match names the record's version, \(stored.version)"
            }
        case nil: break
        }
        if case .oneOf(let versions) = ifMatch, !versions.contains(stored.version) {
            return "If-Match does not name the record's version, \(stored.version)"
        }
        if let expectedVersion, expectedVersion != stored.version {
            return "_version is \(expectedVersion), but the record's is \(stored.version)"
        }
        if let predicate, try !matches(predicate, stored) { return "the stored record does not match the condition" }
        return nil
    }
}
