import DataStore
import Dispatch
import Testing

/// Closures that are written in an actor's code, in the language mode that relies on it.
@MainActor @Suite struct MainActorTests {
    @MainActor private final class Screen {
        var lines: [String] = []
        var tokens: Set<AnyCancellable> = []

        func add(_ line: String) {
            MainActor.preconditionIsolated()
            lines.append(line)
        }

        func next(_ count: Int) async -> [String] {
            while lines.count < count { await Task.yield() }
            return lines
        }
    }

    private struct Oops: Error {}

    /// From a thread that the main actor is not on.
    private nonisolated static func elsewhere(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                body()
                continuation.resume()
            }
        }
    }

    @Test("sink's closures are called on the main actor, in order, the completion last")
    func sink() async {
        let screen = Screen()
        let subject = PassthroughSubject<Int, Oops>()
        subject.sink {
            if case .failure(let error) = $0 { screen.add("\(error)") }
        } receiveValue: {
            screen.add("\($0)")
        }.store(in: &screen.tokens)
        await Self.elsewhere {
            for number in 0..<1000 { subject.send(number) }
            subject.send(completion: .failure(Oops()))
        }
        #expect(await screen.next(1001) == (0..<1000).map { "\($0)" } + ["Oops()"])
    }

    @Test("what is sent on the main actor is there when send returns, as in Combine")
    func atOnce() {
        let screen = Screen()
        let subject = CurrentValueSubject<Int, Never>(1)
        subject.sink { screen.add("\($0)") }.store(in: &screen.tokens)
        #expect(screen.lines == ["1"])
        subject.send(2)
        #expect(screen.lines == ["1", "2"])
        subject.map { ["\($0)"] }.assign(to: \.lines, on: screen).store(in: &screen.tokens)
        subject.send(3)
        #expect(screen.lines == ["3"])
    }

    @Test("what is sent here waits for what was sent elsewhere before")
    func order() async {
        let screen = Screen()
        let subject = PassthroughSubject<Int, Never>()
        subject.sink { screen.add("\($0)") }.store(in: &screen.tokens)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            subject.send(1)
            done.signal()
        }
        // The main actor is held, so that the first still waits for it.
        Self.wait(done)
        subject.send(2)
        #expect(screen.lines.isEmpty)
        #expect(await screen.next(2) == ["1", "2"])
    }

    private nonisolated static func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test("assign assigns on the main actor")
    func assign() async {
        let screen = Screen()
        let subject = PassthroughSubject<Int, Never>()
        subject.map { ["\($0)"] }.assign(to: \.lines, on: screen).store(in: &screen.tokens)
        await Self.elsewhere { subject.send(7) }
        #expect(await screen.next(1) == ["7"])
    }

    @Test("nothing comes after cancel, whatever was under way")
    func cancel() async {
        let screen = Screen()
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.sink { screen.add("\($0)") }
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            subject.send(1)
            done.signal()
        }
        Self.wait(done)
        token.cancel()
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(screen.lines.isEmpty)
    }

    @Test("changes of the store reach the main actor without receive(on:)")
    func store() async throws {
        let schemas = try ModelSchema.schemas(sdl: "type Note @model { id: ID! text: String }")
        let store = DataStoreCategory(schemas: schemas, database: ":memory:")
        let screen = Screen()
        store.publisher(for: "Note").sink { _ in
        } receiveValue: {
            screen.add($0.modelId)
        }.store(in: &screen.tokens)
        for id in ["a", "b", "c"] { try await store.save(DynamicModel(schemas[0], ["id": .string(id)])) }
        #expect(await screen.next(3) == ["a", "b", "c"])
    }

    @Test("closures of no actor are called where the value is published")
    nonisolated func nowhere() async {
        let seen = Promise<Bool>()
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.sink { _ in seen.fulfil(DispatchQueue.getSpecific(key: Self.mark) ?? false) }
        await withCheckedContinuation { continuation in
            let queue = DispatchQueue(label: "here")
            queue.setSpecific(key: Self.mark, value: true)
            queue.async {
                subject.send(1)
                continuation.resume()
            }
        }
        #expect((try? seen.get()) == true)
        token.cancel()
    }

    private nonisolated static let mark = DispatchSpecificKey<Bool>()

    @Test("another actor's closure stops the program when it would be called off it")
    nonisolated func anotherActor() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let subject = PassthroughSubject<Int, Never>()
            let counter = Counter()
            await counter.watch(subject)
            await counter.send(1, to: subject)
            guard await counter.sum == 1 else { return }
            // As long as it is called on it, all is well.
            subject.send(2)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Counter"))
    }

    private actor Counter {
        var sum = 0
        private var tokens: Set<AnyCancellable> = []

        func watch(_ subject: PassthroughSubject<Int, Never>) {
            subject.sink { self.sum += $0 }.store(in: &tokens)
        }

        func send(_ number: Int, to subject: PassthroughSubject<Int, Never>) { subject.send(number) }
    }
}
