import DataStore

/// The types of enums, embedded objects and records, and of what creates and patches take.
struct TypeScriptRecords {
    private let schema: Schema
    private let outline: SchemaOutline

    init(_ input: CodegenSchema) {
        schema = input.schema
        outline = input.outline
    }

    func write(to code: inout CodeText) {
        for definition in schema.enums { write(definition, to: &code) }
        for definition in schema.embedded { write(definition, to: &code) }
        for model in schema.models {
            writeRecord(model, to: &code)
            writeNew(model, to: &code)
            writePatch(model, to: &code)
        }
    }

    private func write(_ definition: EnumDefinition, to code: inout CodeText) {
        code.line()
        code.lines(TypeScriptText.documentation(definition.description))
        code.line("export type \(definition.name) =")
        for (place, value) in definition.values.enumerated() {
            for line in TypeScriptText.documentation(outline.description(of: value, in: definition.name)) {
                code.line("  \(line)")
            }
            let end = place == definition.values.count - 1 ? ";" : ""
            code.line("  | \(TypeScriptText.literal(value))\(end)")
        }
    }

    private func write(_ definition: EmbeddedDefinition, to code: inout CodeText) {
        let name = definition.name
        code.line()
        code.lines(TypeScriptText.documentation(definition.description))
        code.block("export interface \(name) {") { code in
            for field in definition.fields { write(field, .record, isOptional: false, to: &code) }
        }
        code.line()
        code.line("/** \(name) as it is written: what may be null may be left out. */")
        code.block("export interface New\(name) {") { code in
            for field in definition.fields { write(field, .new, isOptional: !field.type.isRequired, to: &code) }
        }
        code.line()
        code.line("/** What a patch changes in \(name). */")
        code.block("export interface \(name)Patch {") { code in
            for field in definition.fields { write(field, .patch, isOptional: true, to: &code) }
        }
    }

    /// Every field in the order of the JSON, then relations, which are there when they are included.
    private func writeRecord(_ model: ModelDefinition, to code: inout CodeText) {
        code.line()
        code.lines(TypeScriptText.documentation(model.description))
        code.block("export interface \(model.name) {") { code in
            for field in model.fields where field.role != .version {
                write(field, .record, isOptional: false, to: &code)
            }
            code.line("/** Starts at 1 and grows by 1 with each change. */")
            code.line("_version: number;")
            for relation in model.relations {
                code.lines(TypeScriptText.documentation(relation.description))
                let type = relation.isToOne ? "\(relation.target) | null" : "Page<\(relation.target)>"
                code.line("\(relation.name)?: \(type);")
            }
        }
    }

    private func writeNew(_ model: ModelDefinition, to code: inout CodeText) {
        code.line()
        code.line("/** What POST and PUT take for a \(model.name). */")
        code.block("export interface New\(model.name) {") { code in
            for field in model.fields where field.role != .version {
                write(field, .new, isOptional: mayBeLeftOut(field), to: &code)
            }
            code.line("/** Of a PUT: the version that the record must have. POST passes it over. */")
            code.line("_version?: number;")
        }
    }

    private func writePatch(_ model: ModelDefinition, to code: inout CodeText) {
        code.line()
        code.line("/** What PATCH takes for a \(model.name): the fields that change. */")
        code.block("export interface \(model.name)Patch {") { code in
            for field in model.fields where field.role == .plain { write(field, .patch, isOptional: true, to: &code) }
            code.line("/** The version that the record must have. */")
            code.line("_version?: number;")
        }
    }

    private func write(
        _ field: FieldDefinition, _ use: TypeScriptType.Use, isOptional: Bool, to code: inout CodeText
    ) {
        code.lines(TypeScriptText.documentation(field.description))
        code.line("\(field.name)\(isOptional ? "?" : ""): \(TypeScriptType(field.type, use).text);")
    }

    /// Whether the server has a value for it: null, a default, a time, or an id that it makes.
    private func mayBeLeftOut(_ field: FieldDefinition) -> Bool {
        switch field.role {
        case .createdAt, .updatedAt: true
        case .key where field.name == "id" && field.type.scalar == .id: true
        case .plain, .key, .version: !field.type.isRequired || field.defaultValue != nil
        }
    }
}
