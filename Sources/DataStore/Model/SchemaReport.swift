import GraphQL

/// Collects what there is to say about a schema while it is built. Owned by one call of `Schema.load`.
final class SchemaReport {
    private struct Entry {
        let diagnostic: Diagnostic
        let source: Int
    }

    /// How many are kept. Errors are told by place, so some more are needed than are shown.
    private static let bound = 4 * Parser.maxErrors

    private var entries: [Entry] = []
    private let order: [ObjectIdentifier: Int]
    private(set) var hasErrors = false

    init(order sources: [SourceText]) {
        order = Dictionary(
            sources.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The message is made only when it is kept.
    func error(_ message: @autoclosure () -> String, at location: Location) {
        hasErrors = true
        guard entries.count < SchemaReport.bound else { return }
        add([Diagnostic(.error, message(), at: location)], of: location.source)
    }

    func notice(_ message: @autoclosure () -> String, at location: Location) {
        guard entries.count < SchemaReport.bound else { return }
        add([Diagnostic(.notice, message(), at: location)], of: location.source)
    }

    func add(_ diagnostics: [Diagnostic], of source: SourceText) {
        let place = order[ObjectIdentifier(source)] ?? order.count
        entries += diagnostics.map { Entry(diagnostic: $0, source: place) }
        hasErrors = hasErrors || diagnostics.contains { $0.severity == .error }
    }

    /// In the order of the text; at most `Parser.maxErrors` errors.
    var diagnostics: [Diagnostic] {
        let sorted = entries.enumerated().sorted { a, b in
            let (left, right) = (a.element, b.element)
            return (left.source, left.diagnostic.line, left.diagnostic.column, a.offset)
                < (right.source, right.diagnostic.line, right.diagnostic.column, b.offset)
        }
        var errors = 0
        return sorted.map(\.element.diagnostic).filter { diagnostic in
            guard diagnostic.severity == .error else { return true }
            errors += 1
            return errors <= Parser.maxErrors
        }
    }
}
