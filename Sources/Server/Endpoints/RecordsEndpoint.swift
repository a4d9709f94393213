import DataStore
import HTTP

/// `/models/<Model>` and `/models/<Model>/<key>`: records over REST.
struct RecordsEndpoint: Sendable {
    let services: Services

    private static let defaultLimit = 100
    /// Records in an array of a POST.
    static let maximumArray = 1000

    // MARK: Reading

    @Sendable func list(_ exchange: Exchange, _ path: PathParameters) {
        do throws(Problem) {
            let request = exchange.request
            let model = try services.model(path["model"])
            var parameters = QueryParameters(
                request.query, allowed: ["where", "sort", "limit", "nextToken", "fields", "include", "count"])
            let counting = parameters.word("count", ["exact"]) != nil
            let list = RecordQuery(&parameters, of: model, in: services.schema, defaultLimit: Self.defaultLimit)
            try parameters.finish()
            guard let list else { throw .badQuery(parameters.faults) }
            try refuseInclude(parameters)
            try requireType(request)
            services.afterPosition(exchange) {
                exchange.answer(on: services.reading) { () throws(Problem) in
                    let page = try orProblem { () throws(StoreError) in
                        try services.store.page(list.query, counting: counting)
                    }
                    return answer(page, list, request)
                }
            }
        } catch {
            exchange.respond(error.response)
        }
    }

    private func answer(_ page: Page, _ list: RecordQuery, _ request: Request) -> Response {
        let record = RecordWriter(list.query.model, list.projection)
        var writer = JSONWriter(capacity: 256 * (page.records.count + 1))
        writer.write(raw: Self.items)
        for (index, item) in page.records.enumerated() {
            if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
            record.write(item, to: &writer)
        }
        writer.write(raw: Self.nextToken)
        let token = page.goesOn ? page.records.last.map { list.query.token(after: $0) } : nil
        if let token { writer.write(Text(token)) } else { writer.writeNull() }
        if let count = page.count {
            writer.write(raw: Self.count)
            writer.write(count)
        }
        writer.bytes.append(UInt8(ascii: "}"))
        var response = Response.json(.ok, writer.bytes)
        if let token { response.headers.add("Link", "<\(Self.next(request, token))>; rel=\"next\"") }
        return response
    }

