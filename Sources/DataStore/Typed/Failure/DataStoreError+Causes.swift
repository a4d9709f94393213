/// What failures of the store and of `Codable` mean to its users.
extension DataStoreError {
    /// A record of `model` that does not fit the schema.
    static func invalid(_ model: ModelName, _ faults: [Fault]) -> DataStoreError {
        .invalidOperation(causedBy: InvalidRecord(model: model, faults))
    }

    /// One field of a record that does not fit the schema.
    static func invalid(_ model: ModelName, field: String, _ detail: String) -> DataStoreError {
        .invalidOperation(causedBy: InvalidRecord(model: model, violations: [.init(field: field, detail: detail)]))
    }

    /// What a failed operation on a record of `model` means; `path` is the database's.
    package init(_ error: StoreError, model: ModelName, path: String) {
        self =
            switch error {
            case .invalid(let faults): .invalid(model, faults)
            case .notFound: .invalidOperation(causedBy: ConstraintViolation("There is no such \(model)."))
            case .conflict(let detail): .invalidOperation(causedBy: ConstraintViolation("\(model): \(detail)."))
            case .preconditionFailed(let detail):
                .invalidCondition(
                    "The \(model) was not written: \(detail).",
                    "Read the record again and decide anew, or leave the condition out.")
            case .otherEpoch:
                .internalOperation("The database was replaced meanwhile.", "Start the store again.")
            case .tooManyItems(let limit):
                .invalidOperation(
                    causedBy: InvalidQuery(model: model, details: ["More than \(limit) records match."]))
            case .busy:
                .internalOperation("Another program holds the database at \(path).", "Try again when it is done.")
            case .full:
                .invalidDatabase(path: path, ConstraintViolation("The database cannot be written."))
            case .closed: .internalOperation("The store is stopped.", "Start it again.")
            case .failed(let detail):
                .internalOperation("The database failed: \(detail)", "See the detail; nothing was changed.")
            }
    }

    static func decoding(_ error: DecodingError) -> DataStoreError {
        let context: DecodingError.Context?
        var what: String
        switch error {
        case .typeMismatch(let type, let found): (what, context) = ("is no \(type)", found)
        case .valueNotFound(let type, let found): (what, context) = ("has no value, and \(type) needs one", found)
        case .keyNotFound(let key, let found): (what, context) = ("has no member \"\(key.stringValue)\"", found)
        case .dataCorrupted(let found): (what, context) = ("is not what its type expects", found)
        @unknown default: (what, context) = ("cannot be read", nil)
        }
        if let detail = context?.debugDescription, !detail.isEmpty { what += " (\(detail))" }
        let path = context?.codingPath.map(\.stringValue).joined(separator: ".") ?? ""
        return .decodingError(
            path.isEmpty ? "The value \(what)." : "\"\(path)\" \(what).", "See that type and schema agree.")
    }

    static func encoding(_ error: EncodingError) -> DataStoreError {
        guard case .invalidValue(let value, let context) = error else {
            return .unknown("\(error)", "See the underlying error.", error)
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return .invalidOperation(
            causedBy: InvalidRecord(
                model: "", violations: [.init(field: path, detail: "cannot hold \(value): \(context.debugDescription)")]
            ))
    }
}
