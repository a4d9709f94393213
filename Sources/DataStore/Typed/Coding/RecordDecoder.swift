/// Puts a typed model together from a record.
struct RecordDecoder: Decoder {
    let record: Record
    let binding: ModelBinding
    let types: ModelTypes
    let provider: (any ModelProvider)?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ record: Record, _ binding: ModelBinding, types: ModelTypes, provider: (any ModelProvider)?) {
        self.record = record
        self.binding = binding
        self.types = types
        self.provider = provider
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notAnObject }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw notAnObject }

    private var notAnObject: any Error {
        DataStoreError.decodingError(
            "\(binding.definition.name) reads itself as a single value or an array.", "Read a model by its coding keys."
        )
    }

    // MARK: - Values

    fileprivate func value<T: Decodable>(_ type: T.Type, _ slot: ModelBinding.Slot, _ key: any CodingKey) throws -> T {
        switch slot.target {
        case .field(let place):
            let field = binding.definition.fields[place]
            if let value = RecordDecoder.plain(type, record.values[place], field.type) { return value }
            return try TreeDecoder(
                json: JSON(record.values[place], as: field.type), type: field.type, codingPath: [key]
            )
            .value(type)
        case .reference, .children:
            if let value = try related(type, slot) { return value }
            return try T(from: RelationDecoder(decoder: self, slot: slot, key: key))
        }
    }

    fileprivate func isNil(_ slot: ModelBinding.Slot) -> Bool {
        switch slot.target {
        case .field(let place): record.values[place].isNull
        case .reference(let reference): reference.places.contains { record.values[$0].isNull }
        case .children: false
        }
    }

    /// The commonest types without a detour over JSON; nil when the value is not of that form.
    private static func plain<T>(_ type: T.Type, _ value: Value, _ field: FieldType) -> T? {
        switch value {
        case .text(let text):
            if T.self == String.self { return (field.scalar?.answer(text) ?? text).string as? T }
            if T.self == Temporal.DateTime.self { return text.withBytes { Temporal.DateTime($0) } as? T }
        case .int(let number): if T.self == Int.self { return Int(number) as? T }
        case .double(let number): if T.self == Double.self { return number as? T }
        case .bool(let flag): if T.self == Bool.self { return flag as? T }
        case .null, .json: break
        }
        return nil
    }

    // MARK: - Relations

    /// A list, a lazy reference or another model; nil when `type` is none of these.
    fileprivate func related<T>(_ type: T.Type, _ slot: ModelBinding.Slot) throws -> T? {
        if let lazy = type as? any LazyReferenceValue.Type { return lazy.init(source(slot)) as? T }
        if let list = type as? any ModelListValue.Type { return list.init(source(slot)) as? T }
        guard let model = type as? any Model.Type else { return nil }
        return try parent(model, slot) as? T
    }

    private func source(_ slot: ModelBinding.Slot) -> RelationSource {
        switch slot.target {
        case .field: RelationSource(.nothing, types: types, provider: provider)
        case .reference(let reference):
            RelationSource(
                isNil(slot)
                    ? .nothing : .record(reference.model, Key(reference.places.map { record.values[$0] })),
                types: types, provider: provider)
        case .children(let children):
            RelationSource(
                .records(children, children.places.map { record.values[$0] }), types: types, provider: provider)
        }
    }

    /// A model inside of another, as types without lazy references have it: read now.
    private func parent<M: Model>(_ type: M.Type, _ slot: ModelBinding.Slot) throws -> M {
        guard case .reference(let reference) = slot.target, !isNil(slot) else {
            throw DataStoreError.decodingError(
                "\(binding.definition.name).\(slot.name) has no value, and \(type) needs one.",
                "Make the property optional, or the field required.")
        }
        guard let provider else {
            throw DataStoreError.configuration(
                "\(binding.definition.name).\(slot.name) cannot be read without a store.",
                "Generate the model with lazy references, or read it through the store.")
        }
        let key = Key(reference.places.map { record.values[$0] })
        guard let parent = try provider.recordAtOnce(reference.model, key) else {
            throw DataStoreError.decodingError(
                "\(reference.model.name) \(key.modelID(reference.model).string), which \(binding.definition.name).\(slot.name) "
                    + "leads to, is not there.", "Read the record again; it was deleted meanwhile.")
        }
        return try types.model(type, from: parent, provider: provider)
    }
}

extension RecordDecoder {
    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: RecordDecoder
        /// Where the next key most likely stands.
        private let next = Cursor()
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { decoder.binding.slots.compactMap { Key(stringValue: $0.name) } }

        final class Cursor {
            var place = 0
        }

        init(decoder: RecordDecoder) { self.decoder = decoder }

        func contains(_ key: Key) -> Bool { find(key) != nil }

        func decodeNil(forKey key: Key) throws -> Bool { decoder.isNil(try slot(key)) }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            try decoder.value(type, try slot(key), key)
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try json(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try json(key).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder { decoder }
        func superDecoder(forKey key: Key) throws -> any Decoder {
            RelationDecoder(decoder: decoder, slot: try slot(key), key: key)
        }

        private func find(_ key: Key) -> ModelBinding.Slot? { decoder.binding.slot(key.stringValue, next: &next.place) }

        private func slot(_ key: Key) throws -> ModelBinding.Slot {
            if let slot = find(key) { return slot }
            throw DataStoreError.decodingError(
                "\(decoder.binding.definition.name) has no field \"\(key.stringValue)\".",
                "Generate the models' files anew from the schema.")
        }

        private func json(_ key: Key) throws -> TreeDecoder {
            guard case .field(let place) = try slot(key).target else { throw decoder.notAnObject }
            let type = decoder.binding.definition.fields[place].type
            return TreeDecoder(json: JSON(decoder.record.values[place], as: type), type: type, codingPath: [key])
        }
    }

    /// Reads what is wrapped around a relation: an optional.
    fileprivate struct RelationDecoder: Decoder, SingleValueDecodingContainer {
        let decoder: RecordDecoder
        let slot: ModelBinding.Slot
        let key: any CodingKey
        var codingPath: [any CodingKey] { [key] }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            throw decoder.notAnObject
        }
        func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw decoder.notAnObject }
        func singleValueContainer() -> any SingleValueDecodingContainer { self }

        func decodeNil() -> Bool { decoder.isNil(slot) }
        func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.value(type, slot, key) }
    }
}
