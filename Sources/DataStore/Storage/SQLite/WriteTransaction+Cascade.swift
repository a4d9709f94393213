/// Deletions that go deeper than SQLite follows: it runs at most 1000 triggers and cascades inside each other.
extension WriteTransaction {
    /// A record on the way, by model and key.
    private struct Node: Hashable {
        let model: String
        let key: Key
        /// Whether the deletion of another record takes it along, so that it needs none of its own.
        let isOwned: Bool

        static func == (left: Node, right: Node) -> Bool { left.model == right.model && left.key == right.key }

        func hash(into hasher: inout Hasher) {
            hasher.combine(model)
            hasher.combine(key)
        }
    }

    /// Deletes everything that goes with a record, and then the record: what belongs to others first, so that no single
    /// deletion has far to go.
    func deleteDeep(_ record: Record) throws(SQLiteError) {
        let root = Node(model: record.model.name, key: record.key, isOwned: false)
        var seen: Set<Node> = [root]
        var path = [(node: root, ahead: try nodes(behind: root))]
        while let last = path.indices.last {
            if let next = path[last].ahead.popLast() {
                if seen.insert(next).inserted { path.append((next, try nodes(behind: next))) }
            } else {
                let node = path.removeLast().node
                if !node.isOwned, let model = schema.model(named: node.model) { try deleteRow(model, node.key) }
            }
        }
    }

    /// The records that the deletion of one reaches next: those that belong to it, and those that it owns.
    private func nodes(behind node: Node) throws(SQLiteError) -> [Node] {
        var found: [Node] = []
        for child in schema.models {
            for key in child.foreignKeys where key.target == node.model && key.onDelete == .cascade {
                try forEachKey(of: child, where: key.fields, equal: node.key) {
                    found.append(Node(model: child.name, key: $0, isOwned: false))
                }
            }
        }
        guard let model = schema.model(named: node.model) else { return found }
        for owned in model.foreignKeys where owned.ownsTarget {
            try forEachKey(of: model, owned.fields, where: model.primaryKey, equal: node.key) {
                if !$0.values.contains(where: \.isNull) {
                    found.append(Node(model: owned.target, key: $0, isOwned: true))
                }
            }
        }
        return found
    }

    /// Shows the values of `columns` (the primary key unless given) of each row in which the fields at `places` have the
    /// values of `key`.
    private func forEachKey(
        of model: ModelDefinition, _ columns: [Int]? = nil, where places: [Int], equal key: Key, body: (Key) -> Void
    ) throws(SQLiteError) {
        let columns = columns ?? model.primaryKey
        let name = { (place: Int) in SQL.quoted(model.fields[place].name) }
        let condition = places.map { name($0) + "=?" }.joined(separator: " AND ")
        let names = columns.map(name).joined(separator: ",")
        let select = SQL("SELECT \(names) FROM \(SQL.quoted(model.name)) WHERE \(condition)", key.values)
        try query(select) { (row) throws(SQLiteError) in
            body(Key(columns.enumerated().map { row.value(of: model.fields[$1].type, at: $0) }))
        }
    }
}
