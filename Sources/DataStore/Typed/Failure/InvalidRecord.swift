/// A record that does not fit its model: everything that is wrong with it.
public struct InvalidRecord: AmplifyError {
    /// One thing that is wrong.
    public struct Violation: Sendable, Hashable {
        /// The field, with dots into embedded values; empty for the record as a whole.
        public let field: String
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
        violations.map { "\(model)\($0.field.isEmpty ? "" : ".\($0.field)") \($0.detail)." }.joined(separator: " ")
    }

    /// What to do about it.
    public var recoverySuggestion: RecoverySuggestion { "Give the model values that fit its schema." }

    /// A fault of no particular field.
    public init(errorDescription: ErrorDescription, recoverySuggestion: RecoverySuggestion, error: any Error) {
        self.init(model: "", violations: [Violation(field: "", detail: errorDescription)])
    }

    init(model: ModelName, violations: [Violation]) {
        self.model = model
        self.violations = violations
    }

    /// Faults of a body, whose JSON Pointers become names with dots.
    init(model: ModelName, _ faults: [Fault]) {
        self.init(
            model: model,
            violations: faults.map { fault in
                switch fault.place {
                case .path(let pointer):
                    Violation(field: pointer.split(separator: "/").joined(separator: "."), detail: fault.detail)
                case .parameter(let name, _): Violation(field: name, detail: fault.detail)
                }
            })
    }
}
