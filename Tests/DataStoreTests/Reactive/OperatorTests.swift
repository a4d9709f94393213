import DataStore
import Testing

/// What single operators ask of their upstream, and what they do at the edges.
@Suite struct OperatorTests {
    @Test func demandPassesThrough() {
        let spy = SourceSpy<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(.max(2)) { _, value in value == 2 ? .max(3) : .none }
        spy.map { $0 }.filter { $0 > 1 }.scan(0) { $1 }.subscribe(subscriber)
        #expect(spy.log == ["max(2)"])
        #expect(spy.send(1) == .max(1))
        #expect(spy.send(2) == .max(3))
        #expect(spy.send(3) == .none)
        subscriber.request(.max(4))
        #expect(spy.log == ["max(2)", "max(4)"])
        #expect(subscriber.history == ["2", "3"])
    }

    @Test func collectAsksForWholeBatches() {
        let spy = SourceSpy<Int, Never>()
        let subscriber = spy.collect(3).track(.max(2))
        #expect(spy.log == ["max(6)"])
        for value in 1...4 { spy.send(value) }
        spy.send(completion: .finished)
        #expect(subscriber.history == ["[1, 2, 3]", "[4]", "finished"])
    }

    @Test func aResultWaitsUntilItIsAskedFor() {
        let spy = SourceSpy<Int, Never>()
        let subscriber = spy.count().track(.none)
        #expect(spy.log == ["unlimited"])
        spy.send(1)
        spy.send(completion: .finished)
        #expect(subscriber.history == [])
        subscriber.request(.max(1))
        #expect(subscriber.history == ["1", "finished"])
    }

    @Test func firstCancelsItsUpstream() {
        let spy = SourceSpy<Int, Never>()
        let subscriber = spy.first { $0 > 1 }.track()
        for value in 1...3 { spy.send(value) }
        #expect(spy.log == ["unlimited", "cancel"])
        #expect(subscriber.history == ["2", "finished"])
    }

    @Test func prefixCancelsItsUpstreamAndOffersNothingMore() {
        let spy = SourceSpy<Int, Never>()
        let subscriber = spy.prefix(2).track()
        for value in 1...3 { spy.send(value) }
        #expect(spy.log == ["unlimited", "cancel"])
        #expect(subscriber.history == ["1", "2", "finished"])
        let none = SourceSpy<Int, Never>()
        #expect(none.prefix(0).track().history == ["finished"])
        #expect(none.log.contains("cancel"))
    }

    @Test func whatIsThrownEndsTheStream() {
        let spy = SourceSpy<Int, Never>()
        let subscriber = spy.tryMap { if $0 == 2 { throw Oops() } else { $0 } }.track()
        for value in 1...3 { spy.send(value) }
        #expect(spy.log == ["unlimited", "cancel"])
        #expect(subscriber.history == ["1", "failure(oops)"])
    }

    @Test(arguments: [false, true])
    func mergeAsksEachForOneAhead(isFailing: Bool) {
        let (left, right) = (SourceSpy<Int, Oops>(), SourceSpy<Int, Oops>())
        let subscriber = left.merge(with: right).track(.none)
        #expect(left.log == ["max(1)"] && right.log == ["max(1)"])
        left.send(1)
        right.send(2)
        #expect(subscriber.history == [])
        subscriber.request(.max(1))
        #expect(subscriber.history == ["1"])
        #expect(left.log == ["max(1)", "max(1)"] && right.log == ["max(1)"])
        if isFailing {
            left.send(completion: .failure(Oops()))
            #expect(subscriber.history == ["1", "failure(oops)"])
            #expect(right.log == ["max(1)", "cancel"])
        } else {
            subscriber.request(.unlimited)
            #expect(left.log.last == "unlimited" && right.log.contains("unlimited"))
            left.send(completion: .finished)
            right.send(3)
            right.send(completion: .finished)
            #expect(subscriber.history == ["1", "2", "3", "finished"])
        }
        #expect(subscriber.breaches == [])
    }

