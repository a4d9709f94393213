/// What comes next of a streamed body.
package enum BodyEvent: Sendable {
    /// The next bytes; never none.
    case bytes([UInt8])
    /// The body is whole.
    case end
    /// The rest of the body will not come; the refusal is what the client should be told, if it is still there.
    case failed(Refusal)
}
