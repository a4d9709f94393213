import GraphQL

/// Enums, embedded types, and what a field's type may be.
extension SchemaBuilder {
    /// Tells about the definitions that have no meaning here.
    func reportPassedOver(_ usage: TypeUsage) {
        for node in types.types {
            let name = node.name
            let reason: String? =
                switch node.body {
                case .input: "the input type \"\(name.text)\" is passed over: records are written as they are read"
                case .interface: "the interface \"\(name.text)\" is passed over: a field has one type"
                case .union: "the union \"\(name.text)\" is passed over: a field has one type"
                case .object where types.roots.contains(name.text) && !TypeTable.isModel(node):
                    "the operations of \"\(name.text)\" are passed over: the API is made from the models"
                case .object where usage.isOperationOnly(name.text):
                    "the type \"\(name.text)\" is passed over: only operations use it"
                case .scalar where Scalar(rawValue: name.text) == nil:
                    "the scalar \"\(name.text)\" is passed over: no field can have it"
                case .object, .enumeration, .scalar: nil
                }
            if let reason { report.notice(reason, at: name.location) }
        }
    }

    /// Of types that could not be read whole, looks up the types of the fields that could.
    func checkTypesSetAside(_ usage: TypeUsage) {
        for node in types.setAside
        where !types.roots.contains(node.name.text) && !usage.isOperationOnly(node.name.text) {
            guard case .object(_, let fields) = node.body else { continue }
            for name in fields.map(\.type.name) where types[name.text] == nil && Scalar(rawValue: name.text) == nil {
                reportUnknownType(name)
            }
        }
    }

    func makeEnums() {
        for node in types.types {
            guard case .enumeration(let values) = node.body else { continue }
            var first: [String: Location] = [:]
            for value in values {
                if let location = first[value.name.text] {
                    report.error(
                        "\"\(value.name.text)\" is a value of \(node.name.text) already, at \(location.notation)",
                        at: value.name.location)
                }
                first[value.name.text] = first[value.name.text] ?? value.name.location
            }
            if values.isEmpty { report.error("the enum \"\(node.name.text)\" has no values", at: node.name.location) }
            enums[node.name.text] = EnumDefinition(
                name: node.name.text, description: node.documentation.text, values: values.map(\.name.text))
        }
    }

    /// Embedded types: all names first, since they may contain each other.
    func makeEmbedded(_ usage: TypeUsage) {
        let nodes = types.types.filter { node in
            guard case .object = node.body else { return false }
            return !TypeTable.isModel(node) && !types.roots.contains(node.name.text)
                && !usage.isOperationOnly(node.name.text)
        }
        for node in nodes {
            embedded[node.name.text] = EmbeddedDefinition(
                name: node.name.text, description: node.documentation.text)
        }
        for node in nodes {
            guard case .object(_, let fields) = node.body else { continue }
            for directive in node.directives {
                refuse(directive, "\"\(node.name.text)\" has no @model: it lives inside records")
            }
            if fields.isEmpty { report.error("the type \"\(node.name.text)\" has no fields", at: node.name.location) }
            embedded[node.name.text]?.bind(embeddedFields(of: node, fields))
        }
        checkRequiredCircles(nodes)
    }

    private func embeddedFields(of node: TypeNode, _ fields: [FieldNode]) -> [FieldDefinition] {
        var first: [String: Location] = [:]
        var result: [FieldDefinition] = []
        for field in fields {
            if let location = first[field.name.text] {
                report.error(
                    "\(node.name.text) has a field \"\(field.name.text)\" already, at \(location.notation)",
                    at: field.name.location)
                continue
            }
            first[field.name.text] = field.name.location
            checkName(field.name, isStored: false)
            if let argument = field.arguments.first {
                report.error("a stored field takes no arguments", at: argument.name.location)
            }
            for directive in field.directives {
                refuse(directive, "\"\(node.name.text)\" has no @model: it lives inside records")
            }
            guard let type = fieldType(field.type, modelHint: embeddedModelHint(node)) else { continue }
            result.append(
                FieldDefinition(name: field.name.text, description: field.documentation.text, type: type))
        }
        return result
    }

    /// Refuses a directive that only models take; what is passed over was told already.
    private func refuse(_ directive: DirectiveNode, _ reason: String) {
        guard let entry = DirectiveCatalog.entry(directive.name.text), entry.passedOver == nil else { return }
        report.error("@\(entry.name) has no meaning here: \(reason)", at: directive.location)
    }

    private func embeddedModelHint(_ node: TypeNode) -> (String, Bool) -> String {
        { name, _ in "is a model and cannot live inside \"\(node.name.text)\"; hold its key instead" }
    }

