extension Publishers {
    /// Publishes the values of three publishers in triples: the first ones, the second ones, and so on.
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        /// A value of each.
        public typealias Output = (A.Output, B.Output, C.Output)
        /// The kind of errors of all.
        public typealias Failure = A.Failure

        /// The first.
        public let a: A
        /// The second.
        public let b: B
        /// The third.
        public let c: C

        /// Publishes the values of all in triples.
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            a.zip(b).zip(c).map { ($0.0.0, $0.0.1, $0.1) }.subscribe(subscriber)
        }
    }
}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publisher {
    /// Publishes the values of this and of two others in triples; finishes when none can come any more.
    public func zip<P: Publisher, Q: Publisher>(
        _ publisher1: P, _ publisher2: Q
    ) -> Publishers.Zip3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure {
        Publishers.Zip3(self, publisher1, publisher2)
    }

    /// Publishes what `transform` makes of the triples of this and of two others.
    public func zip<P: Publisher, Q: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T> where P.Failure == Failure, Q.Failure == Failure {
        zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
    }
}
