import DataStore
import Dispatch
import Testing

/// Real queues and clocks; the tests wait for what must come and measure no time.
@Suite struct DispatchTests {
    @Test func aConcurrentQueueKeepsTheOrder() {
        let queue = DispatchQueue(label: "test", attributes: .concurrent)
        let subject = PassthroughSubject<Int, Never>()
        let done = DispatchSemaphore(value: 0)
        let subscriber = TrackingSubscriber<Int, Never>()
        subject.receive(on: queue).handleEvents(receiveCompletion: { _ in done.signal() }).subscribe(subscriber)
        for value in 0..<5000 { subject.send(value) }
        subject.send(completion: .finished)
        done.wait()
        queue.sync(flags: .barrier) {}
        #expect(subscriber.values == Array(0..<5000))
        #expect(subscriber.breaches == [])
    }

    @Test func demandCrossesTheQueue() {
        let queue = DispatchQueue(label: "test")
        let done = DispatchSemaphore(value: 0)
        let subscriber = TrackingSubscriber<Int, Never>(.max(1)) { _, _ in .max(1) }
        (0..<1000).publisher.receive(on: queue).handleEvents(receiveCompletion: { _ in done.signal() })
            .subscribe(subscriber)
        done.wait()
        queue.sync {}
        #expect(subscriber.values == Array(0..<1000))
        #expect(subscriber.breaches == [])
    }

    @Test func delayedValuesKeepTheOrder() {
        let queue = DispatchQueue(label: "test", attributes: .concurrent)
        let done = DispatchSemaphore(value: 0)
        let subscriber = TrackingSubscriber<Int, Never>()
        (0..<200).publisher.delay(for: .milliseconds(1), scheduler: queue)
            .handleEvents(receiveCompletion: { _ in done.signal() }).subscribe(subscriber)
        done.wait()
        queue.sync(flags: .barrier) {}
        #expect(subscriber.values == Array(0..<200))
        #expect(subscriber.breaches == [])
    }

    @Test func mergingConcurrentSources() {
        let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
        let subscriber = TrackingSubscriber<Int, Never>()
        Publishers.MergeMany(subjects).flatMap { Just($0) }.subscribe(subscriber)
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            for value in 0..<1000 { subjects[index].send(value * 4 + index) }
            subjects[index].send(completion: .finished)
        }
        #expect(subscriber.values.sorted() == Array(0..<4000))
        #expect(subscriber.isOver)
        #expect(subscriber.breaches == [])
    }

    @Test func combiningConcurrentSources() {
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let latest = left.combineLatest(right).map { $0.0 + $0.1 }.track()
        let zipped = left.zip(right).map { [$0.0, $0.1] }.track()
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            for value in 1...1000 { (index == 0 ? left : right).send(value) }
            (index == 0 ? left : right).send(completion: .finished)
        }
        #expect(zipped.values == (1...1000).map { [$0, $0] })
        #expect(latest.values.last == 2000)
        #expect(latest.values == latest.values.sorted())
        for breaches in [latest.breaches, zipped.breaches] { #expect(breaches == []) }
    }

    @Test func stridesAreNanoseconds() {
        typealias Stride = DispatchQueue.SchedulerTimeType.Stride
        #expect(Stride.seconds(2).magnitude == 2_000_000_000)
        #expect(Stride.seconds(0.5) == .milliseconds(500))
        #expect(Stride.milliseconds(1) == .microseconds(1000) && Stride.microseconds(1) == .nanoseconds(1000))
        #expect(Stride(.never).magnitude == .max && Stride.seconds(.max).magnitude == .max)
        #expect(Stride.seconds(Double.infinity).magnitude == .max)
        let now = DispatchQueue.SchedulerTimeType(.now())
        #expect(now.distance(to: now.advanced(by: .seconds(3))) == .seconds(3))
        #expect(now.distance(to: now.advanced(by: .seconds(-1))) == .seconds(-1))
    }

    @Test func aRepeatedActionEnds() {
        let queue = DispatchQueue(label: "test")
        let ticks = DispatchSemaphore(value: 0)
        let timer = queue.schedule(after: queue.now, interval: .milliseconds(1)) { ticks.signal() }
        for _ in 0..<3 { ticks.wait() }
        timer.cancel()
    }
}
