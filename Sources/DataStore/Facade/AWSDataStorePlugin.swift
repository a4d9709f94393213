/// Sets up ``Amplify/DataStore``: which models there are, and how it behaves.
public final class AWSDataStorePlugin: AmplifyPlugin {
    private let registration: any AmplifyModelRegistration & Sendable
    private let configuration: DataStoreConfiguration

    /// The models of `modelRegistration`, which generated code makes (`AmplifyModels()`).
    public init(
        modelRegistration: any AmplifyModelRegistration & Sendable, configuration: DataStoreConfiguration = .default
    ) {
        registration = modelRegistration
        self.configuration = configuration
    }

    /// `awsDataStorePlugin`.
    public var key: String { "awsDataStorePlugin" }

    /// Registers the models and sets the configuration.
    public func install() throws {
        try Amplify.DataStore.configure(configuration)
        registration.registerModels(registry: ModelRegistry.self)
    }
}
