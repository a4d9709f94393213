import DataStore
import Locks

/// A publisher in the hands of the test: it writes down what its one subscriber asks of it and sends what it is told to.
final class SourceSpy<Output, Failure: Error>: Publisher {
    private final class Link: Subscription {
        let log = Lock<[String]>([])
        func request(_ demand: Subscribers.Demand) { log.withLock { $0.append("\(demand)") } }
        func cancel() { log.withLock { $0.append("cancel") } }
    }

    private let link = Link()
    private let subscriber = Lock<AnySubscriber<Output, Failure>?>(nil)

    /// The demands and the cancel, in words.
    var log: [String] { link.log.withLock { $0 } }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        self.subscriber.withLock { $0 = AnySubscriber(subscriber) }
        subscriber.receive(subscription: link)
    }

    /// Sends a value and answers what was asked for on top.
    @discardableResult
    func send(_ value: Output) -> Subscribers.Demand {
        subscriber.withLock { $0 }?.receive(value) ?? .none
    }

    func send(completion: Subscribers.Completion<Failure>) {
        subscriber.withLock { $0.take() }?.receive(completion: completion)
    }
}
