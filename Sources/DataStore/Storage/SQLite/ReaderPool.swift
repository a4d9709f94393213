import Glibc
import Locks

/// Connections for reading, lent to one caller each.
///
/// A connection may be used from any thread, but by one at a time; the pool hands each out alone. Callers wait for one
/// on their own thread, so whoever must not block asks `withIdleReader` first.
package final class ReaderPool: @unchecked Sendable {
    // Sendable: `idle` is only touched under `mutex`; a connection outside of `idle` has one user.
    private var idle: [Connection]
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let returned: UnsafeMutablePointer<pthread_cond_t>

    init(path: String, count: Int) throws(SQLiteError) {
        idle = []
        for _ in 0..<count { idle.append(try Self.connect(path: path)) }
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        returned = .allocate(capacity: 1)
        returned.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(returned, nil)
    }

    deinit {
        pthread_cond_destroy(returned)
        pthread_mutex_destroy(mutex)
        returned.deallocate()
        mutex.deallocate()
    }

    /// A connection that only reads.
    static func connect(path: String) throws(SQLiteError) -> Connection {
        let connection = try Connection(path: path)
        connection.setBusyTimeout(milliseconds: 1000)
        try connection.execute("PRAGMA query_only=ON; PRAGMA cache_size=-16384; PRAGMA mmap_size=268435456")
        try QueryFunctions.register(on: connection)
        // The first read maps the shared memory of the log.
        _ = try connection.integer("SELECT count(*) FROM sqlite_master")
        return connection
    }

    /// Lends a connection for the time of the call; waits for one.
    package func withReader<Result>(_ body: (Connection) throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        pthread_mutex_lock(mutex)
        while idle.isEmpty { pthread_cond_wait(returned, mutex) }
        let connection = idle.removeLast()
        pthread_mutex_unlock(mutex)
        defer { giveBack(connection) }
        return try body(connection)
    }

    /// Lends a connection if one is idle at once; nil otherwise.
    package func withIdleReader<Result>(
        _ body: (Connection) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result? {
        pthread_mutex_lock(mutex)
        let connection = idle.popLast()
        pthread_mutex_unlock(mutex)
        guard let connection else { return nil }
        defer { giveBack(connection) }
        return try body(connection)
    }

    private func giveBack(_ connection: Connection) {
        pthread_mutex_lock(mutex)
        idle.append(connection)
        pthread_cond_signal(returned)
        pthread_mutex_unlock(mutex)
    }
}
