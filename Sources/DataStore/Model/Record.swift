/// One record: a model and a value for each of its fields, in their order.
package struct Record: Sendable {
    package let model: ModelDefinition
    package var values: [Value]

    /// `values` has one value for each field of `model`.
    package init(model: ModelDefinition, values: [Value]) {
        precondition(values.count == model.fields.count, "\(model.name) has \(model.fields.count) fields")
        self.model = model
        self.values = values
    }

    /// `_version`: 1 at its creation, one more with each change.
    package var version: Int64 {
        get { if case .int(let version) = values[model.version] { version } else { 0 } }
        set { values[model.version] = .int(newValue) }
    }

    /// The values of the primary key, in key order.
    package var key: Key { Key(model.primaryKey.map { values[$0] }) }
}

/// The primary key of a record: one value, or several in key order.
package struct Key: Sendable, Hashable {
    package let values: [Value]

    package init(_ values: [Value]) { self.values = values }
}
