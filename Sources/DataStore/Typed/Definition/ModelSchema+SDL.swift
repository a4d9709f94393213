/// The way from Swift types to a `schema.graphql`, and so to keys, relations and cascades: they are decided in one place,
/// where schemas are read.
extension ModelSchema {
    /// The models as a `schema.graphql`. Throws when a model leads to one that is not among them, or when two types have
    /// one name.
    public static func sdl(of schemas: [ModelSchema]) throws(DataStoreError) -> String {
        var renderer = SDLRenderer(schemas)
        return try renderer.render()
    }

    /// What is to be read as one schema: the SDL that dynamic models came from, and that of the other models.
    static func sources(of schemas: [ModelSchema]) throws(DataStoreError) -> [SchemaSource] {
        var sources: [SchemaSource] = []
        var described: [ModelSchema] = []
        for schema in schemas {
            guard let source = schema.source else {
                described.append(schema)
                continue
            }
            if !sources.contains(where: { $0.text == source.text }) { sources.append(source) }
        }
        guard !described.isEmpty else { return sources }
        return sources + [SchemaSource(path: "models", text: try sdl(of: described))]
    }
}
