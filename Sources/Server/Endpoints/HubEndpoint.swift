import DataStore
import HTTP

/// `/hub`: a stream of what happens to the store itself (protocol §4). It has no past to resume from.
struct HubEndpoint: Sendable {
    let services: Services

    @Sendable func get(_ exchange: Exchange, _ path: PathParameters) {
        do throws(Problem) {
            var parameters = StreamStart.parameters(exchange.request, allowed: [], observes: false)
            let heartbeat = parameters.integer("heartbeat", in: 1...300) ?? services.configuration.heartbeat
            try parameters.finish()
            try exchange.request.requireStreamAnswer()
            let first = EventStream.opening(retry: services.configuration.retry)
            // It listens before the client sees that it does.
            let stream = HubStream(services.snapshots.streamQueue)
            stream.listen(services.store.hub) {
                exchange.openStream(headers: EventStream.headers(), first: first) { channel in
                    stream.begin(channel, heartbeat: heartbeat)
                }
            }
        } catch {
            exchange.respond(error.response)
        }
    }
}
