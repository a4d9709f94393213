import DataStore
import Dispatch
import HTTP

/// One client of `/observeQuery`. A slow one gets the newest snapshot when it is ready again, never a queue of them.
///
/// Lives on the stream queue.
final class SnapshotStream: @unchecked Sendable {
    // Sendable: everything mutable is only used on the stream queue.
    private let channel: StreamChannel
    private let lease: SnapshotStreams.Lease
    private let streamQueue: DispatchQueue
    /// Milliseconds between two snapshots, when the client asked for that.
    private let throttle: Int?
    private var waiting: SnapshotFrame?
    /// What the client was sent last.
    private var shown: SnapshotFrame?
    private var nextTime = DispatchTime.now()
    private var isTimed = false

    init(_ channel: StreamChannel, _ lease: SnapshotStreams.Lease, throttle: Int?, streamQueue: DispatchQueue) {
        self.channel = channel
        self.lease = lease
        self.throttle = throttle
        self.streamQueue = streamQueue
    }

    /// Begins with what the query shows now.
    func begin(heartbeat seconds: Int) {
        channel.heartbeat(every: seconds, EventStream.heartbeat)
        channel.onDrain = { [unowned self] in sendWaiting() }
        channel.onClose = { [self] in
            lease.topic.remove(self)
            channel.onDrain = nil
            waiting = nil
            shown = nil
        }
        lease.topic.add(self)
    }

    /// Takes a snapshot, to send it now or as soon as the client is ready.
    func offer(_ frame: SnapshotFrame) {
        waiting = frame
        sendWaiting()
    }

    /// Drops what the client is not ready for.
    func pause() { waiting = nil }

    /// Says why there will be no more, and ends.
    func end(_ problem: Problem) { channel.finish(EventStream.error(problem)) }

    private func sendWaiting() {
        guard let frame = waiting, channel.isOpen, channel.pendingBytes == 0 else { return }
        // The list may have come back to what it was.
        if let shown, frame.showsTheSame(as: shown) { return waiting = nil }
        if let throttle {
            let now = DispatchTime.now()
            if now < nextTime { return sendLater() }
            nextTime = now + .milliseconds(throttle)
        }
        waiting = nil
        shown = frame
        channel.send(frame.frame)
    }

    private func sendLater() {
        guard !isTimed else { return }
        isTimed = true
        streamQueue.asyncAfter(deadline: nextTime) { [weak self] in
            guard let self else { return }
            isTimed = false
            sendWaiting()
        }
    }
}
