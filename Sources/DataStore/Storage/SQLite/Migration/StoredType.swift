/// A field's type as the former schema of a database wrote it: `[Status!]!`.
struct StoredType: Sendable, Hashable {
    let notation: String
    /// Of a scalar, an enum or an embedded type.
    let name: String
    let isList: Bool
    let isRequired: Bool
    let isItemRequired: Bool

    init(notation: String) {
        self.notation = notation
        name = notation.filter { !"[]!".contains($0) }
        isList = notation.hasPrefix("[")
        isRequired = notation.hasSuffix("!")
        isItemRequired = notation.contains("!]")
    }

    /// Any JSON: for what the former schema says nothing of.
    static let anything = StoredType(notation: Scalar.json.rawValue)

    /// One item of the list.
    var item: StoredType { StoredType(notation: name) }

    var scalar: Scalar? { Scalar(rawValue: name) }
}

extension SchemaImage {
    /// The fields of an embedded type in their order; empty when there is no such type.
    func members(of name: String) -> [(name: String, type: StoredType)] {
        (embedded[name] ?? "").split(separator: ",").map { member in
            let words = member.split(separator: " ", maxSplits: 1).map(String.init)
            return (words[0], StoredType(notation: words.last ?? ""))
        }
    }

    /// Whether every value of the former type is one of the present, in the same stored form.
    func isHeld(_ old: StoredType, by type: FieldType) -> Bool { isHeld(old, by: type, inside: []) }

    private func isHeld(_ old: StoredType, by type: FieldType, inside: Set<String>) -> Bool {
        guard old.isList == type.isList, old.isRequired || !type.isRequired,
            !type.isList || old.isItemRequired || !type.isItemRequired
        else { return false }
        switch type.item {
        case .scalar(.string), .scalar(.id): return Self.texts.contains(old.name) || enums[old.name] != nil
        case .scalar(.int), .scalar(.timestamp): return old.scalar == .int || old.scalar == .timestamp
        case .scalar(let scalar): return scalar == old.scalar
        case .enumeration(let definition):
            return enums[old.name]?.allSatisfy { definition.contains(Text($0)) } ?? false
        case .embedded(let definition):
            // A type inside of itself is judged where it begins.
            if inside.contains(definition.name) { return definition.name == old.name }
            let members = members(of: old.name)
            guard members.map(\.name) == definition.fields.map(\.name) else { return false }
            return zip(members, definition.fields).allSatisfy { member, field in
                isHeld(member.type, by: field.type, inside: inside.union([definition.name]))
            }
        }
    }

    /// Whether the present type is meant to hold every value of the former: only whole numbers that no double is equal
    /// to may be lost on the way.
    func isWider(_ type: FieldType, than old: StoredType) -> Bool {
        guard !isHeld(old, by: type) else { return true }
        guard case .scalar(.float) = type.item, old.scalar == .int || old.scalar == .timestamp else { return false }
        let integers = FieldType(
            .scalar(.int), isList: type.isList, isRequired: type.isRequired, isItemRequired: type.isItemRequired)
        return isHeld(old, by: integers)
    }

    private static let texts: Set<String> = ["ID", "String", "AWSEmail", "AWSURL", "AWSPhone", "AWSIPAddress"]
}
