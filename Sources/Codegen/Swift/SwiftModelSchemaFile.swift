import DataStore

/// `Post+Schema.swift`: the keys of a model, its schema, its identifier and its paths.
struct SwiftModelSchemaFile {
    private let model: ModelDefinition
    private let members: [SwiftMember]
    private let schema: SwiftSchema
    private let names: SwiftTypeNames
    private let type: String
    /// What holds the keys while the schema is made.
    private let keys: String

    init(_ model: ModelDefinition, _ members: [SwiftMember], _ schema: SwiftSchema) {
        self.model = model
        self.members = members
        self.schema = schema
        type = SwiftText.identifier(model.name)
        keys = SwiftSchemaParts.keysName(of: model.name)
        names = schema.typeNames(besides: members.map(\.name) + SwiftSchemaParts.locals(keys: keys))
    }

    func write(to code: inout CodeText) {
        code.lines(names.declarations)
        code.block("extension \(type) {") { code in
            SwiftSchemaParts.writeKeys(members.map { ($0.name, $0.identifier) }, to: &code)
            code.block("public static let schema = defineSchema { model in") { code in
                writeSchema(to: &code)
            }
            code.line()
            code.line("public class Path: ModelPath<\(type)> { }")
            code.line()
            code.line("public static var rootPath: PropertyContainerPath? { Path() }")
        }
        code.line()
        writeIdentifier(to: &code)
        code.line()
        writePaths(to: &code)
    }

    private func writeSchema(to code: inout CodeText) {
        code.line("let \(keys) = \(names[model.name]).keys")
        code.line()
        let rules = AuthRules.of(model, schema)
        if !rules.isEmpty {
            code.list("model.authRules = [", rules, "]")
            code.line()
        }
        SwiftSchemaParts.writeNames(of: model.name, to: &code)
        code.list("model.attributes(", attributes, ")")
        code.line()
        code.list("model.fields(", members.map(field), ")")
    }

    private var attributes: [String] {
        let key = model.primaryKey.map { model.fields[$0].name }
        var result = model.indexes.map { index in
            let fields = index.fields.map { SwiftText.literal(model.fields[$0].name) }.joined(separator: ", ")
            return ".index(fields: [\(fields)], name: \(SwiftText.literal(index.name)))"
        }
        if !hasDefaultIdentifier {
            result.append(".index(fields: [\(key.map(SwiftText.literal).joined(separator: ", "))], name: nil)")
        }
        result.append(".primaryKey(fields: [\(keyMembers.map { "\(keys).\($0.identifier)" }.joined(separator: ", "))])")
        return result
    }

    private func field(_ member: SwiftMember) -> String {
        let start = "\(keys).\(member.identifier), is: .\(member.isRequired ? "required" : "optional")"
        switch member.kind {
        case .stored(let field, let isReadOnly):
            let readOnly = isReadOnly ? ", isReadOnly: true" : ""
            return ".field(\(start)\(readOnly), ofType: \(SwiftType(field.type, names).schemaType))"
        case .toMany(let relation):
            let child = names[schema.child(of: relation)]
            return ".hasMany(\(start), ofType: \(child).self, \(association(of: relation)))"
        case .toOne(let relation, _):
            let target = "\(start), ofType: \(names[relation.target]).self"
            let names = "targetNames: [\(relation.fields.map(SwiftText.literal).joined(separator: ", "))]"
            if relation.kind == .belongsTo { return ".belongsTo(\(target), \(names))" }
            let association = association(of: relation)
            return schema.holdsKey(relation, model)
                ? ".hasOne(\(target), \(association), \(names))" : ".hasOne(\(target), \(association))"
        }
    }

    /// What names the other end: `associatedWith: Comment.keys.post`, or several fields.
    private func association(of relation: RelationDefinition) -> String {
        let child = schema.child(of: relation)
        let used = Set(schema.schema.model(named: child)?.fields.map(\.name) ?? [])
        let keys = schema.associatedFields(of: relation, in: model).map {
            "\(names[child]).keys.\(SwiftSchema.identifier(for: $0, besides: used))"
        }
        return keys.count == 1 ? "associatedWith: \(keys[0])" : "associatedFields: [\(keys.joined(separator: ", "))]"
    }

    // MARK: Identifier

    /// Whether the key is a text named `id`, which DataStore makes and finds by itself.
    private var hasDefaultIdentifier: Bool {
        let key = model.primaryKey.map { model.fields[$0] }
        return key.count == 1 && key[0].name == "id" && [.id, .string].contains(key[0].type.scalar)
    }

    /// The members of the key, in key order.
    private var keyMembers: [SwiftMember] {
        model.primaryKey.compactMap { place in members.first { $0.name == model.fields[place].name } }
    }

    private func writeIdentifier(to code: inout CodeText) {
        let isDefault = hasDefaultIdentifier
        code.block("extension \(type): ModelIdentifiable {") { code in
            code.line("public typealias IdentifierFormat = ModelIdentifierFormat.\(isDefault ? "Default" : "Custom")")
            code.line(
                isDefault
                    ? "public typealias IdentifierProtocol = DefaultModelIdentifier<Self>"
                    : "public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>")
        }
        if isDefault { return }
        let parameters = keyMembers.map { "\($0.identifier): \($0.declaration(schema))" }
        let values = keyMembers.map { member in
            "(name: \(SwiftText.literal(member.name)), value: \(member.identifier)\(member.isEnum ? ".rawValue" : ""))"
        }
        code.line()
        code.block("extension \(type).IdentifierProtocol {") { code in
            code.block("public static func identifier(\(parameters.joined(separator: ", "))) -> Self {") { code in
                code.line(".make(fields: [\(values.joined(separator: ", "))])")
            }
        }
    }

    // MARK: Paths

    private func writePaths(to code: inout CodeText) {
        code.block("extension ModelPath where ModelType == \(type) {") { code in
            for member in members {
                let name = SwiftText.literal(member.name)
                switch member.kind {
                case .stored(let field, _):
                    let type = SwiftType(field.type)
                    guard let function = type.pathFunction else { continue }
                    writePath(member, "FieldPath<\(type.item)>", "\(function)(\(name))", to: &code)
                case .toOne(let relation, _):
                    let target = SwiftText.identifier(relation.target)
                    writePath(
                        member, "ModelPath<\(target)>", "\(names[relation.target]).Path(name: \(name), parent: self)",
                        to: &code)
                case .toMany(let relation):
                    let child = SwiftText.identifier(schema.child(of: relation))
                    let path =
                        "\(names[schema.child(of: relation)]).Path(name: \(name), isCollection: true, parent: self)"
                    writePath(member, "ModelPath<\(child)>", path, to: &code)
                }
            }
        }
    }

    private func writePath(_ member: SwiftMember, _ type: String, _ value: String, to code: inout CodeText) {
        code.block("public var \(member.identifier): \(type) {") { $0.line(value) }
    }
}

extension SwiftMember {
    fileprivate var isEnum: Bool {
        if case .stored(let field, _) = kind, case .enumeration = field.type.item { return true }
        return false
    }
}
