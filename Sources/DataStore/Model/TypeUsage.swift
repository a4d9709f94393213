import GraphQL

/// Which types the models need, and which only the API's own operations do.
struct TypeUsage {
    /// Models and what their fields are made of.
    let stored: Set<String>
    /// What the fields of the operations are made of.
    private let operational: Set<String>

    init(_ types: TypeTable) {
        let models = types.names.filter { types.isModel($0) && !types.roots.contains($0) }
        stored = TypeUsage.reach(from: models, types)
        operational = TypeUsage.reach(from: types.names.filter(types.roots.contains), types)
    }

    /// Whether a type without `@model` serves the operations only.
    func isOperationOnly(_ name: String) -> Bool { operational.contains(name) && !stored.contains(name) }

    private static func reach(from names: [String], _ types: TypeTable) -> Set<String> {
        var reached = Set(names)
        var open = names
        while let name = open.popLast() {
            guard case .object(_, let fields) = types[name]?.body else { continue }
            for field in fields where reached.insert(field.type.name.text).inserted {
                open.append(field.type.name.text)
            }
        }
        return reached
    }
}
