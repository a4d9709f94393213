/// Follows the names of a path through the schema, one at a time.
struct PathBuilder {
    /// A field that was reached.
    struct Reached {
        let path: ValuePath
        let type: FieldType
        /// The path as it was written.
        let name: String
    }

    /// A name that leads nowhere; a sentence for the client.
    struct Failure: Error {
        let detail: String
    }

    private enum Stop {
        case model(ModelDefinition)
        case field(ModelDefinition, place: Int, FieldType)
    }

    private let schema: Schema
    private let root: ModelDefinition
    private var stop: Stop
    private var hops: [ForeignKeyHop] = []
    private var members: [String] = []
    private var names: [String] = []

    init(from root: ModelDefinition, in schema: Schema) {
        self.schema = schema
        self.root = root
        stop = .model(root)
    }

    /// Whether the path is as long as paths may be.
    var isFull: Bool { names.count >= PredicateBounds.depth }

    /// Whether a field or a relation of that name follows.
    func knows(_ name: String) -> Bool {
        switch stop {
        case .model(let model): model.place(of: name) != nil || model.relation(named: name) != nil
        case .field(_, _, let type): embedded(type)?.field(named: name) != nil
        }
    }

    /// Goes on to the field or relation `name`.
    mutating func step(_ name: String) throws(Failure) {
        switch stop {
        case .model(let model): try step(name, from: model)
        case .field(let model, let place, let type):
            guard let definition = embedded(type) else { throw Failure(detail: dead(type, at: name)) }
            guard let next = definition.field(named: name) else {
                throw unknown(name, of: definition.name, among: definition.fields.map(\.name))
            }
            members.append(name)
            stop = .field(model, place: place, next.type)
        }
        names.append(name)
    }

    /// The field that was reached. A model is none.
    func reached() throws(Failure) -> Reached {
        guard case .field(let model, let place, let type) = stop else {
            let name = names.joined(separator: ".")
            guard case .model(let model) = stop, !names.isEmpty else { throw Failure(detail: "A field is expected.") }
            let example = model.primaryKey.first.map { model.fields[$0].name } ?? "id"
            throw Failure(
                detail: "\"\(name)\" is a relation; compare a field of \(model.name), such as \(name).\(example).")
        }
        let path = ValuePath(
            model: root.name, hops: hops, field: place, column: model.fields[place].name, members: members,
            leaf: .init(type))
        return Reached(path: path, type: type, name: names.joined(separator: "."))
    }

    private mutating func step(_ name: String, from model: ModelDefinition) throws(Failure) {
        if let place = model.place(of: name) {
            stop = .field(model, place: place, model.fields[place].type)
            return
        }
        guard let relation = model.relation(named: name) else {
            let relations = model.relations.filter { $0.kind == .belongsTo }.map(\.name)
            throw unknown(name, of: model.name, among: model.fields.map(\.name) + relations)
        }
        guard relation.kind == .belongsTo else {
            throw Failure(
                detail: "\"\(name)\" of \(model.name) is a @\(relation.kind.rawValue) relation; "
                    + "only fields across @belongsTo can be compared.")
        }
        guard let parent = schema.model(named: relation.target), let hop = hop(relation, from: model, to: parent) else {
            throw Failure(detail: "\"\(name)\" of \(model.name) does not lead to the key of \(relation.target).")
        }
        hops.append(hop)
        stop = .model(parent)
    }

    private func hop(
        _ relation: RelationDefinition, from model: ModelDefinition, to parent: ModelDefinition
    ) -> ForeignKeyHop? {
        let keys = parent.primaryKey.map { parent.fields[$0].name }
        var columns: [String] = []
        for key in keys {
            guard let index = relation.targetFields.firstIndex(of: key), index < relation.fields.count else {
                return nil
            }
            columns.append(relation.fields[index])
        }
        let places = columns.compactMap { model.place(of: $0) }
        guard places.count == columns.count else { return nil }
        return ForeignKeyHop(
            relation: relation.name, fields: places, columns: columns, target: parent.name, targetColumns: keys)
    }

    private func embedded(_ type: FieldType) -> EmbeddedDefinition? {
        guard !type.isList, case .embedded(let definition) = type.item else { return nil }
        return definition
    }

    private func dead(_ type: FieldType, at name: String) -> String {
        let here = names.joined(separator: ".")
        let excerpt = Spelling.excerpt(name)
        if type.isList, case .embedded = type.item {
            return "\"\(here)\" is a list (\(type.notation)); \"\(excerpt)\" cannot be reached through it."
        }
        return "\"\(here)\" (\(type.notation)) has no field \"\(excerpt)\" and no method of that name."
    }

    private func unknown(_ name: String, of type: String, among names: [String]) -> Failure {
        Failure(
            detail: "\(type) has no field \"\(Spelling.excerpt(name))\"." + Spelling.suggestion(for: name, in: names))
    }
}

/// What a predicate's text may hold at most.
enum PredicateBounds {
    /// In bytes.
    static let text = 64 * 1024
    /// Levels of parentheses and negations, or of nesting in JSON; names of a path.
    static let depth = 64
    static let literals = 10_000
}
