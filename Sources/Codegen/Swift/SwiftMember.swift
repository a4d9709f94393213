import DataStore

/// A member of a model's struct: a stored field, or a relation.
struct SwiftMember {
    enum Kind {
        /// `isReadOnly`: a time that the SDL does not name; the store sets it.
        case stored(FieldDefinition, isReadOnly: Bool)
        /// `storage` names the property that holds the reference.
        case toOne(RelationDefinition, storage: String)
        case toMany(RelationDefinition)
    }

    let kind: Kind
    /// Its name in the SDL, in JSON and in the database.
    let name: String
    /// Its name in Swift, fit to be written.
    let identifier: String

    var description: String? {
        switch kind {
        case .stored(let field, _): field.description
        case .toOne(let relation, _), .toMany(let relation): relation.description
        }
    }

    var isReadOnly: Bool {
        if case .stored(_, let isReadOnly) = kind { return isReadOnly }
        return false
    }

    /// Its name as the label of an argument, where most words need no backticks.
    var label: String { identifier.hasPrefix("`") ? SwiftText.label(name) : identifier }

    /// Whether a value must be there. Times that the store sets are absent until it has; lists are never required.
    var isRequired: Bool {
        switch kind {
        case .stored(let field, let isReadOnly): field.type.isRequired && !isReadOnly
        case .toOne(let relation, _): relation.isRequired
        case .toMany: false
        }
    }

    /// The type of the property and of the parameter, with its `?`.
    func declaration(_ schema: SwiftSchema) -> String { wrapped(schema) + (isRequired ? "" : "?") }

    /// The same without `?`. `names`: of the file, for an expression.
    func wrapped(_ schema: SwiftSchema, _ names: SwiftTypeNames = .plain) -> String {
        switch kind {
        case .stored(let field, _): SwiftType(field.type, names).wrapped
        case .toOne(let relation, _): names[relation.target]
        case .toMany(let relation): "List<\(names[schema.child(of: relation)])>"
        }
    }

    /// `title: String`, with the value that an initializer takes when it is left out.
    func parameter(_ schema: SwiftSchema) -> String {
        let parameter = "\(identifier): \(declaration(schema))"
        return initial.map { "\(parameter) = \($0)" } ?? parameter
    }

    private var initial: String? {
        switch kind {
        case .toMany: return "[]"
        case .toOne(let relation, _): return relation.isRequired ? nil : "nil"
        case .stored(let field, _):
            if let value = SwiftDefault.literal(of: field) { return value }
            if field.name == "id", isRequired, [.id, .string].contains(field.type.scalar) {
                return "UUID().uuidString"
            }
            if isRequired { return field.type.isList ? "[]" : nil }
            return "nil"
        }
    }
}

/// `@default` as a Swift expression.
enum SwiftDefault {
    /// Nil without a default, and for times, which Swift has no literal for.
    static func literal(of field: FieldDefinition) -> String? {
        guard let value = field.defaultValue else { return nil }
        switch (value, field.type.item) {
        case (.null, _): return nil
        case (.bool(let flag), _): return flag ? "true" : "false"
        case (.int(let number), _): return String(number)
        case (.double(let number), _): return number.description
        case (.text(let text), .enumeration(let definition)):
            let cases = SwiftCaseNames.of(definition.values)
            guard let place = definition.values.firstIndex(where: { Text($0) == text }) else { return nil }
            return "." + SwiftText.identifier(cases[place])
        case (.text(let text), .scalar(let scalar)):
            return [.dateTime, .date, .time].contains(scalar) ? nil : SwiftText.literal(text.string)
        case (.json(let text), _): return SwiftText.literal(text.string)
        case (.text, .embedded): return nil
        }
    }
}
