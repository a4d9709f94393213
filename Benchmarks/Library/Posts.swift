import DataStore
import GraphQL

/// The records that are measured: those of the server's benchmarks and of the C loop.
enum Posts {
    static let sdl = """
        enum Status { draft published }

        type Post @model {
          id: ID!
          title: String!
          content: String
          rating: Int @index(name: "byRating")
          status: Status
        }

        """

    static let content = "A record of ordinary size, so that a row costs what rows cost."

    static func schema() throws -> Schema {
        let load = Schema.load([SchemaSource(path: "schema.graphql", text: sdl)])
        guard let schema = load.schema else { throw Refusal(load.diagnostics.map(\.rendered).joined(separator: "\n")) }
        return schema
    }

    static func model(of schema: Schema) throws -> ModelDefinition {
        guard let model = schema.model(named: "Post") else { throw Refusal("no model Post") }
        return model
    }

    /// The key of a record: ten digits.
    static func id(_ number: Int) -> String { String(1_000_000_000 + number) }

    static func json(_ number: Int, rating: Int) -> JSON {
        .object([
            .init("id", .string(Text(id(number)))), .init("title", .string(Text("Post number \(number)"))),
            .init("content", .string(Text(content))), .init("rating", .number(Text(String(rating)))),
            .init("status", .string("draft")),
        ])
    }

    static func record(_ number: Int, rating: Int, _ reader: RecordReader) throws(Faults) -> Record {
        try reader.create(from: json(number, rating: rating), now: Instant.now.inMilliseconds)
    }
}
