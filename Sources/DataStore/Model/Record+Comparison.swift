extension Record {
    /// Whether a write that makes this record of `other` changes nothing: every value is the same but `updatedAt` and
    /// `_version`. JSON is compared as values: the same numbers' text, members in any order.
    package func hasSameContent(as other: Record) -> Bool {
        model.fields.indices.allSatisfy { isServerSet($0) || values[$0].isSameContent(as: other.values[$0]) }
    }

    /// Names of the fields that have another value than in `old`, in their order, without `updatedAt` and `_version`.
    package func changedFields(from old: Record) -> [String] {
        model.fields.indices.compactMap { place in
            isServerSet(place) || values[place].isSameContent(as: old.values[place]) ? nil : model.fields[place].name
        }
    }

    private func isServerSet(_ place: Int) -> Bool { place == model.version || place == model.updatedAt }
}

extension Value {
    /// Equality that sees JSON as values.
    fileprivate func isSameContent(as other: Value) -> Bool {
        if self == other { return true }
        guard case .json(let mine) = self, case .json(let theirs) = other,
            let left = JSONReader.readIfValid(mine), let right = JSONReader.readIfValid(theirs)
        else { return false }
        return left.isEquivalent(to: right)
    }
}
