public import DataStore
public import Foundation

/// Lets `localizedDescription` of any `Error` say what went wrong.
extension DataStoreError: LocalizedError {
    /// What went wrong: a sentence.
    public var failureReason: String? { errorDescription as ErrorDescription }
}
