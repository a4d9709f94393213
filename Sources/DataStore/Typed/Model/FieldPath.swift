/// A path that ends at a field with values of `ValueType`.
///
/// It names the field in predicates too: `Comment.rootPath` leads to `post.title` without a string.
public struct FieldPath<ValueType>: PropertyPath {
    private let metadata: PropertyPathMetadata

    init(name: String, parent: (any PropertyPath)? = nil) {
        metadata = PropertyPathMetadata(name: name, isCollection: false, parent: parent)
    }

    /// Name and place of the field.
    public func getMetadata() -> PropertyPathMetadata { metadata }
}

extension FieldPath: QueryFieldOperation {
    /// The names from the model to the field, with dots between them.
    public var fieldName: String { keyPath }
}
