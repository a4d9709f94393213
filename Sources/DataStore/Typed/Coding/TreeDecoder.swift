/// Reads any value from JSON. With the type of a field it knows where a text is JSON itself (`AWSJSON`).
struct TreeDecoder: Decoder {
    let json: JSON
    let type: FieldType?
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// A value of type `T`.
    func value<T: Decodable>(_ type: T.Type) throws -> T {
        if let value = try scalar(type) { return value }
        return try T(from: self)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = json else { throw mismatch("an object") }
        return KeyedDecodingContainer(Members(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let items) = json else { throw mismatch("an array") }
        return Items(decoder: self, items: items)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

    // MARK: - Single values

    private func scalar<T: Decodable>(_ type: T.Type) throws -> T? {
        if T.self == String.self { return try text() as? T }
        if T.self == Bool.self {
            guard case .bool(let flag) = json else { throw mismatch("true or false") }
            return flag as? T
        }
        if T.self == Double.self || T.self == Float.self {
            guard case .number(let text) = json, let number = NumberText.double(text) else {
                throw mismatch("a number")
            }
            return T.self == Float.self ? Float(number) as? T : number as? T
        }
        guard let integer = type as? any FixedWidthInteger.Type else { return nil }
        return try whole(integer) as? T
    }

    private func text() throws -> String {
        if type?.scalar == .json { return json.compact.string }
        guard case .string(let text) = json else { throw mismatch("a text") }
        return text.string
    }

    private func whole<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        guard case .number(let text) = json, case .value(let wide) = NumberText.whole(text),
            let number = Number(exactly: wide)
        else { throw mismatch("a whole number of \(Number.bitWidth) bits") }
        return number
    }

    private func mismatch(_ expected: String) -> any Error {
        if json == .null {
            return DecodingError.valueNotFound(
                Any.self, .init(codingPath: codingPath, debugDescription: "\(expected) is expected"))
        }
        return DecodingError.dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "\(expected) is expected, not \(json.kind)"))
    }

    private func item(_ json: JSON, at index: Int) -> TreeDecoder {
        TreeDecoder(json: json, type: type?.itemType, codingPath: codingPath + [MemberKey(String(index))])
    }
}

/// Containers.
extension TreeDecoder {
    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: TreeDecoder
        let members: [JSON.Member]
        var codingPath: [any CodingKey] { decoder.codingPath }
        var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name.string) } }

        func contains(_ key: Key) -> Bool { find(key) != nil }

        func decodeNil(forKey key: Key) throws -> Bool { find(key) == .null }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try member(key).value(type) }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try member(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try member(key).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder { decoder }
        func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

        private func find(_ key: Key) -> JSON? {
            let name = Text(key.stringValue)
            return members.first { $0.name == name }?.value
        }

        /// An absent member is read as null, so that it fits an optional.
        private func member(_ key: Key) throws -> TreeDecoder {
            TreeDecoder(
                json: find(key) ?? .null, type: decoder.type?.type(ofMember: key.stringValue),
                codingPath: codingPath + [key])
        }
    }

    private struct Items: UnkeyedDecodingContainer {
        let decoder: TreeDecoder
        let items: [JSON]
        var currentIndex = 0
        var codingPath: [any CodingKey] { decoder.codingPath }
        var count: Int? { items.count }
        var isAtEnd: Bool { currentIndex >= items.count }

        init(decoder: TreeDecoder, items: [JSON]) {
            self.decoder = decoder
            self.items = items
        }

        mutating func decodeNil() throws -> Bool {
            guard !isAtEnd, items[currentIndex] == .null else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().value(type) }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try next().container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
        mutating func superDecoder() throws -> any Decoder { try next() }

        private mutating func next() throws -> TreeDecoder {
            guard !isAtEnd else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: codingPath, debugDescription: "the array has \(items.count) items"))
            }
            defer { currentIndex += 1 }
            return decoder.item(items[currentIndex], at: currentIndex)
        }
    }

    private struct Single: SingleValueDecodingContainer {
        let decoder: TreeDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }

        func decodeNil() -> Bool { decoder.json == .null }
        func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.value(type) }
    }
}
