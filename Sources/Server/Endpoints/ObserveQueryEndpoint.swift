import DataStore
import HTTP

/// `/observeQuery/<Model>`: streams of snapshots.
struct ObserveQueryEndpoint: Sendable {
    let services: Services

    private static let maximumThrottle = 60_000

    @Sendable func get(_ exchange: Exchange, _ path: PathParameters) {
        do throws(Problem) {
            let request = exchange.request
            let model = try services.model(path["model"])
            var parameters = StreamStart.parameters(
                request, allowed: ["where", "sort", "limit", "fields", "include", "throttle", "mode"], observes: false)
            let list = RecordQuery(&parameters, of: model, in: services.schema, defaultLimit: nil)
            let throttle = parameters.integer("throttle", in: 0...Self.maximumThrottle)
            let mode = parameters.word("mode", ["snapshot", "patch"])
            let heartbeat = parameters.integer("heartbeat", in: 1...300) ?? services.configuration.heartbeat
            let start = StreamStart(&parameters, request)
            try parameters.finish()
            guard let list else { throw .badQuery(parameters.faults) }
            try request.requireStreamAnswer()
            if parameters.text("include") != nil { throw .notImplemented("include on a stream") }
            if mode == "patch" { throw .notImplemented("mode=patch") }
            services.afterPosition(exchange) {
                open(list, start, exchange, throttle: throttle == 0 ? nil : throttle, heartbeat: heartbeat)
            }
        } catch {
            exchange.respond(error.response)
        }
    }

    private func open(
        _ list: RecordQuery, _ start: StreamStart, _ exchange: Exchange, throttle: Int?, heartbeat: Int
    ) {
        services.reading.async {
            let reset: [UInt8]
            do throws(StoreError) {
                reset = try start.resolve(services.store).reset
            } catch {
                return exchange.respond(Problem(error).response)
            }
            services.snapshots.subscribe(list.query, list.projection) { result in
                switch result {
                case .failure(let error): exchange.respond(Problem(error).response)
                case .success(let lease):
                    let first = EventStream.opening(retry: services.configuration.retry) + reset
                    exchange.openStream(headers: EventStream.headers(), first: first) { channel in
                        let queue = services.snapshots.streamQueue
                        SnapshotStream(channel, lease, throttle: throttle, streamQueue: queue)
                            .begin(heartbeat: heartbeat)
                    }
                }
            }
        }
    }
}
