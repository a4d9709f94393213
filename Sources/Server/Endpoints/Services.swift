import DataStore
import Dispatch
import HTTP
import Locks

/// What the endpoints share. Immutable.
struct Services: Sendable {
    let store: Store
    let configuration: Configuration
    let mutations: MutationStreams
    let snapshots: SnapshotStreams
    let reading: ReadQueues

    var schema: Schema { store.schema }

    /// The model of a path or parameter, or 404.
    func model(_ name: String?) throws(Problem) -> ModelDefinition {
        let name = name ?? ""
        guard let model = schema.model(named: name) else {
            throw Problem(.notFound, "There is no model \(name.isEmpty ? "without a name" : name).")
        }
        return model
    }
}

/// Where reads that may take long run: a few serial queues, so that neither a loop waits nor threads pile up.
final class ReadQueues: Sendable {
    private let queues: [DispatchQueue]
    private let next = Lock(0)

    init(count: Int = 3) {
        queues = (0..<count).map { DispatchQueue(label: "rivulet.read.\($0)", qos: .userInitiated) }
    }

    /// Runs `work` on one of them.
    func async(_ work: @escaping @Sendable () -> Void) {
        let index = next.withLock { next in
            next = (next + 1) % queues.count
            return next
        }
        queues[index].async(execute: work)
    }
}

extension Exchange {
    /// Answers with what `body` makes, or with the problem that it throws.
    func answer(_ body: () throws(Problem) -> Response) {
        do {
            respond(try body())
        } catch {
            respond(error.response)
        }
    }

    /// Answers with what `body` makes on a reading queue.
    func answer(on queues: ReadQueues, _ body: @escaping @Sendable () throws(Problem) -> Response) {
        queues.async { self.answer(body) }
    }
}

/// Turns failures of the store into problems.
func orProblem<Result>(_ body: () throws(StoreError) -> Result) throws(Problem) -> Result {
    do {
        return try body()
    } catch {
        throw Problem(error)
    }
}
