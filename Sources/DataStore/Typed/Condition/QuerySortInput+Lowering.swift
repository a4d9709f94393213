extension QuerySortInput {
    /// The order of records of `model`. Throws everything that is wrong with it, as ``InvalidQuery``.
    package func sort(for model: ModelDefinition) throws(DataStoreError) -> Sort {
        let text = inputs.map { ($0.order == .descending ? "-" : "") + $0.fieldName }.joined(separator: ",")
        if inputs.isEmpty { return Sort(byKeyOf: model) }
        do throws(Faults) {
            return try Sort.parse(text, for: model)
        } catch {
            throw .invalidOperation(
                causedBy: InvalidQuery(
                    .sort, model: model.name, details: error.faults.map(\.detail),
                    "Sort by fields of \(model.name) with single values, each once."))
        }
    }
}
