/// The names by which one file's expressions call types.
///
/// Inside a type, an expression takes `status` for the member of that name before it takes it for a type. Where a member
/// has the name of a type, the file calls the type by an alias.
struct SwiftTypeNames {
    /// No aliases: for declarations, where a name can be nothing but a type.
    static let plain = SwiftTypeNames(members: [], types: [])

    private let aliases: [String: String]

    /// `members`: of the file's type. `types`: all of the schema.
    init(members: [String], types: [String]) {
        let members = Set(members)
        let types = Set(types)
        var used = types.union(members)
        var aliases: [String: String] = [:]
        for type in types.intersection(members).sorted() {
            var alias = type + "Type"
            while !used.insert(alias).inserted { alias += "_" }
            aliases[type] = alias
        }
        self.aliases = aliases
    }

    /// The type of that name of the schema, fit to be written.
    subscript(type: String) -> String { aliases[type] ?? SwiftText.identifier(type) }

    /// The lines that declare the aliases, with an empty one behind them; none without aliases.
    var declarations: [String] {
        let lines = aliases.sorted { $0.key < $1.key }
            .map { "private typealias \($0.value) = \(SwiftText.identifier($0.key))" }
        return lines.isEmpty ? [] : lines + [""]
    }
}
