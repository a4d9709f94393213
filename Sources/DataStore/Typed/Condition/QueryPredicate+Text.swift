/// Predicates as text: the Swift spelling of the language that `where=` of the REST interface reads.
///
/// A relation stands by its own name, `post == "p1"`, which the language writes with the field that holds its key.
extension QueryPredicate where Self: CustomStringConvertible {
    /// The same as the description.
    public var debugDescription: String { description }
}

extension QueryPredicateConstant: CustomStringConvertible, CustomDebugStringConvertible {
    /// `true`.
    public var description: String { "true" }
}

extension QueryPredicateOperation: CustomStringConvertible, CustomDebugStringConvertible {
    /// `rating > 10.0`, `title.beginsWith("post")`.
    public var description: String {
        let names = field.split(separator: ".", omittingEmptySubsequences: false).map { name in
            PredicateParser.words.contains(String(name)) ? "`\(name)`" : String(name)
        }
        return names.joined(separator: ".") + self.operator.description
    }
}

extension QueryPredicateGroup: CustomStringConvertible, CustomDebugStringConvertible {
    /// `title == "a" && !(rating > 10.0)`, with parentheses where they are needed.
    public var description: String {
        switch type {
        case .and: joined(by: " && ", whenEmpty: "true", with: .and)
        case .or: joined(by: " || ", whenEmpty: "false", with: .or)
        case .not: "!(\(joined(by: " && ", whenEmpty: "true", with: .and)))"
        }
    }

    private func joined(by sign: String, whenEmpty: String, with type: QueryPredicateGroupType) -> String {
        if predicates.isEmpty { return whenEmpty }
        return predicates.map { predicate in
            // A negation brings its own, and what is alone, empty or of the same kind reads the same without.
            guard predicates.count > 1, let group = predicate as? QueryPredicateGroup, group.type != .not,
                group.type != type, group.predicates.count > 1
            else { return "\(predicate)" }
            return "(\(group))"
        }.joined(separator: sign)
    }
}

extension QueryOperator: CustomStringConvertible, CustomDebugStringConvertible {
    /// What stands behind the field: ` > 10.0`, `.beginsWith("post")`.
    public var description: String {
        switch self {
        case .equals(let value): " == \(literal(value))"
        case .notEqual(let value): " != \(literal(value))"
        case .lessThan(let value): " < \(literal(value))"
        case .lessOrEqual(let value): " <= \(literal(value))"
        case .greaterThan(let value): " > \(literal(value))"
        case .greaterOrEqual(let value): " >= \(literal(value))"
        case .contains(let value): ".contains(\(literal(value)))"
        case .notContains(let value): ".notContains(\(literal(value)))"
        case .between(let start, let end): ".between(\(literal(start)), \(literal(end)))"
        case .beginsWith(let text): ".beginsWith(\(literal(text)))"
        case .attributeExists(let exists): ".attributeExists(\(exists))"
        case .in(let values): ".in(\(literals(values)))"
        case .notIn(let values): ".notIn(\(literals(values)))"
        }
    }

    /// The same.
    public var debugDescription: String { description }

    private func literals(_ values: [any Persistable]) -> String { values.map(literal).joined(separator: ", ") }

    private func literal(_ value: (any Persistable)?) -> String {
        switch value {
        case nil: return "null"
        case let text as String: return Spelling.quoted(text)
        case let moment as any TemporalSpec: return Spelling.quoted(moment.iso8601String)
        case let key as ReferencedKey:
            if key.fields.count == 1 { return literal(key.fields[0].value) }
            return "identifier(\(key.fields.map { "\($0.name): \(literal($0.value))" }.joined(separator: ", ")))"
        case let value?: return "\(value)"
        }
    }
}

extension Spelling {
    /// A text in quotes, with what JSON escapes.
    static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.write(Text(text))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
