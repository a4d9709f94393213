/// Registers the models of an app. The generated `AmplifyModels` conforms to it.
public protocol AmplifyModelRegistration: Sendable {
    /// Makes every model known to `registry`.
    func registerModels(registry: ModelRegistry.Type)

    /// Changes with the models.
    var version: String { get }
}

/// The same under the name that the first version gave it.
public typealias DataStoreModelRegistration = AmplifyModelRegistration
