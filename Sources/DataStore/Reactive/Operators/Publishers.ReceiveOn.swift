extension Publishers {
    /// Publishes on a scheduler, in the order of the upstream.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Where they are published.
        public let scheduler: Context
        /// How they are.
        public let options: Context.SchedulerOptions?

        /// Publishes on `scheduler`.
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outflow = Outflow((), .forward, downstream: subscriber) { [scheduler, options] in
                scheduler.schedule(options: options, $0)
            }
            subscriber.receive(subscription: outflow)
            outflow.merge(upstream)
        }
    }
}

extension Publisher {
    /// Publishes on `scheduler`. On a concurrent queue, too, the order stays and values come one at a time.
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
    }
}
