/// Why the store did not do what it was asked.
package enum StoreError: Error, Sendable {
    /// Values that do not fit the schema; every fault at once.
    case invalid([Fault])
    /// No record has that key.
    case notFound
    /// A key that is taken, or a foreign key to nothing.
    case conflict(String)
    /// A condition does not hold.
    case preconditionFailed(String)
    /// A position of another epoch.
    case otherEpoch
    /// More items than a list without `limit` may have.
    case tooManyItems(limit: Int)
    /// Another program holds the database.
    case busy
    /// The database cannot be written, most likely for want of room on the disk.
    case full
    /// The store is shutting down.
    case closed
    /// The database failed; the text is for the log, not for clients.
    case failed(String)

    /// What a failure of SQLite means to a caller.
    package init(_ error: SQLiteError) {
        switch error.code.primary {
        case .busy, .locked: self = .busy
        case .full, .inputOutput: self = .full
        default: self = .failed(error.description)
        }
    }
}
