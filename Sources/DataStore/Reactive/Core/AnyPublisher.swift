/// A publisher that hides the type of the one it wraps.
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible {
    private let box: any Publisher<Output, Failure>

    /// Wraps `publisher`; one that is wrapped already is not wrapped again.
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        box = (publisher as? AnyPublisher)?.box ?? publisher
    }

    /// Attaches a subscriber to the wrapped publisher.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        box.receive(subscriber: subscriber)
    }

    /// The name of the type alone: what it wraps stays hidden.
    public var description: String { "AnyPublisher" }
}

extension Publisher {
    /// This publisher with its type hidden.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}
