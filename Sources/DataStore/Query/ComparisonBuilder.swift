/// Makes a comparison of a field, a method and literals, checked against the field's type.
struct ComparisonBuilder {
    let field: PathBuilder.Reached

    /// The comparison; whatever is wrong goes to `faults`. `offset` is where the method stands.
    func build(
        _ method: Method, _ literals: [Literal], at offset: Int, faults: inout PredicateFaultList
    ) -> Predicate {
        guard method.arity.contains(literals.count) else {
            faults.add(offset, arityDetail(method))
            return .none
        }
        if method == .attributeExists { return existence(literals, faults: &faults) }
        // `== null` and `!= null` test absence for every type.
        if method == .eq || method == .ne, let literal = literals.first, case .null = literal.content {
            return .comparison(field.path, .attributeExists(method == .ne))
        }
        guard methods.contains(method) else {
            faults.add(offset, "\"\(field.name)\" (\(field.type.notation)) \(refusal(method))")
            return .none
        }
        let before = faults.count
        let comparison = comparison(method, literals, faults: &faults)
        guard faults.count == before, let comparison else { return .none }
        switch comparison {
        case .in([]): return .none
        case .notIn([]): return .all
        default: return .comparison(field.path, comparison)
        }
    }

    /// The methods of the field's type, without those that only test absence.
    private var methods: Set<Method> {
        switch (field.path.leaf, field.path.leaf.kind) {
        case (.list, _): field.path.leaf.itemKind == .document ? [] : [.contains, .notContains]
        case (_, .document): []
        case (.one(.enumeration), _), (_, .boolean): [.eq, .ne, .isIn, .notIn]
        case (.one(.scalar(.date)), _), (_, .integer), (_, .real), (_, .instant), (_, .time):
            [.eq, .ne, .lt, .le, .gt, .ge, .between, .isIn, .notIn]
        case (_, .text): Set(Method.allCases)
        }
    }

    private func refusal(_ method: Method) -> String {
        let known = Method.allCases.filter { methods.contains($0) || $0 == .attributeExists }.map(\.rawValue)
        let nulls = methods.contains(.eq) ? "" : ", and eq and ne with null"
        return "has no method \"\(method.rawValue)\"; it has \(known.joined(separator: ", "))\(nulls)."
    }

    private func arityDetail(_ method: Method) -> String {
        switch method {
        case .between: "\"between\" takes two values."
        case .attributeExists: "\"attributeExists\" takes true, false or nothing."
        default: "\"\(method.rawValue)\" takes one value."
        }
    }

    private func existence(_ literals: [Literal], faults: inout PredicateFaultList) -> Predicate {
        guard let literal = literals.first else { return .comparison(field.path, .attributeExists(true)) }
        guard case .boolean(let exists) = literal.content else {
            faults.add(literal.offset, "\"attributeExists\" takes true or false, not \(literal.notation).")
            return .none
        }
        return .comparison(field.path, .attributeExists(exists))
    }

    private func comparison(
        _ method: Method, _ literals: [Literal], faults: inout PredicateFaultList
    ) -> Comparison? {
        switch field.path.leaf.itemKind ?? field.path.leaf.kind {
        case .integer: numbers(literals, faults: &faults).flatMap { IntegerComparison.make(method, $0) }
        case .real: numbers(literals, faults: &faults).flatMap { RealComparison.make(method, $0) }
        case .boolean: values(literals, faults: &faults, boolean).flatMap { plain(method, $0) }
        case .text, .instant, .time: values(literals, faults: &faults, text).flatMap { plain(method, $0) }
        case .document: nil
        }
    }

    /// A comparison whose literals are values of the field's type as they are.
    private func plain(_ method: Method, _ values: [Value]) -> Comparison? {
        switch method {
        case .isIn: return .in(values)
        case .notIn: return .notIn(values)
        case .between: return values.count == 2 ? .between(values[0], values[1]) : nil
        default: break
        }
        guard let value = values.first else { return nil }
        switch method {
        case .eq: return .eq(value)
        case .ne: return .ne(value)
        case .lt: return .lt(value)
        case .le: return .le(value)
        case .gt: return .gt(value)
        case .ge: return .ge(value)
        case .contains: return .contains(value)
        case .notContains: return .notContains(value)
        case .beginsWith:
            guard case .text(let prefix) = value else { return nil }
            return .beginsWith(prefix)
        case .between, .isIn, .notIn, .attributeExists: return nil
        }
    }
}

/// Literals.
extension ComparisonBuilder {
    private func numbers(_ literals: [Literal], faults: inout PredicateFaultList) -> [NumberLiteral]? {
        var numbers: [NumberLiteral] = []
        for literal in literals {
            if case .number(let number) = literal.content {
                numbers.append(number)
            } else {
                faults.add(literal.offset, expected("a number", literal))
            }
        }
        return numbers.count == literals.count ? numbers : nil
    }

    private func values(
        _ literals: [Literal], faults: inout PredicateFaultList, _ read: (Literal) throws(SyntaxFault) -> Value
    ) -> [Value]? {
        var values: [Value] = []
        for literal in literals {
            do throws(SyntaxFault) {
                values.append(try read(literal))
            } catch {
                faults.add(error)
            }
        }
        return values.count == literals.count ? values : nil
    }

    private func boolean(_ literal: Literal) throws(SyntaxFault) -> Value {
        guard case .boolean(let flag) = literal.content else {
            throw SyntaxFault(offset: literal.offset, detail: expected("true or false", literal))
        }
        return .bool(flag)
    }

    private func text(_ literal: Literal) throws(SyntaxFault) -> Value {
        guard case .text(let text) = literal.content else {
            throw SyntaxFault(offset: literal.offset, detail: expected("a text", literal))
        }
        switch field.type.item {
        case .enumeration(let definition):
            guard definition.contains(text) else {
                let hint = Spelling.suggestion(for: text.string, in: definition.values)
                throw SyntaxFault(
                    offset: literal.offset,
                    detail: "\(definition.name) has no value \"\(Spelling.excerpt(text.string))\"." + hint)
            }
            return .text(text)
        case .scalar(let scalar) where scalar == .date || scalar == .dateTime || scalar == .time:
            do throws(ScalarFault) {
                let value = try scalar.read(text: text)
                guard scalar == .time, case .text(let stored) = value else { return value }
                return .text(stored.withoutZone)
            } catch {
                throw SyntaxFault(offset: literal.offset, detail: "A value for \"\(field.name)\" \(error.detail).")
            }
        default:
            // A part of an address is a fair thing to look for, so such texts are not held against their format.
            return .text(text)
        }
    }

    private func expected(_ what: String, _ literal: Literal) -> String {
        if case .null = literal.content {
            return "\"\(field.name)\" is compared with a value here, not with null; absence is tested by == and !=."
        }
        return "\"\(field.name)\" (\(field.type.notation)) is compared with \(what), not with \(literal.notation)."
    }
}

extension Text {
    /// An AWSTime in stored form without its `Z`: both forms order by it.
    var withoutZone: Text {
        withBytes { bytes in Text(String(decoding: bytes.prefix(bytes.countWithoutZone), as: UTF8.self)) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// How many bytes remain when every `Z` at the end is dropped, as SQLite's `rtrim(x, 'Z')` does.
    var countWithoutZone: Int {
        var count = count
        while count > 0, self[count - 1] == UInt8(ascii: "Z") { count -= 1 }
        return count
    }
}
