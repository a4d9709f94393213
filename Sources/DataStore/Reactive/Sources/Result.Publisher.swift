extension Result {
    /// Publishes the value and then the end, or the error.
    public struct Publisher: DataStore.Publisher {
        /// The value.
        public typealias Output = Success

        /// The value or the error.
        public let result: Result

        /// Publishes `result`.
        public init(_ result: Result) {
            self.result = result
        }

        /// Publishes a value.
        public init(_ output: Success) {
            result = .success(output)
        }

        /// Publishes an error.
        public init(_ failure: Failure) {
            result = .failure(failure)
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == Failure {
            switch result {
            case .success(let value): OneShot.publish(value, to: subscriber)
            case .failure(let error): OneShot.publish(.failure(error), to: subscriber)
            }
        }
    }

    /// Publishes the value or the error.
    public var publisher: Publisher { Publisher(self) }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
