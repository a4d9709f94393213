extension Publishers {
    /// How a buffer is filled.
    public enum PrefetchStrategy: Hashable, Sendable {
        /// The upstream is asked for as many values as fit.
        case keepFull
        /// The upstream is asked for all.
        case byRequest
    }

    /// What is done with a value for which a buffer has no place.
    public enum BufferingStrategy<Failure: Error> {
        /// It is dropped.
        case dropNewest
        /// The one that has waited longest is dropped.
        case dropOldest
        /// The stream ends with an error.
        case customError(() -> Failure)
    }

    /// Keeps values until they are asked for.
    public struct Buffer<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How many are kept.
        public let size: Int
        /// How the buffer is filled.
        public let prefetch: PrefetchStrategy
        /// What is done when it is full.
        public let whenFull: BufferingStrategy<Failure>

        /// Keeps up to `size` values.
        public init(
            upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>
        ) {
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outflow = Outflow((), prefetch == .keepFull ? .ahead(size) : .everything, downstream: subscriber)
            subscriber.receive(subscription: outflow)
            outflow.attach(upstream) { [size, whenFull] key in
                Inlet(outflow, key) { value in
                    var dropped: Outflow<Void, S>.Parcel?
                    var isFailing = false
                    outflow.update { _, outlet in
                        if outlet.count >= size, outlet.demand <= outlet.count {
                            switch whenFull {
                            case .dropNewest: return
                            case .dropOldest: dropped = outlet.discardFirst()
                            case .customError:
                                isFailing = true
                                return
                            }
                        }
                        if size > 0 || outlet.demand > .none { outlet.send(.init(value: value, source: .one(key))) }
                    }
                    _ = dropped
                    if isFailing, case .customError(let makeError) = whenFull { outflow.end(.failure(makeError())) }
                    return .none
                }
            }
        }
    }
}

extension Publisher {
    /// Keeps up to `size` values until they are asked for.
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        precondition(size >= 0, "A size is not negative")
        return Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}
