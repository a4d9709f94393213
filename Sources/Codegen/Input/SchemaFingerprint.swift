import DataStore

/// A short name for what a schema stores: equal for schemas that differ only in descriptions, in the order of types, or in
/// how their files are cut.
///
/// DataStore throws away its local records when it changes, so it must not change for less.
enum SchemaFingerprint {
    /// 32 hexadecimal digits.
    static func of(_ schema: Schema) -> String {
        let lines = schema.models.map(describe) + schema.enums.map(describe) + schema.embedded.map(describe)
        let text = hash(Array(lines.sorted().joined(separator: "\n").utf8))
        let digits = String(text, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    private static func describe(_ model: ModelDefinition) -> String {
        let fields = model.fields.map { "\($0.name) \($0.type.notation)" }
        let key = model.primaryKey.map { model.fields[$0].name }
        let relations = model.relations.map { relation in
            "\(relation.kind.rawValue) \(relation.name) \(relation.target) \(relation.fields) \(relation.targetFields)"
        }
        let indexes = model.indexes.map { index in "index \(index.name) \(index.fields.map { model.fields[$0].name })" }
        return "model \(model.name) \(key) " + (fields + relations + indexes).joined(separator: ", ")
    }

    private static func describe(_ definition: EnumDefinition) -> String {
        "enum \(definition.name) \(definition.values.joined(separator: " "))"
    }

    private static func describe(_ definition: EmbeddedDefinition) -> String {
        "type \(definition.name) "
            + definition.fields.map { "\($0.name) \($0.type.notation)" }.joined(separator: ", ")
    }

    /// FNV-1a, 128 bits. It tells schemas apart; it guards nothing.
    private static func hash(_ bytes: [UInt8]) -> UInt128 {
        let prime: UInt128 = (1 << 88) + 0x13B
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* prime }
        return hash
    }
}
