extension Publishers {
    /// Publishes the values that satisfy a condition.
    public struct Filter<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The condition.
        public let isIncluded: (Output) -> Bool

        /// Publishes the values that satisfy `isIncluded`.
        public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(CompactMapInner(downstream: subscriber) { [isIncluded] in isIncluded($0) ? $0 : nil })
        }
    }
}

extension Publisher {
    /// Publishes the values that satisfy `isIncluded`.
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers.Filter {
    /// Publishes the values that satisfy both conditions.
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
        let first = self.isIncluded
        return Publishers.Filter(upstream: upstream) { first($0) && isIncluded($0) }
    }
}
