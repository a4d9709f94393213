import GraphQL

/// A model while it is built: fields and keys by name, since places are known only at the end.
///
/// A class because relations add keys to models on both sides. Owned by one `SchemaBuilder`.
final class ModelDraft {
    /// A field, with the place of its name in the SDL, or of what made it.
    struct Field {
        var name: String
        var description: String?
        var type: FieldType
        var role: FieldDefinition.Role = .plain
        var defaultValue: Value?
        var validations: [Validation] = []
        var location: Location
    }

    struct Index {
        let name: String
        let fields: [Name]
        let location: Location
    }

    struct Key {
        let fields: [String]
        let target: String
        var onDelete: ForeignKey.OnDelete
        var ownsTarget: Bool
    }

    let name: String
    let description: String?
    let location: Location
    let isJoinModel: Bool
    /// Every name of the SDL's fields, relations too, and of generated ones: where each was made.
    private(set) var names: [String: Location] = [:]
    /// The first name of those that are equal in lower case.
    private var loweredNames: [String: String] = [:]
    /// Of the SDL, an added `id` first.
    var fields: [Field] = []
    /// Fields of the SDL that have no type, which is told already.
    var refused: Set<String> = []
    /// Generated foreign keys.
    var generated: [Field] = []
    /// `createdAt` and `updatedAt` where they are added.
    var timestamps: [Field] = []
    /// Names of the key's fields, in key order.
    var key: [String] = []
    /// `@primaryKey` and `@index` with the fields that carry them.
    var keyDirectives: [(field: Name, directive: DirectiveNode)] = []
    var indexDirectives: [(field: Name, directive: DirectiveNode)] = []
    var indexes: [Index] = []
    var relationDrafts: [RelationDraft] = []
    /// Finished relations with the places of their fields in the SDL.
    var relations: [(offset: Int, definition: RelationDefinition)] = []
    var foreignKeys: [Key] = []
    var accessRules: [String] = []
    /// Those of the type, without those of its fields.
    var typeRules: [String] = []

    init(name: String, description: String?, location: Location, isJoinModel: Bool = false) {
        self.name = name
        self.description = description
        self.location = location
        self.isJoinModel = isJoinModel
    }

    /// A stored field of that exact name, declared or generated.
    func field(_ name: String) -> Field? {
        fields.first { $0.name == name } ?? generated.first { $0.name == name }
            ?? timestamps.first { $0.name == name }
    }

    /// Takes a name for a field.
    func take(_ name: String, at location: Location) {
        names[name] = location
        let lowered = name.lowercased()
        loweredNames[lowered] = loweredNames[lowered] ?? name
    }

    /// The name that is `name` but for the case of its letters, if there is one: columns of SQLite are one then.
    func clash(with name: String) -> String? {
        loweredNames[name.lowercased()].flatMap { $0 == name ? nil : $0 }
    }

    /// The names of stored fields, for hints.
    var fieldNames: [String] { (fields + generated).map(\.name) }

    /// Records a foreign key once; when two relations share it, the stronger effect of a deletion holds.
    func add(_ key: Key) {
        guard let place = foreignKeys.firstIndex(where: { $0.fields == key.fields && $0.target == key.target }) else {
            return foreignKeys.append(key)
        }
        if key.onDelete == .cascade { foreignKeys[place].onDelete = .cascade }
        foreignKeys[place].ownsTarget = foreignKeys[place].ownsTarget || key.ownsTarget
    }

    /// The finished model.
    func definition() -> ModelDefinition {
        let version = Field(
            name: "_version", description: nil, type: FieldType(.scalar(.int), isRequired: true), role: .version,
            location: location)
        let all = fields + generated + timestamps + [version]
        var places: [String: Int] = [:]
        for (place, field) in all.enumerated() { places[field.name] = place }
        return ModelDefinition(
            name: name, description: description,
            fields: all.map { field in
                FieldDefinition(
                    name: field.name, description: field.description, type: field.type, role: field.role,
                    defaultValue: field.defaultValue, validations: field.validations)
            },
            primaryKey: key.compactMap { places[$0] },
            foreignKeys: foreignKeys.map { key in
                ForeignKey(
                    fields: key.fields.compactMap { places[$0] }, target: key.target, onDelete: key.onDelete,
                    ownsTarget: key.ownsTarget)
            },
            relations: relations.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
                .map(\.element.definition),
            indexes: indexes.map { index in
                IndexDefinition(name: index.name, fields: index.fields.compactMap { places[$0.text] })
            },
            accessRules: accessRules, isJoinModel: isJoinModel)
    }
}

/// A field with a relation directive, as the SDL writes it.
struct RelationDraft {
    let name: Name
    let description: String?
    let kind: RelationDefinition.Kind
    let target: Name
    let isRequired: Bool
    let directive: DirectiveNode
    /// Position of the field among the SDL's fields.
    let offset: Int
    /// Fields on both sides, once known.
    var ends: Ends?

    struct Ends {
        var here: [String]
        var there: [String]
    }

    /// The strings of an argument with their places; nil when it is absent or no list of strings.
    func names(_ argument: String) -> [Name]? { directive.argument(argument)?.value.names }

    /// The string of an argument with its place.
    func name(_ argument: String) -> Name? {
        guard let value = directive.argument(argument)?.value, let text = value.string else { return nil }
        return Name(text, at: value.location)
    }

    /// The name that pairs the two sides of a connection of the first transformer.
    var pairName: String? { kind == .manyToMany ? nil : name("name")?.text }

    /// As the SDL writes the relation, for messages.
    var spelling: String { "@\(directive.name.text)" }
}
