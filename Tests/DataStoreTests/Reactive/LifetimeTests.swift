import DataStore
import Testing

/// What a subscription holds is released at its cancel and at its end, even while the subscription itself is held.
@Suite struct LifetimeTests {
    typealias Source = AnyPublisher<Int, Oops>

    /// Each chain holds a token in its closures.
    static let chains: [(String, @Sendable (Source, Mint.Token) -> Source)] = [
        (
            "map",
            { source, token in
                source.map { [token] in
                    _ = token; return $0
                }.eraseToAnyPublisher()
            }
        ),
        (
            "tryMap",
            { source, token in
                source.tryMap { [token] in
                    _ = token; return $0
                }.mapError { _ in Oops() }.eraseToAnyPublisher()
            }
        ),
        (
            "filter",
            { source, token in
                source.filter { [token] _ in
                    _ = token; return true
                }.eraseToAnyPublisher()
            }
        ),
        (
            "scan",
            { source, token in
                source.scan(0) { [token] in
                    _ = token; return $0 + $1
                }.eraseToAnyPublisher()
            }
        ),
        (
            "reduce",
            { source, token in
                source.reduce(0) { [token] in
                    _ = token; return $0 + $1
                }.eraseToAnyPublisher()
            }
        ),
        (
            "prefix(while:)",
            { source, token in
                source.prefix { [token] _ in
                    _ = token; return true
                }.eraseToAnyPublisher()
            }
        ),
        (
            "mapError",
            { source, token in
                source.mapError { [token] in
                    _ = token; return $0
                }.eraseToAnyPublisher()
            }
        ),
        (
            "catch",
            { source, token in
                source.catch { [token] _ in
                    _ = token; return Fail<Int, Oops>(error: Oops())
                }.eraseToAnyPublisher()
            }
        ),
        (
            "flatMap",
            { source, token in
                source.flatMap { [token] in
                    _ = token; return Just($0).setFailureType(to: Oops.self)
                }.eraseToAnyPublisher()
            }
        ),
        (
            "combineLatest",
            { source, token in
                source.map { ($0, token) }.combineLatest(source.map { ($0, token) }).map(\.0.0).eraseToAnyPublisher()
            }
        ),
        (
            "zip",
            { source, token in
                source.map { ($0, token) }.zip(source.dropFirst()).map(\.0.0).eraseToAnyPublisher()
            }
        ),
        (
            "merge",
            { source, token in
                source.map { ($0, token) }.merge(with: source.map { ($0, token) }).map(\.0).eraseToAnyPublisher()
            }
        ),
        (
            "switchToLatest",
            { source, token in
                source.map { value in Just((value, token)).setFailureType(to: Oops.self) }.switchToLatest().map(\.0)
                    .eraseToAnyPublisher()
            }
        ),
        ("collect", { source, token in source.map { ($0, token) }.collect().map(\.count).eraseToAnyPublisher() }),
        ("last", { source, token in source.map { ($0, token) }.last().map(\.0).eraseToAnyPublisher() }),
        (
            "removeDuplicates",
            { source, token in
                source.map { ($0, token) }.removeDuplicates { $0.0 == $1.0 }.map(\.0).eraseToAnyPublisher()
            }
        ),
        (
            "buffer",
            { source, token in
                source.map { ($0, token) }.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest).map(\.0)
                    .eraseToAnyPublisher()
            }
        ),
        (
            "delay",
            { source, token in
                let scheduler = VirtualScheduler()
                return source.map { ($0, token) }.delay(for: 1, scheduler: scheduler)
                    .handleEvents(receiveOutput: { _ in scheduler.run(until: 0) }).map(\.0).eraseToAnyPublisher()
            }
        ),
        (
            "debounce",
            { source, token in
                source.map { ($0, token) }.debounce(for: 1, scheduler: VirtualScheduler()).map(\.0)
                    .eraseToAnyPublisher()
            }
        ),
        (
            "handleEvents",
            { source, token in
                source.handleEvents(receiveOutput: { [token] _ in _ = token }).eraseToAnyPublisher()
            }
        ),
        (
            "append",
            { source, token in
                source.append(
                    [1].publisher.map { [token] in
                        _ = token; return $0
                    }
                    .setFailureType(to: Oops.self)
                ).eraseToAnyPublisher()
            }
        ),
        (
            "retry",
            { source, token in
                source.map { [token] in
                    _ = token; return $0
                }.retry(3).eraseToAnyPublisher()
            }
        ),
        (
            "share",
            { source, token in
                source.map { [token] in
                    _ = token; return $0
                }.share().eraseToAnyPublisher()
            }
        ),
        (
            "multicast",
            { source, token in
                source.map { [token] in
                    _ = token; return $0
                }.multicast { PassthroughSubject() }.autoconnect()
                    .eraseToAnyPublisher()
            }
        ),
    ]

    enum Ending: CaseIterable {
        case cancel, finish, fail
    }

    @Test(arguments: chains.map(\.0), Ending.allCases)
    func closuresAndValuesAreReleased(name: String, ending: Ending) throws {
        let mint = Mint()
        let subject = PassthroughSubject<Int, Oops>()
        var subscriber: TrackingSubscriber<Int, Oops>? = TrackingSubscriber()
        weak let weakSubscriber = subscriber
        let chain = try #require(Self.chains.first { $0.0 == name }).1
        do {
            let publisher = chain(subject.eraseToAnyPublisher(), mint.token())
            if let subscriber { publisher.subscribe(subscriber) }
        }
        subject.send(1)
        subject.send(2)
        #expect(mint.living == 1)
        switch ending {
        case .cancel: subscriber?.cancel()
        case .finish: subject.send(completion: .finished)
        case .fail: for _ in 0...3 { subject.send(completion: .failure(Oops())) }
        }
        if name != "delay" || ending == .cancel { #expect(mint.living == 0) }
        #expect(subscriber?.breaches == [])
        subscriber = nil
        if name != "delay" && name != "debounce" || ending == .cancel { #expect(weakSubscriber == nil) }
    }

    /// A subscriber that keeps its subscription for ever.
    private final class Keeper: Subscriber {
        typealias Input = Int
        typealias Failure = Oops
        var subscription: (any Subscription)?

        func receive(subscription: any Subscription) {
            self.subscription = subscription
            subscription.request(.unlimited)
        }
        func receive(_ input: Int) -> Subscribers.Demand { .none }
        func receive(completion: Subscribers.Completion<Oops>) {}
    }

    @Test(arguments: chains.map(\.0))
    func aHeldSubscriptionHoldsNothingAfterACancel(name: String) throws {
        let mint = Mint()
        let subject = PassthroughSubject<Int, Oops>()
        let keeper = Keeper()
        let chain = try #require(Self.chains.first { $0.0 == name }).1
        chain(subject.eraseToAnyPublisher(), mint.token()).subscribe(keeper)
        subject.send(1)
        keeper.subscription?.cancel()
        keeper.subscription?.cancel()
        keeper.subscription?.request(.unlimited)
        #expect(mint.living == 0)
    }

    @Test func aSinkIsCancelledWhenReleased() {
        let mint = Mint()
        let spy = SourceSpy<Int, Never>()
        var received: [Int] = []
        var cancellable: AnyCancellable? = spy.sink { [token = mint.token()] value in
            _ = token
            received.append(value)
        }
        spy.send(1)
        #expect(cancellable != nil && mint.living == 1)
        cancellable = nil
        #expect(mint.living == 0)
        spy.send(2)
        #expect(received == [1])
        #expect(spy.log == ["unlimited", "cancel"])
    }

    @Test func cancellablesAreKeptInSetsAndArrays() {
        var count = 0
        var set: Set<AnyCancellable> = []
        var array: [AnyCancellable] = []
        AnyCancellable { count += 1 }.store(in: &set)
        AnyCancellable { count += 1 }.store(in: &set)
        AnyCancellable { count += 1 }.store(in: &array)
        #expect(set.count == 2 && array.count == 1 && count == 0)
        set.first?.cancel()
        set.first?.cancel()
        #expect(count == 1)
        set = []
        array = []
        #expect(count == 3)
    }

    @Test func assignHoldsItsObjectUntilTheEnd() {
        final class Label {
            var text = ""
        }
        var label: Label? = Label()
        weak let weakLabel = label
        let subject = PassthroughSubject<String, Never>()
        let cancellable = label.map { subject.assign(to: \.text, on: $0) }
        subject.send("a")
        #expect(label?.text == "a")
        label = nil
        #expect(weakLabel != nil)
        cancellable?.cancel()
        #expect(weakLabel == nil)
    }
}
