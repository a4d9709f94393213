/// A predicate, sort, page or identifier that the model does not allow.
public struct InvalidQuery: AmplifyError {
    /// What of a call it is.
    enum Subject: String, Sendable {
        case query, condition, sort, page, identifier, list
    }

    /// The model's name.
    public let model: ModelName
    /// What is wrong: at least one sentence, each naming the field.
    public let details: [String]
    /// What to do about it.
    public let recoverySuggestion: RecoverySuggestion
    private let subject: Subject

    /// The error behind it; there is none.
    public var underlyingError: (any Error)? { nil }

    /// What is wrong with the query.
    public var errorDescription: ErrorDescription {
        let whole = model.isEmpty ? "The \(subject)" : "The \(subject) of \(model)"
        return "\(whole) is not possible. \(details.joined(separator: " "))"
    }

    /// A query that failed for another reason.
    public init(errorDescription: ErrorDescription, recoverySuggestion: RecoverySuggestion, error: any Error) {
        self.init(.query, model: "", details: [errorDescription], recoverySuggestion)
    }

    init(_ subject: Subject, model: ModelName, details: [String], _ recoverySuggestion: RecoverySuggestion) {
        self.subject = subject
        self.model = model
        self.details = details
        self.recoverySuggestion = recoverySuggestion
    }

    /// A predicate that does not fit the model; `subject` is what it was given as.
    static func predicate(_ subject: Subject, on model: ModelDefinition, _ details: [String]) -> InvalidQuery {
        InvalidQuery(
            subject, model: model.name, details: details,
            "Compare fields that \(model.name) has, by what their types allow, with values of these types.")
    }
}
