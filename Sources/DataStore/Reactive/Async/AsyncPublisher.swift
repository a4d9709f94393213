/// The values of a publisher that does not fail, as an asynchronous sequence. Each is asked for when it is awaited.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
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
        fileprivate let pull: Pull<P.Output, Never>

        /// The next value; nil after the end, and when the task is cancelled.
        public mutating func next() async -> P.Output? {
            switch await pull.next() {
            case .value(let value): value
            case .completion: nil
            }
        }
    }
}

extension Publisher where Failure == Never {
    /// The values, as an asynchronous sequence.
    public var values: AsyncPublisher<Self> {
        AsyncPublisher(self)
    }
}
