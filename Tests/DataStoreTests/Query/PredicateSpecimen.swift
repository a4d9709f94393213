import DataStore

/// A random predicate that the tests print in both spellings and evaluate on their own.
indirect enum PredicateSpecimen {
    case constant(Bool)
    case and([PredicateSpecimen])
    case or([PredicateSpecimen])
    case not(PredicateSpecimen)
    case comparison(Subject, method: String, [Literal])

    /// The field of a comparison.
    struct Subject {
        /// Relations, a field, and names inside an embedded object.
        let names: [String]
        let hops: Int
        let type: FieldType
    }

    struct Literal {
        let text: String
        let cell: Cell
    }
}

/// Evaluation, as the protocol says it.
extension PredicateSpecimen {
    func matches(_ row: PredicateWorld.Row, in world: PredicateWorld) -> Bool {
        switch self {
        case .constant(let flag): flag
        case .and(let operands): operands.allSatisfy { $0.matches(row, in: world) }
        case .or(let operands): operands.contains { $0.matches(row, in: world) }
        case .not(let operand): !operand.matches(row, in: world)
        case .comparison(let subject, let method, let literals):
            PredicateSpecimen.holds(subject.cell(of: row, in: world), method, literals.map(\.cell))
        }
    }

    private static func holds(_ cell: Cell, _ method: String, _ literals: [Cell]) -> Bool {
        switch method {
        case "ne": return !holds(cell, "eq", literals)
        case "notIn": return !holds(cell, "in", literals)
        case "notContains": return !holds(cell, "contains", literals)
        case "eq" where literals == [.null]: return cell == .null
        case "attributeExists": return (cell != .null) == (literals.first != .flag(false))
        default: break
        }
        if cell == .null { return false }
        switch method {
        case "eq": return cell == literals[0]
        case "lt": return Cell.precedes(cell, literals[0])
        case "ge": return !Cell.precedes(cell, literals[0])
        case "gt": return Cell.precedes(literals[0], cell)
        case "le": return !Cell.precedes(literals[0], cell)
        case "between": return !Cell.precedes(cell, literals[0]) && !Cell.precedes(literals[1], cell)
        case "in": return literals.contains(cell)
        case "contains":
            if case .list(let items) = cell { return items.contains(literals[0]) }
            return cell.bytes.indices.contains { cell.bytes[$0...].starts(with: literals[0].bytes) }
                || literals[0].bytes.isEmpty
        case "beginsWith": return cell.bytes.starts(with: literals[0].bytes)
        default: preconditionFailure(method)
        }
    }
}

extension Cell {
    fileprivate var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
}

extension PredicateSpecimen.Subject {
    fileprivate func cell(of row: PredicateWorld.Row, in world: PredicateWorld) -> Cell {
        var row = row
        for _ in 0..<hops {
            guard let parent = world.parent(of: row) else { return .null }
            row = parent
        }
        return (row.cells[names[hops]] ?? .null).at(names[(hops + 1)...])
    }

    /// A random field of the world's leaves, or across their parents.
    fileprivate static func random(_ world: PredicateWorld, using generator: inout SplitMix64) -> Self {
        let hops = [0, 0, 0, 1, 1, 2].randomElement(using: &generator) ?? 0
        let names = Array(repeating: "parent", count: hops)
        let model = world.models[hops]
        let field = model.fields.randomElement(using: &generator) ?? model.fields[0]
        return Self(names: names + [field.name], hops: hops, type: field.type).inwards(using: &generator)
    }

    private func inwards(using generator: inout SplitMix64) -> Self {
        guard !type.isList, case .embedded(let definition) = type.item,
            Int.random(in: 0..<6, using: &generator) > 0,
            let field = definition.fields.randomElement(using: &generator)
        else { return self }
        return Self(names: names + [field.name], hops: hops, type: field.type).inwards(using: &generator)
    }
}

