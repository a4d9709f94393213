import GraphQL

/// Required foreign keys that lead back to where they began: of such models no first record could be written, since a key
/// must point at a record that is there.
extension SchemaBuilder {
    /// Tells of each circle once, at the field that closes it. A record may point at itself, so one model is no circle.
    func checkRequiredKeys() {
        var finished: Set<String> = []
        for model in models where !finished.contains(model.name) {
            // The models from the first to the current one, each with its keys that are still to be followed.
            var path = [(model: model, open: requiredKeys(of: model))]
            var depths = [model.name: 0]
            while let current = path.last?.model {
                guard let next = path[path.count - 1].open.popLast() else {
                    finished.insert(current.name)
                    depths[current.name] = nil
                    path.removeLast()
                    continue
                }
                if let depth = depths[next.target] {
                    let names = path[depth...].map(\.model.name) + [next.target]
                    let shown = names.count > 8 ? Array(names.prefix(3)) + ["…"] + names.suffix(3) : names
                    report.error(
                        "no record can begin the circle \(shown.joined(separator: " → ")): each must point at the next, "
                            + "which is not there yet; leave out one !", at: next.location)
                } else if !finished.contains(next.target), let target = self.model(next.target) {
                    depths[next.target] = path.count
                    path.append((target, requiredKeys(of: target)))
                }
            }
        }
    }

    /// The models without a record of which there can be none of this one, the last key first.
    private func requiredKeys(of model: ModelDraft) -> [(target: String, location: Location)] {
        model.foreignKeys.reversed().compactMap { key in
            let fields = key.fields.compactMap { model.field($0) }
            guard key.target != model.name, let first = fields.first, fields.allSatisfy(\.type.isRequired) else {
                return nil
            }
            return (key.target, first.location)
        }
    }
}
