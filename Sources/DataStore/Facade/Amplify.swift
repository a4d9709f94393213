import Locks

/// The names under which apps of Amplify reach the library.
///
/// ```swift
/// try Amplify.add(plugin: AWSDataStorePlugin(modelRegistration: AmplifyModels()))
/// try Amplify.configure()
/// try await Amplify.DataStore.save(Todo(name: "milk"))
/// ```
///
/// The first two lines may be left out: models are taken in as they are used.
public enum Amplify {
    /// The store of the program, over all registered models. Its database is what `RIVULET_DATABASE` names (a path, or
    /// `:memory:`), else a file of the program in the user's data folder.
    public static let DataStore = DataStoreCategory(.registry, database: nil, configuration: .default, hub: Hub)

    /// The events of the program.
    public static let Hub = HubCategory()

    private static let isConfigured = Lock(false)

    /// Takes a plugin in: its models are registered, its configuration holds. Throws ``ConfigurationError`` after
    /// ``configure()``, and ``DataStoreError`` when the store is in use already.
    public static func add(plugin: some AmplifyPlugin) throws {
        guard !isConfigured.withLock({ $0 }) else {
            throw ConfigurationError.amplifyAlreadyConfigured(
                "A plugin was added after Amplify.configure().", "Add all plugins first.")
        }
        try plugin.install()
    }

    /// Ends the set-up. Throws ``ConfigurationError`` the second time.
    public static func configure() throws {
        let wasConfigured = isConfigured.withLock { isConfigured in
            defer { isConfigured = true }
            return isConfigured
        }
        guard !wasConfigured else {
            throw ConfigurationError.amplifyAlreadyConfigured(
                "Amplify.configure() was called again.", "Call it once, when the program starts.")
        }
    }

    /// Closes the store, forgets the models and the set-up; the records stay. For tests, and for programs that change
    /// their models while they run.
    public static func reset() async {
        DataStore.close()
        ModelRegistry.reset()
        isConfigured.withLock { $0 = false }
    }
}

/// A part that ``Amplify`` is set up with.
public protocol AmplifyPlugin: Sendable {
    /// Its name.
    var key: String { get }
    /// Takes effect.
    func install() throws
}

/// A mistake in the set-up.
public enum ConfigurationError: AmplifyError {
    /// It is over already.
    case amplifyAlreadyConfigured(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// Anything else.
    case unknown(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// As it says.
    public init(errorDescription: ErrorDescription, recoverySuggestion: RecoverySuggestion, error: any Error) {
        self = (error as? ConfigurationError) ?? .unknown(errorDescription, recoverySuggestion, error)
    }

    /// What went wrong: a sentence.
    public var errorDescription: ErrorDescription {
        switch self {
        case .amplifyAlreadyConfigured(let description, _, _), .unknown(let description, _, _): description
        }
    }

    /// What to do about it: a sentence.
    public var recoverySuggestion: RecoverySuggestion {
        switch self {
        case .amplifyAlreadyConfigured(_, let suggestion, _), .unknown(_, let suggestion, _): suggestion
        }
    }

    /// The error behind it.
    public var underlyingError: (any Error)? {
        switch self {
        case .amplifyAlreadyConfigured(_, _, let error), .unknown(_, _, let error): error
        }
    }
}
