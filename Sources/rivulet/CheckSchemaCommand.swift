import DataStore
import GraphQL
import Server

/// `rivulet check-schema PATH`.
enum CheckSchemaCommand {
    @Sendable static func run(_ words: [String]) throws(UsageError) -> Int32 {
        let arguments = try Arguments(words, flags: [], command: "check-schema")
        guard arguments.words.count == 1 else {
            throw UsageError("check-schema takes one path.", command: "check-schema")
        }
        do throws(SchemaFiles.Failure) {
            let load = Schema.load(try SchemaFiles.read(arguments.words[0]))
            for diagnostic in load.diagnostics { Terminal.error(diagnostic.rendered) }
            guard let schema = load.schema else { return 1 }
            let models = schema.models.count
            let fields = schema.models.reduce(0) { $0 + $1.fields.count }
            Terminal.print("\(arguments.words[0]): \(models) model\(models == 1 ? "" : "s"), \(fields) fields")
            return 0
        } catch {
            Terminal.error(error.message)
            return 1
        }
    }
}
