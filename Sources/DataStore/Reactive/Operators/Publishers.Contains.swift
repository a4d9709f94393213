extension Publishers {
    /// Publishes whether a value is among those of the upstream.
    public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
        /// Whether it is.
        public typealias Output = Bool
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The value.
        public let output: Upstream.Output

        /// Publishes whether a value is among those of the upstream.
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = SearchStage<Upstream.Output, Bool, Failure>(fallback: false) { [output] in
                $0 == output ? true : nil
            }
            upstream.relay(through: stage, to: subscriber)
        }
    }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension Publisher where Output: Equatable {
    /// Publishes whether `output` is among the values, as soon as that is known.
    public func contains(_ output: Output) -> Publishers.Contains<Self> {
        Publishers.Contains(upstream: self, output: output)
    }
}
