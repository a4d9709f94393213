extension Optional {
    /// Publishes the value, if there is one, and then the end.
    public struct Publisher: DataStore.Publisher {
        /// The value.
        public typealias Output = Wrapped
        /// It does not fail.
        public typealias Failure = Never

        /// The value, if there is one.
        public let output: Wrapped?

        /// Publishes `output`.
        public init(_ output: Wrapped?) {
            self.output = output
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Wrapped, S.Failure == Never {
            if let output {
                OneShot.publish(output, to: subscriber)
            } else {
                OneShot.publish(.finished, to: subscriber)
            }
        }
    }

    /// Publishes the value, if there is one.
    public var publisher: Publisher { Publisher(self) }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
