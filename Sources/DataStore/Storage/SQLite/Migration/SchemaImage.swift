/// What a migration compares: the names and types of a schema as plain text lines, kept in `_rivulet_meta`.
///
/// One line a thing: `model Post`, `key id`, `field title String!`, `index byTitle title`, `enum Status OPEN CLOSED`,
/// `type Address street String,city String!`, `relation Post cascade postID` with the target, the effect and the fields.
package struct SchemaImage: Sendable, Equatable {
    /// A foreign key.
    package struct Relation: Sendable, Hashable {
        package enum Effect: String, Sendable { case cascade, setNull, cascadeBoth, setNullAndOwn }

        let fields: [String]
        let target: String
        let effect: Effect

        init(_ key: ForeignKey, of model: ModelDefinition) {
            fields = key.fields.map { model.fields[$0].name }
            target = key.target
            effect =
                switch (key.onDelete, key.ownsTarget) {
                case (.cascade, false): .cascade
                case (.setNull, false): .setNull
                case (.cascade, true): .cascadeBoth
                case (.setNull, true): .setNullAndOwn
                }
        }

        /// `words`: the target, the effect and the fields.
        init?(words: [String]) {
            guard words.count >= 3, let effect = Effect(rawValue: words[1]) else { return nil }
            self.target = words[0]
            self.effect = effect
            fields = Array(words[2...])
        }
    }

    package struct Model: Sendable, Equatable {
        package var key: [String] = []
        /// Names and notations in their order.
        package var fields: [(name: String, notation: String)] = []
        /// Names of `@index`, each with its fields.
        package var indexes: [(name: String, fields: [String])] = []
        package var relations: [Relation] = []

        package static func == (left: Model, right: Model) -> Bool {
            left.key == right.key && left.fields.elementsEqual(right.fields, by: ==)
                && left.indexes.elementsEqual(right.indexes, by: ==) && left.relations == right.relations
        }

        package func notation(of name: String) -> String? { fields.first { $0.name == name }?.notation }
    }

    package private(set) var models: [String: Model] = [:]
    package private(set) var enums: [String: [String]] = [:]
    package private(set) var embedded: [String: String] = [:]

    package init(_ schema: Schema) {
        for model in schema.models {
            models[model.name] = Model(
                key: model.primaryKey.map { model.fields[$0].name },
                fields: model.fields.map { ($0.name, $0.type.notation) },
                indexes: model.indexes.map { index in (index.name, index.fields.map { model.fields[$0].name }) },
                relations: model.foreignKeys.map { Relation($0, of: model) })
        }
        for definition in schema.enums { enums[definition.name] = definition.values }
        for definition in schema.embedded {
            embedded[definition.name] = Self.members(of: definition)
        }
    }

    /// An image that has nothing but enums.
    init(enums: [String: [String]]) { self.enums = enums }

    /// Names and notations of an embedded type's fields, in their order.
    static func members(of definition: EmbeddedDefinition) -> String {
        definition.fields.map { "\($0.name) \($0.type.notation)" }.joined(separator: ",")
    }

    /// Reads `text`; lines that it does not know are passed over.
    package init(text: String) {
        var current = ""
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            switch words.first {
            case "model" where words.count == 2:
                current = words[1]
                models[current] = Model()
            case "key":
                models[current]?.key = words.dropFirst().joined(separator: " ").split(separator: " ").map(String.init)
            case "field" where words.count == 3: models[current]?.fields.append((words[1], words[2]))
            case "index" where words.count == 3:
                models[current]?.indexes.append((words[1], words[2].split(separator: " ").map(String.init)))
            case "relation" where words.count == 3:
                let all = line.split(separator: " ").dropFirst().map(String.init)
                if let relation = Relation(words: all) { models[current]?.relations.append(relation) }
            case "enum" where words.count == 3: enums[words[1]] = words[2].split(separator: " ").map(String.init)
            case "type" where words.count == 3: embedded[words[1]] = words[2]
            default: continue
            }
        }
    }

    /// The lines.
    package var text: String {
        var lines: [String] = []
        for (name, model) in models.sorted(by: { $0.key < $1.key }) {
            lines.append("model \(name)")
            lines.append("key \(model.key.joined(separator: " "))")
            lines += model.fields.map { "field \($0.name) \($0.notation)" }
            lines += model.relations.map {
                "relation \($0.target) \($0.effect.rawValue) \($0.fields.joined(separator: " "))"
            }
            lines += model.indexes.map { "index \($0.name) \($0.fields.joined(separator: " "))" }
        }
        lines += enums.sorted { $0.key < $1.key }.map { "enum \($0.key) \($0.value.joined(separator: " "))" }
        lines += embedded.sorted { $0.key < $1.key }.map { "type \($0.key) \($0.value)" }
        return lines.joined(separator: "\n")
    }
}
