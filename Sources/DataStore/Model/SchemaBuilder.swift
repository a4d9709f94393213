import GraphQL

/// Makes the models of a schema from its types, and reports every fault at its place.
///
/// In steps, each in a file of its own: embedded types and enums (`+Types`), the fields of models (`+Fields`, with
/// `FieldRules` for `@default` and `@validate`), keys and indexes (`+Keys`), relations and their foreign keys
/// (`+Relations`, `+ForeignKeys`, `+ManyToMany`). Directives were checked one by one before; an argument of the wrong
/// type is treated as absent here, since it is reported already.
final class SchemaBuilder {
    let types: TypeTable
    let report: SchemaReport
    private let usage: TypeUsage
    var enums: [String: EnumDefinition] = [:]
    var embedded: [String: EmbeddedDefinition] = [:]
    /// In the order of the SDL, join models last.
    var models: [ModelDraft] = []
    private var places: [String: Int] = [:]
    /// The first model of those whose names are equal in lower case.
    private var loweredNames: [String: ModelDraft] = [:]

    /// The usage may know of types that the table has set aside.
    init(_ types: TypeTable, _ usage: TypeUsage, _ report: SchemaReport) {
        self.types = types
        self.usage = usage
        self.report = report
    }

    /// The schema; nil when the report has errors. `start` is where a text without any type is told of.
    func build(start: Location?) -> Schema? {
        checkTypesSetAside(usage)
        reportPassedOver(usage)
        makeEnums()
        makeEmbedded(usage)
        makeModels()
        for model in models { resolveKey(of: model) }
        for model in models { resolveIndexes(of: model) }
        resolveRelations()
        for model in models { checkIndexes(of: model) }
        checkRequiredKeys()
        if models.isEmpty, !report.hasErrors, let place = types.types.first?.name.location ?? start {
            report.error("the schema has no model: no type carries @model", at: place)
        }
        guard !report.hasErrors else { return nil }
        return Schema(
            models: models.map { $0.definition() }, enums: types.types.compactMap { enums[$0.name.text] },
            embedded: types.types.compactMap { embedded[$0.name.text] })
    }

    /// The model of that exact name.
    func model(_ name: String) -> ModelDraft? { places[name].map { models[$0] } }

    /// Adds a model; refuses a name that SQLite could not tell from another's or keeps for itself.
    func add(_ model: ModelDraft) {
        let lowered = model.name.lowercased()
        if let other = loweredNames[lowered] {
            report.error(
                "\"\(model.name)\" differs from \"\(other.name)\" (\(other.location.notation)) only in the case of its "
                    + "letters; the tables of SQLite are not case-sensitive", at: model.location)
        }
        if lowered.hasPrefix("sqlite_") {
            report.error("SQLite keeps table names that begin with sqlite_ for itself", at: model.location)
        }
        loweredNames[lowered] = loweredNames[lowered] ?? model
        places[model.name] = models.count
        models.append(model)
    }

    private func makeModels() {
        for node in types.types where TypeTable.isModel(node) {
            guard case .object(_, let fields) = node.body else { continue }
            if types.roots.contains(node.name.text) {
                report.error("\"\(node.name.text)\" holds operations and cannot be a model", at: node.name.location)
            }
            let model = ModelDraft(
                name: node.name.text, description: node.documentation.text, location: node.name.location)
            model.typeRules = accessRules(of: node.directives, prefix: "")
            model.accessRules = model.typeRules
            add(model)
            makeFields(of: model, fields)
            makeTimestamps(of: model, node)
        }
    }

    /// `@auth` as written, a text for each rule; `prefix` names the field that carries it.
    func accessRules(of directives: [DirectiveNode], prefix: String) -> [String] {
        directives.filter { $0.name.text == "auth" }.flatMap { directive -> [String] in
            guard let value = directive.argument("rules")?.value else { return [] }
            if case .list(let rules) = value.kind { return rules.map { prefix + Printer.print($0) } }
            return [prefix + Printer.print(value)]
        }
    }

    /// The name of a field in the style of a generated one: the first word begins small, the others large.
    func camelCase(_ words: String...) -> String {
        guard let first = words.first else { return "" }
        return first.prefix(1).lowercased() + first.dropFirst()
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
