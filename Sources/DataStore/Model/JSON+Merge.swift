extension JSON {
    /// What a JSON Merge Patch makes of this value (RFC 7396 §2). Members that stay keep their order, new ones follow.
    package func merged(with patch: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        var members: [Member] = []
        if case .object(let own) = self { members = own }
        var places: [Text: Int] = [:]
        for (place, member) in members.enumerated() { places[member.name] = place }
        var removed: Set<Int> = []
        for change in changes {
            switch (places[change.name], change.value) {
            case (let place?, .null): removed.insert(place)
            case (nil, .null): continue
            case (let place?, let value):
                members[place] = Member(change.name, members[place].value.merged(with: value))
            case (nil, let value): members.append(Member(change.name, JSON.null.merged(with: value)))
            }
        }
        guard !removed.isEmpty else { return .object(members) }
        return .object(members.enumerated().filter { !removed.contains($0.offset) }.map(\.element))
    }

    /// Whether both are the same value: numbers by their text, objects whatever the order of their members.
    package func isEquivalent(to other: JSON) -> Bool {
        switch (self, other) {
        case (.array(let mine), .array(let theirs)):
            mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.isEquivalent(to: $1) }
        case (.object(let mine), .object(let theirs)):
            mine.count == theirs.count
                && zip(JSON.sorted(mine), JSON.sorted(theirs)).allSatisfy { left, right in
                    left.name == right.name && left.value.isEquivalent(to: right.value)
                }
        default: self == other
        }
    }

    private static func sorted(_ members: [Member]) -> [Member] { members.sorted { $0.name < $1.name } }
}
