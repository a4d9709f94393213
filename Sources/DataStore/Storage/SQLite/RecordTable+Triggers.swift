/// The triggers that write the change log.
///
/// They run inside the writer's transaction, so that cascades, the `sqlite3` shell and other processes are all seen, and
/// a rolled-back savepoint leaves nothing. They also give `_version` and `updatedAt` where the writer does not.
///
/// A row's image is its values in column order as `quote()` writes them, with commas between: unlike `json_object` it
/// keeps every bit of a double.
extension RecordTable {
    /// `CREATE TRIGGER` statements; `shape` names the order of columns in the images.
    package func triggers(shape: Int64) -> [String] {
        [insertTrigger(shape), updateTrigger(shape), rekeyTrigger(shape), deleteTrigger(shape)]
    }

    /// Names of the triggers of a model.
    package static func triggerNames(model: String) -> [String] {
        ["insert", "update", "rekey", "delete"].map { "_rivulet_\(model)_\($0)" }
    }

    private var table: String { SQL.quoted(model.name) }
    private var version: String { SQL.quoted(model.fields[model.version].name) }

    private func triggerName(_ event: String) -> String { SQL.quoted("_rivulet_\(model.name)_\(event)") }

    private func insertTrigger(_ shape: Int64) -> String {
        """
        CREATE TRIGGER \(triggerName("insert")) AFTER INSERT ON \(table) BEGIN
          \(log(shape, .create, old: "NULL", new: image("NEW", version: createdVersion)));
          UPDATE \(table) SET \(version)=\(nextVersion("NEW")) WHERE NEW.\(version)<=0 AND \(sameKey("NEW"));
        END
        """
    }

    /// The version of a new row: the writer's, or where the deleted record of that key left off.
    private var createdVersion: String {
        "CASE WHEN NEW.\(version)>0 THEN NEW.\(version) ELSE \(nextVersion("NEW")) END"
    }

    private func updateTrigger(_ shape: Int64) -> String {
        // The writer's own version and time count when they moved; else they are given here. The nested UPDATE touches
        // only these two columns, which `differs` leaves out, so it never logs a change of its own.
        let given = "NEW.\(version)>OLD.\(version)"
        var sets = ["\(version)=OLD.\(version)+1"]
        var overrides = [model.version: "CASE WHEN \(given) THEN NEW.\(version) ELSE OLD.\(version)+1 END"]
        if let place = model.updatedAt {
            let column = SQL.quoted(model.fields[place].name)
            let moved =
                "CASE WHEN NEW.\(column) IS NOT OLD.\(column) THEN NEW.\(column) ELSE \(Self.timeOfChange(model.fields[place])) END"
            sets.append("\(column)=\(moved)")
            overrides[place] = "CASE WHEN \(given) THEN NEW.\(column) ELSE \(moved) END"
        }
        return """
            CREATE TRIGGER \(triggerName("update")) AFTER UPDATE ON \(table)
            WHEN OLD.\(version)>0 AND \(sameKey("OLD", as: "NEW")) AND (\(differs)) BEGIN
              \(log(shape, .update, old: image("OLD"), new: image("NEW", overrides)));
              UPDATE \(table) SET \(sets.joined(separator: ",")) WHERE NOT (\(given)) AND \(sameKey("NEW"));
            END
            """
    }

    /// Another key makes another record: a delete and a create.
    private func rekeyTrigger(_ shape: Int64) -> String {
        """
        CREATE TRIGGER \(triggerName("rekey")) AFTER UPDATE ON \(table) WHEN NOT (\(sameKey("OLD", as: "NEW"))) BEGIN
          \(log(shape, .delete, old: image("OLD"), new: "NULL"));
          \(bury);
          \(log(shape, .create, old: "NULL", new: image("NEW", version: nextVersion("NEW"))));
          UPDATE \(table) SET \(version)=\(nextVersion("NEW")) WHERE \(sameKey("NEW"));
        END
        """
    }

    private func deleteTrigger(_ shape: Int64) -> String {
        var statements = [log(shape, .delete, old: image("OLD"), new: "NULL"), bury]
        for key in model.foreignKeys where key.ownsTarget {
            let targetKey = key.fields.map { "OLD.\(SQL.quoted(model.fields[$0].name))" }
            statements.append(
                "DELETE FROM \(SQL.quoted(key.target)) WHERE (\(ownedKey(key))) IS (\(targetKey.joined(separator: ",")))"
            )
        }
        return """
            CREATE TRIGGER \(triggerName("delete")) AFTER DELETE ON \(table) BEGIN
              \(statements.map { $0 + ";" }.joined(separator: "\n  "))
            END
            """
    }

    private func ownedKey(_ key: ForeignKey) -> String {
        (ownedKeys[key.target] ?? []).map { SQL.quoted($0) }.joined(separator: ",")
    }

    /// Remembers the version of a deleted record, so that one created again goes on from there.
    private var bury: String {
        """
        INSERT INTO _rivulet_tombstones(model,key,version,seq) \
        VALUES(\(SQL.literal(model.name)),\(keyImage("OLD")),OLD.\(version)+1,last_insert_rowid()) \
        ON CONFLICT DO UPDATE SET version=excluded.version,seq=excluded.seq
        """
    }

    private func nextVersion(_ row: String) -> String {
        """
        coalesce((SELECT version FROM _rivulet_tombstones \
        WHERE model=\(SQL.literal(model.name)) AND key=\(keyImage(row))),0)+1
        """
    }

    private func log(_ shape: Int64, _ kind: Change.Kind, old: String, new: String) -> String {
        """
        INSERT INTO _rivulet_changes(tx,source,shape,type,at,old,new) \
        SELECT tx,source,\(shape),\(kind.rawValue),\(Self.now),\(old),\(new) FROM _rivulet_context
        """
    }

    private func image(_ row: String, version: String) -> String { image(row, [model.version: version]) }

    /// The image of a row, with some columns replaced by expressions.
    private func image(_ row: String, _ overrides: [Int: String] = [:]) -> String {
        model.fields.indices.map { place in
            "quote(\(overrides[place] ?? "\(row).\(SQL.quoted(model.fields[place].name))"))"
        }.joined(separator: "||','||")
    }

    /// The key's image; the same text as `Key.image`.
    private func keyImage(_ row: String) -> String {
        model.primaryKey.map { "quote(\(row).\(SQL.quoted(model.fields[$0].name)))" }.joined(separator: "||','||")
    }

    private func sameKey(_ row: String) -> String {
        model.primaryKey.map { "\(SQL.quoted(model.fields[$0].name))=\(row).\(SQL.quoted(model.fields[$0].name))" }
            .joined(separator: " AND ")
    }

    private func sameKey(_ left: String, as right: String) -> String {
        model.primaryKey.map {
            "\(left).\(SQL.quoted(model.fields[$0].name)) IS \(right).\(SQL.quoted(model.fields[$0].name))"
        }.joined(separator: " AND ")
    }

    private var differs: String {
        let compared = model.fields.indices.filter {
            $0 != model.version && $0 != model.updatedAt && !model.primaryKey.contains($0)
        }
        if compared.isEmpty { return "0" }
        return compared.map {
            "OLD.\(SQL.quoted(model.fields[$0].name)) IS NOT NEW.\(SQL.quoted(model.fields[$0].name))"
        }.joined(separator: " OR ")
    }
}
