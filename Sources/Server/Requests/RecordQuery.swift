import DataStore
import HTTP

/// What a list is asked for: the parameters that lists and live queries share.
struct RecordQuery: Sendable {
    let query: Query
    let projection: Projection?

    /// Reads `where`, `sort`, `limit`, `nextToken` and `fields`; adds to the faults of `parameters`, and is nil when
    /// there are any.
    init?(_ parameters: inout QueryParameters, of model: ModelDefinition, in schema: Schema, defaultLimit: Int?) {
        let predicate = parameters.predicate("where", of: model, in: schema)
        let sort = parameters.sort(of: model)
        let limit = parameters.integer("limit", in: 1...1000)
        projection = parameters.projection(of: model)
        guard parameters.faults.isEmpty else { return nil }
        let first = Query(model, where: predicate ?? .all, sort: sort, limit: limit ?? defaultLimit)
        guard let token = parameters.text("nextToken") else {
            query = first
            return
        }
        do throws(Fault) {
            query = first.after(try first.cursor(from: token))
        } catch {
            parameters.add([error])
            return nil
        }
    }
}

extension QueryParameters {
    /// `sort`: an order; nil is by key.
    fileprivate mutating func sort(of model: ModelDefinition) -> Sort? {
        guard let text = text("sort") else { return nil }
        do throws(Faults) {
            return try Sort.parse(text, for: model)
        } catch {
            add(error.faults)
            return nil
        }
    }

    /// `fields`: what to show; nil is everything.
    mutating func projection(of model: ModelDefinition) -> Projection? {
        guard let text = text("fields") else { return nil }
        do throws(Faults) {
            return try Projection.parse(text, for: model)
        } catch {
            add(error.faults)
            return nil
        }
    }
}
