import GraphQL

/// The fields of models, and which of them lead to other models.
extension SchemaBuilder {
    private static let relationDirectives: Set<String> = ["hasMany", "hasOne", "belongsTo", "manyToMany", "connection"]

    func makeFields(of model: ModelDraft, _ nodes: [FieldNode]) {
        for (offset, node) in nodes.enumerated() {
            guard claim(node.name, in: model) else { continue }
            checkName(node.name, isStored: true)
            let relations = node.directives.filter { SchemaBuilder.relationDirectives.contains($0.name.text) }
            model.accessRules += accessRules(of: node.directives, prefix: "\(node.name.text): ")
            checkArguments(of: node)
            if let directive = relations.first {
                guard let draft = relation(node, directive, others: relations.dropFirst(), offset: offset, in: model)
                else {
                    model.refused.insert(node.name.text)
                    continue
                }
                model.relationDrafts.append(draft)
            } else {
                makeStored(node, in: model)
            }
        }
        if nodes.isEmpty { report.error("the type \"\(model.name)\" has no fields", at: model.location) }
        if model.keyDirectives.isEmpty, model.names["id"] == nil {
            let id = Name("id", at: model.location)
            _ = claim(id, in: model)
            let type = FieldType(.scalar(.id), isRequired: true)
            model.fields.insert(ModelDraft.Field(name: "id", type: type, location: model.location), at: 0)
        }
    }

    /// Takes a name for a field of the SDL; reports one that is taken.
    private func claim(_ name: Name, in model: ModelDraft) -> Bool {
        if let location = model.names[name.text] {
            report.error(
                "\(model.name) has a field \"\(name.text)\" already, at \(location.notation)", at: name.location)
            return false
        }
        if let other = model.clash(with: name.text) {
            report.error(
                "\"\(name.text)\" differs from \"\(other)\" only in the case of its letters; the columns of SQLite are "
                    + "not case-sensitive", at: name.location)
        }
        model.take(name.text, at: name.location)
        return true
    }

    private func checkArguments(of node: FieldNode) {
        let isComputed = node.directives.contains { DirectiveCatalog.entry($0.name.text)?.passedOver != nil }
        if let argument = node.arguments.first, !isComputed {
            report.error("a stored field takes no arguments", at: argument.name.location)
        }
    }

    private func makeStored(_ node: FieldNode, in model: ModelDraft) {
        let computed = node.directives.first { DirectiveCatalog.entry($0.name.text)?.passedOver != nil }
        if let computed, types.isModel(node.type.name.text) {
            return report.notice(
                "the field \"\(node.name.text)\" is passed over with its @\(computed.name.text)", at: node.name.location
            )
        }
        guard let type = fieldType(node.type, modelHint: SchemaBuilder.modelHint) else {
            model.refused.insert(node.name.text)
            // Its keys are resolved to find that they cannot be.
            return takeKeys(of: node, in: model)
        }
        let rules = FieldRules(node, type, report).read()
        model.fields.append(
            ModelDraft.Field(
                name: node.name.text, description: node.documentation.text, type: type,
                defaultValue: rules.defaultValue, validations: rules.validations, location: node.name.location))
        takeKeys(of: node, in: model)
    }

    private func takeKeys(of node: FieldNode, in model: ModelDraft) {
        for directive in node.directives {
            if directive.name.text == "primaryKey" { model.keyDirectives.append((node.name, directive)) }
            if directive.name.text == "index" { model.indexDirectives.append((node.name, directive)) }
        }
    }

    private static func modelHint(_ name: String, isList: Bool) -> String {
        isList
            ? "is a model: write @hasMany, or @manyToMany(relationName:) on both sides, behind the type"
            : "is a model: write @belongsTo or @hasOne behind the type"
    }

