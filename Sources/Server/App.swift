package import DataStore
import Dispatch
package import HTTP

/// A running server: the store behind its routes, on its sockets.
package final class App: Sendable {
    /// Why a server does not start, in words for the person who started it.
    package enum StartFailure: Error, Sendable {
        case database(Database.OpenFailure)
        case listen(address: String, SocketError)
    }

    private let store: Store
    private let http: HTTPServer
    private let configuration: Configuration
    /// What was done to bring the database to the schema.
    package let plan: MigrationPlan
    /// The port that is listened at.
    package let port: UInt16

    /// Opens the database and listens. `report` is told at most once a second how far a migration is.
    package init(
        _ configuration: Configuration, schema: Schema,
        report: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) throws(StartFailure) {
        self.configuration = configuration
        var http = configuration.http
        http.refusal = { Problem($0).response }
        http.cors = CORS(origins: configuration.corsOrigins)
        let cors = http.cors
        do throws(Database.OpenFailure) {
            let database = try Database(
                path: configuration.database, schema: schema, policy: configuration.migration, report: report)
            plan = database.plan
            store = try Self.store(over: database, configuration)
        } catch {
            throw .database(error)
        }
        do throws(SocketError) {
            // The handler needs the stream queue of the server that it is the handler of.
            let handler = LateHandler()
            let server = try HTTPServer(configuration: http) { handler.call($0) }
            let services = Self.services(store, server.streams.queue, configuration)
            let router = Router(Self.routes(services))
            let files = Files(folder: configuration.publicFolder, cors: cors)
            handler.set { exchange in
                router.route(exchange, cors: cors, refusal: { Problem($0).response }, notFound: files.answer)
            }
            port = try server.start()
            self.http = server
        } catch {
            store.close()
            throw .listen(address: configuration.http.address.description, error)
        }
    }

    private static func store(
        over database: Database, _ configuration: Configuration
    ) throws(Database.OpenFailure) -> Store {
        var options = Store.Options()
        options.maximumSnapshotItems = configuration.maximumSnapshotItems
        options.retention = Retention(
            changes: configuration.logRetentionChanges, days: configuration.logRetentionDays)
        do throws(SQLiteError) {
            return try Store(database, options: options)
        } catch {
            throw .unusable("\(configuration.database): \(error)")
        }
    }

    private static func services(
        _ store: Store, _ streamQueue: DispatchQueue, _ configuration: Configuration
    ) -> Services {
        let reading = ReadQueues()
        return Services(
            store: store, configuration: configuration,
            mutations: MutationStreams(
                store, streamQueue: streamQueue, reading: reading, bufferLimit: configuration.streamBuffer),
            snapshots: SnapshotStreams(store, streamQueue: streamQueue, bufferLimit: configuration.streamBuffer),
            reading: reading)
    }

    /// Ends it: requests in flight finish, streams are told when to come back, the log is written back. Blocks for the
    /// grace at the most.
    package func stop() {
        let retry = configuration.retry
        http.stop(grace: configuration.shutdownGrace) { _ in EventStream.farewell(retry: retry) }
        store.close()
    }
}

/// A handler that is set once, before the first request.
private final class LateHandler: @unchecked Sendable {
    // Sendable: written before the server listens, read after.
    private var handler: (@Sendable (Exchange) -> Void)?

    func set(_ handler: @escaping @Sendable (Exchange) -> Void) { self.handler = handler }

    func call(_ exchange: Exchange) { handler?(exchange) }
}

extension Problem {
    /// A refusal of the wire as a problem.
    init(_ refusal: Refusal) {
        self.init(refusal.status, refusal.detail)
        retryAfter = refusal.retryAfter
    }
}
