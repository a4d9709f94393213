import DataStore
import Dispatch
import Locks
import Testing

/// Many threads of writes and reads while streams are open, then the end. Worth most under `--sanitize=thread`.
@Suite struct ConcurrencyTests {
    private static let threads = 8
    private static let writes = 60

    @Test("Random writes and reads from many threads: every stream tells the same history, and ends in order")
    func everythingAtOnce() throws {
        let seed = UInt64.random(in: 0 ... .max)
        let world = try World(seeded: true)
        let start = try world.position()
        let failures = Lock<[String]>([])
        let observers = (0..<4).map { _ in Watcher(world, "/observe/Post", failures) }
        let lists = (0..<4).map { Watcher(world, "/observeQuery/Post?sort=-rating&limit=\($0 + 3)", failures) }
        let workers = (0..<Self.threads).map { thread in
            TestThread {
                do {
                    try Self.work(world, SplitMix64(seed: seed &+ UInt64(thread)))
                } catch {
                    failures.withLock { $0.append("thread \(thread): \(error)") }
                }
            }
        }
        for worker in workers { #expect(worker.wait()) }
        let final = try (0..<4).map { try world.call("GET /models/Post?sort=-rating&limit=\($0 + 3)").json()["items"] }
        let log = try world.stream("/observe/Post?since=\(start)")
        let marker = try world.call("PUT /models/Post/marker", #"{"title":"end","rating":-1000}"#)["Rivulet-Seq"]
        var history: [String] = []
        while true {
            let event = try log.event()
            history.append(event.text)
            if event.id == marker { break }
        }
        world.stop()
        for observer in observers { #expect(observer.wait() == history, "seed \(seed)") }
        for (list, final) in zip(lists, final) {
            #expect(list.wait().contains { $0.hasSuffix(#""items":\#(final?.compact ?? "")}"#) }, "seed \(seed)")
        }
        #expect(failures.withLock { $0 } == [], "seed \(seed)")
    }

    /// One thread's requests, some of which are refused. None may fail.
    private static func work(_ world: World, _ generator: SplitMix64) throws {
        var random = generator
        let connection = try Connection(world)
        for _ in 0..<writes {
            let id = Int.random(in: 0..<12, using: &random)
            let rating = Int.random(in: 0..<100, using: &random)
            let (line, body): (String, String?) =
                switch Int.random(in: 0..<9, using: &random) {
                case 0, 1: ("PUT /models/Post/\(id)", #"{"title":"t","rating":\#(rating)}"#)
                case 2, 3: ("PATCH /models/Post/\(id)", #"{"rating":\#(rating)}"#)
                case 4: ("DELETE /models/Post/\(id)", nil)
                case 5: ("POST /models/Comment", #"{"content":"c","postCommentsId":"\#(id)"}"#)
                case 6: ("GET /models/Post?where=rating%20%3C%20\(rating)&count=exact", nil)
                case 7: ("GET /models/Post/\(id)", nil)
                default:
                    (
                        "POST /transaction",
                        #"[{"op":"replace","model":"Post","id":"\#(id)","record":{"title":"t"}},{"op":"delete","model":"Post","id":"\#(rating % 12)"}]"#
                    )
                }
            let answer = try connection.call(line, [], body)
            guard [200, 201, 404, 409].contains(answer.status) else { throw Failure("\(line): \(answer.text)") }
            if rating == 0 { _ = try world.stream("/observeQuery/Post").event() }
        }
    }
}

/// Reads a stream to its end on a thread of its own.
private final class Watcher: Sendable {
    private let texts = Lock<[String]>([])
    private let thread: TestThread

    /// Opens the stream, and returns once it is open.
    init(_ world: World, _ target: String, _ failures: Lock<[String]>) {
        let isOpen = DispatchSemaphore(value: 0)
        let texts = texts
        thread = TestThread {
            do {
                let stream = try world.stream(target)
                isOpen.signal()
                while let event = try stream.next() { texts.withLock { $0.append(event.text) } }
                if stream.retries.count != 2 { failures.withLock { $0.append("\(target): no farewell") } }
            } catch {
                failures.withLock { $0.append("\(target): \(error)") }
                isOpen.signal()
            }
        }
        isOpen.wait()
    }

    /// Every event's data, once the stream has ended.
    func wait() -> [String] { thread.wait() ? texts.withLock { $0 } : ["the stream did not end"] }
}
