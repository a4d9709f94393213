import DataStore

/// The same model as generated code declares it.
struct Post: Model {
    let id: String
    var title: String
    var content: String?
    var rating: Int?
    var status: Status?
    var createdAt: Temporal.DateTime?
    var updatedAt: Temporal.DateTime?

    enum Status: String, EnumPersistable { case draft, published }

    enum CodingKeys: String, ModelKey { case id, title, content, rating, status, createdAt, updatedAt }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        let post = Post.keys
        model.attributes(
            .index(fields: ["rating"], name: "byRating"), .primaryKey(fields: [post.id]))
        model.fields(
            .field(post.id, is: .required, ofType: .string),
            .field(post.title, is: .required, ofType: .string),
            .field(post.content, is: .optional, ofType: .string),
            .field(post.rating, is: .optional, ofType: .int),
            .field(post.status, is: .optional, ofType: .enum(type: Status.self)),
            .field(post.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
            .field(post.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime))
    }
}

extension Post: ModelIdentifiable {
    typealias IdentifierFormat = ModelIdentifierFormat.Default
    typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}
