/// A page of records.
package struct Page: Sendable {
    package let records: [Record]
    /// Whether more follow.
    package let goesOn: Bool
    /// All that match, when it was asked for.
    package let count: Int64?
}
