import CSQLite

extension Statement {
    /// The record in the present row, whose columns from `first` on are the model's.
    package func record(of model: ModelDefinition, from first: Int = 0) -> Record {
        var values: [Value] = []
        values.reserveCapacity(model.fields.count)
        for (index, field) in model.fields.enumerated() { values.append(value(of: field.type, at: first + index)) }
        return Record(model: model, values: values)
    }

    /// The value of a column of that type.
    package func value(of type: FieldType, at column: Int) -> Value {
        switch storageClass(column) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: type.scalar == .boolean ? .bool(int(column) != 0) : .int(int(column))
        case SQLITE_FLOAT: .double(double(column))
        default: type.value(ofText: text(column))
        }
    }
}
