/// What failures of the store mean to its users.
extension DataStoreError {
    /// A record of `model` that does not fit the schema.
    static func invalid(_ model: ModelDefinition, _ faults: [Fault]) -> DataStoreError {
        .invalidOperation(causedBy: InvalidRecord(model, faults))
    }

    /// One field of a record that does not fit the schema.
    static func invalid(_ model: ModelDefinition, field: String, _ detail: String) -> DataStoreError {
        .invalidOperation(causedBy: InvalidRecord(model, at: field.isEmpty ? [] : [field], detail))
    }

    /// What the store's `error` means to one who had asked for `action`; `path` is the database's.
    package init(_ error: StoreError, _ action: FailedAction, path: String) {
        self =
            switch error {
            case .invalid(let faults): Self.invalid(faults, action)
            case .notFound:
                .invalidOperation(
                    causedBy: ConstraintViolation(
                        "\(action.outcome): there is no such record.",
                        "Query it first, and leave the deletion out of the transaction when there is none."))
            case .conflict(let detail):
                .invalidOperation(
                    causedBy: ConstraintViolation("\(action.outcome): \(detail).", Self.orderOfWrites(action)))
            case .preconditionFailed(let detail):
                .invalidCondition(
                    "\(action.outcome): \(detail).",
                    "Query it again and decide anew, or \(action.withoutCondition).")
            case .otherEpoch:
                .internalOperation(
                    "\(action.outcome): the database was replaced meanwhile.", "Query what is there, and try again.")
            case .tooManyItems(let limit):
                .invalidOperation(
                    causedBy: InvalidQuery(
                        .query, model: action.name, details: ["More than \(limit) records match."],
                        "Observe fewer records: narrow where:."))
            case .busy:
                .internalOperation(
                    "\(action.outcome): another program holds the database at \(path).", "Try again when it is done.")
            case .full:
                .internalOperation(
                    "\(action.outcome): the database at \(path) cannot be written.",
                    "Make room where it is, and see that the program may write there.")
            case .closed:
                .internalOperation(
                    "\(action.outcome): the store was closed meanwhile.", "Try again: the next call opens it.")
            case .failed(let detail):
                .internalOperation(
                    "\(action.outcome): the database failed: \(detail)",
                    "Nothing was changed. See what the database says, and that \(path) is whole.")
            }
    }

    private static func invalid(_ faults: [Fault], _ action: FailedAction) -> DataStoreError {
        if let model = action.model { return .invalid(model, faults) }
        return .internalOperation(
            "\(action.outcome): \(faults.map(\.detail).joined(separator: " "))", "See what the records hold.")
    }

    /// What to do about records that stand in the way of each other.
    private static func orderOfWrites(_ action: FailedAction) -> RecoverySuggestion {
        switch action.verb {
        case .delete: "Delete the records that belong to it first."
        default: "Save what it belongs to first, or before it in the same transaction, and give keys whole."
        }
    }
}
