/// How the coding keys of one Swift type meet the fields and relations of its model. Immutable.
final class ModelBinding: Sendable {
    /// What a coding key stands for.
    enum Target: Sendable {
        /// A field of the record.
        case field(Int)
        /// A record whose key is held here, in these fields.
        case reference(Reference)
        /// Records that hold this record's key.
        case children(Children)
    }

    /// A record whose key is held here.
    struct Reference: Sendable {
        let model: ModelDefinition
        /// Places of the fields here, in the order of the other's key.
        let places: [Int]
    }

    /// Records that hold this record's key.
    struct Children: Sendable {
        let model: ModelDefinition
        /// Places here, and of the fields over there that equal them.
        let places: [Int]
        let fields: [Int]
    }

    /// One coding key.
    struct Slot: Sendable {
        let name: String
        let target: Target
    }

    let definition: ModelDefinition
    /// In the order of the Swift type, then what it does not know.
    let slots: [Slot]
    /// Fields that the type knows, by itself or through a relation.
    let isKnown: [Bool]
    /// Fields that the type declares by their own name.
    let isDeclared: [Bool]
    /// Fields that the type leaves to the store.
    let isReadOnly: [Bool]
    private let places: [String: Int]

    init(_ definition: ModelDefinition, _ schema: ModelSchema, in whole: Schema) throws(DataStoreError) {
        self.definition = definition
        var slots: [Slot] = []
        var isKnown = [Bool](repeating: false, count: definition.fields.count)
        var isDeclared = isKnown
        var isReadOnly = isKnown
        for field in schema.declaredFields {
            guard let target = ModelBinding.target(field.name, of: definition, in: whole) else {
                throw .configuration(
                    "\(definition.name).\(field.name) is in the Swift type and not in the schema.",
                    "Generate the models' files anew from the schema.")
            }
            slots.append(Slot(name: field.name, target: target))
            switch target {
            case .field(let place):
                isKnown[place] = true
                isDeclared[place] = true
                isReadOnly[place] = field.isReadOnly
            case .reference(let reference): for place in reference.places { isKnown[place] = true }
            case .children: break
            }
        }
        let declared = Set(slots.map(\.name))
        for name in definition.fields.map(\.name) + definition.relations.map(\.name) where !declared.contains(name) {
            guard let target = ModelBinding.target(name, of: definition, in: whole) else { continue }
            slots.append(Slot(name: name, target: target))
        }
        self.slots = slots
        self.isKnown = isKnown
        self.isDeclared = isDeclared
        self.isReadOnly = isReadOnly
        places = Dictionary(slots.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The slot of that coding key. `next` is where the key most likely stands, and moves on: types name their keys in
    /// their order.
    func slot(_ name: String, next: inout Int) -> Slot? {
        let place: Int
        if next < slots.count, slots[next].name == name {
            place = next
        } else if let found = places[name] {
            place = found
        } else {
            return nil
        }
        next = place + 1
        return slots[place]
    }

    private static func target(_ name: String, of model: ModelDefinition, in schema: Schema) -> Target? {
        if let place = model.place(of: name) { return .field(place) }
        guard let relation = model.relation(named: name) else { return nil }
        let here = relation.fields.compactMap { model.place(of: $0) }
        if let through = relation.through {
            guard let join = schema.model(named: through.model) else { return nil }
            let there = relation.targetFields.compactMap { join.place(of: $0) }
            return .children(Children(model: join, places: here, fields: there))
        }
        guard let other = schema.model(named: relation.target) else { return nil }
        let there = relation.targetFields.compactMap { other.place(of: $0) }
        guard here.count == there.count else { return nil }
        guard relation.holdsKey(in: model) else {
            return .children(Children(model: other, places: here, fields: there))
        }
        // The places in the order of the other's key.
        let ordered = other.primaryKey.compactMap { key in there.firstIndex(of: key).map { here[$0] } }
        return .reference(Reference(model: other, places: ordered))
    }
}

extension RelationDefinition {
    /// Whether it leads to one record whose key `model`, which has the relation, holds.
    func holdsKey(in model: ModelDefinition) -> Bool {
        if kind == .belongsTo { return true }
        guard kind == .hasOne else { return false }
        return model.foreignKeys.contains { $0.target == target && $0.fields.map { model.fields[$0].name } == fields }
    }
}
