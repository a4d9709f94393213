import DataStore
import Dispatch
import Testing

@Suite struct AsyncTests {
    @Test func valuesInOrder() async {
        var received: [Int] = []
        for await value in (1...5).publisher.values { received.append(value) }
        #expect(received == [1, 2, 3, 4, 5])
    }

    @Test func theErrorIsThrownOnce() async throws {
        var iterator = [1].publisher.setFailureType(to: Oops.self).append(Fail(error: Oops())).values
            .makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        await #expect(throws: Oops.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func anErrorThatNobodyAwaitedIsThrown() async {
        let subject = PassthroughSubject<Int, Oops>()
        var iterator = subject.values.makeAsyncIterator()
        subject.send(completion: .failure(Oops()))
        await #expect(throws: Oops.self) { try await iterator.next() }
    }

    /// Whoever begins to wait just when it fails.
    @Test func anErrorIsThrownWheneverItComes() async {
        let queue = DispatchQueue(label: "failing")
        for round in 0..<20_000 {
            let subject = PassthroughSubject<Int, Oops>()
            var iterator = subject.values.makeAsyncIterator()
            let isFailing = DispatchSemaphore(value: 0)
            queue.async {
                isFailing.signal()
                subject.send(completion: .failure(Oops()))
            }
            // A moment more in each round, so that some begin to wait in the midst of it.
            isFailing.waitHere()
            for _ in 0..<(round % 200) { isFailing.signal() }
            do {
                let value = try await iterator.next()
                Issue.record("round \(round) ended with \(String(describing: value))")
                return
            } catch {
                continue
            }
        }
    }

    @Test func oneIsAskedForAtATime() async {
        let spy = SourceSpy<Int, Never>()
        do {
            var iterator = spy.handleEvents(receiveRequest: { _ in spy.send(7) }).values.makeAsyncIterator()
            #expect(spy.log == [])
            #expect(await iterator.next() == 7)
            #expect(await iterator.next() == 7)
        }
        #expect(spy.log == ["max(1)", "max(1)", "cancel"])
    }

    @Test func aCancelledTaskEnds() async {
        let subject = PassthroughSubject<Int, Never>()
        let task = Task {
            var count = 0
            for await _ in subject.values { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
    }
}

extension DispatchSemaphore {
    /// Waits, where the compiler does not see that a task does.
    fileprivate func waitHere() { wait() }
}