    /// The relation as the SDL writes it, or nil after a report.
    private func relation(
        _ node: FieldNode, _ directive: DirectiveNode, others: ArraySlice<DirectiveNode>, offset: Int,
        in model: ModelDraft
    ) -> RelationDraft? {
        for other in others {
            report.error(
                "a field has one relation; \(model.name).\(node.name.text) has @\(directive.name.text) already",
                at: other.location)
        }
        for other in node.directives where ["default", "index", "primaryKey", "validate"].contains(other.name.text) {
            report.error(
                "@\(other.name.text) has no meaning on a relation; write it on the field that holds the key",
                at: other.location)
        }
        for name in ["limit", "overrideIndexName"] {
            guard let argument = directive.argument(name), case .null = argument.value.kind else {
                if let argument = directive.argument(name) {
                    report.notice(
                        "\"\(name)\" is passed over: \(name == "limit" ? "a page is as long as the request says" : "keys have their index")",
                        at: argument.name.location)
                }
                continue
            }
        }
        let target = node.type.name
        guard types.isModel(target.text) else {
            if types[target.text] == nil, Scalar(rawValue: target.text) == nil {
                reportUnknownType(target)
            } else {
                report.error(
                    "@\(directive.name.text) leads to a model, and \"\(target.text)\" is none", at: target.location)
            }
            return nil
        }
        guard let kind = RelationDefinition.Kind(rawValue: directive.name.text) else { return nil }
        let isMany = kind == .hasMany || kind == .manyToMany
        guard isMany == node.type.isList else {
            let wanted = isMany ? "[\(target.text)]" : target.text
            report.error(
                "@\(directive.name.text) leads to \(isMany ? "many records" : "one record"): write the type as \(wanted)",
                at: target.location)
            return nil
        }
        if case .list(.list(_, let location), _) = node.type.nullable {
            report.error("a relation is a list of records, not of lists", at: location)
            return nil
        }
        return RelationDraft(
            name: node.name, description: node.documentation.text, kind: kind, target: target,
            isRequired: node.type.isRequired, directive: directive, offset: offset)
    }

    // MARK: Timestamps

    /// `@model(timestamps:)`: other names, or none.
    func makeTimestamps(of model: ModelDraft, _ node: TypeNode) {
        let directive = node.directives.first { $0.name.text == "model" }
        for argument in directive?.arguments ?? []
        where ["queries", "mutations", "subscriptions"].contains(argument.name.text) {
            report.notice(
                "\"\(argument.name.text)\" of @model is passed over: every model is read, written and watched by the same routes",
                at: argument.name.location)
        }
        var members: [ArgumentNode] = []
        if let value = directive?.argument("timestamps")?.value {
            if case .null = value.kind { return }
            if case .object(let given) = value.kind { members = given }
        }
        for (standard, role) in [("createdAt", FieldDefinition.Role.createdAt), ("updatedAt", .updatedAt)] {
            guard let value = members.first(where: { $0.name.text == standard })?.value else {
                makeTimestamp(Name(standard, at: model.location), role, in: model)
                continue
            }
            guard let name = value.string else { continue }
            if isName(name) {
                makeTimestamp(Name(name, at: value.location), role, in: model)
                checkName(Name(name, at: value.location), isStored: true)
            } else {
                report.error("\"\(name)\" cannot be the name of a field", at: value.location)
            }
        }
    }

    private func makeTimestamp(_ name: Name, _ role: FieldDefinition.Role, in model: ModelDraft) {
        if let place = model.fields.firstIndex(where: { $0.name == name.text }) {
            let field = model.fields[place]
            guard field.type.scalar == .dateTime || field.type.scalar == .string else {
                return report.notice(
                    "\"\(name.text)\" is a field like any other: the server sets it when its type is AWSDateTime",
                    at: field.location)
            }
            guard field.role == .plain else {
                return report.error("\"\(name.text)\" cannot hold both times", at: name.location)
            }
            model.fields[place].role = role
            return
        }
        guard claim(name, in: model) else { return }
        model.timestamps.append(
            ModelDraft.Field(
                name: name.text, type: FieldType(.scalar(.dateTime), isRequired: true), role: role,
                location: name.location))
    }

    /// Whether a text is a name of GraphQL (October 2021, §2.1.9).
    func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
        }
    }
}

extension TypeReference {
    /// Without the `!` at the end.
    fileprivate var nullable: TypeReference {
        if case .nonNull(let type) = self { return type }
        return self
    }
}
