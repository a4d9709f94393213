/// An `enum` of the schema. Its raw values are the names that the schema gives.
///
/// That it lists its cases lets the store know all names; the compiler writes the list of an enum without payloads.
public protocol EnumPersistable: Codable, CaseIterable, Sendable {
    /// The name in the schema.
    var rawValue: String { get }

    /// The case of that name.
    init?(rawValue: String)
}

extension EnumPersistable {
    /// Every name, in the order of the cases.
    static var names: [String] { allCases.map(\.rawValue) }
}
