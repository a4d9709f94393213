extension Publishers {
    /// Publishes how much time passed between the values.
    public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// A length of time.
        public typealias Output = Context.SchedulerTimeType.Stride
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whose clock is read.
        public let scheduler: Context

        /// Reads the clock of `scheduler`.
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = ScanStage<Upstream.Output, (last: Context.SchedulerTimeType, passed: Output), Failure>(
                result: (scheduler.now, .nanoseconds(0))
            ) { [scheduler] result, _ in
                let now = scheduler.now
                return (now, result.last.distance(to: now))
            }
            upstream.relay(through: stage, to: Passed(downstream: subscriber))
        }

        private struct Passed<Downstream: Subscriber>: Subscriber
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let downstream: Downstream

            var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

            func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

            func receive(_ input: (last: Context.SchedulerTimeType, passed: Output)) -> Subscribers.Demand {
                downstream.receive(input.passed)
            }

            func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
        }
    }
}

extension Publisher {
    /// Publishes how much time passed from the subscription to the first value, and from each to the next.
    public func measureInterval<S: Scheduler>(
        using scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, S> {
        Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
    }
}
