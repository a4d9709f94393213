import CShims
import Glibc

/// A set of descriptors that the kernel watches: epoll, level-triggered. The only place that knows it.
final class Poller: Sendable {
    /// What a descriptor is watched for, and what it is found to be.
    struct Readiness: OptionSet, Sendable {
        let rawValue: UInt32
        static let readable = Readiness(rawValue: shim_readable)
        static let writable = Readiness(rawValue: shim_writable)
        /// Reset, or closed in both directions; reported without being asked for.
        static let failed = Readiness(rawValue: shim_failed)
    }

    /// How many events `take` yields at once.
    static let batch = 256

    /// Readable itself while any descriptor of the set is ready.
    let descriptor: Int32

    init() throws(SocketError) {
        descriptor = shim_poller_open()
        guard descriptor >= 0 else { throw SocketError("watch sockets", code: -descriptor) }
    }

    deinit {
        Glibc.close(descriptor)
    }

    func add(_ member: Int32, _ interest: Readiness, token: UInt64) throws(SocketError) {
        let result = shim_poller_add(descriptor, member, interest.rawValue, token)
        guard result == 0 else { throw SocketError("watch a socket", code: -result) }
    }

    func change(_ member: Int32, _ interest: Readiness, token: UInt64) {
        let result = shim_poller_change(descriptor, member, interest.rawValue, token)
        precondition(result == 0, "a member of the set can be changed: errno \(-result)")
    }

    func remove(_ member: Int32) {
        let result = shim_poller_remove(descriptor, member)
        precondition(result == 0, "a member of the set can be removed: errno \(-result)")
    }

    /// Fills `events` with what is ready now; never waits.
    func take(_ events: UnsafeMutableBufferPointer<shim_event>) -> Int {
        guard let base = events.baseAddress else { return 0 }
        let count = shim_poller_take(descriptor, base, Int32(events.count))
        precondition(count >= 0 || count == -EINTR, "epoll_wait: errno \(-count)")
        return max(0, Int(count))
    }
}