    /// `A! → B! → A!` could never be written down. Each field that closes such a circle is told.
    private func checkRequiredCircles(_ nodes: [TypeNode]) {
        var finished: Set<String> = []
        for node in nodes where !finished.contains(node.name.text) {
            // The types from the first to the current one, each with its fields that are still to be followed.
            var path = [(name: node.name.text, open: requiredTypes(of: node))]
            var depths = [node.name.text: 0]
            while let current = path.last {
                guard let next = path[path.count - 1].open.popLast() else {
                    finished.insert(current.name)
                    depths[current.name] = nil
                    path.removeLast()
                    continue
                }
                if let depth = depths[next.text] {
                    let circle = (path[depth...].map(\.name) + [next.text]).map { "\($0)!" }
                    let shown = circle.count > 8 ? Array(circle.prefix(3)) + ["…"] + circle.suffix(3) : circle
                    report.error(
                        "no value can end the circle \(shown.joined(separator: " → ")); leave out one !",
                        at: next.location)
                } else if !finished.contains(next.text), let type = types[next.text] {
                    depths[next.text] = path.count
                    path.append((next.text, requiredTypes(of: type)))
                }
            }
        }
    }

    /// The embedded types without which a value of this one cannot be, last field first.
    private func requiredTypes(of node: TypeNode) -> [Name] {
        guard case .object(_, let fields) = node.body else { return [] }
        return fields.reversed().map(\.type).filter { $0.isRequired && !$0.isList }.map(\.name)
            .filter { embedded[$0.text] != nil }
    }

    // MARK: Types of fields

    /// The type of a stored field, or nil after a report. `modelHint` says what to write where a model stands, from its
    /// name and whether there are many.
    func fieldType(_ reference: TypeReference, modelHint: (String, Bool) -> String) -> FieldType? {
        var core = reference
        var isItemRequired = false
        if case .nonNull(let inner) = core { core = inner }
        if case .list(let item, _) = core {
            core = item
            if case .nonNull(let inner) = core {
                core = inner
                isItemRequired = true
            }
        }
        if case .list(_, let location) = core {
            report.error("a list of lists is not stored; put the inner one into a type, or use AWSJSON", at: location)
            return nil
        }
        guard let item = item(core.name, modelHint: { modelHint($0, reference.isList) }) else { return nil }
        return FieldType(
            item, isList: reference.isList, isRequired: reference.isRequired, isItemRequired: isItemRequired)
    }

    private func item(_ name: Name, modelHint: (String) -> String) -> FieldType.Item? {
        if let scalar = Scalar(rawValue: name.text) { return .scalar(scalar) }
        if let definition = enums[name.text] { return .enumeration(definition) }
        if let definition = embedded[name.text] { return .embedded(definition) }
        guard let node = types[name.text] else {
            reportUnknownType(name)
            return nil
        }
        let message =
            switch node.body {
            case _ where TypeTable.isModel(node): modelHint(name.text)
            case .scalar: "is a scalar of its own, whose values are not known here; use String or AWSJSON"
            case .interface, .union: "is \(node.keyword == "union" ? "a union" : "an interface"); a field has one type"
            case .input: "is an input type; write a \"type\" for what is stored"
            case .object, .enumeration: "holds operations; no field can have it"
            }
        report.error("\"\(name.text)\" \(message)", at: name.location)
        return nil
    }

    /// Unless the name may be that of a type that could not be read.
    func reportUnknownType(_ name: Name) {
        guard !types.isUnreadable(name.text) else { return }
        let known = Scalar.allCases.map(\.rawValue) + types.names
        let habit = SchemaBuilder.otherNames[name.text.lowercased()].map { "; did you mean \"\($0)\"?" }
        report.error(
            "there is no type \"\(name.text)\"\(habit ?? Suggestion.hint(for: name.text, among: known))",
            at: name.location)
    }

    /// What other languages call the scalars.
    private static let otherNames = [
        "date": "AWSDate", "time": "AWSTime", "datetime": "AWSDateTime", "timestamp": "AWSTimestamp",
        "json": "AWSJSON", "awsjsonobject": "AWSJSON", "object": "AWSJSON", "email": "AWSEmail", "url": "AWSURL",
        "phone": "AWSPhone", "ip": "AWSIPAddress", "bool": "Boolean", "number": "Float", "double": "Float",
        "decimal": "Float", "integer": "Int", "long": "Int", "bigint": "Int", "text": "String", "uuid": "ID",
    ]

    /// Names that a field cannot have.
    func checkName(_ name: Name, isStored: Bool) {
        if name.text.hasPrefix("__") {
            report.error("names that begin with two underscores belong to GraphQL itself", at: name.location)
        }
        guard isStored else { return }
        if name.text.lowercased().hasPrefix("_rivulet") {
            report.error("names that begin with _rivulet are the server's own", at: name.location)
        }
        if ["_version", "_deleted", "_lastchangedat"].contains(name.text.lowercased()) {
            report.error("\"\(name.text)\" is kept by the server for every record; leave it out", at: name.location)
        }
    }
}
