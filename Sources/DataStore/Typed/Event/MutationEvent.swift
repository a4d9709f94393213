/// One create, update or delete of one record, as observers are told of it.
public struct MutationEvent: Sendable {
    /// The kinds of changes.
    public enum MutationType: String, Codable, Sendable, Hashable {
        case create, update, delete
    }

    /// The event's own identifier: the change's position in the log.
    public let id: String
    /// The record's key as one text.
    public let modelId: String
    /// The model's name.
    public let modelName: String
    /// What happened, as ``MutationType`` spells it.
    public let mutationType: String
    /// When it happened.
    public let createdAt: Temporal.DateTime
    /// The version that the change made, from 1: of a create or update it is the record's, as `_version` in ``json`` says. A
    /// deletion is a change too, and so has the version after that of the last record, which is what ``json`` holds; the
    /// same record created again has the one after that. Nil in an event that was made without one.
    public let version: Int?
    /// Whether it is on its way to an upstream.
    public let inProcess: Bool
    /// The condition under which it was made, as an AppSync filter.
    public let graphQLFilterJSON: String?
    /// What happened.
    public var type: MutationType? { MutationType(rawValue: mutationType) }

    /// The record as JSON: after the change, or of a deletion as it was last, with the `_version` that it had then.
    public var json: String {
        switch content {
        case .json(let json): json
        case .record(let payload):
            String(decoding: RecordWriter(payload.record.model).bytes(of: payload.record), as: UTF8.self)
        }
    }

    private let content: Content

    /// What the record is read from.
    enum Content: Sendable {
        case json(String)
        case record(ModelPayload)
    }

    /// An event. `json` is the record's JSON.
    public init(
        id: String, modelId: String, modelName: String, json: String, mutationType: MutationType,
        createdAt: Temporal.DateTime = .now(), version: Int? = nil, inProcess: Bool = false,
        graphQLFilterJSON: String? = nil
    ) {
        self.init(
            id: id, modelId: modelId, modelName: modelName, mutationType: mutationType, createdAt: createdAt,
            version: version, inProcess: inProcess, graphQLFilterJSON: graphQLFilterJSON, content: .json(json))
    }

    init(
        id: String, modelId: String, modelName: String, mutationType: MutationType, createdAt: Temporal.DateTime,
        version: Int?, inProcess: Bool, graphQLFilterJSON: String?, content: Content
    ) {
        self.id = id
        self.modelId = modelId
        self.modelName = modelName
        self.mutationType = mutationType.rawValue
        self.createdAt = createdAt
        self.version = version
        self.inProcess = inProcess
        self.graphQLFilterJSON = graphQLFilterJSON
        self.content = content
    }

    /// The record as a value of its registered type.
    public func decodeModel() throws(DataStoreError) -> any Model {
        guard let type = ModelRegistry.modelType(from: modelName) else { throw .invalidModelName(modelName) }
        return try decode(type)
    }

    /// The record as a value of `type`. Throws ``DataStoreError/decodingError(_:_:)`` when the event is of another model.
    public func decodeModel<M: Model>(as type: M.Type) throws(DataStoreError) -> M {
        guard type is DynamicModel.Type || type.modelName == modelName else {
            throw .decodingError(
                "The event is of \(modelName), not of \(type.modelName).", "Ask for the model that modelName names.")
        }
        return try decode(type)
    }

    private func decode<M: Model>(_ type: M.Type) throws(DataStoreError) -> M {
        switch content {
        case .json(let json): try ModelRegistry.decode(type, named: modelName, from: json)
        case .record(let payload): try payload.types.model(type, from: payload.record, provider: payload.provider)
        }
    }
}

/// The record of an event, as it came from the store.
struct ModelPayload: Sendable {
    let record: Record
    let types: ModelTypes
    /// Weak, so that events do not keep a store alive that was stopped.
    weak let provider: (any ModelProvider)?
}

extension MutationEvent: CustomStringConvertible {
    /// `create Post p1 (version 1)`.
    public var description: String {
        "\(mutationType) \(modelName) \(modelId)" + (version.map { " (version \($0))" } ?? "")
    }
}

extension MutationEvent: Hashable {
    /// Whether both tell the same.
    public static func == (left: MutationEvent, right: MutationEvent) -> Bool {
        left.id == right.id && left.modelName == right.modelName && left.mutationType == right.mutationType
            && left.json == right.json && left.version == right.version
    }

    /// By the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
