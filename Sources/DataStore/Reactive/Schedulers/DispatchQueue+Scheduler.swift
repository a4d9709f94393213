public import Dispatch

/// A queue runs closures as it runs its work items. On a concurrent queue they may run side by side; the operators here
/// keep their values in order all the same.
extension DispatchQueue: Scheduler {
    /// How a closure is to run on a queue.
    public struct SchedulerOptions {
        /// The priority of the work.
        public var qos: DispatchQoS
        /// What else there is to say.
        public var flags: DispatchWorkItemFlags
        /// The group that the work belongs to.
        public var group: DispatchGroup?

        /// The usual ones, unless said otherwise.
        public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
            self.qos = qos
            self.flags = flags
            self.group = group
        }
    }

    /// The moment that it is.
    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { .zero }

    /// Runs `action` on this queue.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let handover = Handover(action)
        async(group: options?.group, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { handover.run() }
    }

    /// Runs `action` on this queue, not before `date`.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let handover = Handover(action)
        let group = options?.group
        group?.enter()
        asyncAfter(deadline: date.dispatchTime, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) {
            handover.run()
            group?.leave()
        }
    }

    /// Runs `action` on this queue, not before `date` and then at each `interval`, until the answer is cancelled.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let handover = Handover(action)
        let source = DispatchSource.makeTimerSource(queue: self)
        source.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { handover.run() }
        source.schedule(
            deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: max(tolerance, .zero).timeInterval)
        source.resume()
        return AnyCancellable(source.cancel)
    }
}

/// A closure on its way to a queue.
private struct Handover: @unchecked Sendable {
    // Sendable: it is made for one queue, which alone runs it; the scheduler's caller gave it away.
    private let action: () -> Void

    init(_ action: @escaping () -> Void) {
        self.action = action
    }

    func run() {
        action()
    }
}
