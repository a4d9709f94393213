internal import Locks

extension Publishers {
    /// Publishes the elements of a sequence, as they are asked for, and then the end.
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
        /// The elements.
        public typealias Output = Elements.Element

        /// The sequence, iterated anew for each subscriber.
        public let sequence: Elements

        /// Publishes the elements of `sequence`.
        public init(sequence: Elements) {
            self.sequence = sequence
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            var iterator = sequence.makeIterator()
            guard let first = iterator.next() else { return OneShot.publish(.finished, to: subscriber) }
            subscriber.receive(subscription: SequenceSubscription(first, iterator, subscriber))
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Swift.Sequence {
    /// Publishes the elements.
    public var publisher: Publishers.Sequence<Self, Never> {
        Publishers.Sequence(sequence: self)
    }
}

/// Publishes in a loop, which a request from within a subscriber prolongs; so the stack stays as it is.
private final class SequenceSubscription<Iterator: IteratorProtocol, Downstream: Subscriber>: Subscription
where Iterator.Element == Downstream.Input {
    /// What is to come: the next element, read ahead to know whether it is the last, and the rest.
    private struct Rest {
        var next: Iterator.Element
        var iterator: Iterator
    }

    private struct State {
        /// Nil while the loop runs, which owns it then.
        var rest: Rest?
        var downstream: Downstream?
        var demand = Subscribers.Demand.none
    }

    private let state = Lock(State())

    init(_ first: Iterator.Element, _ iterator: Iterator, _ downstream: Downstream) {
        state.withLock {
            $0.rest = Rest(next: first, iterator: iterator)
            $0.downstream = downstream
        }
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let rest = state.withLock { state -> Rest? in
            state.demand += demand
            return state.rest.take()
        }
        if let rest { publish(rest) }
    }

    func cancel() {
        _ = close()
    }

    private func publish(_ start: Rest) {
        var rest = start
        var more = Subscribers.Demand.none
        while true {
            let downstream = state.withLock { state -> Downstream? in
                state.demand += more
                guard state.downstream != nil else { return nil }
                if state.demand.takeOne() { return state.downstream }
                state.rest = rest
                return nil
            }
            guard let downstream else { return }
            let value = rest.next
            guard let next = rest.iterator.next() else {
                _ = downstream.receive(value)
                close().downstream?.receive(completion: .finished)
                return
            }
            rest.next = next
            more = downstream.receive(value)
        }
    }

    /// Ends this, and answers what it held, so that it is released outside the lock.
    private func close() -> State {
        state.withLock { state in
            var last = State()
            swap(&state, &last)
            return last
        }
    }
}
