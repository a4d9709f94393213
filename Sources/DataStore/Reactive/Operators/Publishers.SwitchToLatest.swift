extension Publishers {
    /// Publishes the values of the publisher that the upstream has published last.
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
    where P == Upstream.Output, P.Failure == Upstream.Failure {
        /// The kind of values of the publishers published.
        public typealias Output = P.Output
        /// The kind of errors of all.
        public typealias Failure = P.Failure

        /// Publishes the publishers.
        public let upstream: Upstream

        /// Publishes the values of the publisher that `upstream` has published last.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outflow = Outflow(Latest(), .ahead(1), downstream: subscriber)
            subscriber.receive(subscription: outflow)
            let outer = OuterInlet<P, Latest, S>(outflow, demand: .unlimited) { _ in
                outflow.follow { $0.isLast = true }
            } onValue: { _, publisher in
                outflow.attach(publisher) { key in
                    outflow.replace(with: key)
                    return Inlet(outflow, key) { completion, _ in
                        if case .failure = completion { return outflow.end(completion) }
                        outflow.follow { if $0.key == key { $0.key = nil } }
                    } onValue: { value in
                        outflow.update { latest, outlet in
                            if latest.key == key { outlet.send(.init(value: value, source: .one(key))) }
                        }
                        return .none
                    }
                }
            }
            upstream.subscribe(outer)
        }
    }
}

/// Whose values are published, and whether there will be another.
private struct Latest {
    var key: Int?
    var isLast = false
}

extension Outflow where Memory == Latest {
    /// From now on only the values of the upstream `key` are published.
    fileprivate func replace(with key: Int) {
        var old: Int?
        var discarded = Queue<Parcel>()
        update { latest, outlet in
            old = latest.key
            latest.key = key
            discarded = outlet.discardAll()
        }
        _ = discarded
        if let old { cancel(old) }
    }

    /// Takes note of an end, and ends this when no values can come any more.
    fileprivate func follow(_ change: (inout Latest) -> Void) {
        var isOver = false
        update { latest, _ in
            change(&latest)
            isOver = latest.isLast && latest.key == nil
        }
        if isOver { end(.finished) }
    }
}

extension Publisher where Output: Publisher {
    /// Publishes the values of the publisher that this has published last.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> where Output.Failure == Failure {
        Publishers.SwitchToLatest(upstream: self)
    }

    /// The same for publishers that do not fail.
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        > where Output.Failure == Never
    {
        map { $0.setFailureType(to: Failure.self) }.switchToLatest()
    }
}

extension Publisher where Failure == Never, Output: Publisher {
    /// The same for a publisher that does not fail, of publishers that may.
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Output, Publishers.SetFailureType<Self, Output.Failure>
        >
    {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }

    /// The same where nothing fails.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> where Output.Failure == Never {
        Publishers.SwitchToLatest(upstream: self)
    }
}
