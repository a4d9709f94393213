/// Writes any value as JSON. With the type of a field it knows where a text is JSON itself (`AWSJSON`).
final class TreeEncoder: Encoder {
    private enum Content {
        case nothing
        case value(JSON)
        case object([(name: Text, value: TreeEncoder)])
        case array([TreeEncoder])
    }

    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let type: FieldType?
    private var content = Content.nothing

    init(codingPath: [any CodingKey], type: FieldType?) {
        self.codingPath = codingPath
        self.type = type
    }

    /// `value` as JSON.
    static func json<T: Encodable>(of value: T, as type: FieldType?, at path: [any CodingKey]) throws -> JSON {
        if let json = try scalar(value, as: type, at: path) { return json }
        let encoder = TreeEncoder(codingPath: path, type: type)
        try value.encode(to: encoder)
        return encoder.json
    }

    private var json: JSON {
        switch content {
        case .nothing: .null
        case .value(let json): json
        case .object(let members): .object(members.map { JSON.Member($0.name, $0.value.json) })
        case .array(let items): .array(items.map(\.json))
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = content {} else { content = .object([]) }
        return KeyedEncodingContainer(Members(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = content {} else { content = .array([]) }
        return Items(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    // MARK: - Parts

    private func member(_ key: any CodingKey) -> TreeEncoder {
        let name = Text(key.stringValue)
        let child = TreeEncoder(codingPath: codingPath + [key], type: type?.type(ofMember: key.stringValue))
        guard case .object(var members) = content else { return child }
        content = .nothing
        if let place = members.firstIndex(where: { $0.name == name }) {
            members[place].value = child
        } else {
            members.append((name, child))
        }
        content = .object(members)
        return child
    }

    private func item() -> TreeEncoder {
        let child = TreeEncoder(codingPath: codingPath, type: type?.itemType)
        guard case .array(var items) = content else { return child }
        content = .nothing
        items.append(child)
        content = .array(items)
        return child
    }

    private var itemCount: Int {
        if case .array(let items) = content { return items.count }
        return 0
    }

    private func set<T: Encodable>(_ value: T) throws {
        if let json = try TreeEncoder.scalar(value, as: type, at: codingPath) {
            content = .value(json)
        } else {
            try value.encode(to: self)
        }
    }

    /// The JSON of a single value; nil for what has members, items or a form of its own.
    private static func scalar<T: Encodable>(
        _ value: T, as type: FieldType?, at path: [any CodingKey]
    ) throws -> JSON? {
        if T.self == String.self, let text = value as? String {
            if type?.scalar == .json { return try embeddedJSON(text, at: path) }
            return .string(Text(text))
        }
        if T.self == Int.self, let number = value as? Int { return .number(Text(String(number))) }
        if T.self == Bool.self, let flag = value as? Bool { return .bool(flag) }
        if T.self == Double.self, let number = value as? Double { return try finite(number, at: path) }
        if T.self == Temporal.DateTime.self, let dateTime = value as? Temporal.DateTime {
            return .string(Text(dateTime.iso8601String))
        }
        if T.self == Float.self, let number = value as? Float { return try finite(Double(number), at: path) }
        if let number = value as? any FixedWidthInteger { return .number(Text(String(describing: number))) }
        return nil
    }

    private static func finite(_ number: Double, at path: [any CodingKey]) throws -> JSON {
        if let json = JSON(number) { return json }
        throw EncodingError.invalidValue(
            number, .init(codingPath: path, debugDescription: "infinities and NaN are no values"))
    }

    private static func embeddedJSON(_ text: String, at path: [any CodingKey]) throws -> JSON {
        do throws(JSONFault) {
            return try JSONReader.read(Text(text))
        } catch {
            throw EncodingError.invalidValue(
                text, .init(codingPath: path, debugDescription: "a text in AWSJSON must be JSON; \(error.detail)"))
        }
    }
}

/// Containers.
extension TreeEncoder {
    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: TreeEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        mutating func encodeNil(forKey key: Key) throws { encoder.member(key).content = .value(.null) }

        mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encoder.member(key).set(value) }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy keyType: NestedKey.Type, forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            encoder.member(key).container(keyedBy: keyType)
        }

        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            encoder.member(key).unkeyedContainer()
        }

        mutating func superEncoder() -> any Encoder { encoder.member(MemberKey("super")) }
        mutating func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
    }

    private struct Items: UnkeyedEncodingContainer {
        let encoder: TreeEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }
        var count: Int { encoder.itemCount }

        mutating func encodeNil() throws { encoder.item().content = .value(.null) }

        mutating func encode<T: Encodable>(_ value: T) throws { try encoder.item().set(value) }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy keyType: NestedKey.Type
        ) -> KeyedEncodingContainer<NestedKey> {
            encoder.item().container(keyedBy: keyType)
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.item().unkeyedContainer() }
        mutating func superEncoder() -> any Encoder { encoder.item() }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: TreeEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        mutating func encodeNil() throws { encoder.content = .value(.null) }

        mutating func encode<T: Encodable>(_ value: T) throws { try encoder.set(value) }
    }
}

/// A coding key by its name.
struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(String(intValue)) }
}

extension FieldType {
    /// The type of an embedded object's member.
    func type(ofMember name: String) -> FieldType? {
        guard !isList, case .embedded(let definition) = item else { return nil }
        return definition.field(named: name)?.type
    }

    /// The type of a list's items.
    var itemType: FieldType? { isList ? FieldType(item, isRequired: isItemRequired) : nil }
}
