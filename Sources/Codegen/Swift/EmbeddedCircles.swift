import DataStore

/// Which embedded types can contain themselves through fields that are no lists.
///
/// A schema allows it where an optional field ends the circle; a struct does not.
struct EmbeddedCircles {
    /// For each type the types that a value of it can contain, at any depth.
    private let contents: [String: Set<String>]

    init(_ definitions: [EmbeddedDefinition]) {
        var direct: [String: Set<String>] = [:]
        for definition in definitions { direct[definition.name] = Set(definition.fields.compactMap(\.type.contained)) }
        contents = direct.mapValues { first in
            var found = first
            var open = Array(first)
            while let name = open.popLast() {
                for next in direct[name, default: []] where found.insert(next).inserted { open.append(next) }
            }
            return found
        }
    }

    /// Whether a value of the field's type can contain the type that has the field. Such a field is optional somewhere
    /// on each circle, and those are told here.
    func closes(_ field: FieldDefinition, of definition: EmbeddedDefinition) -> Bool {
        guard !field.type.isRequired, let type = field.type.contained else { return false }
        return type == definition.name || contents[type, default: []].contains(definition.name)
    }
}

extension FieldType {
    /// The embedded type of a single value.
    fileprivate var contained: String? {
        guard !isList, case .embedded(let definition) = item else { return nil }
        return definition.name
    }
}
