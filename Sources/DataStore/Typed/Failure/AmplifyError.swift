/// What went wrong, in words.
public typealias ErrorDescription = String

/// What to do about it.
public typealias RecoverySuggestion = String

/// An error that says what went wrong and what to do about it.
public protocol AmplifyError: Error, CustomDebugStringConvertible {
    /// What went wrong: a sentence.
    var errorDescription: ErrorDescription { get }

    /// What to do about it: a sentence.
    var recoverySuggestion: RecoverySuggestion { get }

    /// The error behind it.
    var underlyingError: (any Error)? { get }

    /// An error of this kind for what failed elsewhere.
    init(errorDescription: ErrorDescription, recoverySuggestion: RecoverySuggestion, error: any Error)
}

extension AmplifyError {
    /// Description, suggestion and the error behind, a line each.
    public var debugDescription: String {
        var lines = ["\(Self.self): \(errorDescription)", "Recovery suggestion: \(recoverySuggestion)"]
        if let underlyingError { lines.append("Caused by: \(underlyingError)") }
        return lines.joined(separator: "\n")
    }

    /// What went wrong: a sentence. With Foundation and without.
    public var localizedDescription: String { errorDescription }
}