/// Generation.
extension PredicateSpecimen {
    static func random(
        _ world: PredicateWorld, depth: Int, using generator: inout SplitMix64
    ) -> PredicateSpecimen {
        if depth > 0, Bool.random(using: &generator) {
            let operands = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                random(world, depth: depth - 1, using: &generator)
            }
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: return .and(operands)
            case 1: return .or(operands)
            default: return .not(random(world, depth: depth - 1, using: &generator))
            }
        }
        if Int.random(in: 0..<30, using: &generator) == 0 { return .constant(Bool.random(using: &generator)) }
        return comparison(.random(world, using: &generator), using: &generator)
    }

    private static func comparison(_ subject: Subject, using generator: inout SplitMix64) -> PredicateSpecimen {
        let samples = Samples.of(ValuePath.Item(subject.type.item))
        var methods = ["attributeExists", "eq null", "ne null"]
        if subject.type.isList {
            if !samples.isEmpty { methods += ["contains", "notContains", "contains", "notContains"] }
        } else if !samples.isEmpty {
            methods += ["eq", "ne", "in", "notIn"]
            let isOrdered = if case .flag = samples[0].cell { false } else { true }
            if isOrdered, case .scalar(let scalar) = ValuePath.Item(subject.type.item) {
                methods += ["lt", "le", "gt", "ge", "between", "lt", "le", "gt", "ge", "between"]
                if case .bytes = samples[0].cell, scalar != .date {
                    methods += ["contains", "notContains", "beginsWith", "beginsWith"]
                }
            }
        }
        let method = methods.randomElement(using: &generator) ?? "eq null"
        func literal() -> Literal {
            guard let sample = samples.randomElement(using: &generator),
                let text = sample.literals.randomElement(using: &generator)
            else { return Literal(text: "null", cell: .null) }
            return Literal(text: text, cell: sample.cell)
        }
        switch method {
        case "eq null", "ne null":
            return .comparison(subject, method: String(method.prefix(2)), [Literal(text: "null", cell: .null)])
        case "attributeExists":
            let flag = Bool.random(using: &generator)
            return .comparison(subject, method: method, [Literal(text: "\(flag)", cell: .flag(flag))])
        case "between": return .comparison(subject, method: method, [literal(), literal()])
        case "in", "notIn":
            let count = Int.random(in: 0...4, using: &generator)
            return .comparison(subject, method: method, (0..<count).map { _ in literal() })
        default: return .comparison(subject, method: method, [literal()])
        }
    }
}

/// The two spellings.
extension PredicateSpecimen {
    func swiftSpelling(using generator: inout SplitMix64) -> String {
        func space() -> String { ["", " ", "\n", "\t  "].randomElement(using: &generator) ?? "" }
        switch self {
        case .constant(let flag): return "\(flag)"
        case .and(let operands), .or(let operands):
            let isAnd = if case .and = self { true } else { false }
            if operands.isEmpty { return "\(isAnd)" }
            let parts = operands.map { "(" + space() + $0.swiftSpelling(using: &generator) + space() + ")" }
            let sign = Bool.random(using: &generator) ? (isAnd ? "&&" : "||") : (isAnd ? " and " : " or ")
            return parts.joined(separator: space() + sign + space())
        case .not(let operand):
            return (Bool.random(using: &generator) ? "!" : "not ") + "(" + operand.swiftSpelling(using: &generator)
                + ")"
        case .comparison(let subject, let method, let literals):
            let names = subject.names.map { $0 == "or" || Bool.random(using: &generator) ? "`\($0)`" : $0 }
            let path = names.joined(separator: ".")
            let signs = ["eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="]
            let texts = literals.map { PredicateSpecimen.requoted($0.text, using: &generator) }
            if let sign = signs[method], Bool.random(using: &generator) {
                return path + space() + sign + space() + texts[0]
            }
            return "\(path).\(method)(" + texts.joined(separator: space() + "," + space()) + ")"
        }
    }

    /// Half of the texts in single quotes.
    private static func requoted(_ text: String, using generator: inout SplitMix64) -> String {
        guard text.hasPrefix("\""), Bool.random(using: &generator) else { return text }
        let inner = text.dropFirst().dropLast()
        return "'" + inner.replacing("\\\"", with: "\"").replacing("'", with: "\\'") + "'"
    }

    var jsonSpelling: String {
        switch self {
        case .constant(let flag): return flag ? "{\"and\":[]}" : "{\"or\":[]}"
        case .and(let operands): return "{\"and\":[" + operands.map(\.jsonSpelling).joined(separator: ", ") + "]}"
        case .or(let operands): return "{ \"or\" : [" + operands.map(\.jsonSpelling).joined(separator: ",") + "]}"
        case .not(let operand): return "{\"not\":\(operand.jsonSpelling)}"
        case .comparison(let subject, let method, let literals):
            let texts = literals.map(\.text).joined(separator: ",")
            let value = ["in", "notIn", "between"].contains(method) ? "[\(texts)]" : texts
            let names = subject.names.map { $0 == "or" ? "`\($0)`" : $0 }
            return names.reversed().reduce("{\"\(method)\":\(value)}") { "{\"\($1)\":\($0)}" }
        }
    }
}
