import DataStore
import HTTP

/// What a list is asked for: the parameters that lists and live queries share.
struct RecordQuery: Sendable {
    let query: Query
    let projection: Projection?

    /// Reads `where`, `sort`, `limit` and `fields`; adds to the faults of `parameters`. Nil when there are any.
    init?(_ parameters: inout QueryParameters, of model: ModelDefinition, in schema: Schema, defaultLimit: Int?) {
        let predicate = parameters.predicate("where", of: model, in: schema)
        var sort = Sort(byKeyOf: model)
        if let text = parameters.text("sort") {
            do {
                sort = try Sort.parse(text, for: model)
            } catch {
                parameters.add(error.faults)
            }
        }
        let limit = parameters.integer("limit", in: 1...1000)
        projection = parameters.projection(of: model)
        guard parameters.faults.isEmpty else { return nil }
        query = Query(model: model, predicate: predicate?.normalized, sort: sort, limit: limit ?? defaultLimit)
    }
}

extension QueryParameters {
    /// `fields`: the places to show; nil shows all.
    mutating func projection(of model: ModelDefinition) -> Projection? {
        guard let text = text("fields") else { return nil }
        do {
            return try Projection.parse(text, for: model)
        } catch {
            add(error.faults)
            return nil
        }
    }
}
