/// Why a text or a JSON value is not one of a scalar's values.
package struct ScalarFault: Error, Sendable, Hashable {
    /// A sentence for the client, without the place: "must be a whole number".
    package let detail: String

    package init(_ detail: String) { self.detail = detail }
}
