/// How the fields of a model are found in JSON text and read from it.
///
/// Laid out once for a model, as plain bits: looking a field up counts no references and makes no text.
struct RecordShape: Sendable {
    /// How a value of the field is read.
    enum Reading: UInt8 {
        case text, dateTime, whole, real, boolean, enumeration
        /// As a tree of JSON first: lists, embedded types and the scalars that are rare.
        case tree
    }

    struct Field: Sendable {
        /// Where its `"name":` stands in `names`.
        let nameStart: Int
        let nameCount: Int
        /// The first eight bytes of `"name":`, and which of them count.
        let head: UInt64
        let headMask: UInt64
        let reading: Reading
        let role: FieldDefinition.Role
        let isRequired: Bool
        let isKey: Bool
        /// Whether it has rules of `@validate`.
        let isChecked: Bool
    }

    let fields: [Field]
    /// `"id":"title":` and so on, one behind the other.
    let names: [UInt8]
    /// The place of the key's `id: ID`, which is made where it is left out.
    let generatedKey: Int?

    init(_ definitions: [FieldDefinition], primaryKey: [Int]) {
        var fields: [Field] = []
        var names: [UInt8] = []
        for (place, definition) in definitions.enumerated() {
            let name = definition.jsonKey
            var (head, mask): (UInt64, UInt64) = (0, 0)
            for (index, byte) in name.prefix(8).enumerated() {
                head |= UInt64(byte) << UInt64(8 * index)
                mask |= 0xFF << UInt64(8 * index)
            }
            fields.append(
                Field(
                    nameStart: names.count, nameCount: name.count, head: head, headMask: mask,
                    reading: Reading(definition.type), role: definition.role,
                    isRequired: definition.type.isRequired, isKey: primaryKey.contains(place),
                    isChecked: !definition.validations.isEmpty))
            names += name
        }
        self.fields = fields
        self.names = names
        generatedKey = primaryKey.first { definitions[$0].name == "id" && definitions[$0].type.scalar == .id }
    }
}

extension RecordShape.Reading {
    fileprivate init(_ type: FieldType) {
        switch type.item {
        case _ where type.isList: self = .tree
        case .embedded: self = .tree
        case .enumeration: self = .enumeration
        case .scalar(let scalar):
            switch scalar {
            case .id, .string: self = .text
            case .int, .timestamp: self = .whole
            case .float: self = .real
            case .boolean: self = .boolean
            case .dateTime: self = .dateTime
            case .date, .time, .email, .url, .phone, .ipAddress, .json: self = .tree
            }
        }
    }
}
