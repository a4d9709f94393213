import GraphQL
import Locks

/// The Swift types over one schema: how each of them meets the definition of its model.
package final class ModelTypes: Sendable {
    package let schema: Schema
    private let bindings = Lock([ObjectIdentifier: ModelBinding]())
    /// How a ``DynamicModel`` meets each model, by the model's name.
    private let dynamics = Lock([ModelName: DynamicBinding]())

    /// Types for the models of `schema`, which may come from a `schema.graphql`.
    package init(_ schema: Schema) { self.schema = schema }

    /// The schema that follows from what Swift types say of themselves.
    package convenience init(_ schemas: [ModelSchema]) throws(DataStoreError) {
        let sources = try ModelSchema.sources(of: schemas)
        let load = Schema.load(sources)
        guard let schema = load.schema else {
            let errors = load.diagnostics.filter { $0.severity == .error }.map(\.rendered)
            throw .configuration(
                "The models do not fit together:\n" + errors.joined(separator: "\n"),
                "Generate the models' files anew from one schema, and register all of them.")
        }
        self.init(schema)
    }

    /// The definition of the model of that name.
    package func definition(named name: ModelName) throws(DataStoreError) -> ModelDefinition {
        guard let definition = schema.model(named: name) else { throw .invalidModelName(name) }
        return definition
    }

    /// The definition of a type's model.
    package func definition<M: Model>(of type: M.Type) throws(DataStoreError) -> ModelDefinition {
        try definition(named: type.modelName)
    }

    /// Reads what `model` says of itself. Checked against the model's type; not yet against its rules.
    package func draft<M: Model>(of model: M) throws(DataStoreError) -> ModelWrite {
        if let erased = model as? AnyModel { return try draft(of: erased.instance) }
        let encoder = RecordEncoder(try binding(of: model))
        do {
            try model.encode(to: encoder)
            return try encoder.finish()
        } catch {
            throw DataStoreError(error, of: encoder.binding.definition)
        }
    }

    /// The record as a value of `type`. Relations are read through `provider`, lazily where the type allows it.
    package func model<M: Model>(
        _ type: M.Type, from record: Record, provider: (any ModelProvider)?
    ) throws(DataStoreError) -> M {
        do {
            if type is DynamicModel.Type {
                let schema = try dynamic(record.model.name).schema
                if let model = DynamicModel(record, schema) as? M { return model }
            }
            let binding = try binding(for: type)
            guard binding.definition.name == record.model.name else {
                throw DataStoreError.decodingError(
                    "A record of \(record.model.name) is no \(type.modelName).", "Ask for the model of the record.")
            }
            return try M(from: RecordDecoder(record, binding, types: self, provider: provider))
        } catch {
            throw DataStoreError(error, of: record.model)
        }
    }

    private func binding<M: Model>(of model: M) throws(DataStoreError) -> ModelBinding {
        guard let dynamic = model as? DynamicModel else { return try binding(for: M.self) }
        return try self.dynamic(dynamic.schema.name).binding
    }

    private struct DynamicBinding: Sendable {
        let schema: ModelSchema
        let binding: ModelBinding
    }

    /// Of a model by its definition alone; made once.
    private func dynamic(_ name: ModelName) throws(DataStoreError) -> DynamicBinding {
        if let known = dynamics.withLock({ $0[name] }) { return known }
        let definition = try definition(named: name)
        let own = ModelSchema(definition)
        let dynamic = DynamicBinding(schema: own, binding: try ModelBinding(definition, own, in: schema))
        dynamics.withLock { $0[name] = dynamic }
        return dynamic
    }

    /// How `type` meets its definition; made once.
    func binding<M: Model>(for type: M.Type) throws(DataStoreError) -> ModelBinding {
        let identifier = ObjectIdentifier(type)
        if let known = bindings.withLock({ $0[identifier] }) { return known }
        let binding = try ModelBinding(definition(of: type), type.schema, in: schema)
        bindings.withLock { $0[identifier] = binding }
        return binding
    }
}
