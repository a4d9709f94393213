/// What the schema files of models and of embedded types have in common.
enum SwiftSchemaParts {
    /// The variable that holds the keys of `Post`: `post`. Not the closure's own `model`, and not the type's own name.
    static func keysName(of type: String) -> String {
        let name = SwiftText.lowerFirst(type)
        return name == "model" || name == type ? name + "Keys" : SwiftText.identifier(name)
    }

    /// The names of variables where the schema is made: they come before types of the same names.
    static func locals(keys: String) -> [String] { ["model", keys] }

    /// `CodingKeys` and `keys`; each name with its identifier.
    static func writeKeys(_ names: [(name: String, identifier: String)], to code: inout CodeText) {
        code.line("// MARK: - CodingKeys")
        code.block("public enum CodingKeys: String, ModelKey {") { code in
            for (name, identifier) in names {
                let isOther = identifier != name && identifier != "`\(name)`"
                code.line("case \(identifier)" + (isOther ? " = \(SwiftText.literal(name))" : ""))
            }
        }
        code.line()
        code.line("public static let keys = CodingKeys.self")
        code.line("// MARK: - ModelSchema")
        code.line()
    }

    static func writeNames(of type: String, to code: inout CodeText) {
        let plural = SwiftText.literal(Plural.of(type))
        code.line("model.listPluralName = \(plural)")
        code.line("model.syncPluralName = \(plural)")
        code.line()
    }
}
