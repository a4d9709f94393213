/// A condition on the records of one model, checked against the schema when it was made.
///
/// Logic has two values: a comparison with a field that is null is false, and its negation is true. The tests of absence
/// (`attributeExists`) are the exception. SQL, memory and normal form agree on every record.
///
/// It names models, columns and places, and holds no definition, so it can be compared, hashed and kept.
package indirect enum Predicate: Sendable, Hashable {
    /// Every record, or none.
    case constant(Bool)
    /// All of them; true when there is none.
    case and([Predicate])
    /// At least one of them; false when there is none.
    case or([Predicate])
    /// The exact opposite.
    case not(Predicate)
    /// One field against literals of its type, in stored form.
    case comparison(ValuePath, Comparison)

    /// Matches every record.
    package static let all = Predicate.constant(true)
    /// Matches none.
    package static let none = Predicate.constant(false)
}

extension Predicate {
    /// A field that a predicate reads: the model's name and the field's place in it.
    package struct ReadField: Sendable, Hashable {
        package let model: String
        package let place: Int

        package init(model: String, place: Int) {
            self.model = model
            self.place = place
        }
    }

    /// Names of the models whose records decide: the predicate's own when it reads a field, and all those across
    /// `belongsTo`.
    package var models: Set<String> {
        var names: Set<String> = []
        forEachPath { path in
            names.insert(path.model)
            for hop in path.hops { names.insert(hop.target) }
        }
        return names
    }

    /// Every field that decides, the foreign keys on the way included.
    package var readFields: Set<ReadField> {
        var fields: Set<ReadField> = []
        forEachPath { path in
            var model = path.model
            for hop in path.hops {
                for place in hop.fields { fields.insert(ReadField(model: model, place: place)) }
                model = hop.target
            }
            fields.insert(ReadField(model: model, place: path.field))
        }
        return fields
    }

    /// Whether it reads records of parents.
    package var crossesRelations: Bool {
        var crosses = false
        forEachPath { crosses = crosses || !$0.hops.isEmpty }
        return crosses
    }

    private func forEachPath(_ body: (ValuePath) -> Void) {
        switch self {
        case .constant: break
        case .and(let operands), .or(let operands): for operand in operands { operand.forEachPath(body) }
        case .not(let operand): operand.forEachPath(body)
        case .comparison(let path, _): body(path)
        }
    }
}
