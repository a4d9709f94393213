import DataStore

/// `Address.swift`: the struct of an embedded type.
struct SwiftEmbeddedFile {
    private let definition: EmbeddedDefinition
    private let members: [SwiftEmbeddedMember]
    private let names: SwiftTypeNames

    init(_ definition: EmbeddedDefinition, _ schema: SwiftSchema) {
        self.definition = definition
        members = SwiftEmbeddedMember.all(of: definition, EmbeddedCircles(schema.schema.embedded))
        names = schema.typeNames(besides: definition.fields.map(\.name))
    }

    /// Whether a member is stored under another name than its own, so that its coding has to be written out.
    private var isBoxed: Bool { members.contains { $0.storage != nil } }

    func write(to code: inout CodeText) {
        // Only decoding has types in expressions.
        if isBoxed { code.lines(names.declarations) }
        code.lines(SwiftText.documentation(definition.description))
        code.block("public struct \(SwiftText.identifier(definition.name)): Embeddable {") { code in
            for member in members { writeProperty(member, to: &code) }
            code.line()
            code.function("public init", members.map(\.parameter)) { code in
                for member in members { code.line(member.assignment(of: member.identifier)) }
            }
            if isBoxed {
                writeDecoding(to: &code)
                writeEncoding(to: &code)
            }
        }
    }

    private func writeProperty(_ member: SwiftEmbeddedMember, to code: inout CodeText) {
        if let storage = member.storage {
            code.line("// At most one: a struct cannot contain itself, an array of it can.")
            code.line("private var \(storage): [\(member.type.item)]")
        }
        code.lines(SwiftText.documentation(member.field.description))
        let declaration = "public var \(member.identifier): \(member.type.declaration)"
        guard let storage = member.storage else { return code.line(declaration) }
        code.block(declaration + " {") { code in
            code.line("get { \(storage).first }")
            code.line("set { \(storage) = newValue.map { [$0] } ?? [] }")
        }
    }

    private func writeDecoding(to code: inout CodeText) {
        code.line()
        code.block("public init(from decoder: any Decoder) throws {") { code in
            code.line("let values = try decoder.container(keyedBy: CodingKeys.self)")
            for member in members {
                let function = member.field.type.isRequired ? "decode" : "decodeIfPresent"
                let value =
                    "try values.\(function)(\(SwiftType(member.field.type, names).wrapped).self, forKey: .\(member.identifier))"
                code.line(member.assignment(of: member.storage == nil ? value : "(\(value))"))
            }
        }
    }

    private func writeEncoding(to code: inout CodeText) {
        code.line()
        code.block("public func encode(to encoder: any Encoder) throws {") { code in
            code.line("var container = encoder.container(keyedBy: CodingKeys.self)")
            for member in members {
                code.line("try container.encode(self.\(member.identifier), forKey: .\(member.identifier))")
            }
        }
    }
}

/// `Address+Schema.swift`: the keys of an embedded type and its schema.
struct SwiftEmbeddedSchemaFile {
    private let definition: EmbeddedDefinition
    private let members: [SwiftEmbeddedMember]
    private let names: SwiftTypeNames
    /// What holds the keys while the schema is made.
    private let keys: String

    init(_ definition: EmbeddedDefinition, _ schema: SwiftSchema) {
        self.definition = definition
        members = SwiftEmbeddedMember.all(of: definition, EmbeddedCircles([]))
        keys = SwiftSchemaParts.keysName(of: definition.name)
        names = schema.typeNames(besides: definition.fields.map(\.name) + SwiftSchemaParts.locals(keys: keys))
    }

    func write(to code: inout CodeText) {
        let type = SwiftText.identifier(definition.name)
        code.lines(names.declarations)
        code.block("extension \(type) {") { code in
            SwiftSchemaParts.writeKeys(members.map { ($0.field.name, $0.identifier) }, to: &code)
            code.block("public static let schema = defineSchema { model in") { code in
                code.line("let \(keys) = \(names[definition.name]).keys")
                code.line()
                SwiftSchemaParts.writeNames(of: definition.name, to: &code)
                let fields = members.map { member in
                    let presence = member.field.type.isRequired ? "required" : "optional"
                    return
                        ".field(\(keys).\(member.identifier), is: .\(presence), ofType: \(SwiftType(member.field.type, names).schemaType))"
                }
                code.list("model.fields(", fields, ")")
            }
        }
    }
}

/// A field of an embedded type.
struct SwiftEmbeddedMember {
    let field: FieldDefinition
    let identifier: String
    /// The array that holds it, when the type could contain itself through it.
    let storage: String?

    var type: SwiftType { SwiftType(field.type) }

    var parameter: String {
        "\(identifier): \(type.declaration)" + (field.type.isRequired ? "" : " = nil")
    }

    /// The statement that stores a value.
    func assignment(of value: String) -> String {
        storage.map { "self.\($0) = \(value).map { [$0] } ?? []" } ?? "self.\(identifier) = \(value)"
    }

    static func all(of definition: EmbeddedDefinition, _ circles: EmbeddedCircles) -> [SwiftEmbeddedMember] {
        var used = Set(definition.fields.map(\.name))
        return definition.fields.map { field in
            let isBoxed = circles.closes(field, of: definition)
            return SwiftEmbeddedMember(
                field: field, identifier: SwiftSchema.identifier(for: field.name, besides: used),
                storage: isBoxed ? SwiftSchema.storage(for: field.name, besides: &used) : nil)
        }
    }
}