    @Test func flatMapKeepsToItsLimit() {
        let outer = SourceSpy<Int, Never>()
        let inners = [SourceSpy<String, Never>(), SourceSpy<String, Never>(), SourceSpy<String, Never>()]
        let subscriber = outer.flatMap(maxPublishers: .max(2)) { inners[$0] }.track()
        #expect(outer.log == ["max(2)"])
        outer.send(0)
        outer.send(1)
        inners[0].send("a")
        inners[0].send(completion: .finished)
        #expect(outer.log == ["max(2)", "max(1)"])
        outer.send(2)
        outer.send(completion: .finished)
        inners[2].send("c")
        inners[1].send("b")
        inners[1].send(completion: .finished)
        inners[2].send(completion: .finished)
        #expect(subscriber.history == ["a", "c", "b", "finished"])
        #expect(subscriber.breaches == [])
    }

    @Test func switchToLatestCancelsTheOneBefore() {
        let outer = SourceSpy<SourceSpy<Int, Never>, Never>()
        let (first, second) = (SourceSpy<Int, Never>(), SourceSpy<Int, Never>())
        let subscriber = outer.switchToLatest().track()
        outer.send(first)
        first.send(1)
        outer.send(second)
        first.send(2)
        second.send(3)
        #expect(first.log.last == "cancel" && second.log == ["unlimited"])
        subscriber.cancel()
        #expect(second.log.last == "cancel" && outer.log == ["unlimited", "cancel"])
        #expect(subscriber.history == ["1", "3"])
    }

    @Test func demandIsCarriedToTheNextUpstream() {
        let (first, second) = (SourceSpy<Int, Oops>(), SourceSpy<Int, Oops>())
        let subscriber = first.catch { _ in second }.track(.max(3))
        first.send(1)
        first.send(completion: .failure(Oops()))
        #expect(second.log == ["max(2)"])
        second.send(2)
        subscriber.request(.max(5))
        #expect(second.log == ["max(2)", "max(5)"] && first.log == ["max(3)"])
        second.send(completion: .finished)
        #expect(subscriber.history == ["1", "2", "finished"])
    }

    @Test(arguments: [
        ("oldest", ["4", "5", "finished"]), ("newest", ["1", "2", "finished"]), ("error", ["failure(full)"]),
    ])
    func buffer(strategy: String, history: [String]) {
        let spy = SourceSpy<Int, Oops>()
        let whenFull: Publishers.BufferingStrategy<Oops> =
            switch strategy {
            case "oldest": .dropOldest
            case "newest": .dropNewest
            default: .customError { Oops(name: "full") }
            }
        let subscriber = spy.buffer(size: 2, prefetch: .byRequest, whenFull: whenFull).track(.none)
        #expect(spy.log == ["unlimited"])
        for value in 1...5 { spy.send(value) }
        spy.send(completion: .finished)
        subscriber.request(.max(2))
        #expect(subscriber.history == history)
    }

