/// A write that the records which are there do not allow: a key that is taken, a foreign key to nothing.
public struct ConstraintViolation: AmplifyError {
    /// What is in the way: a sentence.
    public let errorDescription: ErrorDescription

    /// What to do about it.
    public let recoverySuggestion: RecoverySuggestion

    /// The error behind it; there is none.
    public var underlyingError: (any Error)? { nil }

    /// A violation with this description.
    public init(errorDescription: ErrorDescription, recoverySuggestion: RecoverySuggestion, error: any Error) {
        self.init(errorDescription, recoverySuggestion)
    }

    init(_ errorDescription: ErrorDescription, _ recoverySuggestion: RecoverySuggestion) {
        self.errorDescription = errorDescription
        self.recoverySuggestion = recoverySuggestion
    }
}
