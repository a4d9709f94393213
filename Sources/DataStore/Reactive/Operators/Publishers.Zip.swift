extension Publishers {
    /// Publishes the values of two publishers in pairs: the first with the first, the second with the second.
    public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        /// A value of each.
        public typealias Output = (A.Output, B.Output)
        /// The kind of errors of both.
        public typealias Failure = A.Failure

        /// The first.
        public let a: A
        /// The second.
        public let b: B

        /// Publishes the values of both in pairs.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outflow = Outflow(Unpaired<A.Output, B.Output>(), .ahead(1), open: 2, downstream: subscriber)
            subscriber.receive(subscription: outflow)
            outflow.attach(a) { key in
                Inlet(outflow, key) { completion, _ in
                    outflow.finish(completion) { $0.isFirstOver = true }
                } onValue: { value in
                    outflow.pair { $0.first.append(value) }
                }
            }
            outflow.attach(b) { key in
                Inlet(outflow, key) { completion, _ in
                    outflow.finish(completion) { $0.isSecondOver = true }
                } onValue: { value in
                    outflow.pair { $0.second.append(value) }
                }
            }
        }
    }
}

/// The values that wait for their partner. One of the queues is empty.
private struct Unpaired<First, Second> {
    var first = Queue<First>()
    var second = Queue<Second>()
    var isFirstOver = false
    var isSecondOver = false

    /// Whether no pair can come any more.
    var isOver: Bool { isFirstOver && first.isEmpty || isSecondOver && second.isEmpty }

    mutating func pair() -> (First, Second)? {
        guard !first.isEmpty, !second.isEmpty else { return nil }
        guard let one = first.popFirst(), let other = second.popFirst() else { return nil }
        return (one, other)
    }
}

extension Outflow {
    fileprivate func pair<First, Second>(_ change: (inout Memory) -> Void) -> Subscribers.Demand
    where Memory == Unpaired<First, Second>, Downstream.Input == (First, Second) {
        var isOver = false
        update { unpaired, outlet in
            change(&unpaired)
            guard let pair = unpaired.pair() else { return }
            outlet.send(Parcel(value: pair, source: .all))
            isOver = unpaired.isOver
        }
        if isOver { end(.finished) }
        return .none
    }

    fileprivate func finish<First, Second>(_ completion: Completion, _ change: (inout Memory) -> Void)
    where Memory == Unpaired<First, Second> {
        if case .failure = completion { return end(completion) }
        var isOver = false
        update { unpaired, _ in
            change(&unpaired)
            isOver = unpaired.isOver
        }
        if isOver { end(.finished) }
    }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

extension Publisher {
    /// Publishes the values of this and of `other` in pairs; finishes when no pair can come any more.
    public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where P.Failure == Failure {
        Publishers.Zip(self, other)
    }

    /// Publishes what `transform` makes of the pairs of this and of `other`.
    public func zip<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where P.Failure == Failure {
        zip(other).map { transform($0.0, $0.1) }
    }
}
