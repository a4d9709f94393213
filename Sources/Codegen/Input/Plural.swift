/// The English plural of a type's name, by rule.
enum Plural {
    static func of(_ name: String) -> String {
        let lowered = name.lowercased()
        if lowered.hasSuffix("y"), let before = lowered.dropLast().last, !"aeiou".contains(before) {
            return name.dropLast() + "ies"
        }
        return name + (["s", "x", "z", "ch", "sh"].contains(where: lowered.hasSuffix) ? "es" : "s")
    }
}
