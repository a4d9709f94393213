import GraphQL

/// `@default` and `@validate` of one stored field, checked against its type.
struct FieldRules {
    static let validationTypes = [
        "gt", "lt", "gte", "lte", "minLength", "maxLength", "startsWith", "endsWith", "matches",
    ]

    private let node: FieldNode
    private let type: FieldType
    private let report: SchemaReport

    init(_ node: FieldNode, _ type: FieldType, _ report: SchemaReport) {
        self.node = node
        self.type = type
        self.report = report
    }

    /// The value of `@default` in stored form, and the rules of `@validate` in their order; the one must keep the others.
    func read() -> (defaultValue: Value?, validations: [Validation]) {
        let (value, validations) = (defaultValue(), validations())
        guard let value, let broken = validations.first(where: { !$0.rule.admits(value) }),
            let directive = node.directives.first(where: { $0.name.text == "default" })
        else { return (value, validations) }
        let location = directive.argument("value")?.value.location ?? directive.location
        report.error("the default of \"\(node.name.text)\" \(broken.rule.promise)", at: location)
        return (value, validations)
    }

    private func defaultValue() -> Value? {
        guard let directive = node.directives.first(where: { $0.name.text == "default" }) else { return nil }
        guard let value = directive.argument("value")?.value, let text = value.string else { return nil }
        switch type.item {
        case _ where type.isList, .embedded:
            report.error("@default is for scalars and enums, not for \(type.notation)", at: directive.location)
        case .enumeration(let definition):
            if definition.contains(Text(text)) { return .text(Text(text)) }
            let hint = Suggestion.hint(for: text, among: definition.values)
            report.error("\(definition.name) has no value \"\(text)\"\(hint)", at: value.location)
        case .scalar(let scalar):
            do throws(ScalarFault) {
                return try scalar.read(text: text)
            } catch {
                report.error("the default of \"\(node.name.text)\" \(error.detail)", at: value.location)
            }
        }
        return nil
    }

    private func validations() -> [Validation] {
        var result: [Validation] = []
        var first: [String: Location] = [:]
        for directive in node.directives where directive.name.text == "validate" {
            guard case .enumeration(let kind) = directive.argument("type")?.value.kind,
                FieldRules.validationTypes.contains(kind),
                let value = directive.argument("value")?.value, let text = value.string
            else { continue }
            if let location = first[kind] {
                report.error(
                    "\"\(node.name.text)\" is validated by \(kind) already, at \(location.notation)",
                    at: directive.location)
            }
            first[kind] = first[kind] ?? directive.location
            guard isFitting(kind, directive), let rule = rule(kind, text, at: value.location) else { continue }
            result.append(
                Validation(rule: rule, errorMessage: directive.argument("errorMessage")?.value.string))
        }
        checkLengths(result)
        return result
    }

    /// Numbers are compared, texts measured and matched.
    private func isFitting(_ kind: String, _ directive: DirectiveNode) -> Bool {
        let isNumeric = ["gt", "lt", "gte", "lte"].contains(kind)
        let fits =
            switch type.scalar {
            case .int, .float, .timestamp: isNumeric
            case .id, .string, .email, .url, .phone: !isNumeric
            default: false
            }
        if !fits {
            let wanted = isNumeric ? "numbers" : "texts"
            report.error(
                "\(kind) is for \(wanted), and \"\(node.name.text)\" is \(type.notation)", at: directive.location)
        }
        return fits
    }

    private func rule(_ kind: String, _ text: String, at location: Location) -> Validation.Rule? {
        switch kind {
        case "gt": return number(text, at: location).map { .greaterThan($0) }
        case "gte": return number(text, at: location).map { .greaterOrEqual($0) }
        case "lt": return number(text, at: location).map { .lessThan($0) }
        case "lte": return number(text, at: location).map { .lessOrEqual($0) }
        case "minLength": return length(text, at: location).map { .minLength($0) }
        case "maxLength": return length(text, at: location).map { .maxLength($0) }
        case "startsWith": return .startsWith(Text(text))
        case "endsWith": return .endsWith(Text(text))
        default:
            do throws(ScalarFault) {
                return .matches(try Pattern(Text(text)))
            } catch {
                report.error(error.detail, at: location)
                return nil
            }
        }
    }

    private func number(_ text: String, at location: Location) -> Double? {
        do throws(ScalarFault) {
            if case .double(let number) = try Scalar.float.read(text: text) { return number }
        } catch {
            report.error("\"\(text)\" is no number", at: location)
        }
        return nil
    }

    private func length(_ text: String, at location: Location) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else {
            report.error("\"\(text)\" is no length: a whole number from 0", at: location)
            return nil
        }
        return length
    }

    private func checkLengths(_ validations: [Validation]) {
        var least = 0
        var most = Int.max
        for validation in validations {
            if case .minLength(let length) = validation.rule { least = length }
            if case .maxLength(let length) = validation.rule { most = length }
        }
        if least > most {
            report.error(
                "no text of \"\(node.name.text)\" has at least \(least) and at most \(most) characters",
                at: node.name.location)
        }
    }
}
