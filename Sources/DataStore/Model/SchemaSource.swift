package import GraphQL

/// One file of a schema.
package struct SchemaSource: Sendable {
    /// The name that diagnostics show.
    package let path: String
    package let text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// What came of reading a schema.
package struct SchemaLoad: Sendable {
    /// Nil when a diagnostic is an error.
    package let schema: Schema?
    /// Errors and notices, in the order of the sources and of their text.
    package let diagnostics: [Diagnostic]
}

extension Schema {
    /// Reads the files of one schema, which may refer to each other, and tells everything that is wrong with them at once.
    ///
    /// A type that could be read in part only is there for the others to refer to, and the types of its fields are looked
    /// up; nothing else is concluded from it, since that would be noise.
    package static func load(_ sources: [SchemaSource]) -> SchemaLoad {
        let texts = sources.map { SourceText(path: $0.path, text: $0.text) }
        let report = SchemaReport(order: texts)
        var definitions: [Definition] = []
        var unreadable: Set<String> = []
        var isCut = false
        for text in texts {
            let (document, errors) = Parser.parse(text)
            definitions += document.definitions
            unreadable.formUnion(document.unreadable)
            isCut = isCut || document.isCut
            report.add(errors, of: text)
        }
        let hasFaultsOfForm = report.hasErrors
        var types = TypeTable(definitions, unreadable: unreadable, report)
        DirectiveCheck(report).check(types)
        guard !isCut else { return SchemaLoad(schema: nil, diagnostics: report.diagnostics) }
        let usage = TypeUsage(types)
        types.setAsideUnreadable()
        let schema = SchemaBuilder(FirstTransformer(types, report).translated(), usage, report)
            .build(start: hasFaultsOfForm ? nil : texts.first.map { Location($0, 0) })
        return SchemaLoad(schema: report.hasErrors ? nil : schema, diagnostics: report.diagnostics)
    }
}
