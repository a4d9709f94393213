import DataStore
import GraphQL

/// A schema from its files, or the reasons why there is none.
enum LoadedSchema {
    /// Tells every error and notice to `report`; nil when there is an error.
    static func read(_ path: String, _ report: (String) -> Void) -> Schema? {
        do throws(SchemaFiles.Failure) {
            let load = Schema.load(try SchemaFiles.read(path))
            for diagnostic in load.diagnostics { report(diagnostic.rendered) }
            return load.schema
        } catch {
            report(error.message)
            return nil
        }
    }
}

extension Database.OpenFailure {
    /// For the person who started the command.
    var explanation: String {
        switch self {
        case .unusable(let text): text
        case .migration(.destructive(let plan)):
            """
            The schema changed in ways that may lose data, so nothing was done:
            \(plan.lines.map { "  " + $0 }.joined(separator: "\n"))
            Start with --migrate=allow-destructive to do it; rivulet migrate --dry-run shows the plan.
            """
        case .migration(.foreignTable(let name)):
            "The database has a table \(name) that rivulet did not make. Use another database."
        case .migration(.newerFormat(let format)):
            "The database has format \(format), which a later version of rivulet made."
        case .migration(.rejected(let reason)):
            """
            The records do not fit the schema, so nothing was done:
            \(reason.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
            """
        case .migration(.inUse):
            "The schema changed, and another process serves the database or migrates it. Stop that first; nothing was done."
        case .migration(.sqlite(let error)): "The database could not be brought to the schema: \(error)"
        }
    }
}
