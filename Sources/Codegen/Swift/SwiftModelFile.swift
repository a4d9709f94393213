import DataStore

/// `Post.swift`: the struct of a model.
struct SwiftModelFile {
    private let model: ModelDefinition
    private let members: [SwiftMember]
    private let schema: SwiftSchema
    private let names: SwiftTypeNames

    init(_ model: ModelDefinition, _ members: [SwiftMember], _ schema: SwiftSchema) {
        self.model = model
        self.members = members
        self.schema = schema
        names = schema.typeNames(besides: members.map(\.name))
    }

    func write(to code: inout CodeText) {
        // Only decoding has types in expressions.
        if members.contains(where: \.isToOne) { code.lines(names.declarations) }
        code.lines(SwiftText.documentation(model.description))
        code.block("public struct \(SwiftText.identifier(model.name)): Model {") { code in
            for member in members { writeProperty(member, to: &code) }
            code.line()
            writeInitializers(to: &code)
            for member in members { writeSetter(member, to: &code) }
            if members.contains(where: \.isToOne) {
                writeDecoding(to: &code)
                writeEncoding(to: &code)
            }
        }
    }

    private func writeProperty(_ member: SwiftMember, to code: inout CodeText) {
        let name = member.identifier
        switch member.kind {
        case .stored(let field, _):
            code.lines(SwiftText.documentation(member.description))
            let word = field.role == .key ? "let" : "var"
            code.line("public \(word) \(name): \(member.declaration(schema))")
        case .toMany:
            code.lines(SwiftText.documentation(member.description))
            code.line("public var \(name): \(member.declaration(schema))")
        case .toOne(_, let storage):
            code.line("internal var \(storage): LazyReference<\(member.wrapped(schema))>")
            code.lines(SwiftText.documentation(member.description))
            code.block("public var \(name): \(member.declaration(schema)) {") { code in
                code.block("get async throws {") { code in
                    code.line("try await \(storage).\(member.isRequired ? "require" : "get")()")
                }
            }
        }
    }

    /// One for the app, and one with the times that the store sets, when there are any.
    private func writeInitializers(to code: inout CodeText) {
        let writable = members.filter { !$0.isReadOnly }
        if writable.count == members.count { return writeInitializer("public", to: &code) }
        code.function("public init", writable.map { $0.parameter(schema) }) { code in
            code.list(
                "self.init(", members.map { "\($0.label): \($0.isReadOnly ? "nil" : $0.identifier)" }, ")")
        }
        code.line()
        writeInitializer("internal", to: &code)
    }

    private func writeInitializer(_ access: String, to code: inout CodeText) {
        code.function("\(access) init", members.map { $0.parameter(schema) }) { code in
            for member in members {
                if case .toOne(_, let storage) = member.kind {
                    code.line("self.\(storage) = LazyReference(\(member.identifier))")
                } else {
                    code.line("self.\(member.identifier) = \(member.identifier)")
                }
            }
        }
    }

    private func writeSetter(_ member: SwiftMember, to code: inout CodeText) {
        guard case .toOne(_, let storage) = member.kind else { return }
        let function = "set" + SwiftText.upperFirst(member.name)
        code.line()
        code.block("public mutating func \(function)(_ \(member.parameter(schema))) {") { code in
            code.line("self.\(storage) = LazyReference(\(member.identifier))")
        }
    }

    private func writeDecoding(to code: inout CodeText) {
        code.line()
        code.block("public init(from decoder: any Decoder) throws {") { code in
            code.line("let values = try decoder.container(keyedBy: CodingKeys.self)")
            for member in members {
                let type = member.wrapped(schema, names)
                let key = "forKey: .\(member.identifier)"
                switch member.kind {
                case .stored where member.isRequired:
                    code.line("self.\(member.identifier) = try values.decode(\(type).self, \(key))")
                case .stored:
                    code.line("self.\(member.identifier) = try values.decodeIfPresent(\(type).self, \(key))")
                case .toMany:
                    code.line("self.\(member.identifier) = try values.decodeIfPresent(\(type).self, \(key)) ?? []")
                case .toOne(_, let storage):
                    let reference = "LazyReference<\(type)>.self"
                    code.line(
                        "self.\(storage) = try values.decodeIfPresent(\(reference), \(key)) ?? LazyReference(identifiers: nil)"
                    )
                }
            }
        }
    }

    private func writeEncoding(to code: inout CodeText) {
        code.line()
        code.block("public func encode(to encoder: any Encoder) throws {") { code in
            code.line("var container = encoder.container(keyedBy: CodingKeys.self)")
            for member in members {
                if case .toOne(_, let storage) = member.kind {
                    code.line("try container.encode(\(storage), forKey: .\(member.identifier))")
                } else {
                    code.line("try container.encode(self.\(member.identifier), forKey: .\(member.identifier))")
                }
            }
        }
    }
}

extension SwiftMember {
    fileprivate var isToOne: Bool {
        if case .toOne = kind { return true }
        return false
    }
}
