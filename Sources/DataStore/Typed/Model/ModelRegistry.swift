import Locks

/// The models that a program knows, in the order in which they were registered.
public enum ModelRegistry {
    /// One model.
    struct Entry: Sendable {
        let type: any Model.Type
        let schema: ModelSchema
    }

    private struct State: Sendable {
        var entries: [Entry] = []
        /// Grows with every change.
        var generation = 0
    }

    private static let shared = Lock(State())

    /// Makes a model known by its own schema. A model of that name which is there already is replaced.
    public static func register(modelType: any Model.Type) {
        register(modelType: modelType, modelSchema: modelType.schema)
    }

    /// Makes a model known by `modelSchema`, as a ``DynamicModel`` needs it.
    public static func register(modelType: any Model.Type, modelSchema: ModelSchema) {
        shared.withLock { state in
            let entry = Entry(type: modelType, schema: modelSchema)
            state.generation += 1
            if let place = state.entries.firstIndex(where: { $0.schema.name == modelSchema.name }) {
                state.entries[place] = entry
            } else {
                state.entries.append(entry)
            }
        }
    }

    /// The registered models' types.
    public static var models: [any Model.Type] { registered.map(\.type) }

    /// The registered models' schemas.
    public static var modelSchemas: [ModelSchema] { registered.map(\.schema) }

    /// The schema of the model of that name.
    public static func modelSchema(from name: ModelName) -> ModelSchema? {
        registered.first { $0.schema.name == name }?.schema
    }

    /// The schema of that type, when it is registered.
    public static func modelSchema(from modelType: any Model.Type) -> ModelSchema? {
        modelSchema(from: modelType.modelName)
    }

    /// The type of the model of that name.
    public static func modelType(from name: ModelName) -> (any Model.Type)? {
        registered.first { $0.schema.name == name }?.type
    }

    /// Whether some model would be exchanged with an upstream.
    public static var hasSyncableModels: Bool { registered.contains { $0.schema.isSyncable } }

    /// Forgets all models.
    public static func reset() {
        shared.withLock { state in
            state.generation += 1
            state.entries.removeAll()
        }
    }

    static var registered: [Entry] { shared.withLock { $0.entries } }

    /// The schemas, and a number that changes with them.
    static var state: (generation: Int, schemas: [ModelSchema]) {
        shared.withLock { ($0.generation, $0.entries.map(\.schema)) }
    }
}
