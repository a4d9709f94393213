import Dispatch
import Locks

/// A filter of events.
public typealias HubFilter = @Sendable (HubPayload) -> Bool
/// Is called with each event.
public typealias HubListener = @Sendable (HubPayload) -> Void

/// What a listener is removed by.
public struct UnsubscribeToken: Hashable, Sendable {
    /// The channel that it listens to.
    public let channel: HubChannel
    private let id: UInt64

    fileprivate init(_ channel: HubChannel, _ id: UInt64) {
        self.channel = channel
        self.id = id
    }
}

/// Amplify's hub: tells what happens, in order, to all who listen, on a queue of its own.
public final class HubCategory: Sendable {
    private struct State: Sendable {
        var listeners: [UnsubscribeToken: HubListener] = [:]
        var last: UInt64 = 0
    }

    private let state = Lock(State())
    private let queue = DispatchQueue(label: "rivulet.hub")

    init() {}

    /// Calls `listener` for each event of the channel from now on.
    @discardableResult
    public func listen(
        to channel: HubChannel, isIncluded filter: HubFilter? = nil, listener: @escaping HubListener
    ) -> UnsubscribeToken {
        state.withLock { state in
            state.last += 1
            let token = UnsubscribeToken(channel, state.last)
            state.listeners[token] = { payload in if filter?(payload) ?? true { listener(payload) } }
            return token
        }
    }

    /// Calls `listener` for each event of that name from now on.
    @discardableResult
    public func listen(
        to channel: HubChannel, eventName: HubPayloadEventName, listener: @escaping HubListener
    ) -> UnsubscribeToken {
        listen(to: channel, isIncluded: { $0.eventName == eventName }, listener: listener)
    }

    /// Ends a listener: a call that is under way is its last.
    public func removeListener(_ token: UnsubscribeToken) {
        _ = state.withLock { $0.listeners.removeValue(forKey: token) }
    }

    /// Tells an event to all who listen to the channel.
    public func dispatch(to channel: HubChannel, payload: HubPayload) {
        queue.async { [self] in
            let tokens = state.withLock { state in
                state.listeners.keys.filter { $0.channel == channel }
            }
            for token in tokens.sorted(by: { $0 < $1 }) {
                // One may have removed another meanwhile.
                state.withLock { $0.listeners[token] }?(payload)
            }
        }
    }

    /// The events of the channel, from each subscription on. Of more than 1000 that a subscriber lets wait
    /// the oldest go.
    public func publisher(for channel: HubChannel) -> AnyPublisher<HubPayload, Never> {
        TapPublisher { [self] in
            let tap = BufferedTap<HubPayload, HubPayload> { $0 }
            let token = listen(to: channel) { [weak tap] payload in tap?.append(payload, droppingOldestOver: 1000) }
            tap.onRelease { [weak self] in self?.removeListener(token) }
            return tap
        }
        .catch { _ in Empty() }
        .eraseToAnyPublisher()
    }
}

extension UnsubscribeToken {
    /// In the order of their making.
    fileprivate static func < (left: UnsubscribeToken, right: UnsubscribeToken) -> Bool { left.id < right.id }
}
