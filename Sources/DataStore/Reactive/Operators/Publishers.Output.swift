extension Publishers {
    /// Publishes the values whose places lie in a range.
    public struct Output<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The places, counted from 0.
        public let range: Range<Int>

        /// Publishes the values whose places lie in a range.
        public init(upstream: Upstream, range: Range<Int>) {
            self.upstream = upstream
            self.range = range
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.relay(through: RangeStage<Upstream.Output, Failure>(range: range), to: subscriber)
        }
    }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the value at a place, counted from 0.
    public func output(at index: Int) -> Publishers.Output<Self> {
        precondition(index >= 0, "A place is not negative")
        return Publishers.Output(upstream: self, range: index..<(index + 1))
    }

    /// Publishes the values whose places lie in `range`.
    public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        precondition(range.lowerBound >= 0, "A place is not negative")
        return Publishers.Output(upstream: self, range: range)
    }

    /// Publishes the first `maxLength` values.
    public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
        precondition(maxLength >= 0, "A length is not negative")
        return Publishers.Output(upstream: self, range: 0..<maxLength)
    }
}
