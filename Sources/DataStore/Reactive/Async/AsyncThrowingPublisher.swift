/// The values of a publisher, as an asynchronous sequence that throws its error. Each is asked for when it is awaited.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
    /// The kind of values.
    public typealias Element = P.Output

    private let publisher: P

    /// The values of `publisher`, to which each iteration subscribes anew.
    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Subscribes.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pull: Pull(publisher))
    }

    /// Awaits one value after the other. The subscription ends with it.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let pull: Pull<P.Output, P.Failure>

        /// The next value; nil after the end, and when the task is cancelled. Throws the error of the publisher, once.
        public mutating func next() async throws -> P.Output? {
            switch await pull.next() {
            case .value(let value): return value
            case .completion(.finished): return nil
            case .completion(.failure(let error)): throw error
            }
        }
    }
}

extension Publisher {
    /// The values, as an asynchronous sequence.
    public var values: AsyncThrowingPublisher<Self> {
        AsyncThrowingPublisher(self)
    }
}
