internal import Locks

extension Publishers {
    /// Prints what happens between a publisher and its subscribers.
    public struct Print<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What each line begins with.
        public let prefix: String
        /// Where lines are written; the standard output when nil.
        public let stream: (any TextOutputStream)?

        /// Prints lines that begin with `prefix`.
        public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
            self.upstream = upstream
            self.prefix = prefix
            self.stream = stream
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let printer = LinePrinter(prefix.isEmpty ? "" : prefix + ": ", stream ?? StandardOutput())
            upstream.handleEvents(
                receiveSubscription: { printer.print("receive subscription: (\($0))") },
                receiveOutput: { printer.print("receive value: (\($0))") },
                receiveCompletion: {
                    switch $0 {
                    case .finished: printer.print("receive finished")
                    case .failure(let error): printer.print("receive error: (\(error))")
                    }
                },
                receiveCancel: { printer.print("receive cancel") },
                receiveRequest: { printer.print("request \($0.max.map { "max: (\($0))" } ?? "unlimited")") }
            ).subscribe(subscriber)
        }
    }
}

extension Publisher {
    /// Prints what happens between this and its subscribers.
    public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil) -> Publishers.Print<Self> {
        Publishers.Print(upstream: self, prefix: prefix, to: stream)
    }
}

private struct StandardOutput: TextOutputStream {
    mutating func write(_ string: String) {
        Swift.print(string, terminator: "")
    }
}

/// Writes lines, whole and one at a time, whichever threads they come from.
private final class LinePrinter {
    private struct State {
        /// Nil while somebody writes.
        var stream: (any TextOutputStream)?
        var lines = Queue<String>()
    }

    private let state = Lock(State())
    private let prefix: String

    init(_ prefix: String, _ stream: any TextOutputStream) {
        self.prefix = prefix
        state.withLock { $0.stream = stream }
    }

    func print(_ line: String) {
        let free = state.withLock { state in
            state.lines.append(prefix + line + "\n")
            return state.stream.take()
        }
        guard var stream = free else { return }
        while true {
            let line = state.withLock { state in
                let line = state.lines.popFirst()
                if line == nil { state.stream = stream }
                return line
            }
            guard let line else { return }
            stream.write(line)
        }
    }
}
