import DataStore
import Testing

/// Long synchronous streams do not deepen the stack: these would overflow it.
@Suite struct StackTests {
    static let many = 50_000

    @Test func aLongSequence() {
        #expect(
            (0..<Self.many).publisher.map { $0 + 1 }.filter { $0 % 2 == 0 }.count().track().values == [Self.many / 2])
    }

    @Test func requestsFromWithinReceive() {
        let subscriber = TrackingSubscriber<Int, Never>(.max(1)) { subscriber, _ in
            subscriber.request(.max(1))
            return .none
        }
        (0..<Self.many).publisher.dropFirst().map { $0 }.subscribe(subscriber)
        #expect(subscriber.values.count == Self.many - 1)
        #expect(subscriber.isOver && subscriber.breaches == [])
    }

    @Test func requestsFromWithinReceiveThroughOneAtATime() {
        let subscriber = TrackingSubscriber<Int, Never>(.max(1)) { subscriber, _ in
            subscriber.request(.max(1))
            return .none
        }
        (0..<Self.many).publisher.flatMap(maxPublishers: .max(1)) { Just($0) }.subscribe(subscriber)
        #expect(subscriber.values.count == Self.many)
        #expect(subscriber.isOver && subscriber.breaches == [])
    }

    @Test func sendingFromWithinReceive() {
        let subject = PassthroughSubject<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(.unlimited) { _, value in
            if value < Self.many { subject.send(value + 1) }
            return .none
        }
        subject.map { $0 }.subscribe(subscriber)
        subject.send(1)
        #expect(subscriber.values.count == Self.many)
    }

    @Test func retryingWithoutEnd() {
        var attempts = 0
        let publisher = Deferred {
            attempts += 1
            return attempts < Self.many ? Result<Int, Oops>.failure(Oops()).publisher : Result.success(1).publisher
        }
        #expect(publisher.retry(Self.many).track().history == ["1", "finished"])
        #expect(attempts == Self.many)
    }

    @Test func filteringNearlyAll() {
        #expect((0..<Self.many).publisher.filter { $0 == Self.many - 1 }.track(.max(1)).values == [Self.many - 1])
        #expect((0..<Self.many).publisher.drop { $0 < Self.many - 1 }.track(.max(1)).values == [Self.many - 1])
    }
}
