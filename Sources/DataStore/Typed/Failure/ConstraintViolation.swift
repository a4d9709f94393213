/// A write that the records which are there do not allow: a key that is taken, a foreign key to nothing.
public struct ConstraintViolation: AmplifyError {
    /// What is in the way: a sentence.
    public let errorDescription: ErrorDescription

    /// The error behind it; there is none.
    public var underlyingError: (any Error)? { nil }

    /// What to do about it.
    public var recoverySuggestion: RecoverySuggestion { "Save the records that a record belongs to before it." }

    /// A violation with this description.
    public init(errorDescription: ErrorDescription, recoverySuggestion: RecoverySuggestion, error: any Error) {
        self.init(errorDescription)
    }

    init(_ errorDescription: ErrorDescription) { self.errorDescription = errorDescription }
}
