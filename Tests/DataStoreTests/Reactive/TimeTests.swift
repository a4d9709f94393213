import DataStore
import Testing

/// Operators of time, drawn: input and expected output with one character a tick.
@Suite struct TimeTests {
    @Test(arguments: [
        ("a-b--c|", "--a-b--c|"), ("ab#", "--ab#"), ("|", "--|"),
    ])
    func delay(input: String, output: String) {
        #expect(Marbles.run(input) { $0.delay(for: 2, scheduler: $1) } == output)
    }

    @Test(arguments: [
        ("a---b---", "--a---b"), ("abc---", "----c"), ("ab-c-d---e--", "-------d---e"), ("a---b|", "--a--|"),
        ("a#", "-#"),
    ])
    func debounce(input: String, output: String) {
        #expect(Marbles.run(input) { $0.debounce(for: 2, scheduler: $1) } == output)
    }

    @Test(arguments: [
        ("abcdefg", true, "a--d--g"), ("abcdefg", false, "a--b--e"), ("a---b---", true, "a---b"),
        ("ab------", true, "a--b"), ("ab----cd", true, "a--b--c--d"), ("ab|", true, "a-(b|)"), ("a--b#", true, "a--b#"),
    ])
    func throttle(input: String, latest: Bool, output: String) {
        #expect(Marbles.run(input) { $0.throttle(for: 3, scheduler: $1, latest: latest) } == output)
    }

    @Test(arguments: [
        ("a-b-----", "a-b--|"), ("--a|", "--a|"), ("---a", "---|"), ("ab#", "ab#"),
    ])
    func timeoutFinishes(input: String, output: String) {
        #expect(Marbles.run(input) { $0.timeout(3, scheduler: $1) } == output)
    }

    @Test func timeoutFails() {
        #expect(Marbles.run("a----b") { $0.timeout(3, scheduler: $1, customError: { Oops() }) } == "a--#")
    }

    @Test func timeoutCancelsTheUpstream() {
        let scheduler = VirtualScheduler()
        let spy = SourceSpy<Int, Never>()
        let subscriber = spy.timeout(3, scheduler: scheduler).track()
        scheduler.run(until: 3)
        #expect(spy.log == ["unlimited", "cancel"])
        #expect(subscriber.history == ["finished"])
    }

    @Test(arguments: [("abc|", "abc|"), ("a#", "a#")])
    func receiveOn(input: String, output: String) {
        #expect(Marbles.run(input) { $0.receive(on: $1) } == output)
    }

    @Test func measureInterval() {
        let output = Marbles.run("-a--b-c|") { source, scheduler in
            source.measureInterval(using: scheduler).map { Character("\($0.tick)") }
        }
        #expect(output == "-1--3-2|")
    }

    @Test func aMillionValuesUseOneTimer() {
        let scheduler = VirtualScheduler()
        let subject = PassthroughSubject<Int, Never>()
        let subscriber = subject.debounce(for: 2, scheduler: scheduler).track()
        for value in 0..<1000 { subject.send(value) }
        #expect(scheduler.waiting == 1)
        scheduler.run(until: 2)
        #expect(subscriber.history == ["999"])
    }

    @Test func unaskedTheNewestIsKept() {
        let scheduler = VirtualScheduler()
        let subject = PassthroughSubject<Int, Never>()
        let debounced = subject.debounce(for: 1, scheduler: scheduler).track(.none)
        let throttled = subject.throttle(for: 1, scheduler: scheduler, latest: true).track(.none)
        for value in 1...3 {
            subject.send(value)
            scheduler.run(until: value * 5)
        }
        for subscriber in [debounced, throttled] {
            #expect(subscriber.history == [])
            subscriber.request(.max(2))
        }
        scheduler.run(until: 20)
        for subscriber in [debounced, throttled] { #expect(subscriber.history == ["3"]) }
    }

    @Test func nothingComesAfterACancel() {
        let scheduler = VirtualScheduler()
        let subject = PassthroughSubject<Int, Never>()
        let subscribers = [
            subject.delay(for: 1, scheduler: scheduler).track(), subject.debounce(for: 1, scheduler: scheduler).track(),
            subject.throttle(for: 1, scheduler: scheduler, latest: true).track(),
            subject.receive(on: scheduler).track(), subject.timeout(1, scheduler: scheduler).track(),
        ]
        subject.send(1)
        for subscriber in subscribers { subscriber.cancel() }
        subject.send(completion: .finished)
        scheduler.run(until: 10)
        for subscriber in subscribers { #expect(subscriber.history == []) }
        #expect(scheduler.waiting == 0)
    }

    @Test func subscribeOnCallsTheUpstreamOnTheScheduler() {
        let scheduler = VirtualScheduler()
        let spy = SourceSpy<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(.max(2))
        spy.subscribe(on: scheduler).subscribe(subscriber)
        #expect(spy.log == [])
        scheduler.run(until: 1)
        #expect(spy.log == ["max(2)"])
        spy.send(1)
        #expect(subscriber.history == ["1"])
        subscriber.cancel()
        spy.send(2)
        #expect(spy.log == ["max(2)"])
        scheduler.run(until: 2)
        #expect(spy.log == ["max(2)", "cancel"])
        #expect(subscriber.history == ["1"])
    }
}
