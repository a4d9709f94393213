/// How long a connection may be in a state, in seconds.
package struct WireTimeouts: Sendable, Equatable {
    /// For a header block, from its first byte, on a new connection from its start; past it 408.
    package var header = 10
    /// For the next bytes of a body; past it 408.
    package var body = 30
    /// For the next request on a connection that has served one; past it the connection is closed.
    package var keepAlive = 75
    /// For the client to take some of the bytes that wait for it; past it the connection is closed.
    package var progress = 60

    /// The defaults of the protocol.
    package init() {}

    /// After the last answer, for the client to close its side; new bytes from it start the time anew.
    static let lingerSilence = 2
    /// After the last answer, in all.
    static let linger = 10
    /// How many bytes are read, and dropped, after the last answer.
    static let lingerBytes = 64 << 20
}
