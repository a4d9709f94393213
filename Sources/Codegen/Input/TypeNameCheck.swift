import DataStore
import GraphQL

/// Finds types of a schema whose names a language, or a file system, cannot have.
struct TypeNameCheck {
    /// One for each such name, at its place.
    private(set) var faults: [Diagnostic] = []

    /// `isTaken` tells the names that the generated text needs for itself.
    init(_ input: CodegenSchema, language: String, isTaken: (String) -> Bool) {
        var lowered: [String: String] = [:]
        for name in input.schema.typeNames {
            guard let location = input.outline.location(of: name) else { continue }
            if isTaken(name) {
                faults.append(
                    Diagnostic(
                        .error,
                        "\"\(name)\" cannot be the name of a type in \(language), which has or needs it already",
                        at: location))
            }
            if let other = lowered.updateValue(name, forKey: name.lowercased()) {
                faults.append(
                    Diagnostic(
                        .error,
                        "\"\(name)\" differs from \"\(other)\" only in the case of its letters; many file systems take "
                            + "their files for one", at: location))
            }
        }
    }
}

extension Schema {
    /// Every type that code is made for.
    var typeNames: [String] { models.map(\.name) + embedded.map(\.name) + enums.map(\.name) }
}
