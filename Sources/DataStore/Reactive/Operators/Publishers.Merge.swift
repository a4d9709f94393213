extension Publishers {
    /// Publishes the values of two publishers as they come.
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure, A.Output == B.Output {
        /// The kind of values of both.
        public typealias Output = A.Output
        /// The kind of errors of both.
        public typealias Failure = A.Failure

        /// The first.
        public let a: A
        /// The second.
        public let b: B

        /// Publishes the values of both.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outflow = Outflow((), .ahead(1), open: 2, downstream: subscriber)
            subscriber.receive(subscription: outflow)
            outflow.merge(a)
            outflow.merge(b)
        }
    }

    /// Publishes the values of three publishers as they come.
    public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, A.Output == B.Output, B.Failure == C.Failure, B.Output == C.Output {
        /// The kind of values of all.
        public typealias Output = A.Output
        /// The kind of errors of all.
        public typealias Failure = A.Failure

        /// The first.
        public let a: A
        /// The second.
        public let b: B
        /// The third.
        public let c: C

        /// Publishes the values of all.
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outflow = Outflow((), .ahead(1), open: 3, downstream: subscriber)
            subscriber.receive(subscription: outflow)
            outflow.merge(a)
            outflow.merge(b)
            outflow.merge(c)
        }
    }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Outflow where Memory == Void {
    /// Publishes the values of `publisher` as they come.
    ///
    /// `onFinish` is called when it has finished and others have not.
    func merge<P: Publisher>(_ publisher: P, onFinish: (() -> Void)? = nil)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        attach(publisher) { key in
            Inlet(self, key) { completion, isLast in
                self.end(completion, isLast: isLast)
                if !isLast { onFinish?() }
            } onValue: { value in
                self.update { _, outlet in outlet.send(Parcel(value: value, source: .one(key))) }
                return .none
            }
        }
    }
}

extension Publisher {
    /// Publishes the values of this and of `other` as they come; finishes when both have.
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
    where P.Failure == Failure, P.Output == Output {
        Publishers.Merge(self, other)
    }

    /// Publishes the values of this and of two others as they come; finishes when all have.
    public func merge<B: Publisher, C: Publisher>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C>
    where B.Failure == Failure, B.Output == Output, C.Failure == Failure, C.Output == Output {
        Publishers.Merge3(self, b, c)
    }
}
