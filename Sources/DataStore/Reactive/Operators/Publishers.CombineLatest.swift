extension Publishers {
    /// Publishes the latest values of two publishers, whenever one of them publishes and both have.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        /// The latest value of each.
        public typealias Output = (A.Output, B.Output)
        /// The kind of errors of both.
        public typealias Failure = A.Failure

        /// The first.
        public let a: A
        /// The second.
        public let b: B

        /// Publishes the latest values of both.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outflow = Outflow(Latest<A.Output, B.Output>(), .ahead(1), open: 2, downstream: subscriber)
            subscriber.receive(subscription: outflow)
            outflow.attach(a) { key in
                Inlet(outflow, key) { value in outflow.receive(value, key, \.first) }
            }
            outflow.attach(b) { key in
                Inlet(outflow, key) { value in outflow.receive(value, key, \.second) }
            }
        }
    }
}

private struct Latest<First, Second> {
    var first: First?
    var second: Second?
}

extension Outflow {
    /// Keeps a value, and publishes both if there are both; else asks for another in its place.
    fileprivate func receive<First, Second, Input>(
        _ value: Input, _ key: Int, _ place: WritableKeyPath<Latest<First, Second>, Input?>
    ) -> Subscribers.Demand where Memory == Latest<First, Second>, Downstream.Input == (First, Second) {
        var displaced: Input? = value
        var isIncomplete = false
        update { latest, outlet in
            swap(&latest[keyPath: place], &displaced)
            if let first = latest.first, let second = latest.second {
                outlet.send(Parcel(value: (first, second), source: .one(key)))
            } else {
                isIncomplete = true
            }
        }
        return isIncomplete ? .max(1) : .none
    }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

extension Publisher {
    /// Publishes the latest values of this and of `other`; finishes when both have.
    public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
    where P.Failure == Failure {
        Publishers.CombineLatest(self, other)
    }

    /// Publishes what `transform` makes of the latest values of this and of `other`.
    public func combineLatest<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
        combineLatest(other).map { transform($0.0, $0.1) }
    }
}
