/// Why the store did not do what it was asked.
public enum DataStoreError: AmplifyError {
    /// The upstream refused; with the change that it refused, when there was one.
    case api(any AmplifyError, MutationEvent? = nil)
    /// The store is not set up for this.
    case configuration(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// Local and remote record disagree.
    case conflict(DataStoreSyncConflict)
    /// The condition of a save or delete does not hold.
    case invalidCondition(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// Text or values are not what the model's type expects.
    case decodingError(ErrorDescription, RecoverySuggestion)
    /// The store failed.
    case internalOperation(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// The database cannot be used.
    case invalidDatabase(path: String, (any Error)? = nil)
    /// No model of that name is registered.
    case invalidModelName(String)
    /// What was asked cannot be done: ``InvalidRecord``, ``InvalidQuery``, ``ConstraintViolation``.
    case invalidOperation(causedBy: (any Error)? = nil)
    /// More than one record where one was expected.
    case nonUniqueResult(model: String, count: Int)
    /// Synchronisation failed.
    case sync(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// Anything else.
    case unknown(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// ``unknown(_:_:_:)``, or `error` itself when it is of this type.
    public init(errorDescription: ErrorDescription, recoverySuggestion: RecoverySuggestion, error: any Error) {
        self = (error as? DataStoreError) ?? .unknown(errorDescription, recoverySuggestion, error)
    }

    /// `error` itself when it is of this type, else what it means here.
    public init(error: any Error) {
        switch error {
        case let error as DataStoreError: self = error
        case let error as DecodingError: self = .decoding(error)
        case let error as EncodingError: self = .encoding(error)
        case let error as any AmplifyError: self = .unknown(error.errorDescription, error.recoverySuggestion, error)
        default: self = .unknown(String(describing: error), "See the underlying error.", error)
        }
    }
}

extension DataStoreError {
    /// What went wrong: a sentence.
    public var errorDescription: ErrorDescription {
        switch self {
        case .api(let error, _): error.errorDescription
        case .configuration(let description, _, _), .invalidCondition(let description, _, _),
            .decodingError(let description, _), .internalOperation(let description, _, _),
            .sync(let description, _, _), .unknown(let description, _, _):
            description
        case .conflict(let conflict):
            "The \(conflict.localModel.modelName) that was changed here was changed elsewhere too."
        case .invalidDatabase(let path, let error):
            "The database at \(path) cannot be used" + (error.map { ": \(Self.sentence($0))" } ?? ".")
        case .invalidModelName(let name): "No model \"\(name)\" is registered."
        case .invalidOperation(let error):
            error.map(Self.sentence) ?? "The operation is not possible."
        case .nonUniqueResult(let model, let count): "One \(model) was expected, and \(count) were found."
        }
    }

    /// What to do about it: a sentence.
    public var recoverySuggestion: RecoverySuggestion {
        switch self {
        case .api(let error, _): error.recoverySuggestion
        case .configuration(_, let suggestion, _), .invalidCondition(_, let suggestion, _),
            .decodingError(_, let suggestion), .internalOperation(_, let suggestion, _), .sync(_, let suggestion, _),
            .unknown(_, let suggestion, _):
            suggestion
        case .conflict: "Decide in the configuration's conflictHandler which of the two stays."
        case .invalidDatabase(_, let error):
            (error as? any AmplifyError)?.recoverySuggestion
                ?? "See that the path exists, can be written and is no other program's."
        case .invalidModelName: "Register it by ModelRegistry.register(modelType:), or give it to the store's models."
        case .invalidOperation(let error):
            (error as? any AmplifyError)?.recoverySuggestion ?? "See the underlying error."
        case .nonUniqueResult: "Query by the primary key, or take the first of the results."
        }
    }

    /// What an error behind it says.
    private static func sentence(_ error: any Error) -> String {
        (error as? any AmplifyError)?.errorDescription ?? "\(error)"
    }

    /// The error behind it.
    public var underlyingError: (any Error)? {
        switch self {
        case .api(let error, _): error
        case .configuration(_, _, let error), .invalidCondition(_, _, let error), .internalOperation(_, _, let error),
            .invalidDatabase(_, let error), .invalidOperation(let error), .sync(_, _, let error),
            .unknown(_, _, let error):
            error
        case .conflict, .decodingError, .invalidModelName, .nonUniqueResult: nil
        }
    }
}
