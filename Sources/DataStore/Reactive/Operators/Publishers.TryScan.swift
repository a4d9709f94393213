extension Publishers {
    /// Publishes each result of folding the values; ends with what it throws.
    public struct TryScan<Upstream: Publisher, Output>: Publisher {
        /// Whatever is thrown, or fails upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What to begin with.
        public let initialResult: Output
        /// Folds a value into the result.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        /// Publishes each result of folding the values; ends with what it throws.
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = ScanStage<Upstream.Output, Output, any Error>(result: initialResult, next: nextPartialResult)
            upstream.relay(throughTrying: stage, to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes each result of folding the values into `initialResult`; ends with what it throws.
    public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T> {
        Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}
