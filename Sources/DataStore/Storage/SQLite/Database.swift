import Glibc
import Locks

/// A database that is open at a schema: one writer's connection, and a pool of readers'.
///
/// WAL: readers never wait for the writer. `synchronous=FULL`: what is committed is on disk.
package final class Database: Sendable {
    /// Why a database cannot be served, in words for the person who started the server.
    package enum OpenFailure: Error, Sendable {
        case unusable(String)
        case migration(Migration.Failure)
    }

    package let schema: Schema
    package let log: ChangeLog
    /// Statements by model name.
    package let tables: [String: RecordTable]
    private let namedEpoch: Lock<String>
    /// What was done to bring the database to the schema.
    package let plan: MigrationPlan
    package let readers: ReaderPool
    /// The connections of the writer and of the feed, each taken once.
    private let reserved: Lock<Reserved>
    /// Held shared as long as the database is open, so that no migration changes the tables meanwhile.
    private let lock: DatabaseLock?

    private struct Reserved {
        var writer: Connection?
        var feed: Connection?
    }

    /// Opens `path`, or a private database that ends with the process for `:memory:`. `report` is told at most once a
    /// second how far a migration is. `seed` makes the file of a private database, which is empty without it.
    package init(
        path: String, schema: Schema, policy: Migration.Policy,
        seed: ((_ file: String) throws(SQLiteError) -> Void)? = nil,
        report: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) throws(OpenFailure) {
        let isMemory = path == ":memory:"
        let file = isMemory ? Self.temporaryFile() : path
        do {
            if !isMemory { try Self.refuseUnusable(file) }
            if isMemory { try seed?(file) }
            let lock = isMemory ? nil : try DatabaseLock(besides: file)
            self.lock = lock
            let writer = try Connection(path: file)
            try Self.configure(writer, durable: !isMemory)
            let migration = Migration(writer, schema: schema, report: report)
            plan = try migration.run(policy, epoch: Self.newEpoch) { () throws(Migration.Failure) in
                do throws(DatabaseLock.Failure) {
                    try lock?.becomeExclusive()
                } catch {
                    throw .inUse
                }
            }
            try lock?.becomeShared()
            if lock != nil, try !migration.isCurrent() { throw Migration.Failure.inUse }
            self.schema = schema
            tables = Dictionary(
                schema.models.map { ($0.name, RecordTable($0, in: schema)) }, uniquingKeysWith: { first, _ in first })
            log = try ChangeLog(writer, schema: schema)
            namedEpoch = Lock(try ChangeLog.position(writer).epoch)
            readers = try ReaderPool(path: file, count: Self.readerCount)
            let feed = try ReaderPool.connect(path: file)
            // Open descriptors keep an unlinked database alive, so a killed process leaves nothing behind.
            if isMemory { for suffix in ["", "-wal", "-shm"] { unlink(file + suffix) } }
            reserved = Lock(Reserved(writer: writer, feed: feed))
        } catch let failure as OpenFailure {
            throw failure
        } catch let failure as Migration.Failure {
            throw .migration(failure)
        } catch DatabaseLock.Failure.inUse {
            throw .migration(.inUse)
        } catch DatabaseLock.Failure.system(let lock, let code) {
            throw .unusable("\(lock) cannot be locked: \(String(cString: strerror(code)))")
        } catch let error as SQLiteError {
            throw .unusable(Self.explanation(of: error, path: path))
        } catch {
            throw .unusable("\(path): \(error)")
        }
    }

    /// Plans the migration of the database at `path` without touching it, also while it is served.
    package static func plan(
        path: String, schema: Schema, report: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) throws(OpenFailure) -> MigrationPlan {
        do {
            guard access(path, F_OK) == 0 else {
                return MigrationPlan(
                    from: SchemaImage(text: ""), to: schema, survey: MigrationSurvey(ofEmpty: schema))
            }
            let connection = try Connection(path: path, mode: .readOnly)
            return try Migration(connection, schema: schema, report: report).plan()
        } catch let failure as Migration.Failure {
            throw .migration(failure)
        } catch let error as SQLiteError {
            throw .unusable(explanation(of: error, path: path))
        } catch {
            throw .unusable("\(path): \(error)")
        }
    }

    /// The name of the present log. A reader that also reads the log asks `ChangeLog.position`, for both of one moment.
    package var epoch: String { namedEpoch.withLock { $0 } }

    /// Removes every record without a word to the log, which begins anew. On the writer's queue, with its connection.
    func clear(_ writer: Connection) throws(SQLiteError) {
        let epoch = Self.newEpoch()
        try Migration(writer, schema: schema).clear(epoch: epoch)
        namedEpoch.withLock { $0 = epoch }
    }

    /// Lets others change the tables. For one that is closed.
    func unlock() { lock?.release() }

    /// Takes over the name of a log that another process began.
    func adopt(_ epoch: String) { namedEpoch.withLock { $0 = epoch } }

    /// Hands out the writer's connection, once.
    func takeWriter() -> Connection? { reserved.withLock { $0.writer.take() } }

    /// Hands out the feed's connection, once.
    func takeFeed() -> Connection? { reserved.withLock { $0.feed.take() } }

    private static let readerCount = 4

    private static func configure(_ connection: Connection, durable: Bool) throws(SQLiteError) {
        connection.setBusyTimeout(milliseconds: 5000)
        try connection.execute("PRAGMA journal_mode=WAL")
        try connection.execute("PRAGMA synchronous=\(durable ? "FULL" : "OFF")")
        try connection.execute("PRAGMA foreign_keys=ON; PRAGMA secure_delete=OFF; PRAGMA cache_size=-65536")
        try connection.execute("PRAGMA wal_autocheckpoint=4000; PRAGMA journal_size_limit=67108864")
        try QueryFunctions.register(on: connection)
    }

    private static func temporaryFile() -> String {
        let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        return "\(folder)/rivulet-\(getpid())-\(newEpoch()).db"
    }

    /// Twelve letters and digits: no two logs share a name.
    private static func newEpoch() -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
        var generator = SystemRandomNumberGenerator()
        return String(decoding: (0..<12).map { _ in alphabet[Int(generator.next() & 31)] }, as: UTF8.self)
    }

    /// Says what SQLite would only call "unable to open database file".
    private static func refuseUnusable(_ path: String) throws(OpenFailure) {
        let folder = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
        var status = stat()
        if stat(path, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR { throw .unusable("\(path) is a folder, not a database") }
            if access(path, R_OK | W_OK) != 0 { throw .unusable("\(path): no permission to read and write it") }
        } else if access(folder.isEmpty ? "/" : folder, F_OK) != 0 {
            throw .unusable("\(path): the folder \(folder) does not exist")
        }
        if access(folder.isEmpty ? "/" : folder, W_OK) != 0 {
            throw .unusable(
                "\(path): no permission to write in \(folder), where SQLite keeps its log beside the database")
        }
    }

    private static func explanation(of error: SQLiteError, path: String) -> String {
        switch error.code.primary {
        case .notADatabase: "\(path) is not a SQLite database; it was left as it is"
        case .corrupt: "\(path) is damaged (\(error.message)); it was left as it is"
        case .busy, .locked: "\(path) is locked by another program"
        case .cannotOpen, .permission, .readOnly: "\(path) cannot be opened for writing: \(error.message)"
        case .full: "\(path): the disk is full"
        default: "\(path): \(error.message)"
        }
    }
}
