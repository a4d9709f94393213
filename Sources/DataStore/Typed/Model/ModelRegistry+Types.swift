import Locks

/// The registered models as one schema.
extension ModelRegistry {
    private struct Known: Sendable {
        let generation: Int
        let types: ModelTypes
    }

    private static let known = Lock(Known?.none)

    /// The types over the schema that the registered models make together; made anew when another was registered.
    /// Throws ``DataStoreError/configuration(_:_:_:)`` when they do not fit together.
    package static func types() throws(DataStoreError) -> ModelTypes {
        let (generation, schemas) = state
        if let known = known.withLock({ $0 }), known.generation == generation { return known.types }
        let types = try ModelTypes(schemas)
        known.withLock { $0 = Known(generation: generation, types: types) }
        return types
    }

    /// The model of that name that `json` holds: its fields by name.
    public static func decode(modelName: ModelName, from json: String) throws(DataStoreError) -> any Model {
        guard let type = modelType(from: modelName) else { throw .invalidModelName(modelName) }
        return try decode(type, named: modelName, from: json)
    }

    static func decode<M: Model>(
        _ type: M.Type, named name: ModelName, from json: String
    ) throws(DataStoreError) -> M {
        let types = try types()
        let definition = try types.definition(named: name)
        let tree: JSON
        do {
            tree = try JSONReader.read(Text(json))
        } catch {
            throw .decodingError(
                "The JSON of a \(name) cannot be read: at character \(error.column) of line \(error.line), \(error.detail).",
                "Give an object with the fields of one \(name).")
        }
        do {
            var record = try RecordReader(definition).create(from: tree, now: .now)
            // Times that the store has yet to set are no times that it has set.
            for place in [definition.createdAt, definition.updatedAt].compactMap(\.self) {
                let field = definition.fields[place].name
                if tree[Text(field)] ?? .null == .null, type.schema.fields[field]?.isRequired != true {
                    record.values[place] = .null
                }
            }
            return try types.model(type, from: record, provider: DefaultModelProvider.current)
        } catch let error as Faults {
            throw .invalid(definition, error.faults)
        } catch {
            throw DataStoreError(error: error)
        }
    }
}

extension Model {
    /// The model as JSON: its fields by name, foreign keys in place of relations. Its type must be registered.
    public func toJSON() throws(DataStoreError) -> String {
        try ModelRegistry.types().draft(of: self).json.compact.string
    }
}
