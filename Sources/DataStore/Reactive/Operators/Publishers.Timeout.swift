extension Publishers {
    /// Publishes the values, and the end when none has come for a length of time.
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How long it may take for one to come.
        public let interval: Context.SchedulerTimeType.Stride
        /// Where values are published.
        public let scheduler: Context
        /// How they are.
        public let options: Context.SchedulerOptions?
        /// Makes the error of a timeout; without it a timeout is a success.
        public let customError: (() -> Failure)?

        /// Ends when `interval` passes without a value.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?, customError: (() -> Failure)?
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.options = options
            self.customError = customError
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outflow = Outflow<Memory, S>(Memory(), .forward, downstream: subscriber) { [scheduler, options] in
                scheduler.schedule(options: options, $0)
            }
            subscriber.receive(subscription: outflow)
            let timer = Timer(interval: interval, scheduler: scheduler, options: options, customError: customError)
            timer.move(outflow, value: nil)
            outflow.attach(upstream) { key in
                Inlet(outflow, key) { value in
                    timer.move(outflow, value: value)
                    return .none
                }
            }
        }

        private typealias Memory = Alarm<Context.SchedulerTimeType>

        /// What a timer holds: not the upstream, which may be cancelled before it rings.
        private struct Timer {
            let interval: Context.SchedulerTimeType.Stride
            let scheduler: Context
            let options: Context.SchedulerOptions?
            let customError: (() -> Failure)?

            func move<S: Subscriber>(_ outflow: Outflow<Memory, S>, value: Output?)
            where S.Input == Output, S.Failure == Failure {
                let deadline = scheduler.now.advanced(by: interval)
                var mustStart = false
                outflow.update { alarm, outlet in
                    mustStart = alarm.move(to: deadline)
                    if let value { outlet.send(.init(value: value, source: .none)) }
                }
                if mustStart { start(outflow, for: deadline) }
            }

            func start<S: Subscriber>(_ outflow: Outflow<Memory, S>, for time: Context.SchedulerTimeType)
            where S.Input == Output, S.Failure == Failure {
                scheduler.schedule(after: time, tolerance: scheduler.minimumTolerance, options: options) {
                    var isDue = false
                    var next: Context.SchedulerTimeType?
                    outflow.update { alarm, _ in
                        next = alarm.ring(at: time)
                        isDue = next == nil
                    }
                    if let next { return start(outflow, for: next) }
                    if isDue { outflow.end(customError.map { .failure($0()) } ?? .finished, inPlace: true) }
                }
            }
        }
    }
}

extension Publisher {
    /// Publishes on `scheduler`, and ends when `interval` passes without a value: with what `customError` makes, or as
    /// finished.
    public func timeout<S: Scheduler>(
        _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
        customError: (() -> Failure)? = nil
    ) -> Publishers.Timeout<Self, S> {
        Publishers.Timeout(
            upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
    }
}
