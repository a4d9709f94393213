/// What a path says of one of its steps.
public struct PropertyPathMetadata {
    /// The property's name, or `root`.
    public let name: String
    /// Whether it holds many.
    public let isCollection: Bool
    /// The step before; nil at the root.
    public let parent: (any PropertyPath)?
}

/// A step of a path from a model to one of its properties.
public protocol PropertyPath {
    /// Name and place of the step.
    func getMetadata() -> PropertyPathMetadata
}

/// A step that has properties itself: a model.
public protocol PropertyContainerPath: PropertyPath {
    /// The model's type.
    func getModelType() -> any Model.Type
}

extension PropertyContainerPath {
    /// The names from the root to this step, with dots between them; empty at the root.
    public func getKeyPath() -> String { keyPath }
}

extension PropertyPath {
    /// The names from behind the root, with dots between them.
    var keyPath: String {
        var names: [String] = []
        var metadata = getMetadata()
        while let parent = metadata.parent {
            names.append(metadata.name)
            metadata = parent.getMetadata()
        }
        return names.reversed().joined(separator: ".")
    }
}
