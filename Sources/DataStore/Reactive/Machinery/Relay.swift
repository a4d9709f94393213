internal import Locks

/// Subscribes to an upstream, feeds a stage, and publishes what the stage says.
///
/// It holds upstream, downstream and stage until the completion or the cancel. A value that ends the stream waits until
/// the downstream has asked for it. While the stage runs it is taken out of the state: it has one owner, is not copied,
/// and no lock is held.
final class Relay<S: Stage, Failure: Error, Downstream: Subscriber>: Subscriber, Subscription
where Downstream.Input == S.Output, Downstream.Failure == S.Failure {
    typealias Input = S.Input

    private struct State {
        var isOpen = true
        var stage: S?
        var downstream: Downstream?
        var upstream: (any Subscription)?
        var demand = Subscribers.Demand.none
        var held: S.Output?
        var isFinishing = false
    }

    private let state = Lock(State())
    private let appetite: Appetite
    private let widen: (Failure) -> S.Failure

    init(_ stage: S, downstream: Downstream, widen: @escaping (Failure) -> S.Failure) {
        appetite = stage.appetite
        self.widen = widen
        state.withLock {
            $0.stage = stage
            $0.downstream = downstream
        }
    }

    func receive(subscription: any Subscription) {
        let (downstream, isFinished) = state.withLock { state -> (Downstream?, Bool) in
            guard state.isOpen, state.stage != nil, state.upstream == nil else { return (nil, false) }
            state.upstream = subscription
            return (state.downstream, state.stage?.isFinished ?? false)
        }
        guard let downstream else { return subscription.cancel() }
        downstream.receive(subscription: self)
        if isFinished {
            conclude(nil, .finished)
        } else if case .everything = appetite {
            state.withLock { $0.upstream }?.request(.unlimited)
        }
    }

    func receive(_ input: S.Input) -> Subscribers.Demand {
        guard var stage = state.withLock({ $0.stage.take() }) else { return .none }
        do throws(S.Failure) {
            switch try stage.receive(input) {
            case .emit(let output): return emit(output, stage)
            case .skip:
                state.withLock { if $0.isOpen { $0.stage = stage } }
                if case .same = appetite { return .max(1) }
            case .last(let output): conclude(output, .finished)
            case .finish: conclude(nil, .finished)
            }
        } catch {
            conclude(nil, .failure(error))
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard var stage = state.withLock({ $0.stage.take() }) else { return }
        switch completion {
        case .finished: conclude(stage.finish(), .finished, isUpstreamOver: true)
        case .failure(let error): conclude(nil, .failure(widen(error)), isUpstreamOver: true)
        }
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let (upstream, isDue) = state.withLock { state -> ((any Subscription)?, Bool) in
            state.demand += demand
            return (state.upstream, state.isFinishing)
        }
        if isDue {
            release()
        } else if let demand = upstreamDemand(demand) {
            upstream?.request(demand)
        }
    }

    func cancel() {
        close().upstream?.cancel()
    }

    private func emit(_ output: S.Output, _ stage: S) -> Subscribers.Demand {
        let downstream = state.withLock { state -> Downstream? in
            guard state.isOpen else { return nil }
            state.stage = stage
            _ = state.demand.takeOne()
            return state.downstream
        }
        guard let more = downstream?.receive(output), more > .none else { return .none }
        state.withLock { $0.demand += more }
        return upstreamDemand(more) ?? .none
    }

    /// The stage has nothing more to receive: publishes `value`, if there is one, as soon as it is asked for, and then
    /// the completion.
    private func conclude(
        _ value: S.Output?, _ completion: Subscribers.Completion<S.Failure>, isUpstreamOver: Bool = false
    ) {
        let (upstream, stage) = state.withLock { ($0.upstream.take(), $0.stage.take()) }
        if !isUpstreamOver { upstream?.cancel() }
        _ = stage
        guard let value else {
            close().downstream?.receive(completion: completion)
            return
        }
        state.withLock { state in
            guard state.isOpen else { return }
            state.held = value
            state.isFinishing = true
        }
        release()
    }

    /// Publishes the value that waits and the completion, if the value has been asked for.
    private func release() {
        let (value, downstream) = state.withLock { state -> (S.Output?, Downstream?) in
            guard state.isFinishing, state.held != nil, state.demand.takeOne() else { return (nil, nil) }
            return (state.held.take(), state.downstream)
        }
        guard let value, let downstream else { return }
        _ = downstream.receive(value)
        close().downstream?.receive(completion: .finished)
    }

    private func upstreamDemand(_ demand: Subscribers.Demand) -> Subscribers.Demand? {
        switch appetite {
        case .same: demand
        case .times(let count): demand * count
        case .everything: nil
        }
    }

    /// Ends this, and answers what it held, so that it is released outside the lock.
    private func close() -> State {
        state.withLock { state in
            var last = State()
            last.isOpen = false
            swap(&state, &last)
            return last
        }
    }
}

extension Publisher {
    /// Subscribes `downstream` to what `stage` makes of this publisher.
    func relay<S: Stage, D: Subscriber>(through stage: S, to downstream: D)
    where S.Input == Output, S.Failure == Failure, D.Input == S.Output, D.Failure == Failure {
        subscribe(Relay(stage, downstream: downstream) { (error: Failure) in error })
    }

    /// The same for a stage that may throw anything.
    func relay<S: Stage, D: Subscriber>(throughTrying stage: S, to downstream: D)
    where S.Input == Output, S.Failure == any Error, D.Input == S.Output, D.Failure == any Error {
        subscribe(Relay(stage, downstream: downstream) { (error: Failure) in error })
    }
}
