import DataStore
import GraphQL

/// A schema as text, so that a test can draw what it expects: a line for each model, field, key, relation and index.
enum SchemaText {
    static func describe(_ schema: Schema) -> String {
        (schema.models.map(describe) + schema.enums.map { "enum \($0.name): \($0.values.joined(separator: " "))" }
            + schema.embedded.map {
                "embedded \($0.name): " + $0.fields.map { "\($0.name) \($0.type.notation)" }.joined(separator: ", ")
            })
            .joined(separator: "\n")
    }

    static func describe(_ model: ModelDefinition) -> String {
        func names(_ places: [Int]) -> String { places.map { model.fields[$0].name }.joined(separator: " ") }
        var lines = ["\(model.isJoinModel ? "join " : "")\(model.name) (\(names(model.primaryKey)))"]
        lines += model.fields.dropLast().filter { $0.role != .createdAt && $0.role != .updatedAt }.map(describe)
        if let place = model.createdAt { lines.append("  created \(model.fields[place].name)") }
        if let place = model.updatedAt { lines.append("  updated \(model.fields[place].name)") }
        lines += model.foreignKeys.map {
            "  key \(names($0.fields)) -> \($0.target)" + ($0.onDelete == .setNull ? " or null" : "")
                + ($0.ownsTarget ? ", owned" : "")
        }
        lines += model.relations.map { relation in
            "  \(relation.name): \(relation.kind.rawValue) \(relation.target)\(relation.isRequired ? "!" : ""), "
                + zip(relation.fields, relation.targetFields).map { "\($0) = \($1)" }.joined(separator: ", ")
                + (relation.through.map { " via \($0.model) \($0.farFields.joined(separator: " "))" } ?? "")
        }
        lines += model.indexes.map { "  index \($0.name) (\(names($0.fields)))" }
        lines += model.accessRules.map { "  auth \($0)" }
        return lines.joined(separator: "\n")
    }

    private static func describe(_ field: FieldDefinition) -> String {
        "  \(field.name) \(field.type.notation)" + (field.role == .key ? " key" : "")
            + (field.defaultValue.map { " = \(describe($0))" } ?? "")
            + field.validations.map { " \($0.rule)" + ($0.errorMessage.map { " or \($0)" } ?? "") }.joined()
    }

    private static func describe(_ value: Value) -> String {
        switch value {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .int(let number): "\(number)"
        case .double(let number): "double \(number)"
        case .text(let text): "\"\(text)\""
        case .json(let text): "json \(text)"
        }
    }

    /// `line:column severity message`, a line for each.
    static func describe(_ diagnostics: [Diagnostic]) -> String {
        diagnostics.map { "\($0.line):\($0.column) \($0.severity.rawValue) \($0.message)" }.joined(separator: "\n")
    }
}

/// Loads one text as `schema.graphql`.
func load(_ text: String) -> SchemaLoad { Schema.load([SchemaSource(path: "schema.graphql", text: text)]) }