    private static let items = Array(#"{"items":["#.utf8)
    private static let nextToken = Array(#"],"nextToken":"#.utf8)
    private static let count = Array(#","count":"#.utf8)

    /// The request's own target with another token, which needs no encoding.
    private static func next(_ request: Request, _ token: String) -> String {
        let parts = (request.query ?? "").split(separator: "&")
            .filter { QueryItems(String($0)).items.first?.name != "nextToken" }
        let target = "\(request.path)?\(parts.map { "\($0)&" }.joined())nextToken=\(token)"
        // Visible characters that a target may have and a URI has not (RFC 3986 §2), such as the > that would end a link.
        return target.reduce(into: "") { text, character in
            if let code = notInURIs[character] { text += code } else { text.append(character) }
        }
    }

    private static let notInURIs: [Character: String] = [
        "\"": "%22", "<": "%3C", ">": "%3E", "\\": "%5C", "^": "%5E", "`": "%60", "{": "%7B", "|": "%7C", "}": "%7D",
    ]

    @Sendable func read(_ exchange: Exchange, _ path: PathParameters) {
        do throws(Problem) {
            let request = exchange.request
            let model = try services.model(path["model"])
            var parameters = QueryParameters(request.query, allowed: ["fields", "include"])
            let projection = parameters.projection(of: model)
            try parameters.finish()
            try refuseInclude(parameters)
            try request.requireJSONAnswer()
            let key = try key(path, of: model)
            guard !request.headers.has("Rivulet-After") else {
                return services.afterPosition(exchange) { readLater(exchange, model, key, projection) }
            }
            // One lookup by key is quicker than a hop to another queue.
            guard let found = try orProblem({ () throws(StoreError) in try services.store.recordAtOnce(model, key) })
            else { return readLater(exchange, model, key, projection) }
            exchange.respond(try answer(found, projection, request))
        } catch {
            exchange.respond(error.response)
        }
    }

    private func readLater(_ exchange: Exchange, _ model: ModelDefinition, _ key: Key, _ projection: Projection?) {
        exchange.answer(on: services.reading) { () throws(Problem) in
            let found = try orProblem { () throws(StoreError) in try services.store.record(model, key) }
            return try answer(found, projection, exchange.request)
        }
    }

    private func answer(_ found: Record?, _ projection: Projection?, _ request: Request) throws(Problem) -> Response {
        guard let record = found else { throw Problem(StoreError.notFound) }
        var response: Response
        if EntityTags.clientHas(record.version, request) {
            response = Response(.notModified)
            response.setRevalidated()
        } else {
            response = .json(.ok, RecordWriter(record.model, projection).bytes(of: record))
        }
        response.setETag(of: record)
        return response
    }

    // MARK: Writing

    @Sendable func create(_ exchange: Exchange, _ path: PathParameters) {
        do throws(Problem) {
            let request = exchange.request
            let model = try services.model(path["model"])
            let importType = importType(request)
            try QueryParameters(request.query, allowed: importType == nil ? [] : ["onConflict"]).finish()
            if request.headers.has("Idempotency-Key") { throw .notImplemented("Idempotency-Key") }
            try request.requireJSONAnswer()
            if let importType { throw .notImplemented("Import of \(importType)") }
            try request.requireJSONBody()
            let body = request.body
            if JSONReader.beginsArray(body) { return try createAll(body, of: model, exchange) }
            let operation = try RecordDrafts.create(body, of: model)
            perform([operation], exchange) { outcomes in
                let record = outcomes[0].record
                var response = Response.json(.created, RecordWriter(model).bytes(of: record))
                response.headers.add("Location", "/models/\(model.name)/\(record.key.urlPath(model))")
                response.setETag(of: record)
                return response
            }
        } catch {
            exchange.respond(error.response)
        }
    }

    private func createAll(_ body: [UInt8], of model: ModelDefinition, _ exchange: Exchange) throws(Problem) {
        let operations = try RecordDrafts.createAll(body, of: model, atMost: Self.maximumArray)
        perform(operations, exchange, isArray: true) { outcomes in
            .json(.created, RecordWriter(model).items(outcomes.map(\.record)))
        }
    }

    @Sendable func replace(_ exchange: Exchange, _ path: PathParameters) {
        write(exchange, path, types: ["application/json"]) { (model, key, body, conditions) in
            .replace(model, key, body, conditions)
        }
    }

    @Sendable func merge(_ exchange: Exchange, _ path: PathParameters) {
        write(exchange, path, types: ["application/merge-patch+json", "application/json"]) {
            (model, key, body, conditions) in .merge(model, key, body, conditions)
        }
    }

    private func write(
        _ exchange: Exchange, _ path: PathParameters, types: [String],
        _ operation: (ModelDefinition, Key, JSON, Conditions) -> Operation
    ) {
        do throws(Problem) {
            let request = exchange.request
            let model = try services.model(path["model"])
            let conditions = try conditions(request, of: model)
            try request.requireJSONAnswer()
            guard let key = Key(segments: path.rest.map { Text($0) }, model: model) else {
                // A record may be made by PUT, so there the path is content.
                throw request.method == .put ? Self.noKey(path.rest, of: model) : Problem(StoreError.notFound)
            }
            let body = try request.json(types)
            perform([operation(model, key, body, conditions)], exchange) { outcomes in answer(outcomes[0], model) }
        } catch {
            exchange.respond(error.response)
        }
    }

    private static func noKey(_ segments: [String], of model: ModelDefinition) -> Problem {
        let names = model.primaryKey.map { model.fields[$0].name }
        guard segments.count == names.count else {
            let parts = "\(segments.count) part\(segments.count == 1 ? "" : "s")"
            let key = names.joined(separator: "/")
            return .unprocessable([Fault(.path(""), "the path has \(parts), and the key of \(model.name) is \(key)")])
        }
        let place = names.count == 1 ? "/\(names[0])" : ""
        return .unprocessable([Fault(.path(place), "the path is no key of \(model.name)")])
    }

    @Sendable func delete(_ exchange: Exchange, _ path: PathParameters) {
        do throws(Problem) {
            let model = try services.model(path["model"])
            let conditions = try conditions(exchange.request, of: model)
            try exchange.request.requireJSONAnswer()
            let key = try key(path, of: model)
            perform([.delete(model, key, conditions)], exchange) { outcomes in
                .json(.ok, RecordWriter(model).bytes(of: outcomes[0].record))
            }
        } catch {
            exchange.respond(error.response)
        }
    }

    @Sendable func deleteMatches(_ exchange: Exchange, _ path: PathParameters) {
        do throws(Problem) {
            let model = try services.model(path["model"])
            var parameters = QueryParameters(exchange.request.query, allowed: ["where"])
            let predicate = parameters.predicate("where", of: model, in: services.schema)
            if !parameters.has("where") {
                parameters.add("where", "where is required; where=true deletes every \(model.name).")
            }
            try parameters.finish()
            try exchange.request.requireJSONAnswer()
            services.store.delete(where: Query(model, where: predicate ?? .none)) { result in
                exchange.answer { () throws(Problem) in
                    let (count, position) = try orProblem { () throws(StoreError) in try result.get() }
                    var response = Response.json(
                        .ok, .object([.init("deleted", .number(Text(String(count))))]))
                    response.setPosition(position)
                    return response
                }
            }
        } catch {
            exchange.respond(error.response)
        }
    }

    private func answer(_ outcome: Operation.Outcome, _ model: ModelDefinition) -> Response {
        let bytes = RecordWriter(model).bytes(of: outcome.record)
        var response = Response.json(outcome.effect == .created ? .created : .ok, bytes)
        response.setETag(of: outcome.record)
        if outcome.effect == .created {
            response.headers.add("Location", "/models/\(model.name)/\(outcome.record.key.urlPath(model))")
        }
        return response
    }

    /// `isArray`: what is refused is named by its place in the body.
    private func perform(
        _ operations: [Operation], _ exchange: Exchange, isArray: Bool = false,
        _ answer: @escaping @Sendable ([Operation.Outcome]) -> Response
    ) {
        services.store.perform(operations) { result in
            switch result {
            case .failure(let refusal):
                var problem = Problem(refusal.error)
                if isArray, case .conflict(let detail) = refusal.error {
                    problem.index = refusal.index
                    problem.faults = [Fault(.path("/\(refusal.index)"), detail)]
                }
                exchange.respond(problem.response)
            case .success(let (outcomes, position)):
                var response = answer(outcomes)
                response.setPosition(position)
                exchange.respond(response)
            }
        }
    }

    // MARK: Parts of requests

    private func key(_ path: PathParameters, of model: ModelDefinition) throws(Problem) -> Key {
        guard let key = Key(segments: path.rest.map { Text($0) }, model: model) else {
            throw Problem(StoreError.notFound)
        }
        return key
    }

    private func conditions(_ request: Request, of model: ModelDefinition) throws(Problem) -> Conditions {
        var parameters = QueryParameters(request.query, allowed: ["if"])
        let predicate = parameters.predicate("if", of: model, in: services.schema)
        try parameters.finish()
        return Conditions(
            ifMatch: EntityTags.ifMatch(request), ifNoneMatch: EntityTags.ifNoneMatch(request),
            predicate: predicate)
    }

    private func refuseInclude(_ parameters: QueryParameters) throws(Problem) {
        if parameters.text("include") != nil { throw .notImplemented("include") }
    }

    private func requireType(_ request: Request) throws(Problem) {
        let types = ["application/json", "application/x-ndjson", "text/csv"]
        guard let type = MediaTypes.preferred(request, types) else {
            throw Problem(
                .notAcceptable, "The answer can be \(types.joined(separator: ", ")); Accept allows none of them.")
        }
        if type != "application/json" { throw .notImplemented("Export as \(type)") }
    }

    /// The media type of a body that is imported; nil for any other.
    private func importType(_ request: Request) -> String? {
        MediaTypes.ofBody(request).flatMap { ["application/x-ndjson", "text/csv"].contains($0) ? $0 : nil }
    }
}
