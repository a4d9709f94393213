import HTTP

/// The table of contents: every path of the protocol, and what serves it.
extension App {
    static func routes(_ services: Services) -> [Route<Handler>] {
        let models = ModelsEndpoint(services: services)
        let records = RecordsEndpoint(services: services)
        let transaction = TransactionEndpoint(services: services)
        let observe = ObserveEndpoint(services: services)
        let observeQuery = ObserveQueryEndpoint(services: services)
        let datastore = DatastoreEndpoint(services: services)
        let hub = HubEndpoint(services: services)
        let health = HealthEndpoint(services: services)
        let later = LaterEndpoint()
        return [
            Route(.get, "/models", models.get),
            Route(.get, "/models/:model", records.list),
            Route(.post, "/models/:model", records.create),
            Route(.delete, "/models/:model", records.deleteMatches),
            Route(.get, "/models/:model/*key", records.read),
            Route(.put, "/models/:model/*key", records.replace),
            Route(.patch, "/models/:model/*key", records.merge),
            Route(.delete, "/models/:model/*key", records.delete),
            Route(.post, "/transaction", transaction.post),

            Route(.get, "/observe", observe.all),
            Route(.get, "/observe/:model", observe.model),
            Route(.get, "/observe/:model/*key", observe.record),
            Route(.get, "/observeQuery/:model", observeQuery.get),

            Route(.get, "/datastore", datastore.status),
            Route(.post, "/datastore/start", datastore.start),
            Route(.post, "/datastore/stop", datastore.stop),
            Route(.post, "/datastore/clear", datastore.clear),
            Route(.get, "/hub", hub.get),

            Route(.get, "/healthz", health.live),
            Route(.get, "/readyz", health.ready),

            Route(.get, "/stream", later.handler("/stream")),
            Route(.post, "/stream", later.handler("/stream")),
            Route(.get, "/metrics", later.handler("/metrics")),
            Route(.get, "/openapi.json", later.handler("/openapi.json")),
        ]
    }
}
