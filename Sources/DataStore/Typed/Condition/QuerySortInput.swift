/// The direction of an order.
public enum QuerySortOrder: String, Sendable, Hashable {
    /// Nulls first.
    case ascending
    /// Nulls last.
    case descending
}

/// One field to sort by.
public struct QuerySortDescriptor: Sendable, Hashable {
    /// The field's name.
    public let fieldName: String
    /// Its direction.
    public let order: QuerySortOrder

    /// The field of that name.
    public init(fieldName: String, order: QuerySortOrder) {
        self.fieldName = fieldName
        self.order = order
    }

    /// The field of that coding key.
    public init(fieldName: any CodingKey, order: QuerySortOrder) {
        self.init(fieldName: fieldName.stringValue, order: order)
    }
}

/// One field of several to sort by.
public enum QuerySortBy: Sendable {
    case ascending(any CodingKey)
    case descending(any CodingKey)

    /// As a descriptor.
    var sortDescriptor: QuerySortDescriptor {
        switch self {
        case .ascending(let key): QuerySortDescriptor(fieldName: key, order: .ascending)
        case .descending(let key): QuerySortDescriptor(fieldName: key, order: .descending)
        }
    }
}

/// The order of a query's records. Where the fields are equal, the primary key decides.
public struct QuerySortInput: Sendable, Hashable {
    /// The fields, the most important first.
    public let inputs: [QuerySortDescriptor]

    /// An order by these fields.
    public init(_ inputs: [QuerySortDescriptor]) { self.inputs = inputs }

    /// By one field, the smallest first.
    public static func ascending(_ field: any CodingKey) -> QuerySortInput {
        QuerySortInput([QuerySortDescriptor(fieldName: field, order: .ascending)])
    }

    /// By one field, the largest first.
    public static func descending(_ field: any CodingKey) -> QuerySortInput {
        QuerySortInput([QuerySortDescriptor(fieldName: field, order: .descending)])
    }

    /// By several fields, the most important first.
    public static func by(_ inputs: QuerySortBy...) -> QuerySortInput { QuerySortInput(inputs.map(\.sortDescriptor)) }
}
