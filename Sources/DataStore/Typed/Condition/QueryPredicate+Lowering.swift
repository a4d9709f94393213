/// The way from a predicate of a Swift program to the one that the store evaluates.
extension QueryPredicate {
    /// The predicate on records of `model`. Throws everything that is wrong with it, as ``InvalidQuery``.
    package func predicate(
        for model: ModelDefinition, in schema: Schema
    ) throws(DataStoreError) -> Predicate {
        try predicate(for: model, in: schema, as: .query)
    }

    /// The same, of a predicate that was given as `subject`.
    func predicate(
        for model: ModelDefinition, in schema: Schema, as subject: InvalidQuery.Subject
    ) throws(DataStoreError) -> Predicate {
        var lowering = PredicateLowering(model, in: schema)
        let predicate = lowering.lower(self, depth: 0)
        guard lowering.details.isEmpty else {
            throw .invalidOperation(causedBy: InvalidQuery.predicate(subject, on: model, lowering.details))
        }
        return predicate
    }
}

/// Checks a predicate against a schema, with the same rules as the language of the REST interface.
struct PredicateLowering {
    private let model: ModelDefinition
    private let schema: Schema
    /// What was found wrong: sentences that name the field.
    private(set) var details: [String] = []

    init(_ model: ModelDefinition, in schema: Schema) {
        self.model = model
        self.schema = schema
    }

    mutating func lower(_ predicate: any QueryPredicate, depth: Int) -> Predicate {
        guard depth <= PredicateBounds.depth else {
            return fault("A predicate is nested at most \(PredicateBounds.depth) levels deep.")
        }
        switch predicate {
        case is QueryPredicateConstant: return .all
        case let operation as QueryPredicateOperation: return lower(operation)
        case let group as QueryPredicateGroup:
            let operands = group.predicates.map { lower($0, depth: depth + 1) }
            switch group.type {
            case .and: return .and(operands)
            case .or: return .or(operands)
            case .not: return .not(operands.count == 1 ? operands[0] : .and(operands))
            }
        default: return fault("\(type(of: predicate)) is no predicate that this store knows.")
        }
    }

    private mutating func lower(_ operation: QueryPredicateOperation) -> Predicate {
        let names = operation.field.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= PredicateBounds.depth else {
            return fault("A path has at most \(PredicateBounds.depth) names.")
        }
        var path = PathBuilder(from: model, in: schema)
        do throws(PathBuilder.Failure) {
            if let relation = relation(at: names) {
                for name in names.dropLast() { try path.step(name) }
                return lower(operation, relation, behind: path)
            }
            for name in names { try path.step(name) }
            return compare(try path.reached(), operation.operator)
        } catch {
            return fault(error.detail)
        }
    }

    private mutating func compare(_ field: PathBuilder.Reached, _ operation: QueryOperator) -> Predicate {
        let (method, values) = operation.parts
        var literals: [Literal] = []
        for value in values {
            guard let literal = Literal(value) else {
                let what = value.map { Spelling.described($0) } ?? "nil"
                return fault("\"\(field.name)\" (\(field.type.notation)) cannot be compared with \(what).")
            }
            literals.append(literal)
        }
        var faults = PredicateFaultList()
        let predicate = ComparisonBuilder(field: field).build(method, literals, at: 0, faults: &faults)
        for fault in faults.faults(in: []).items { details.append(fault.detail) }
        return predicate
    }

    private mutating func fault(_ detail: String) -> Predicate {
        details.append(detail)
        return .none
    }
}

/// Relations, which are compared by the key that they hold.
extension PredicateLowering {
    /// A relation that holds a key, at the end of a path.
    private struct Relation {
        let definition: RelationDefinition
        let target: ModelDefinition
    }

