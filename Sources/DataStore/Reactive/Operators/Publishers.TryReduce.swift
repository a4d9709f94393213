extension Publishers {
    /// Publishes the last result of folding the values; ends with what it throws.
    public struct TryReduce<Upstream: Publisher, Output>: Publisher {
        /// Whatever is thrown, or fails upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What to begin with.
        public let initial: Output
        /// Folds a value into the result.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        /// Publishes the last result of folding the values; ends with what it throws.
        public init(
            upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = ReduceStage<Upstream.Output, Output, any Error>(result: initial) { [nextPartialResult] in
                $0 = try nextPartialResult($0, $1)
            }
            upstream.relay(throughTrying: stage, to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes the last result of folding the values into `initialResult`; ends with what it throws.
    public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T> {
        Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}
