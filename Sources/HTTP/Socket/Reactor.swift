import CShims
import Dispatch
import Glibc

/// What a reactor keeps in a member: where its socket stands in the set.
struct Registration {
    var descriptor: Int32 = -1
    /// Tells a socket from an earlier one of the same number.
    var generation: UInt32 = 0
    var interest: Poller.Readiness = []
    /// The tick of the wheel that will wake the member; 0 when none will.
    var tick: UInt64 = 0

    var token: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor)) }
}

/// The owner of one socket in a reactor. All of it is called on the reactor's queue.
protocol ReactorMember: AnyObject {
    var registration: Registration { get set }
    /// When `expired` is due; the reactor is told of changes by `schedule`.
    var deadline: Instant? { get }
    func ready(_ readiness: Poller.Readiness, at now: Instant)
    func expired(at now: Instant)
}

/// One serial queue and the sockets that live on it.
///
/// ONE dispatch source watches the epoll descriptor, and each wake drains the set in batches: a source per socket would
/// double the cost of a request. Deadlines share one timer, which rests while there are none. A descriptor leaves the
/// set and the table before it is closed, and is closed here alone.
final class Reactor<Member: ReactorMember>: @unchecked Sendable {
    // Sendable: everything mutable is touched on `queue` alone, which each entry checks.
    let queue: DispatchQueue
    /// Monotonic time as of the last event or tick; no older than a tick while any deadline is pending.
    private(set) var now = Instant.now
    private let poller: Poller
    private let source: any DispatchSourceRead
    private let timer: any DispatchSourceTimer
    private let events: UnsafeMutableBufferPointer<shim_event>
    private var members: [Member?] = []
    private var generation: UInt32 = 0
    private var wheel: DeadlineWheel
    private var isTicking = false
    private(set) var count = 0
    /// Left when neither source calls anything any more.
    private let sourcesEnded = DispatchGroup()

    /// How many events are handled before other work of the queue has its turn.
    private static var eventsPerTurn: Int { 1024 }
    /// How often an empty set is asked again before the queue sleeps: a wake through Dispatch costs as much as a
    /// request, and under load the next one is nearly there.
    private static var emptyPolls: Int { 3 }

    init(label: String) throws(SocketError) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
        poller = try Poller()
        source = DispatchSource.makeReadSource(fileDescriptor: poller.descriptor, queue: queue)
        timer = DispatchSource.makeTimerSource(queue: queue)
        events = .allocate(capacity: Poller.batch)
        wheel = DeadlineWheel(at: .now)
        timer.schedule(deadline: .distantFuture)
        source.setEventHandler { [weak self] in self?.turn() }
        timer.setEventHandler { [weak self] in self?.tick() }
        sourcesEnded.enter()
        sourcesEnded.enter()
        // The epoll descriptor outlives its source: the handler holds it until the source is really gone.
        source.setCancelHandler { [poller, sourcesEnded] in withExtendedLifetime(poller) { sourcesEnded.leave() } }
        timer.setCancelHandler { [sourcesEnded] in sourcesEnded.leave() }
        source.activate()
        timer.activate()
    }

    deinit {
        source.cancel()
        timer.cancel()
        events.deallocate()
    }

    /// Stops watching, for good, and returns when nothing of this reactor runs or will run on its queue. It has no members
    /// by then. Not to be called on the queue.
    func end() {
        queue.sync {
            precondition(count == 0, "a reactor ends when its sockets are closed")
            source.cancel()
            timer.cancel()
        }
        sourcesEnded.wait()
        queue.sync {}
    }

    /// Takes a socket into the set; its member is held until it is removed.
    func add(_ member: Member, _ descriptor: Int32, _ interest: Poller.Readiness) throws(SocketError) {
        dispatchPrecondition(condition: .onQueue(queue))
        generation &+= 1
        member.registration = Registration(descriptor: descriptor, generation: generation, interest: interest)
        try poller.add(descriptor, interest, token: member.registration.token)
        let index = Int(descriptor)
        while members.count <= index { members.append(nil) }
        members[index] = member
        count += 1
        schedule(member)
    }

    /// Changes what a member is woken for.
    func watch(_ member: Member, _ interest: Poller.Readiness) {
        guard interest != member.registration.interest, member.registration.descriptor >= 0 else { return }
        member.registration.interest = interest
        poller.change(member.registration.descriptor, interest, token: member.registration.token)
    }

    /// Lets a socket go, open. Answers its descriptor, or nil when the member has none any more.
    func remove(_ member: Member) -> Int32? {
        dispatchPrecondition(condition: .onQueue(queue))
        let descriptor = member.registration.descriptor
        guard descriptor >= 0 else { return nil }
        poller.remove(descriptor)
        members[Int(descriptor)] = nil
        member.registration = Registration()
        count -= 1
        return descriptor
    }

    /// Removes a member and closes its socket. False when it has none any more.
    func close(_ member: Member) -> Bool {
        guard let descriptor = remove(member) else { return false }
        Glibc.close(descriptor)
        return true
    }

    /// Makes sure that a member is woken at its deadline. Cheap when the deadline has only moved away.
    func schedule(_ member: Member) {
        guard let deadline = member.deadline, member.registration.descriptor >= 0 else { return }
        let tick = wheel.tick(for: deadline, at: now)
        let planned = member.registration.tick
        guard planned == 0 || tick < planned else { return }
        member.registration.tick = tick
        wheel.insert(member.registration.token, tick: tick)
        startTicking()
    }

    /// Reads the clock for those who are about to measure from now.
    func refreshClock() -> Instant {
        now = .now
        return now
    }

    /// All members, as they are now.
    var all: [Member] { members.compactMap { $0 } }

    private func turn() {
        dispatchPrecondition(condition: .onQueue(queue))
        var patience = Self.emptyPolls
        var handled = 0
        while handled < Self.eventsPerTurn {
            let count = poller.take(events)
            if count == 0 {
                guard patience > 0 else { return }
                patience -= 1
                sched_yield()
                continue
            }
            handled += count
            now = .now
            for event in events[..<count] {
                member(event.token)?.ready(Poller.Readiness(rawValue: event.ready), at: now)
            }
        }
    }

    private func tick() {
        isTicking = false
        now = .now
        for (token, tick) in wheel.expire(at: now) {
            guard let member = member(token), member.registration.tick == tick else { continue }
            member.registration.tick = 0
            if let deadline = member.deadline, deadline <= now { member.expired(at: now) }
            schedule(member)
        }
        startTicking()
    }

    private func startTicking() {
        guard !isTicking, wheel.count > 0 else { return }
        isTicking = true
        timer.schedule(
            deadline: .now() + .nanoseconds(Int(DeadlineWheel.tickLength)), leeway: .milliseconds(20))
    }

    private func member(_ token: UInt64) -> Member? {
        let index = Int(UInt32(truncatingIfNeeded: token))
        guard index < members.count, let member = members[index],
            member.registration.generation == UInt32(truncatingIfNeeded: token >> 32)
        else { return nil }
        return member
    }
}
