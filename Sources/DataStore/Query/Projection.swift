/// The fields that an answer keeps: those that were asked for, the key and `_version`, in the order of the SDL.
package struct Projection: Sendable, Hashable {
    /// Places of the fields, ascending.
    package let places: [Int]

    /// The fields at `places`, and the key and `_version`.
    package init(_ places: Set<Int>, of model: ModelDefinition) {
        self.places = places.union(model.primaryKey).union([model.version]).sorted()
    }

    /// Whether the field at `place` is kept.
    package func keeps(_ place: Int) -> Bool { places.contains(place) }

    /// Reads `title,rating`: names of fields with commas between them. Throws every fault.
    package static func parse(_ text: String, for model: ModelDefinition) throws(Faults) -> Projection {
        var faults: [Fault] = []
        var places: Set<Int> = []
        var column = 1
        // No more names are good than there are fields, so more need not be looked at.
        let bound = model.fields.count
        let parts = text.split(separator: ",", maxSplits: bound, omittingEmptySubsequences: false)
        for part in parts.prefix(bound) {
            let name = String(part)
            if let place = model.place(of: name) {
                if !places.insert(place).inserted { faults.append(fault(column, "\"\(name)\" stands twice.")) }
            } else {
                faults.append(fault(column, unknown(name, in: model)))
            }
            column += part.unicodeScalars.count + 1
        }
        if parts.count > bound {
            faults.append(fault(column, "\(model.name) has no more than \(bound) fields."))
        }
        guard faults.isEmpty else { throw Faults(faults) }
        return Projection(places, of: model)
    }

    private static func fault(_ column: Int, _ detail: String) -> Fault {
        Fault(.parameter("fields", column: column), detail)
    }

    private static func unknown(_ name: String, in model: ModelDefinition) -> String {
        if name.isEmpty { return "The name of a field is expected." }
        if model.relation(named: name) != nil { return "\"\(name)\" is a relation; \"include\" shows it." }
        let hint = Spelling.suggestion(for: name, in: model.fields.map(\.name))
        return "\(model.name) has no field \"\(Spelling.excerpt(name))\"." + hint
    }
}
