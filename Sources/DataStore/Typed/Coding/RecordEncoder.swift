/// Takes a typed model apart: each coding key's value as JSON at the place of its field, relations as the keys they hold.
final class RecordEncoder: Encoder {
    /// The key of another record, and who put it there.
    private struct ReferencedRecord {
        let name: String
        let reference: ModelBinding.Reference
        /// Nil when there is none.
        let key: ReferencedKey?
        /// Whether it is as it was read, so that no one chose it.
        let isAsRead: Bool
    }

    let binding: ModelBinding
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate var next = 0
    private var values: [JSON?]
    private var references: [ReferencedRecord] = []

    init(_ binding: ModelBinding) {
        self.binding = binding
        values = [JSON?](repeating: nil, count: binding.definition.fields.count)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Members(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        TreeEncoder(codingPath: [], type: nil).unkeyedContainer()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        TreeEncoder(codingPath: [], type: nil).singleValueContainer()
    }

    /// The values, with relations resolved to the fields that hold them.
    func finish() throws(DataStoreError) -> ModelWrite {
        for record in references { try resolve(record) }
        return try ModelWrite(values, binding)
    }

    fileprivate func set<T: Encodable>(_ value: T, at key: any CodingKey) throws {
        guard let slot = binding.slot(key.stringValue, next: &next) else {
            throw DataStoreError.invalid(
                binding.definition, field: key.stringValue, "is no field of the schema")
        }
        switch slot.target {
        case .field(let place):
            let field = binding.definition.fields[place]
            values[place] = try TreeEncoder.json(of: value, as: field.type, at: [key])
        case .reference(let reference):
            references.append(try referenced(value, slot.name, reference))
        case .children:
            // They hold this record's key; nothing of them is here.
            break
        }
    }

    private func referenced<T>(
        _ value: T, _ name: String, _ reference: ModelBinding.Reference
    ) throws(DataStoreError) -> ReferencedRecord {
        if let lazy = value as? any LazyReferenceValue {
            let key = try lazy.referencedKey
            return ReferencedRecord(name: name, reference: reference, key: key, isAsRead: lazy.isAsRead)
        }
        let key = (value as? any Model).map { ReferencedKey($0) }
        return ReferencedRecord(name: name, reference: reference, key: key, isAsRead: false)
    }

    private func resolve(_ record: ReferencedRecord) throws(DataStoreError) {
        let model = binding.definition
        let places = record.reference.places
        // A type may have the fields beside the relation, as it has for hasOne. What the fields say is what is stored; a
        // relation that was set must not say otherwise.
        let isDeclared = places.allSatisfy { binding.isDeclared[$0] }
        if isDeclared, record.isAsRead || record.key == nil { return }
        guard let key = record.key else {
            for place in places { values[place] = .null }
            return
        }
        for (place, target) in zip(places, record.reference.model.primaryKey) {
            let field = record.reference.model.fields[target]
            guard let part = key.fields.first(where: { $0.name == field.name }) else {
                throw .invalid(
                    model, field: record.name,
                    "has no \(field.name), which is in the key of "
                        + record.reference.model.name)
            }
            let value: JSON
            do {
                value = try TreeEncoder.json(of: part.value, as: field.type, at: [MemberKey(model.fields[place].name)])
            } catch {
                throw DataStoreError(error, of: model)
            }
            if isDeclared, let stated = values[place], stated != .null, stated != value {
                throw .invalid(
                    model, field: record.name,
                    "leads to another record than \(model.fields[place].name) names")
            }
            values[place] = value
        }
    }
}

extension RecordEncoder {
    /// The model's own members.
    fileprivate struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: RecordEncoder
        var codingPath: [any CodingKey] { [] }

        mutating func encodeNil(forKey key: Key) throws { try encoder.set(Optional<Bool>.none, at: key) }

        mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encoder.set(value, at: key) }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy keyType: NestedKey.Type, forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            TreeEncoder(codingPath: [key], type: nil).container(keyedBy: keyType)
        }

        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            TreeEncoder(codingPath: [key], type: nil).unkeyedContainer()
        }

        mutating func superEncoder() -> any Encoder { encoder }
        mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
    }
}
