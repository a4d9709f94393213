/// Queries of Swift programs, checked against the schema.
extension ModelTypes {
    /// What a program asks of `model`; without `sort` by the primary key. Throws everything that is wrong with it, as
    /// ``InvalidQuery``.
    package func query(
        _ model: ModelDefinition, where predicate: (any QueryPredicate)? = nil, sort: QuerySortInput? = nil,
        paginate page: QueryPaginationInput? = nil
    ) throws(DataStoreError) -> Query {
        let condition = try condition(on: model, where: predicate, as: .query) ?? .all
        let order = try sort?.sort(for: model)
        guard let page else { return Query(model, where: condition, sort: order) }
        let (start, overflow) = page.page.multipliedReportingOverflow(by: page.limit)
        // The store reads one record more than the limit.
        guard !overflow, let limit = Int32(exactly: page.limit), let offset = Int(exactly: start) else {
            throw .invalidOperation(
                causedBy: InvalidQuery(
                    .page, model: model.name,
                    details: ["Page \(page.page) of \(page.limit) records lies beyond what can be counted."],
                    "Ask for smaller pages, .page(_:limit:), or leave paginate: out."))
        }
        return Query(model, where: condition, sort: order, limit: Int(limit), offset: offset)
    }

    /// The condition of a save or delete of one record; nil when there is none to hold, as with
    /// ``QueryPredicateConstant/all``.
    package func condition(
        on model: ModelDefinition, where predicate: (any QueryPredicate)?
    ) throws(DataStoreError) -> Predicate? {
        try condition(on: model, where: predicate, as: .condition)
    }

    private func condition(
        on model: ModelDefinition, where predicate: (any QueryPredicate)?, as subject: InvalidQuery.Subject
    ) throws(DataStoreError) -> Predicate? {
        guard let predicate, !(predicate is QueryPredicateConstant) else { return nil }
        return try predicate.predicate(for: model, in: schema, as: subject)
    }

    /// The key that `text` is, of a model whose key is one field; nil when no record can have it.
    package func key(_ text: String, of model: ModelDefinition) throws(DataStoreError) -> Key? {
        guard model.primaryKey.count == 1 else { throw .invalidKey("one text", of: model) }
        return Key(segments: [Text(text)], model: model)
    }

    /// The key that `identifier` names; nil when no record can have it.
    package func key(
        _ identifier: any ModelIdentifierProtocol, of model: ModelDefinition
    ) throws(DataStoreError) -> Key? {
        var parts: [JSON] = []
        for place in model.primaryKey {
            let field = model.fields[place]
            guard let part = identifier.fields.first(where: { $0.name == field.name }),
                identifier.fields.count == model.primaryKey.count
            else { throw .invalidKey(identifier.keys.joined(separator: ", "), of: model) }
            do {
                parts.append(try TreeEncoder.json(of: part.value, as: field.type, at: [MemberKey(field.name)]))
            } catch {
                throw DataStoreError(error, of: model)
            }
        }
        do throws(ScalarFault) {
            return try Key(.array(parts), model: model)
        } catch {
            return nil
        }
    }
}

extension DataStoreError {
    fileprivate static func invalidKey(_ given: String, of model: ModelDefinition) -> DataStoreError {
        let fields = model.primaryKey.map { model.fields[$0] }
        let typed = fields.map { "\($0.name) (\($0.type.notation))" }.joined(separator: ", ")
        let arguments = fields.map { "\($0.name):" }.joined(separator: ", ")
        return .invalidOperation(
            causedBy: InvalidQuery(
                .identifier, model: model.name, details: ["Its key is \(typed), not \(given)."],
                "Give each field of the key: .identifier(\(arguments)), or .makeDefault(id:) where it is id alone."))
    }
}
