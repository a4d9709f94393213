import DataStore
import HTTP

/// `/observe`, `/observe/<Model>`, `/observe/<Model>/<key>`: streams of mutation events.
struct ObserveEndpoint: Sendable {
    let services: Services

    private static let kinds = ["create": Change.Kind.create, "update": .update, "delete": .delete]

    /// What a stream was asked for.
    private struct Subscription: Sendable {
        let identity: MutationTopic.Identity
        let model: ModelDefinition?
        let start: StreamStart
        let heartbeat: Int
    }

    @Sendable func all(_ exchange: Exchange, _ path: PathParameters) {
        do throws(Problem) {
            var parameters = StreamStart.parameters(
                exchange.request, allowed: ["model", "types"], repeated: ["model"], observes: true)
            var names: [String] = []
            for name in parameters.texts("model") {
                if !names.contains(name) { names.append(name) }
            }
            let subscription = subscription(
                &parameters, exchange.request, models: names.isEmpty ? nil : names.sorted(), model: nil, key: nil)
            try parameters.finish()
            for name in names { _ = try services.model(name) }
            try exchange.request.requireStreamAnswer()
            open(subscription, exchange)
        } catch {
            exchange.respond(error.response)
        }
    }

    @Sendable func model(_ exchange: Exchange, _ path: PathParameters) { observe(exchange, path, hasKey: false) }

    @Sendable func record(_ exchange: Exchange, _ path: PathParameters) { observe(exchange, path, hasKey: true) }

    private func observe(_ exchange: Exchange, _ path: PathParameters, hasKey: Bool) {
        do throws(Problem) {
            let model = try services.model(path["model"])
            let key = hasKey ? Key(segments: path.rest.map { Text($0) }, model: model) : nil
            if hasKey, key == nil { throw Problem(StoreError.notFound) }
            var parameters = StreamStart.parameters(
                exchange.request, allowed: ["where", "types", "fields"], observes: true)
            let subscription = subscription(
                &parameters, exchange.request, models: [model.name], model: model, key: key)
            try parameters.finish()
            try exchange.request.requireStreamAnswer()
            open(subscription, exchange)
        } catch {
            exchange.respond(error.response)
        }
    }

    private func subscription(
        _ parameters: inout QueryParameters, _ request: Request, models: [String]?, model: ModelDefinition?, key: Key?
    ) -> Subscription {
        let predicate = model.flatMap { parameters.predicate("where", of: $0, in: services.schema) } ?? .all
        let projection = model.flatMap { parameters.projection(of: $0) }
        let identity = MutationTopic.Identity(
            models: models, key: key, kinds: kinds(&parameters), predicate: predicate.normalized,
            projection: projection)
        let heartbeat = parameters.integer("heartbeat", in: 1...300) ?? services.configuration.heartbeat
        return Subscription(
            identity: identity, model: model, start: StreamStart(&parameters, request), heartbeat: heartbeat)
    }

    /// `types=create,update,delete`, some of them.
    private func kinds(_ parameters: inout QueryParameters) -> Set<Change.Kind> {
        guard let text = parameters.text("types") else { return Set(Self.kinds.values) }
        var kinds: Set<Change.Kind> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = Self.kinds[String(word)] else {
                parameters.add("types", "types is some of create, update, delete with commas between, not \(word).")
                return kinds
            }
            kinds.insert(kind)
        }
        return kinds
    }

    private func open(_ subscription: Subscription, _ exchange: Exchange) {
        services.afterPosition(exchange) {
            services.reading.async {
                do throws(StoreError) {
                    open(subscription, try subscription.start.resolve(services.store), exchange)
                } catch {
                    exchange.respond(Problem(error).response)
                }
            }
        }
    }

    private func open(_ subscription: Subscription, _ start: StreamStart.Resolved, _ exchange: Exchange) {
        services.mutations.subscribe(subscription.identity, model: subscription.model) { lease, seen in
            let first = EventStream.opening(retry: services.configuration.retry) + start.reset
            exchange.openStream(headers: EventStream.headers(), first: first) { channel in
                let hub = services.mutations
                let stream = MutationStream(channel, lease, after: start.position, hub: hub)
                hub.begin(stream, seen: seen, heartbeat: subscription.heartbeat)
            }
        }
    }
}
