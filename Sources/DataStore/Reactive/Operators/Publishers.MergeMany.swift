extension Publishers {
    /// Publishes the values of any number of publishers of one type as they come.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// The kind of values of all.
        public typealias Output = Upstream.Output
        /// The kind of errors of all.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let publishers: [Upstream]

        /// Publishes the values of all.
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Publishes the values of all.
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            guard !publishers.isEmpty else { return OneShot.publish(.finished, to: subscriber) }
            let outflow = Outflow((), .ahead(1), open: publishers.count, downstream: subscriber)
            subscriber.receive(subscription: outflow)
            for publisher in publishers { outflow.merge(publisher) }
        }

        /// These and one more.
        public func merge(with other: Upstream) -> MergeMany {
            MergeMany(publishers + [other])
        }
    }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the values of this and of another of its type as they come; finishes when both have.
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        Publishers.MergeMany(self, other)
    }
}
