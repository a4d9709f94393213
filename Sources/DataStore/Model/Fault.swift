/// One thing that is wrong with what a client sent, and where.
package struct Fault: Error, Sendable, Hashable {
    /// Where it stands.
    package enum Place: Sendable, Hashable {
        /// In a body: a JSON Pointer (RFC 6901), `/address/city`; empty for the whole.
        case path(String)
        /// In a query string; `column` counts characters from 1 where the parameter has a text with places.
        case parameter(String, column: Int?)
    }

    package let place: Place
    /// A sentence for the client.
    package let detail: String

    package init(_ place: Place, _ detail: String) {
        self.place = place
        self.detail = detail
    }
}

extension Fault {
    /// The same fault of a value that stands at `path` in a larger one.
    package func below(_ path: String) -> Fault {
        guard case .path(let own) = place else { return self }
        return Fault(.path(path + own), detail)
    }
}
