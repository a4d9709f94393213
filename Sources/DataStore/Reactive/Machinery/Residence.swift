internal import Dispatch

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Where the closures of a subscriber belong: to the actor in whose code they were written.
///
/// The compiler lets such closures use what belongs to the actor, for their types do not say that they are called
/// elsewhere. So the main actor's are called on it, and another actor's are not called at all where they must not be.
struct Residence: Sendable {
    let actor: any Actor

    /// Runs `action` where it belongs: at once when that is here, else on the main queue. Elsewhere than on an actor
    /// that has no queue it stops the program.
    func run(_ action: @escaping () -> Void) {
        guard actor === MainActor.shared else {
            actor.preconditionIsolated(
                "A subscriber's closure belongs to the actor that it was written in, and is called elsewhere.")
            return action()
        }
        if Self.isOnMainActor { action() } else { DispatchQueue.main.schedule(action) }
    }

    /// The main actor runs on the main queue, and before that is run at all, on the first thread.
    private static var isOnMainActor: Bool { DispatchQueue.getSpecific(key: mark) ?? (gettid() == getpid()) }

    private static let mark = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()
}

/// The number of the thread that calls, which is the process's for the first one. The C library's, whose header hides it.
@_silgen_name("gettid") private func gettid() -> pid_t

extension Publisher {
    /// Attaches a subscriber whose closures were written in code of `actor`.
    func subscribe<S: Subscriber>(_ subscriber: S, of actor: (any Actor)?)
    where S.Input == Output, S.Failure == Failure {
        guard let actor else { return subscribe(subscriber) }
        let residence = Residence(actor: actor)
        let outflow = Outflow((), .forward, downstream: subscriber) { residence.run($0) }
        subscriber.receive(subscription: outflow)
        outflow.merge(self)
    }
}
