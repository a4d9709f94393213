/// The triggers that write the change log.
///
/// They run inside the writer's transaction, so that cascades, the `sqlite3` shell and other processes are all seen, and
/// a rolled-back savepoint leaves nothing. They also give `_version` and `updatedAt` where the writer does not.
///
/// The writer of this program logs by itself what it inserts and updates, since it knows that already
/// (`WriteTransaction+Log`); it says so by `ownMark`. What a deletion takes along is known to SQLite alone.
///
/// A row's image is its values in column order as SQL literals, with commas between. Doubles have 18 digits, of which
/// every bit comes back; `quote()` and `json_object` lose some.
extension RecordTable {
    /// `CREATE TRIGGER` statements; `shape` names the order of columns in the images.
    package func triggers(shape: Int64) -> [String] {
        [
            replaceTrigger("replace", before: "INSERT", when: Self.isForeign),
            replaceTrigger("overwrite", before: "UPDATE", when: "NOT (\(sameKey("OLD", as: "NEW")))"),
            insertTrigger(shape), updateTrigger(shape), rekeyTrigger(shape), deleteTrigger(shape),
        ]
    }

    /// What `last_insert_rowid()` is while the writer writes a row that it logs itself. Keys of rows are never negative, and
    /// nobody's else rows are inserted meanwhile.
    static let ownMark: Int64 = -0x5249_5655_4C45_5431

    private static let isForeign = "last_insert_rowid()<>\(ownMark)"

    /// Names of the triggers of a model.
    package static func triggerNames(model: String) -> [String] {
        ["replace", "overwrite", "insert", "update", "rekey", "delete"].map { "_rivulet_\(model)_\($0)" }
    }

    private var table: String { SQL.quoted(model.name) }
    private var version: String { SQL.quoted(model.fields[model.version].name) }

    private func triggerName(_ event: String) -> String { SQL.quoted("_rivulet_\(model.name)_\(event)") }

    /// Of the row that `OR REPLACE` takes away SQLite tells no trigger. So it is remembered while it is there, and the one
    /// that stands in its place is logged as its update. What is remembered of a row that stayed (`OR IGNORE`, an upsert)
    /// is overwritten by the next attempt, or forgotten with the row.
    private func replaceTrigger(_ name: String, before event: String, when condition: String) -> String {
        """
        CREATE TRIGGER \(triggerName(name)) BEFORE \(event) ON \(table)
        WHEN \(condition) AND EXISTS(SELECT 1 FROM \(table) WHERE \(sameKey("NEW"))) BEGIN
          INSERT INTO _rivulet_tombstones(model,key,version,seq,replaced)
          SELECT \(SQL.literal(model.name)),\(keyImage("NEW")),\(version),0,\(image(table)) FROM \(table) WHERE \(sameKey("NEW"))
          ON CONFLICT DO UPDATE SET version=excluded.version,seq=excluded.seq,replaced=excluded.replaced;
        END
        """
    }

    private func insertTrigger(_ shape: Int64) -> String {
        // The writer's own version counts when the key had none as high.
        let isGiven = "NEW.\(version)>coalesce(buried.version,0)"
        let given = "CASE WHEN \(isGiven) THEN NEW.\(version) ELSE coalesce(buried.version,0)+1 END"
        return """
            CREATE TRIGGER \(triggerName("insert")) AFTER INSERT ON \(table) WHEN \(Self.isForeign) BEGIN
              \(logNew(shape, version: given));
              UPDATE \(table) SET \(version)=\(nextVersion("NEW")) WHERE NEW.\(version)<\(nextVersion("NEW")) AND \(sameKey("NEW"));
            END
            """
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
            WHEN \(Self.isForeign) AND \(sameKey("OLD", as: "NEW")) AND (\(differs)) BEGIN
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
          \(logNew(shape, version: "coalesce(buried.version,0)+1"));
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
        ON CONFLICT DO UPDATE SET version=excluded.version,seq=excluded.seq,replaced=NULL
        """
    }

    private func nextVersion(_ row: String) -> String {
        """
        coalesce((SELECT version FROM _rivulet_tombstones \
        WHERE model=\(SQL.literal(model.name)) AND key=\(keyImage(row))),0)+1
        """
    }

    /// Logs a row that is new at its key, as an update where it replaced another one.
    private func logNew(_ shape: Int64, version: String) -> String {
        """
        INSERT INTO _rivulet_changes(tx,source,shape,type,at,old,new) \
        SELECT tx,source,\(shape),iif(replaced IS NULL,\(Change.Kind.create.rawValue),\(Change.Kind.update.rawValue)),\
        \(Self.now),replaced,\(image("NEW", [model.version: version])) \
        FROM _rivulet_context LEFT JOIN _rivulet_tombstones buried \
        ON model=\(SQL.literal(model.name)) AND key=\(keyImage("NEW"))
        """
    }

    private func log(_ shape: Int64, _ kind: Change.Kind, old: String, new: String) -> String {
        """
        INSERT INTO _rivulet_changes(tx,source,shape,type,at,old,new) \
        SELECT tx,source,\(shape),\(kind.rawValue),\(Self.now),\(old),\(new) FROM _rivulet_context
        """
    }

    /// The image of a row, with some columns replaced by expressions.
    private func image(_ row: String, _ overrides: [Int: String] = [:]) -> String {
        model.fields.indices.map { place in
            Self.image(
                overrides[place] ?? "\(row).\(SQL.quoted(model.fields[place].name))", of: model.fields[place].type)
        }.joined(separator: "||','||")
    }

    private func keyImage(_ row: String) -> String {
        model.primaryKey.map { Self.image("\(row).\(SQL.quoted(model.fields[$0].name))", of: model.fields[$0].type) }
            .joined(separator: "||','||")
    }

    /// The literal of one value. `quote()` prints doubles with the fewest digits that SQLite itself reads back, and its
    /// reading is not exact.
    static func image(_ value: String, of type: FieldType) -> String {
        guard type.scalar == .float else { return "quote(\(value))" }
        return "iif(\(value) IS NULL,'NULL',printf('%!.17e',\(value)))"
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
