extension Publishers {
    /// Publishes the last result of folding the values.
    public struct Reduce<Upstream: Publisher, Output>: Publisher {
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What to begin with.
        public let initial: Output
        /// Folds a value into the result.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Publishes the last result of folding the values.
        public init(
            upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = ReduceStage<Upstream.Output, Output, Failure>(result: initial) { [nextPartialResult] in
                $0 = nextPartialResult($0, $1)
            }
            upstream.relay(through: stage, to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes the last result of folding the values into `initialResult`.
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}
