import DataStore

/// The schema as Swift's generated files see it: which members each model has, and how relations name each other.
///
/// A foreign key that a `@belongsTo` holds is no member of its own: the reference stands for it. It stays one when it is
/// part of the primary key, and when a relation of another model can name its other end by nothing else.
struct SwiftSchema {
    let schema: Schema
    let outline: SchemaOutline
    /// By model: foreign keys that are no members.
    private var hidden: [String: Set<String>] = [:]

    init(_ input: CodegenSchema) {
        schema = input.schema
        outline = input.outline
        var needed: [String: Set<String>] = [:]
        for model in schema.models {
            for relation in model.relations where inverse(of: relation, in: model) == nil && !holdsKey(relation, model)
            {
                needed[child(of: relation), default: []].formUnion(relation.targetFields)
            }
        }
        for model in schema.models {
            let kept = needed[model.name, default: []].union(model.primaryKey.map { model.fields[$0].name })
            let keys = model.relations.filter { $0.kind == .belongsTo }.flatMap(\.fields)
            hidden[model.name] = Set(keys).subtracting(kept)
        }
    }

    /// The model whose records a relation's list has: of many to many the join model.
    func child(of relation: RelationDefinition) -> String { relation.through?.model ?? relation.target }

    /// Whether the foreign key of the relation is here.
    func holdsKey(_ relation: RelationDefinition, _ model: ModelDefinition) -> Bool {
        switch relation.kind {
        case .belongsTo: true
        case .hasMany, .manyToMany: false
        case .hasOne:
            model.foreignKeys.contains { key in
                key.ownsTarget && key.target == relation.target
                    && key.fields.map { model.fields[$0].name } == relation.fields
            }
        }
    }

    /// The names of the members at the other end: the `@belongsTo` that leads back, else the fields themselves.
    func associatedFields(of relation: RelationDefinition, in model: ModelDefinition) -> [String] {
        if let inverse = inverse(of: relation, in: model) { return [inverse.name] }
        return relation.targetFields
    }

    private func inverse(of relation: RelationDefinition, in model: ModelDefinition) -> RelationDefinition? {
        guard let target = schema.model(named: child(of: relation)), relation.kind != .belongsTo else { return nil }
        if holdsKey(relation, model) {
            // The key is here; a @belongsTo over there that leads back has a key of its own.
            let back = target.relations.filter { $0.kind == .belongsTo && $0.target == model.name }
            return back.count == 1 ? back[0] : nil
        }
        return target.relations.first {
            $0.kind == .belongsTo && $0.target == model.name && $0.fields == relation.targetFields
                && $0.targetFields == relation.fields
        }
    }

    /// The names of the schema's types for a file whose type has these members.
    func typeNames(besides members: [String]) -> SwiftTypeNames {
        SwiftTypeNames(members: members, types: schema.typeNames)
    }

    /// The members in the order of the SDL, an added `id` before them; then times and foreign keys that it does not name.
    func members(of model: ModelDefinition) -> [SwiftMember] {
        let declared = outline.fields(of: model.name)
        let names = Set(declared)
        let stored = model.fields.filter { field in
            field.role != .version && !hidden[model.name, default: []].contains(field.name)
        }
        var kinds: [String: SwiftMember.Kind] = [:]
        var used = Set(stored.map(\.name) + model.relations.map(\.name))
        for field in stored {
            let isTime = field.role == .createdAt || field.role == .updatedAt
            kinds[field.name] = .stored(field, isReadOnly: isTime && !names.contains(field.name))
        }
        for relation in model.relations {
            kinds[relation.name] =
                relation.isToOne
                ? .toOne(relation, storage: SwiftSchema.storage(for: relation.name, besides: &used)) : .toMany(relation)
        }
        let added = stored.map(\.name).filter { !names.contains($0) }
        let isTime = { (name: String) in if case .stored(_, true) = kinds[name] { true } else { false } }
        let isKey = { (name: String) in
            if case .stored(let field, _) = kinds[name] { field.role == .key } else { false }
        }
        let order =
            added.filter(isKey) + declared + model.relations.map(\.name).filter { !names.contains($0) }
            + added.filter(isTime) + added.filter { !isKey($0) && !isTime($0) }
        return order.compactMap { name in
            kinds[name].map {
                SwiftMember(
                    kind: $0, name: name, identifier: SwiftSchema.identifier(for: name, besides: used))
            }
        }
    }

    /// A member's name in Swift. `self` cannot be written behind a dot, so that one gets a tail.
    static func identifier(for name: String, besides used: Set<String>) -> String {
        guard name == "self" else { return SwiftText.identifier(name) }
        var result = "self_"
        while used.contains(result) { result += "_" }
        return result
    }

    /// `_post` for `post`, or with more underscores where that is a field.
    static func storage(for name: String, besides used: inout Set<String>) -> String {
        var result = "_" + name
        while !used.insert(result).inserted { result = "_" + result }
        return result
    }
}
