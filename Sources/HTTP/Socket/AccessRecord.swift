/// One answered request, for the log.
package struct AccessRecord: Sendable {
    /// The method; empty when the request could not be read.
    package let method: String
    /// The raw path without its query, which may hold a token; empty when the request could not be read.
    package let path: String
    package let status: Int
    /// The length of the body that the answer announces; 0 for a stream.
    package let bytes: Int
    /// From the request's last byte to the answer's first, in nanoseconds.
    package let nanoseconds: UInt64
    /// The client's address without its port.
    package let peer: String
}
