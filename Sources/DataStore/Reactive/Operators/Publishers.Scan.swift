extension Publishers {
    /// Publishes each result of folding the values.
    public struct Scan<Upstream: Publisher, Output>: Publisher {
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What to begin with.
        public let initialResult: Output
        /// Folds a value into the result.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Publishes each result of folding the values.
        public init(
            upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = ScanStage<Upstream.Output, Output, Failure>(result: initialResult, next: nextPartialResult)
            upstream.relay(through: stage, to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes each result of folding the values into `initialResult`.
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}
