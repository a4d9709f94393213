import DataStore
import HTTP

/// One client of `/observe`. It holds a position, not copies.
///
/// While it keeps up, it is sent what its topic is told. Past its buffer it is left out; when it is writable again it
/// reads on from the change log until it has caught up. A stream that starts in the past begins that way. Lives on the
/// stream queue.
final class MutationStream: @unchecked Sendable {
    // Sendable: everything mutable is only used on the stream queue.
    private let channel: StreamChannel
    private let topic: MutationTopic
    private let hub: MutationStreams
    private let lease: MutationStreams.Lease
    /// The last change that the client was sent, or that is not for it.
    private var seq: Int64
    /// The log in which it is asked to begin.
    private let epoch: String
    private var isLive = false
    private var isReading = false

    init(_ channel: StreamChannel, _ lease: MutationStreams.Lease, after start: Position, hub: MutationStreams) {
        self.channel = channel
        self.lease = lease
        seq = start.seq
        epoch = start.epoch
        self.hub = hub
        topic = lease.topic
    }

    /// Begins: reads what it missed, or is live at once.
    func begin(heartbeat seconds: Int) {
        // It was opened while the log began anew.
        if epoch != hub.epoch { restart() }
        topic.add(self)
        channel.heartbeat(every: seconds, EventStream.heartbeat)
        channel.onDrain = { [unowned self] in if !isLive { catchUp() } }
        channel.onClose = { [self] in
            topic.remove(self)
            channel.onDrain = nil
        }
        catchUp()
    }

    /// Takes what the topic is told.
    func take(_ run: FrameRun) {
        guard isLive, let frame = run.frame(after: seq) else { return }
        send(frame, upTo: run.lastSeq)
    }

    /// Reads on, if it had more to read when the store was stopped.
    func resume() { if !isLive { catchUp() } }

    /// The log began anew: what was not sent of the old one is gone, and the stream is at the new one's beginning.
    func restart() {
        seq = 0
        isLive = false
    }

    private func send(_ frame: Frame, upTo seq: Int64) {
        channel.send(frame)
        self.seq = seq
        if channel.pendingBytes > hub.bufferLimit { isLive = false }
    }

    private func catchUp() {
        guard !isReading, channel.isOpen, !hub.isPaused else { return }
        if seq >= hub.progress {
            isLive = true
            return
        }
        isReading = true
        let epoch = hub.epoch
        hub.read(topic, after: seq) { [self] result in
            isReading = false
            // What was read under a stop is read again, and what is of a log that is no more is not for anyone.
            if hub.isPaused || epoch != hub.epoch { return catchUp() }
            switch result {
            case .success(let page): take(page)
            case .failure(let error): channel.finish(EventStream.error(Problem(error)))
            }
        }
    }

    private func take(_ page: MutationStreams.LogPage) {
        if let reset = page.reset { channel.send(Frame(payload: reset)) }
        if page.payload.isEmpty { seq = page.seq } else { send(Frame(payload: page.payload), upTo: page.seq) }
        // With bytes still waiting, the drain goes on here.
        if channel.pendingBytes == 0 {
            catchUp()
        } else if seq >= hub.progress, channel.pendingBytes <= hub.bufferLimit {
            isLive = true
        }
    }
}
