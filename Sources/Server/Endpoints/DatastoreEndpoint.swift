import DataStore
import Dispatch
import HTTP

/// `/datastore`: whether the store tells what changes, and `start`, `stop` and `clear` of it (protocol §4).
struct DatastoreEndpoint: Sendable {
    let services: Services

    @Sendable func status(_ exchange: Exchange, _ path: PathParameters) {
        act(exchange) { answer(exchange) }
    }

    @Sendable func start(_ exchange: Exchange, _ path: PathParameters) {
        act(exchange) {
            services.store.start()
            // The fresh snapshots are on their way before the answer.
            services.store.feed.queue.async { settle(exchange) }
        }
    }

    @Sendable func stop(_ exchange: Exchange, _ path: PathParameters) {
        act(exchange) { services.store.stop { settle(exchange) } }
    }

    @Sendable func clear(_ exchange: Exchange, _ path: PathParameters) {
        act(exchange) {
            services.store.clear { result in
                switch result {
                case .success: settle(exchange)
                case .failure(let error): exchange.respond(Problem(error).response)
                }
            }
        }
    }

    /// Does it for a request that is in order.
    private func act(_ exchange: Exchange, _ body: () -> Void) {
        do throws(Problem) {
            try QueryParameters(exchange.request.query, allowed: []).finish()
            try exchange.request.requireJSONAnswer()
            body()
        } catch {
            exchange.respond(error.response)
        }
    }

    /// Answers when the streams were sent what came before.
    private func settle(_ exchange: Exchange) { services.snapshots.streamQueue.async { answer(exchange) } }

    private func answer(_ exchange: Exchange) {
        exchange.answer(on: services.reading) { () throws(Problem) in
            let (counts, position) = try orProblem { () throws(StoreError) in try services.store.counts() }
            let models = zip(services.schema.models, counts).map { model, count in
                JSON.Member(
                    Text(model.name),
                    .object([.init("isSynced", .bool(true)), .init("items", .number(Text(String(count))))]))
            }
            return .json(
                .ok,
                .object([
                    .init("state", .string(Text(services.store.state.rawValue))), .init("models", .object(models)),
                    .init("outbox", .object([.init("pending", .number(Text("0")))])),
                    .init("position", .string(Text(position.description))),
                ]))
        }
    }
}
