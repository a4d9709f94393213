/// The way from a record to one value: across `belongsTo` to a field, and into an embedded object.
package struct ValuePath: Sendable, Hashable {
    /// Name of the model where it starts.
    package let model: String
    /// The parents on the way, nearest first. A parent that is missing makes the value null.
    package let hops: [ForeignKeyHop]
    /// Place of the field in the last model.
    package let field: Int
    /// The field's name, which is its column's.
    package let column: String
    /// Names from the field's embedded object inwards.
    package let members: [String]
    /// What stands at the end.
    package let leaf: Leaf

    package init(
        model: String, hops: [ForeignKeyHop] = [], field: Int, column: String, members: [String] = [], leaf: Leaf
    ) {
        self.model = model
        self.hops = hops
        self.field = field
        self.column = column
        self.members = members
        self.leaf = leaf
    }

    /// What stands at the end of a path.
    package enum Leaf: Sendable, Hashable {
        case one(Item)
        case list(Item)
    }

    /// The type of one value.
    package enum Item: Sendable, Hashable {
        case scalar(Scalar)
        case enumeration
        case embedded
    }
}

/// One step across `belongsTo`: the foreign key here, and the key of the parent that it holds.
package struct ForeignKeyHop: Sendable, Hashable {
    /// The relation's name.
    package let relation: String
    /// Places of the foreign key's fields here, in the order of the parent's key.
    package let fields: [Int]
    /// Their columns.
    package let columns: [String]
    /// Name of the parent's model.
    package let target: String
    /// The columns of the parent's key, in key order.
    package let targetColumns: [String]

    package init(relation: String, fields: [Int], columns: [String], target: String, targetColumns: [String]) {
        self.relation = relation
        self.fields = fields
        self.columns = columns
        self.target = target
        self.targetColumns = targetColumns
    }

    /// The key of the parent that `record` points at; nil when a part of it is null.
    package func key(of record: Record) -> Key? {
        var values: [Value] = []
        values.reserveCapacity(fields.count)
        for place in fields {
            let value = record.values[place]
            if value.isNull { return nil }
            values.append(value)
        }
        return Key(values)
    }
}

extension ValuePath.Leaf {
    init(_ type: FieldType) {
        let item: ValuePath.Item =
            switch type.item {
            case .scalar(let scalar): .scalar(scalar)
            case .enumeration: .enumeration
            case .embedded: .embedded
            }
        self = type.isList ? .list(item) : .one(item)
    }
}

/// How values of a type are held against each other. The raw value stands in SQL, as an argument of `QueryFunctions`.
enum ValueKind: Int {
    /// Int64.
    case integer
    /// Double.
    case real
    case boolean
    /// UTF-8 bytes.
    case text
    /// AWSDateTime: UTF-8 bytes of the stored form.
    case instant
    /// AWSTime: UTF-8 bytes of the stored form without its `Z`.
    case time
    /// A list, an embedded object, AWSJSON: only there or not.
    case document
}

extension ValuePath.Item {
    var kind: ValueKind {
        switch self {
        case .enumeration: .text
        case .embedded: .document
        case .scalar(let scalar):
            switch scalar {
            case .int, .timestamp: .integer
            case .float: .real
            case .boolean: .boolean
            case .id, .string, .date, .email, .url, .phone, .ipAddress: .text
            case .dateTime: .instant
            case .time: .time
            case .json: .document
            }
        }
    }
}

extension ValuePath.Leaf {
    var kind: ValueKind {
        switch self {
        case .one(let item): item.kind
        case .list: .document
        }
    }

    /// The kind of the items when it is a list.
    var itemKind: ValueKind? {
        guard case .list(let item) = self else { return nil }
        return item.kind
    }
}
