import DataStore

/// `Status.swift`: an enum, whose raw values are those of the schema.
struct SwiftEnumFile {
    private let definition: EnumDefinition
    private let outline: SchemaOutline

    init(_ definition: EnumDefinition, _ outline: SchemaOutline) {
        self.definition = definition
        self.outline = outline
    }

    func write(to code: inout CodeText) {
        code.lines(SwiftText.documentation(definition.description))
        code.block("public enum \(SwiftText.identifier(definition.name)): String, EnumPersistable {") { code in
            for (value, name) in zip(definition.values, SwiftCaseNames.of(definition.values)) {
                code.lines(SwiftText.documentation(outline.description(of: value, in: definition.name)))
                let raw = name == value ? "" : " = \(SwiftText.literal(value))"
                code.line("case \(SwiftText.identifier(name))\(raw)")
            }
        }
    }
}
