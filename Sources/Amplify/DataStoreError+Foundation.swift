public import DataStore
public import Foundation

/// Lets `localizedDescription` of any `Error`, whose type is not known any more, say what went wrong.
extension CustomNSError where Self: AmplifyError {
    /// Description, suggestion and the error behind.
    public var errorUserInfo: [String: Any] {
        var information: [String: Any] = [
            NSLocalizedDescriptionKey: errorDescription, NSLocalizedRecoverySuggestionErrorKey: recoverySuggestion,
        ]
        if let underlyingError { information[NSUnderlyingErrorKey] = underlyingError }
        return information
    }
}

extension DataStoreError: CustomNSError {}
extension InvalidRecord: CustomNSError {}
extension InvalidQuery: CustomNSError {}
extension ConstraintViolation: CustomNSError {}
