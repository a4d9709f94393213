import DataStore
import Dispatch
import HTTP

/// One client of `/hub`. Lives on the stream queue.
final class HubStream: @unchecked Sendable {
    // Sendable: everything mutable is only used on the stream queue.
    private let streamQueue: DispatchQueue
    private var channel: StreamChannel?
    private var token: Hub.Token?
    /// What came before the client's connection was a stream.
    private var early: [HubEvent] = []

    /// A client that lets more than this wait does not read: it is cut off.
    private static let bufferLimit = 1 << 20

    init(_ streamQueue: DispatchQueue) { self.streamQueue = streamQueue }

    /// Listens from now on, and then calls `ready`.
    func listen(_ hub: Hub, ready: @escaping @Sendable () -> Void) {
        let queue = streamQueue
        hub.listen { [weak self] event in
            queue.async { [weak self] in self?.take(event) }
        } ready: { token in
            self.streamQueue.async { self.token = token }
            ready()
        }
    }

    /// Sends each event that came and comes.
    func begin(_ channel: StreamChannel, heartbeat seconds: Int) {
        self.channel = channel
        channel.heartbeat(every: seconds, EventStream.heartbeat)
        channel.onClose = { [self] in
            token = nil
            self.channel = nil
        }
        for event in early { send(event, channel) }
        early = []
    }

    private func take(_ event: HubEvent) {
        if let channel { send(event, channel) } else { early.append(event) }
    }

    private func send(_ event: HubEvent, _ channel: StreamChannel) {
        guard channel.isOpen else { return }
        guard channel.pendingBytes <= Self.bufferLimit else { return channel.close() }
        var bytes: [UInt8] = []
        EventStream.append(to: &bytes, id: event.position) { event.write(to: &$0) }
        channel.send(Frame(payload: bytes))
    }
}
