/// A path that ends at a model. Generated files subclass it and add a property for each field.
open class ModelPath<ModelType: Model>: PropertyContainerPath {
    private let metadata: PropertyPathMetadata

    /// The step `name` behind `parent`, or a root.
    public init(name: String = "root", isCollection: Bool = false, parent: (any PropertyPath)? = nil) {
        metadata = PropertyPathMetadata(name: name, isCollection: isCollection, parent: parent)
    }

    /// Name and place of the step.
    public func getMetadata() -> PropertyPathMetadata { metadata }

    /// The model's type.
    public func getModelType() -> any Model.Type { ModelType.self }

    /// Whether it is where paths begin.
    public func isRoot() -> Bool { metadata.parent == nil }

    /// The field `id`, or one that is named differently.
    public func id(_ name: String = "id") -> FieldPath<String> { FieldPath(name: name, parent: self) }

    /// A field of texts.
    public func string(_ name: String) -> FieldPath<String> { FieldPath(name: name, parent: self) }

    /// A field of truth values.
    public func bool(_ name: String) -> FieldPath<Bool> { FieldPath(name: name, parent: self) }

    /// A field of dates.
    public func date(_ name: String) -> FieldPath<Temporal.Date> { FieldPath(name: name, parent: self) }

    /// A field of points in time.
    public func datetime(_ name: String) -> FieldPath<Temporal.DateTime> { FieldPath(name: name, parent: self) }

    /// A field of times of day.
    public func time(_ name: String) -> FieldPath<Temporal.Time> { FieldPath(name: name, parent: self) }

    /// A field of whole numbers.
    public func int(_ name: String) -> FieldPath<Int> { FieldPath(name: name, parent: self) }

    /// A field of numbers.
    public func double(_ name: String) -> FieldPath<Double> { FieldPath(name: name, parent: self) }
}
