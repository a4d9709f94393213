/// A future and the promise of it.
final class Answer<Value: Sendable, Failure: Error>: @unchecked Sendable {
    // Sendable: both are set once, before anyone else has it; the promise may be called from any thread.
    let future: Future<Value, Failure>
    private let promise: Future<Value, Failure>.Promise

    init() {
        var promise: Future<Value, Failure>.Promise = { _ in }
        future = Future { promise = $0 }
        self.promise = promise
    }

    func resolve(_ result: Result<Value, Failure>) { promise(result) }
}
