extension Publishers {
    /// Publishes values and the end a length of time after they came.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How long they wait.
        public let interval: Context.SchedulerTimeType.Stride
        /// How much longer they may wait.
        public let tolerance: Context.SchedulerTimeType.Stride
        /// Where they are published.
        public let scheduler: Context
        /// How they are.
        public let options: Context.SchedulerOptions?

        /// Publishes on `scheduler` when `interval` has passed.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
            tolerance: Context.SchedulerTimeType.Stride, scheduler: Context, options: Context.SchedulerOptions? = nil
        ) {
            self.upstream = upstream
            self.interval = interval
            self.tolerance = tolerance
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Waiting = Queue<Outlet<Output, Failure>.Item>
            let outflow = Outflow<Waiting, S>(Waiting(), .forward, downstream: subscriber) { [scheduler, options] in
                scheduler.schedule(options: options, $0)
            }
            subscriber.receive(subscription: outflow)
            // Whichever timer rings first publishes what came first: so the order does not depend on the timers.
            let wait = { [scheduler, interval, tolerance, options] (item: Outlet<Output, Failure>.Item) in
                outflow.update { waiting, _ in waiting.append(item) }
                scheduler.schedule(after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options)
                {
                    outflow.update(inPlace: true) { waiting, outlet in
                        switch waiting.popFirst() {
                        case .value(let value): outlet.send(.init(value: value, source: .none))
                        case .completion(let completion): outlet.send(completion: completion)
                        case nil: break
                        }
                    }
                }
            }
            outflow.attach(upstream) { key in
                Inlet(outflow, key) { completion, _ in
                    wait(.completion(completion))
                } onValue: { value in
                    wait(.value(value))
                    return .none
                }
            }
        }
    }
}

extension Publisher {
    /// Publishes values and the end on `scheduler`, `interval` after they came.
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        Publishers.Delay(
            upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
            scheduler: scheduler, options: options)
    }
}
