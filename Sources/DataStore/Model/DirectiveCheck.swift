import GraphQL

/// Checks each directive by itself: that it is known, stands where it may, and has the arguments that it takes.
struct DirectiveCheck {
    private typealias Member = DirectiveCatalog.Member
    private let report: SchemaReport

    init(_ report: SchemaReport) { self.report = report }

    /// Types that are passed over as a whole are not looked into.
    func check(_ types: TypeTable) {
        let usage = TypeUsage(types)
        for node in types.types
        where !types.roots.contains(node.name.text) && !usage.isOperationOnly(node.name.text) {
            switch node.body {
            case .object(_, let fields):
                check(node.directives, on: .type, of: "a type")
                for field in fields {
                    check(field.directives, on: .field, of: "a field")
                    for argument in field.arguments { refuse(argument.directives, on: "an argument") }
                }
            case .enumeration(let values):
                refuse(node.directives, on: "an enum")
                for value in values { refuse(value.directives, on: "a value of an enum") }
            case .scalar, .interface, .union: refuse(node.directives, on: "\"\(node.keyword)\"")
            case .input: break
            }
        }
    }

    private func check(_ directives: [DirectiveNode], on place: DirectiveCatalog.Place, of what: String) {
        var first: [String: Location] = [:]
        for directive in directives {
            let name = directive.name.text
            guard let entry = DirectiveCatalog.entry(name) else {
                reportUnknown(directive)
                continue
            }
            guard entry.place.includes(place) else {
                report.error("@\(name) belongs on a \(entry.place.rawValue), not on \(what)", at: directive.location)
                continue
            }
            if let location = first[name], !entry.isRepeatable {
                report.error("@\(name) stands here already, at \(location.notation)", at: directive.location)
            }
            first[name] = first[name] ?? directive.location
            check(directive.arguments, against: entry.arguments, of: "@\(name)", at: directive.location)
            if let reason = entry.passedOver {
                report.notice("@\(name) is passed over: \(reason)", at: directive.location)
            }
        }
    }

    private func refuse(_ directives: [DirectiveNode], on what: String) {
        for directive in directives {
            guard let entry = DirectiveCatalog.entry(directive.name.text) else {
                reportUnknown(directive)
                continue
            }
            let place = entry.place == .both ? "a type or a field" : "a \(entry.place.rawValue)"
            report.error("@\(entry.name) belongs on \(place), not on \(what)", at: directive.location)
        }
    }

    private func reportUnknown(_ directive: DirectiveNode) {
        let name = directive.name.text
        let near = Suggestion.nearest(to: name, among: DirectiveCatalog.entries.map(\.name))
        report.error(
            "there is no directive @\(name)" + (near.map { "; did you mean @\($0)?" } ?? ""), at: directive.location)
    }

    /// Arguments, or the members of an object.
    private func check(_ given: [ArgumentNode], against known: [Member], of what: String, at location: Location) {
        var first: [String: Location] = [:]
        for argument in given {
            let name = argument.name.text
            guard let member = known.first(where: { $0.name == name }) else {
                let takes = known.isEmpty ? "; it takes none" : ""
                let hint = Suggestion.hint(for: name, among: known.map(\.name))
                report.error(
                    "\(what) has no argument \"\(name)\"\(takes)\(hint)", at: argument.name.location)
                continue
            }
            if let location = first[name] {
                report.error("\"\(name)\" is given already, at \(location.notation)", at: argument.name.location)
            }
            first[name] = argument.name.location
            check(argument.value, against: member.shape, of: "\"\(name)\" of \(what)")
        }
        for member in known where member.isRequired && first[member.name] == nil {
            report.error("\(what) needs the argument \"\(member.name)\"", at: location)
        }
    }

    private func check(_ value: ValueNode, against shape: DirectiveCatalog.Shape, of what: String) {
        switch (shape, value.kind) {
        case (.any, _), (.string, .string), (.integer, .int), (.nullable, .null): break
        case (.nullable(let shape), _): check(value, against: shape, of: what)
        case (.name(let names), .enumeration(let name)):
            guard !names.contains(name) else { break }
            let hint = Suggestion.hint(for: name, among: names)
            report.error(
                "\(what) is one of \(names.joined(separator: ", ")), not \"\(name)\"\(hint)", at: value.location)
        case (.list(let item), .list(let values)):
            for value in values { check(value, against: item, of: what) }
        case (.list(let item), _):
            // A single item stands for a list of it; anything else is told as what the list should be.
            if case .null = value.kind { return reportKind(value, shape, of: what) }
            check(value, against: item, of: what)
        case (.object(let members), .object(let given)):
            check(given, against: members, of: what, at: value.location)
        case (.string, .int), (.string, .float), (.string, .boolean), (.string, .enumeration):
            report.error("\(what) is a string: write \"\(Printer.print(value))\"", at: value.location)
        default:
            reportKind(value, shape, of: what)
        }
    }

    private func reportKind(_ value: ValueNode, _ shape: DirectiveCatalog.Shape, of what: String) {
        let wanted =
            switch shape {
            case .string: "a string"
            case .integer: "an integer"
            case .name(let names): "one of \(names.joined(separator: ", "))"
            case .list: "a list"
            case .object: "an object in braces"
            case .nullable, .any: "something else"
            }
        report.error("\(what) is \(wanted), not \(value.noun)", at: value.location)
    }
}
