/// The records across `belongsTo` of changes that are told together: as they are now, and of those that are gone the last
/// image among the changes, so that who watches children by their parent hears that a cascade took them.
package struct Parents {
    private let find: (ForeignKeyHop, Key) -> Record?
    private let departed: [Name: Record]

    private struct Name: Hashable {
        let model: String
        let key: Key
    }

    /// `find` looks a record up as it is now.
    package init(of changes: [Change], find: @escaping (ForeignKeyHop, Key) -> Record?) {
        self.find = find
        var departed: [Name: Record] = [:]
        for change in changes where change.kind == .delete {
            departed[Name(model: change.model.name, key: change.record.key)] = change.record
        }
        self.departed = departed
    }

    /// The record that a foreign key points at.
    package func record(_ hop: ForeignKeyHop, _ key: Key) -> Record? {
        find(hop, key) ?? departed[Name(model: hop.target, key: key)]
    }
}
