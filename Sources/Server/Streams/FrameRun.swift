package import HTTP

/// The events of one topic for consecutive changes: one frame, and where in it each change ends.
///
/// A subscriber that has seen some of them is sent the rest.
package final class FrameRun: @unchecked Sendable {
    // Sendable: immutable but for `frame`, which is made on the stream queue alone.
    private let payload: [UInt8]
    private let ends: [(seq: Int64, offset: Int)]
    private lazy var frame = Frame(payload: payload)

    /// `ends` is not empty, and grows.
    package init(payload: [UInt8], ends: [(seq: Int64, offset: Int)]) {
        precondition(!ends.isEmpty && !payload.isEmpty, "a run has an event")
        self.payload = payload
        self.ends = ends
    }

    /// The last change that it tells.
    package var lastSeq: Int64 { ends[ends.count - 1].seq }

    /// The events after the change `seq`; nil when there are none.
    package func frame(after seq: Int64) -> Frame? {
        if ends[0].seq > seq { return frame }
        guard let seen = ends.lastIndex(where: { $0.seq <= seq }), seen + 1 < ends.count else { return nil }
        return Frame(payload: Array(payload[ends[seen].offset...]))
    }
}