    private func relation(at names: [String]) -> Relation? {
        var here = model
        for name in names.dropLast() {
            guard here.place(of: name) == nil, let next = here.relation(named: name),
                let target = schema.model(named: next.target)
            else { return nil }
            here = target
        }
        guard let last = names.last, here.place(of: last) == nil, let found = here.relation(named: last),
            found.holdsKey(in: here), let target = schema.model(named: found.target)
        else { return nil }
        return Relation(definition: found, target: target)
    }

    private mutating func lower(
        _ operation: QueryPredicateOperation, _ relation: Relation, behind path: PathBuilder
    ) -> Predicate {
        switch operation.operator {
        case .equals(let value): return equal(operation.field, relation, behind: path, value)
        case .notEqual(let value): return .not(equal(operation.field, relation, behind: path, value))
        case .attributeExists(let exists):
            let absent = equal(operation.field, relation, behind: path, nil)
            return exists ? .not(absent) : absent
        case .in(let values):
            return .or(values.map { equal(operation.field, relation, behind: path, $0) })
        case .notIn(let values):
            return .not(.or(values.map { equal(operation.field, relation, behind: path, $0) }))
        default:
            return fault(
                "\"\(operation.field)\" is a relation; it is compared by eq, ne, in, notIn and attributeExists with a "
                    + "\(relation.target.name) or its key.")
        }
    }

    /// Whether the relation leads to the record of that key; with nil, to none.
    private mutating func equal(
        _ name: String, _ relation: Relation, behind path: PathBuilder, _ value: (any Persistable)?
    ) -> Predicate {
        var terms: [Predicate] = []
        for (field, target) in zip(relation.definition.fields, relation.definition.targetFields) {
            var path = path
            let part: (any Persistable)?
            switch value {
            case nil: part = nil
            case let key as ReferencedKey:
                guard let found = key.fields.first(where: { $0.name == target }) else {
                    return fault("\"\(name)\" is compared with a key that has no \(target).")
                }
                part = found.value
            case let value?:
                guard relation.definition.fields.count == 1 else {
                    return fault(
                        "The key of \(relation.target.name) has several fields; compare \"\(name)\" with a model or its "
                            + "identifier.")
                }
                part = value
            }
            do throws(PathBuilder.Failure) {
                try path.step(field)
                terms.append(compare(try path.reached(), .equals(part)))
            } catch {
                return fault(error.detail)
            }
        }
        // A key of which a part is missing leads nowhere.
        return terms.count == 1 ? terms[0] : value == nil ? .or(terms) : .and(terms)
    }
}

extension QueryOperator {
    /// The method of the language, and its literals.
    fileprivate var parts: (Method, [(any Persistable)?]) {
        switch self {
        case .equals(let value): (.eq, [value])
        case .notEqual(let value): (.ne, [value])
        case .lessThan(let value): (.lt, [value])
        case .lessOrEqual(let value): (.le, [value])
        case .greaterThan(let value): (.gt, [value])
        case .greaterOrEqual(let value): (.ge, [value])
        case .contains(let value): (.contains, [value])
        case .notContains(let value): (.notContains, [value])
        case .between(let start, let end): (.between, [start, end])
        case .beginsWith(let text): (.beginsWith, [text])
        case .attributeExists(let exists): (.attributeExists, [exists])
        case .in(let values): (.isIn, values)
        case .notIn(let values): (.notIn, values)
        }
    }
}

extension Literal {
    /// The literal of a value; nil when it is none that the language can say.
    fileprivate init?(_ value: (any Persistable)?) {
        guard let value else {
            self.init(content: .null, offset: 0)
            return
        }
        let json: JSON
        do {
            json = try TreeEncoder.json(of: value, as: nil, at: [])
        } catch {
            return nil
        }
        switch json {
        case .null: self.init(content: .null, offset: 0)
        case .bool(let flag): self.init(content: .boolean(flag), offset: 0)
        case .number(let text):
            guard let number = NumberLiteral(text) else { return nil }
            self.init(content: .number(number), offset: 0)
        case .string(let text):
            if text.contains("\0") { return nil }
            self.init(content: .text(text), offset: 0)
        case .array, .object: return nil
        }
    }
}
