/// A record that does not fit its model: everything that is wrong with it.
public struct InvalidRecord: AmplifyError {
    /// One thing that is wrong.
    public struct Violation: Sendable, Hashable {
        /// The field, with dots into embedded values; empty for the record as a whole.
        public let field: String
        /// The field's type as the schema writes it, such as `String!`; nil where the model has no such field.
        public let type: String?
        /// The rest of a sentence that begins with the field.
        public let detail: String
    }

    /// The model's name.
    public let model: ModelName
    /// At least one.
    public let violations: [Violation]

    /// The error behind it; there is none.
    public var underlyingError: (any Error)? { nil }

    /// Every fault, in one sentence each.
    public var errorDescription: ErrorDescription {
        violations.map { violation in
            let names = [model, violation.field].filter { !$0.isEmpty }.joined(separator: ".")
            let type = violation.type.map { " (\($0))" } ?? ""
            return names.isEmpty ? violation.detail : "\(names)\(type) \(violation.detail)."
        }.joined(separator: " ")
    }

    /// What to do about it.
    public var recoverySuggestion: RecoverySuggestion {
        let known = fields { $0.type != nil }
        let unknown = fields { $0.type == nil }
        var sentences: [String] = []
        if !known.isEmpty {
            let values = known.count == 1 ? "a value that fits" : "values that fit"
            sentences.append("Give \(known.joined(separator: ", ")) of the \(model) \(values) the schema.")
        }
        if !unknown.isEmpty {
            sentences.append("Set only fields that \(model) has, and not \(unknown.joined(separator: ", ")).")
        }
        return sentences.isEmpty ? "Give the model values that fit its schema." : sentences.joined(separator: " ")
    }

    /// The names of those fields, each once.
    private func fields(where isWanted: (Violation) -> Bool) -> [String] {
        var names: [String] = []
        for violation in violations where isWanted(violation) && !violation.field.isEmpty {
            if !names.contains(violation.field) { names.append(violation.field) }
        }
        return names
    }

    /// A fault of no particular field.
    public init(errorDescription: ErrorDescription, recoverySuggestion: RecoverySuggestion, error: any Error) {
        self.init(model: "", violations: [Violation(field: "", type: nil, detail: errorDescription)])
    }

    init(model: ModelName, violations: [Violation]) {
        self.model = model
        self.violations = violations
    }

    /// What is wrong with the value at `path`, from the model inwards.
    init(_ model: ModelDefinition, at path: [String], _ detail: String) {
        self.init(model: model.name, violations: [Violation(model, at: path, detail)])
    }

    /// Faults of a body, whose JSON Pointers become names with dots.
    init(_ model: ModelDefinition, _ faults: [Fault]) {
        self.init(
            model: model.name,
            violations: faults.map { fault in
                switch fault.place {
                case .path(let pointer): Violation(model, at: Self.names(in: pointer), fault.detail)
                case .parameter(let name, _): Violation(model, at: [name], fault.detail)
                }
            })
    }

    private static func names(in pointer: String) -> [String] {
        pointer.split(separator: "/").map { String($0.replacing("~1", with: "/").replacing("~0", with: "~")) }
    }
}

extension InvalidRecord.Violation {
    fileprivate init(_ model: ModelDefinition, at path: [String], _ detail: String) {
        self.init(field: path.joined(separator: "."), type: model.notation(at: path), detail: detail)
    }
}

extension ModelDefinition {
    /// The type of the value at `path`, as the schema writes it, of a relation the other model; nil where there is neither.
    func notation(at path: [String]) -> String? {
        guard let first = path.first else { return nil }
        guard let place = place(of: first) else { return path.count == 1 ? relation(named: first)?.target : nil }
        var type: FieldType? = fields[place].type
        for name in path.dropFirst() {
            type = type.flatMap { $0.isList ? $0.itemType : $0.type(ofMember: name) }
        }
        return type?.notation
    }
}
