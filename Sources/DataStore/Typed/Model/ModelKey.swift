/// The coding keys of a model: names for fields in schemas, predicates and sorts.
///
///     let post = Post.keys
///     let popular = post.title.beginsWith("post") && post.rating > 10.0
public protocol ModelKey: CodingKey, CaseIterable, QueryFieldOperation {}

extension CodingKey where Self: ModelKey {
    /// The name of the field.
    public var fieldName: String { stringValue }
}
