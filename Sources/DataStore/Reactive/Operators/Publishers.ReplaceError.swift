extension Publishers {
    /// Publishes the values and, in the place of an error, one value and the end.
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// It does not fail.
        public typealias Failure = Never

        /// Where the values come from.
        public let upstream: Upstream
        /// What is published in the place of an error.
        public let output: Output

        /// Publishes `output` in the place of an error.
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            upstream.catch { [output] _ in Just(output) }.subscribe(subscriber)
        }
    }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publisher {
    /// Publishes `output` and the end in the place of an error.
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}
