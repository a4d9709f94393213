extension Publishers {
    /// Publishes at most one value in each length of time, the first or the latest that came in it.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The time from one value to the next, at least.
        public let interval: Context.SchedulerTimeType.Stride
        /// Where values are published.
        public let scheduler: Context
        /// Whether the latest is published, or else the first.
        public let latest: Bool

        /// Publishes on `scheduler`, at most once in each `interval`.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outflow = Outflow<Memory, S>(Memory(), .everything, downstream: subscriber) { [scheduler] in
                scheduler.schedule($0)
            }
            subscriber.receive(subscription: outflow)
            let gate = Gate(interval: interval, scheduler: scheduler, latest: latest)
            outflow.attach(upstream) { key in
                Inlet(outflow, key) { completion, _ in
                    gate.publish(outflow)
                    outflow.end(completion)
                } onValue: { value in
                    gate.receive(value, outflow)
                    return .none
                }
            }
        }

        private struct Memory {
            var value: Output?
            /// Before this, nothing is published.
            var next: Context.SchedulerTimeType?
            var isTimerSet = false
        }

        /// What a timer holds: not the upstream, which may be cancelled before it rings.
        private struct Gate {
            let interval: Context.SchedulerTimeType.Stride
            let scheduler: Context
            let latest: Bool

            func receive<S: Subscriber>(_ value: Output, _ outflow: Outflow<Memory, S>)
            where S.Input == Output, S.Failure == Failure {
                let now = scheduler.now
                var displaced: Output? = value
                var isDue = false
                var timer: Context.SchedulerTimeType?
                outflow.update { memory, _ in
                    if latest || memory.value == nil { swap(&memory.value, &displaced) }
                    guard !memory.isTimerSet else { return }
                    if let next = memory.next, now < next {
                        timer = next
                        memory.isTimerSet = true
                    } else {
                        isDue = true
                    }
                }
                if isDue { publish(outflow) }
                if let timer { scheduler.schedule(after: timer) { publish(outflow, inPlace: true) } }
            }

            func publish<S: Subscriber>(_ outflow: Outflow<Memory, S>, inPlace: Bool = false)
            where S.Input == Output, S.Failure == Failure {
                let next = scheduler.now.advanced(by: interval)
                var unpublished = Queue<Outflow<Memory, S>.Parcel>()
                outflow.update(inPlace: inPlace) { memory, outlet in
                    if inPlace { memory.isTimerSet = false }
                    guard let value = memory.value.take() else { return }
                    memory.next = next
                    unpublished = outlet.discardAll()
                    outlet.send(.init(value: value, source: .none))
                }
                _ = unpublished
            }
        }
    }
}

extension Publisher {
    /// Publishes at most one value in each `interval` on `scheduler`, the first or the latest that came in it. One that
    /// waits when this ends is published before the end. When it has not been asked for, only the newest is kept.
    public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> Publishers.Throttle<Self, S> {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}
