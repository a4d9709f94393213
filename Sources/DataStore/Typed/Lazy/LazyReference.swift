import Locks

/// A record of another model that is read when it is asked for.
///
/// One instance reads it once; concurrent first calls may read it more than once and get the same.
public final class LazyReference<ModelType: Model>: Sendable {
    private enum State {
        case loaded(ModelType?)
        case identifiers([LazyReferenceIdentifier]?)
        case source(RelationSource)
    }

    private let state: Lock<State>
    /// Whether it came with a record, so that no one chose it.
    let isAsRead: Bool

    /// A reference to `model`, which may not be saved yet; or to none.
    public init(_ model: ModelType?) {
        state = Lock(.loaded(model))
        isAsRead = false
    }

    /// A reference to the record of this key; with nil to none.
    public init(identifiers: [LazyReferenceIdentifier]?) {
        state = Lock(.identifiers(identifiers))
        isAsRead = false
    }

    init(_ source: RelationSource) {
        state = Lock(.source(source))
        isAsRead = true
    }

    /// The record; nil when there is none. Reads it when that has not happened.
    public func get() async throws -> ModelType? {
        let model: ModelType?
        switch state.withLock({ $0 }) {
        case .loaded(let model): return model
        case .identifiers(nil): return nil
        case .identifiers(let identifiers?): model = try await read(identifiers)
        case .source(let source):
            let record = try await source.records(limit: 1).first
            model = try record.map { record throws(DataStoreError) in
                try source.types.model(ModelType.self, from: record, provider: source.provider)
            }
        }
        state.withLock { $0 = .loaded(model) }
        return model
    }

    /// The record. Throws when there is none.
    public func require() async throws -> ModelType {
        guard let model = try await get() else {
            throw DataStoreError.decodingError(
                "There is no \(ModelType.modelName) behind a reference that must have one.",
                "Read the record again; it was deleted meanwhile.")
        }
        return model
    }

    /// Whether the record is there without reading.
    public var isLoaded: Bool { state.withLock { if case .loaded = $0 { true } else { false } } }

    private func read(_ identifiers: [LazyReferenceIdentifier]) async throws(DataStoreError) -> ModelType? {
        guard let provider = DefaultModelProvider.current else {
            throw .configuration(
                "The \(ModelType.modelName) of a LazyReference cannot be read without a store.",
                "Call DataStore.start() first, or use the reference of a model that was queried.")
        }
        let definition = try provider.types.definition(of: ModelType.self)
        var segments: [Text] = []
        for place in definition.primaryKey {
            let name = definition.fields[place].name
            guard let identifier = identifiers.first(where: { $0.name == name }) else { break }
            segments.append(Text(identifier.value))
        }
        guard let key = Key(segments: segments, model: definition) else {
            let names = definition.primaryKey.map { definition.fields[$0].name }.joined(separator: ", ")
            throw .invalid(
                definition, field: "",
                "is identified by \(names), and its LazyReference names "
                    + identifiers.map { "\($0.name) \"\(Spelling.excerpt($0.value))\"" }.joined(separator: ", "))
        }
        guard let record = try await provider.record(definition, key) else { return nil }
        return try provider.types.model(ModelType.self, from: record, provider: provider)
    }
}

/// One field of the key that a reference holds.
public struct LazyReferenceIdentifier: Codable, Sendable, Hashable {
    /// The field's name.
    public let name: String
    /// Its value as text.
    public let value: String

    /// A field of a key.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension LazyReference: Codable {
    /// Reads an object with the fields of the key, or null.
    public convenience init(from decoder: any Decoder) throws {
        if try decoder.singleValueContainer().decodeNil() {
            self.init(identifiers: nil)
            return
        }
        let members = try decoder.container(keyedBy: MemberKey.self)
        let identifiers = try ModelType.schema.primaryKey.names.map { name in
            let key = MemberKey(name)
            if case .int = ModelType.schema.fields[name]?.type {
                return LazyReferenceIdentifier(name: name, value: String(try members.decode(Int.self, forKey: key)))
            }
            return LazyReferenceIdentifier(name: name, value: try members.decode(String.self, forKey: key))
        }
        self.init(identifiers: identifiers)
    }

    /// Writes an object with the fields of the key, or null.
    public func encode(to encoder: any Encoder) throws {
        guard let key = try referencedKey else {
            var container = encoder.singleValueContainer()
            return try container.encodeNil()
        }
        var container = encoder.container(keyedBy: MemberKey.self)
        for field in key.fields { try container.encode(field.value, forKey: MemberKey(field.name)) }
    }
}

/// A lazy reference of whatever model.
protocol LazyReferenceValue: Sendable {
    init(_ source: RelationSource)
    /// The key that it leads to; nil when it leads to none.
    var referencedKey: ReferencedKey? { get throws(DataStoreError) }
    var isAsRead: Bool { get }
}

extension LazyReference: LazyReferenceValue {
    var referencedKey: ReferencedKey? {
        get throws(DataStoreError) {
            switch state.withLock({ $0 }) {
            case .loaded(let model): return model.map { ReferencedKey($0) }
            case .identifiers(let identifiers):
                guard let identifiers else { return nil }
                return ReferencedKey(
                    fields: try identifiers.map { identifier throws(DataStoreError) in
                        (name: identifier.name, value: try identifier.typedValue(in: ModelType.schema))
                    })
            case .source(let source):
                guard case .record(let model, let key) = source.content else { return nil }
                return ReferencedKey(
                    fields: zip(model.primaryKey, key.values).map { place, value in
                        (name: model.fields[place].name, value: value.persistable(as: model.fields[place].type))
                    })
            }
        }
    }
}

extension LazyReferenceIdentifier {
    /// The value in the type that the schema gives the field.
    fileprivate func typedValue(in schema: ModelSchema) throws(DataStoreError) -> any Persistable {
        switch schema.fields[name]?.type {
        case .int, .timestamp:
            guard let number = Int(value) else { throw invalid("a whole number", schema) }
            return number
        case .double:
            guard let number = Double(value) else { throw invalid("a number", schema) }
            return number
        default: return value
        }
    }

    private func invalid(_ promise: String, _ schema: ModelSchema) -> DataStoreError {
        .invalidOperation(
            causedBy: InvalidRecord(
                model: schema.name,
                violations: [
                    .init(
                        field: name, type: schema.fields[name].flatMap { SDLTypes.scalar($0.type) },
                        detail: "must be \(promise), not \"\(Spelling.excerpt(value))\"")
                ]))
    }
}

extension Value {
    /// As a value of a key or a predicate; the answer form of texts.
    func persistable(as type: FieldType) -> any Persistable {
        switch self {
        case .null: ""
        case .bool(let flag): flag
        case .int(let number): Int(number)
        case .double(let number): number
        case .text(let text): (type.scalar?.answer(text) ?? text).string
        case .json(let text): text.string
        }
    }
}
