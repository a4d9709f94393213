/// A predicate, sort or page that the model does not allow.
public struct InvalidQuery: AmplifyError {
    /// The model's name.
    public let model: ModelName
    /// What is wrong: at least one sentence, each naming the field.
    public let details: [String]

    /// The error behind it; there is none.
    public var underlyingError: (any Error)? { nil }

    /// What is wrong with the query.
    public var errorDescription: ErrorDescription {
        "The query of \(model) is not possible. \(details.joined(separator: " "))"
    }

    /// What to do about it.
    public var recoverySuggestion: RecoverySuggestion {
        "Compare fields that \(model) has with values of their types."
    }

    /// A query that failed for another reason.
    public init(errorDescription: ErrorDescription, recoverySuggestion: RecoverySuggestion, error: any Error) {
        self.init(model: "", details: [errorDescription])
    }

    init(model: ModelName, details: [String]) {
        self.model = model
        self.details = details
    }
}
