import DataStore
import Dispatch
import Locks
import Testing

@Suite struct SubjectTests {
    @Test func valuesGoToThoseWhoAskedInTime() {
        let subject = PassthroughSubject<Int, Oops>()
        let early = subject.track(.max(2))
        subject.send(1)
        let late = subject.track()
        for value in 2...3 { subject.send(value) }
        early.request(.max(1))
        subject.send(4)
        subject.send(completion: .failure(Oops()))
        subject.send(5)
        subject.send(completion: .finished)
        #expect(early.history == ["1", "2", "4", "failure(oops)"])
        #expect(late.history == ["2", "3", "4", "failure(oops)"])
        #expect(subject.track().history == ["failure(oops)"])
    }

    @Test func theAnswerToAValueIsDemand() {
        let subject = PassthroughSubject<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(.max(1)) { _, value in value == 2 ? .none : .max(1) }
        subject.subscribe(subscriber)
        for value in 1...4 { subject.send(value) }
        #expect(subscriber.history == ["1", "2"])
        #expect(subscriber.breaches == [])
    }

    @Test func theCurrentValueComesFirstAndOnce() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let all = subject.track()
        let slow = subject.track(.none)
        for value in 2...4 { subject.send(value) }
        slow.request(.max(1))
        slow.request(.max(1))
        subject.value += 1
        #expect(all.history == ["1", "2", "3", "4", "5"])
        #expect(slow.history == ["4", "5"])
        #expect(subject.value == 5)
        subject.send(completion: .finished)
        subject.send(6)
        #expect(subject.value == 5)
        #expect(subject.track().history == ["finished"])
    }

    @Test func theCurrentValueMayBeNil() {
        let subject = CurrentValueSubject<Int?, Never>(nil)
        let subscriber = subject.track()
        subject.send(1)
        subject.send(nil)
        #expect(subscriber.values == [nil, 1, nil])
        #expect(subject.value == nil)
    }

    @Test func sendingWhileReceivingKeepsOneOrder() {
        let subject = PassthroughSubject<Int, Never>()
        let first = TrackingSubscriber<Int, Never>(.unlimited) { _, value in
            if value < 3 { subject.send(value + 1) }
            return .none
        }
        subject.subscribe(first)
        let second = subject.track()
        subject.send(1)
        #expect(first.history == ["1", "2", "3"])
        #expect(second.history == ["1", "2", "3"])
        #expect(first.breaches == [] && second.breaches == [])
    }

    @Test func subscribingWhileReceivingMissesWhatWasSent() {
        let subject = PassthroughSubject<Int, Never>()
        let inner = TrackingSubscriber<Int, Never>()
        let outer = TrackingSubscriber<Int, Never>(.unlimited) { _, value in
            if value == 1 {
                subject.send(2)
                subject.subscribe(inner)
                subject.send(3)
            }
            return .none
        }
        subject.subscribe(outer)
        subject.send(1)
        #expect(outer.history == ["1", "2", "3"])
        #expect(inner.history == ["3"])
    }

    @Test func cancellingAnotherWhileReceivingIsImmediate() {
        let subject = PassthroughSubject<Int, Never>()
        let second = TrackingSubscriber<Int, Never>()
        let first = TrackingSubscriber<Int, Never>(.unlimited) { _, _ in
            second.cancel()
            return .none
        }
        subject.subscribe(first)
        subject.subscribe(second)
        subject.send(1)
        #expect(first.history == ["1"])
        #expect(second.history == [])
    }

    @Test func cancellingOneselfWhileReceiving() {
        let subject = PassthroughSubject<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(.unlimited) { subscriber, value in
            if value == 2 {
                subject.send(3)
                subscriber.cancel()
                subscriber.cancel()
            }
            return .max(1)
        }
        subject.subscribe(subscriber)
        for value in 1...4 { subject.send(value) }
        subject.send(completion: .finished)
        #expect(subscriber.history == ["1", "2"])
    }

    @Test func completingWhileReceivingComesBehind() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let subscriber = TrackingSubscriber<Int, Never>(.unlimited) { _, value in
            if value == 1 {
                subject.send(2)
                subject.send(completion: .finished)
                subject.send(3)
            }
            return .none
        }
        subject.subscribe(subscriber)
        subject.send(1)
        #expect(subscriber.history == ["0", "1", "2", "finished"])
        #expect(subscriber.breaches == [])
    }

    @Test func upstreamsAreAskedWhenSomebodyAsks() {
        let spy = SourceSpy<Int, Never>()
        let subject = PassthroughSubject<Int, Never>()
        let cancellable = spy.subscribe(subject)
        #expect(spy.log == [])
        let subscriber = subject.track(.max(1))
        #expect(spy.log == ["unlimited"])
        spy.send(1)
        spy.send(2)
        #expect(subscriber.history == ["1"])
        cancellable.cancel()
        spy.send(3)
        #expect(spy.log == ["unlimited", "cancel"])
    }

    @Test func manyMayLeave() {
        let subject = PassthroughSubject<Int, Never>()
        let subscribers = (0..<100).map { _ in subject.track() }
        for (index, subscriber) in subscribers.enumerated() where index % 7 != 0 { subscriber.cancel() }
        subject.send(1)
        for (index, subscriber) in subscribers.enumerated() {
            #expect(subscriber.history == (index % 7 == 0 ? ["1"] : []))
        }
    }

    /// The promise beyond Combine's: with many senders there is one order, and each sender's own order is in it.
    @Test func concurrentSendersMakeOneOrder() {
        let subject = PassthroughSubject<Int, Never>()
        let subscribers = (0..<4).map { _ in subject.track() }
        let senders = 4
        let each = 2000
        DispatchQueue.concurrentPerform(iterations: senders) { sender in
            for number in 0..<each { subject.send(sender * each + number) }
        }
        let order = subscribers[0].values
        #expect(order.count == senders * each)
        for subscriber in subscribers {
            #expect(subscriber.values == order)
            #expect(subscriber.breaches == [])
        }
        for sender in 0..<senders {
            let own = order.filter { $0 / each == sender }
            #expect(own == own.sorted())
        }
    }

    /// The value that a subscriber begins with and those that follow have no gap and no repetition.
    @Test func joiningWhileOthersSend() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let joined = Lock<[TrackingSubscriber<Int, Never>]>([])
        DispatchQueue.concurrentPerform(iterations: 3) { worker in
            if worker == 0 {
                for value in 1...2000 { subject.send(value) }
            } else {
                for _ in 0..<50 {
                    let subscriber = TrackingSubscriber<Int, Never>()
                    subject.subscribe(subscriber)
                    joined.withLock { $0.append(subscriber) }
                }
            }
        }
        for subscriber in joined.withLock({ $0 }) {
            let values = subscriber.values
            #expect(subscriber.breaches == [])
            #expect(values.last == 2000)
            #expect(values == Array((values.first ?? -1)...2000))
        }
    }

    @Test func cancellingFromAnotherThread() {
        for _ in 0..<50 {
            let subject = PassthroughSubject<Int, Never>()
            let subscribers = (0..<4).map { _ in subject.map { $0 }.scan(0, +).track() }
            let boxes = subscribers.map { Held($0) }
            DispatchQueue.concurrentPerform(iterations: 5) { worker in
                if worker == 4 {
                    for value in 0..<100 { subject.send(value) }
                } else {
                    boxes[worker].subscriber.cancel()
                }
            }
            for subscriber in subscribers { #expect(subscriber.breaches == []) }
        }
    }

    /// A subscriber shared with other threads.
    private struct Held: @unchecked Sendable {
        // Sendable: `cancel()` may be called from any thread.
        let subscriber: TrackingSubscriber<Int, Never>

        init(_ subscriber: TrackingSubscriber<Int, Never>) {
            self.subscriber = subscriber
        }
    }
}
