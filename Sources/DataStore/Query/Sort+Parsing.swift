extension Sort {
    /// A sort has at most so many fields.
    private static let bound = 8

    /// Reads `-rating,title`: names of scalar fields with commas between them, `-` for descending. Throws every fault.
    package static func parse(_ text: String, for model: ModelDefinition) throws(Faults) -> Sort {
        var faults: [Fault] = []
        var wanted: [(place: Int, isDescending: Bool)] = []
        var column = 1
        let parts = text.split(separator: ",", maxSplits: bound, omittingEmptySubsequences: false)
        if parts.count > bound {
            faults.append(fault(1, "At most \(bound) fields can be sorted by."))
        }
        for part in parts.prefix(bound) {
            let isDescending = part.utf8.first == UInt8(ascii: "-")
            let name = String(isDescending ? part.dropFirst() : part)
            switch place(of: name, in: model) {
            case .success(let place) where wanted.contains { $0.place == place }:
                faults.append(fault(column, "\"\(name)\" stands twice."))
            case .success(let place): wanted.append((place, isDescending))
            case .failure(let failure): faults.append(fault(column, failure.detail))
            }
            column += part.unicodeScalars.count + 1
        }
        guard faults.isEmpty else { throw Faults(faults) }
        return Sort(model, wanted)
    }

    private static func fault(_ column: Int, _ detail: String) -> Fault {
        Fault(.parameter("sort", column: column), detail)
    }

    private static func place(of name: String, in model: ModelDefinition) -> Result<Int, PathBuilder.Failure> {
        guard let place = model.place(of: name) else {
            if name.isEmpty { return .failure(.init(detail: "The name of a field is expected.")) }
            if let relation = model.relation(named: name) {
                return .failure(.init(detail: "\"\(name)\" is a @\(relation.kind.rawValue) relation, not a field."))
            }
            let names = model.fields.lazy.filter { ValuePath.Leaf($0.type).kind != .document }.map(\.name)
            let hint = Spelling.suggestion(for: name, in: names)
            return .failure(.init(detail: "\(model.name) has no field \"\(Spelling.excerpt(name))\"." + hint))
        }
        let type = model.fields[place].type
        guard ValuePath.Leaf(type).kind != .document else {
            return .failure(.init(detail: "\"\(name)\" (\(type.notation)) has no order to sort by."))
        }
        return .success(place)
    }
}
