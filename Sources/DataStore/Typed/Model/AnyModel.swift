/// A model whose type is not told: for lists of several models, and to keep one with its model's name.
///
/// Encoded, the model is its JSON, in one text; decoding reads it back by its name, which must be registered. It is not
/// itself kept in a store: save its ``instance``.
public struct AnyModel: Model {
    /// The primary key as one text.
    public let id: String
    /// The model.
    public let instance: any Model
    /// The name of the model.
    public let modelName: ModelName

    /// `instance` without its type.
    public init(_ instance: any Model) {
        if let erased = instance as? AnyModel {
            self = erased
            return
        }
        id = instance.identifier
        self.instance = instance
        modelName = instance.modelName
    }
}

extension AnyModel {
    /// The names of what is encoded.
    public enum CodingKeys: String, ModelKey {
        case id, instance, modelName
    }

    /// The coding keys.
    public static let keys = CodingKeys.self

    /// What is encoded: no model that is kept in a store.
    public static let schema = defineSchema(attributes: .isSystem) { model in
        model.fields(
            .id(), .field(keys.instance, is: .required, ofType: .string),
            .field(keys.modelName, is: .required, ofType: .string))
    }

    /// Reads the model by its name. Throws ``DataStoreError/invalidModelName(_:)`` when none of that name is registered.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        modelName = try members.decode(String.self, forKey: .modelName)
        instance = try ModelRegistry.decode(
            modelName: modelName, from: members.decode(String.self, forKey: .instance))
    }

    /// Writes key, name and JSON.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(id, forKey: .id)
        try members.encode(modelName, forKey: .modelName)
        try members.encode(instance.toJSON(), forKey: .instance)
    }
}

extension Model {
    /// The model without its type.
    public func eraseToAnyModel() throws -> AnyModel { AnyModel(self) }
}

extension AnyModel: CustomStringConvertible {
    /// The model's.
    public var description: String { "\(instance)" }
}
