/// Types that come with others.
extension ModelRegistry {
    /// Makes a type known, and those that its relations lead to, where no model of the name is registered yet.
    static func registerWhereUnknown(_ type: any Model.Type) {
        guard modelSchema(from: type.modelName) == nil else { return }
        for entry in entries(from: [type]) where modelSchema(from: entry.schema.name) == nil {
            register(modelType: entry.type, modelSchema: entry.schema)
        }
    }

    /// These types and all that their relations lead to, each once.
    static func entries(from types: [any Model.Type]) -> [Entry] {
        var found: [Entry] = []
        var names: Set<String> = []
        var waiting = types[...]
        while let type = waiting.popFirst() {
            let schema = type.schema
            guard names.insert(schema.name).inserted else { continue }
            found.append(Entry(type: type, schema: schema))
            waiting += schema.declaredFields.compactMap(\.relatedType)
        }
        return found
    }
}
