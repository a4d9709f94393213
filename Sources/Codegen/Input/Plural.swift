/// The English plural of a type's name, by rule.
enum Plural {
    /// A name that ends like a plural is one: the join model `PostTags` stays as it is.
    static func of(_ name: String) -> String {
        let lowered = name.lowercased()
        if lowered.hasSuffix("y"), let before = lowered.dropLast().last, !"aeiou".contains(before) {
            return name.dropLast() + "ies"
        }
        if ["ss", "us", "x", "z", "ch", "sh"].contains(where: lowered.hasSuffix) { return name + "es" }
        if lowered.hasSuffix("is") { return name.dropLast(2) + "es" }
        return lowered.hasSuffix("s") ? name : name + "s"
    }
}
