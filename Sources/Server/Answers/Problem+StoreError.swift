import DataStore
import HTTP

extension Problem {
    /// What a failure of the store means to a client. The one place where this is decided.
    init(_ error: StoreError) {
        switch error {
        case .invalid(let faults): self = .unprocessable(faults)
        case .notFound: self.init(.notFound, "There is no such record.")
        case .conflict(let detail): self.init(.conflict, detail)
        case .preconditionFailed(let detail): self.init(.preconditionFailed, detail)
        case .otherEpoch:
            self.init(.preconditionFailed, "Rivulet-After names another change log; this database was made anew.")
        case .tooManyItems(let limit):
            self.init(
                .unprocessableContent,
                "The list has more than \(limit) items; give a limit (1…1000), or a narrower where.")
        case .busy: self.init(unavailable: "The database is in use by another program. Try again.")
        case .full:
            self.init(unavailable: "The database cannot be written now, most likely for want of room. Try again later.")
        case .closed: self.init(unavailable: "The server is shutting down.")
        case .failed(let text):
            let instance = Log.shared.failure(text)
            self.init(.internalServerError, "The server failed; the log has more under this instance.")
            self.instance = instance
        }
    }

    private init(unavailable detail: String) {
        self.init(.serviceUnavailable, detail)
        retryAfter = 1
    }
}
