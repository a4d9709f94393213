import DataStore
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
