import DataStore

/// Changes as text, so that a table can draw a history.
///
/// `+ Post a 1 rating=5` is a create, `~ Post a 2 rating=5>6` an update, `- Post a 3 rating=6` a delete; the number is the
/// change's version.
enum ChangeText {
    static func lines(_ changes: [Change]) -> [String] {
        var lines: [String] = []
        var transaction: Int64?
        for change in changes {
            if change.transaction == 0 {
                lines.append("outside " + line(change))
            } else if change.transaction == transaction {
                lines[lines.count - 1] += "; " + line(change)
            } else {
                lines.append(line(change))
            }
            transaction = change.transaction
        }
        return lines
    }

    static func line(_ change: Change) -> String {
        let mark = ["", "+", "~", "-"][Int(change.kind.rawValue)]
        let words = ["\(mark) \(change.model.name) \(change.record.key.modelID(change.model)) \(change.version)"]
        return (words + fields(change)).joined(separator: " ")
    }

    private static func fields(_ change: Change) -> [String] {
        change.model.plainPlaces.compactMap { place in
            let name = change.model.fields[place].name
            switch (change.old?.values[place], change.new?.values[place]) {
            case (let old?, let new?): return old == new ? nil : "\(name)=\(old.word)>\(new.word)"
            case (let only?, nil), (nil, let only?): return only.isNull ? nil : "\(name)=\(only.word)"
            case (nil, nil): return nil
            }
        }
    }
}

extension ModelDefinition {
    /// Places of the fields that neither the key nor the server owns.
    var plainPlaces: [Int] { fields.indices.filter { fields[$0].role == .plain } }
}

extension Record {
    /// `a 1 rating=5`: key, version, and the plain fields that have a value.
    var line: String {
        let words = model.plainPlaces.filter { !values[$0].isNull }.map {
            "\(model.fields[$0].name)=\(values[$0].word)"
        }
        return (["\(key.modelID(model)) \(version)"] + words).joined(separator: " ")
    }
}

extension Value {
    /// As a word in a line.
    var word: String {
        switch self {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .text(let text), .json(let text): text.string
        }
    }
}
