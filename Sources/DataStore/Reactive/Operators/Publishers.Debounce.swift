extension Publishers {
    /// Publishes a value when none has followed it for a length of time.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How long none must follow.
        public let dueTime: Context.SchedulerTimeType.Stride
        /// Where values are published.
        public let scheduler: Context
        /// How they are.
        public let options: Context.SchedulerOptions?

        /// Publishes on `scheduler` when nothing has come for `dueTime`.
        public init(
            upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outflow = Outflow<Memory, S>(Memory(), .everything, downstream: subscriber) { [scheduler, options] in
                scheduler.schedule(options: options, $0)
            }
            subscriber.receive(subscription: outflow)
            let timer = Timer(scheduler: scheduler, options: options)
            outflow.attach(upstream) { [dueTime] key in
                Inlet(outflow, key) { completion, _ in
                    var dropped: Output?
                    outflow.update { memory, _ in dropped = memory.value.take() }
                    _ = dropped
                    outflow.end(completion)
                } onValue: { value in
                    var displaced: Output? = value
                    var mustStart = false
                    let deadline = timer.scheduler.now.advanced(by: dueTime)
                    outflow.update { memory, _ in
                        swap(&memory.value, &displaced)
                        mustStart = memory.alarm.move(to: deadline)
                    }
                    if mustStart { timer.start(outflow, for: deadline) }
                    return .none
                }
            }
        }

        private struct Memory {
            var value: Output?
            var alarm = Alarm<Context.SchedulerTimeType>()
        }

        /// What a timer holds: not the upstream, which may be cancelled before it rings.
        private struct Timer {
            let scheduler: Context
            let options: Context.SchedulerOptions?

            func start<S: Subscriber>(_ outflow: Outflow<Memory, S>, for time: Context.SchedulerTimeType)
            where S.Input == Output, S.Failure == Failure {
                scheduler.schedule(after: time, tolerance: scheduler.minimumTolerance, options: options) {
                    var next: Context.SchedulerTimeType?
                    var unpublished = Queue<Outflow<Memory, S>.Parcel>()
                    outflow.update(inPlace: true) { memory, outlet in
                        next = memory.alarm.ring(at: time)
                        guard next == nil, let value = memory.value.take() else { return }
                        unpublished = outlet.discardAll()
                        outlet.send(.init(value: value, source: .none))
                    }
                    _ = unpublished
                    if let next { start(outflow, for: next) }
                }
            }
        }
    }
}

extension Publisher {
    /// Publishes a value on `scheduler` when none has followed it for `dueTime`. One that waits when this finishes is not
    /// published. When it has not been asked for, only the newest is kept.
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}
