extension Publishers {
    /// Publishes the values of a publisher that is known not to fail; stops the program when it does.
    public struct AssertNoFailure<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// It does not fail.
        public typealias Failure = Never

        /// Where the values come from.
        public let upstream: Upstream
        /// What the program says before it stops.
        public let prefix: String
        /// The file that it names.
        public let file: StaticString
        /// The line that it names.
        public let line: UInt

        /// Stops the program at a failure of `upstream`.
        public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
            self.upstream = upstream
            self.prefix = prefix
            self.file = file
            self.line = line
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            upstream.subscribe(
                MapErrorInner(downstream: subscriber) { [prefix, file, line] in
                    preconditionFailure("\(prefix)\(prefix.isEmpty ? "" : ": ")\($0)", file: file, line: line)
                })
        }
    }
}

extension Publisher {
    /// Stops the program at a failure; for publishers that cannot fail although their type says so.
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
    }
}