    @Test func bufferKeepsFull() {
        let spy = SourceSpy<Int, Never>()
        let subscriber = spy.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).track(.none)
        #expect(spy.log == ["max(2)"])
        spy.send(1)
        spy.send(2)
        subscriber.request(.max(1))
        #expect(spy.log == ["max(2)", "max(1)"])
        #expect(subscriber.history == ["1"])
    }

    @Test func shareSubscribesOnceAndAgain() {
        var subscriptions = 0
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.handleEvents(receiveSubscription: { _ in subscriptions += 1 }).share()
        let (first, second) = (shared.track(), shared.track())
        subject.send(1)
        first.cancel()
        subject.send(2)
        second.cancel()
        subject.send(3)
        #expect(subscriptions == 1)
        let third = shared.track()
        subject.send(4)
        subject.send(completion: .finished)
        #expect(subscriptions == 2)
        #expect(first.history == ["1"] && second.history == ["1", "2"] && third.history == ["4", "finished"])
    }

    @Test func aConnectableWaits() {
        let connectable = [1, 2].publisher.makeConnectable()
        let (first, second) = (connectable.track(), connectable.track())
        #expect(first.history == [])
        _ = connectable.connect()
        #expect(first.history == ["1", "2", "finished"] && second.history == ["1", "2", "finished"])
    }

    @Test func aDroppedConnectionLasts() {
        let subject = PassthroughSubject<Int, Never>()
        let connectable = subject.multicast { PassthroughSubject() }
        let subscriber = connectable.track()
        _ = connectable.connect()
        subject.send(1)
        let connection = connectable.connect()
        connection.cancel()
        #expect(subscriber.history.first == "1")
    }

    @Test func printing() {
        final class Page: TextOutputStream {
            var text = ""
            func write(_ string: String) { text += string }
        }
        let page = Page()
        [1, 2].publisher.print("p", to: page).subscribe(TrackingSubscriber<Int, Never>(.max(1)) { _, _ in .max(1) })
        let lines = page.text.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("p: receive subscription: (") == true)
        #expect(
            lines.dropFirst() == [
                "p: request max: (1)", "p: receive value: (1)", "p: request max: (1)", "p: receive value: (2)",
                "p: request max: (1)", "p: receive finished",
            ])
    }

    @Test func events() {
        var log: [String] = []
        let subscriber = [1].publisher.handleEvents(
            receiveSubscription: { _ in log.append("subscription") }, receiveOutput: { log.append("\($0)") },
            receiveCompletion: { log.append("\($0)") }, receiveCancel: { log.append("cancel") },
            receiveRequest: { log.append("\($0)") }
        ).track()
        subscriber.cancel()
        #expect(log == ["subscription", "unlimited", "1", "finished"])
    }

    @Test func aFutureKeepsItsResult() {
        var fulfil: Future<Int, Oops>.Promise = { _ in }
        let future = Future<Int, Oops> { fulfil = $0 }
        let (early, unasked, cancelled) = (future.track(), future.track(.none), future.track())
        cancelled.cancel()
        fulfil(.success(1))
        fulfil(.failure(Oops()))
        #expect(early.history == ["1", "finished"] && unasked.history == [] && cancelled.history == [])
        unasked.request(.max(1))
        #expect(unasked.history == ["1", "finished"] && future.track().history == ["1", "finished"])
    }

    @Test func sources() {
        #expect(Just(1).track().history == ["1", "finished"])
        #expect(Just(1).track(.none).history == [])
        #expect(Empty<Int, Oops>().track(.none).history == ["finished"])
        #expect(Empty<Int, Oops>(completeImmediately: false).track().history == [])
        #expect(Fail<Int, Oops>(error: Oops()).track(.none).history == ["failure(oops)"])
        #expect(Optional(1).publisher.track().history == ["1", "finished"])
        #expect(Int?.none.publisher.track(.none).history == ["finished"])
        #expect(Result<Int, Oops>.failure(Oops()).publisher.track().history == ["failure(oops)"])
        #expect([Int]().publisher.track(.none).history == ["finished"])
        #expect(Deferred { Just(2) }.track().history == ["2", "finished"])
        #expect(Publishers.MergeMany([Just<Int>]()).track(.none).history == ["finished"])
    }

    @Test func combiningMore() {
        let (a, b, c, d) = (Just(1), Just("x"), Just(2.5), Just(true))
        #expect(a.combineLatest(b, c).map { "\($0)" }.track().history == [#"(1, "x", 2.5)"#, "finished"])
        #expect(a.combineLatest(b, c, d).map { "\($0)" }.track().history == [#"(1, "x", 2.5, true)"#, "finished"])
        #expect(a.zip(b, c).map { "\($0)" }.track().history == [#"(1, "x", 2.5)"#, "finished"])
        #expect(a.merge(with: Just(2), Just(3)).track().history == ["1", "2", "3", "finished"])
    }
}
