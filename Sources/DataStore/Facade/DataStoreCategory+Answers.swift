import Dispatch

/// What a call for those who do not wait answers.
public typealias DataStoreResult<Success> = Result<Success, DataStoreError>
/// Is called with what came of it.
public typealias DataStoreCallback<Success> = @Sendable (DataStoreResult<Success>) -> Void
/// Publishes what came of it.
public typealias DataStorePublisher<Output> = AnyPublisher<Output, DataStoreError>

/// The three forms in which calls answer: awaited, by a callback, by a publisher.
extension DataStoreCategory {
    func awaited<Value: Sendable>(
        _ call: (@escaping TypedStore.Completion<Value>) throws(DataStoreError) -> Void
    ) async throws(DataStoreError) -> Value {
        try await withCheckedContinuation { continuation in
            do throws(DataStoreError) {
                try call { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }.get()
    }

    /// Calls `completion` off the store's queues, so that nobody waits for what it does.
    func answered<Value: Sendable>(
        _ completion: @escaping DataStoreCallback<Value>,
        _ call: (@escaping TypedStore.Completion<Value>) throws(DataStoreError) -> Void
    ) {
        let answer: TypedStore.Completion<Value> = { result in DispatchQueue.global().async { completion(result) } }
        do throws(DataStoreError) {
            try call(answer)
        } catch {
            answer(.failure(error))
        }
    }

    func published<Value: Sendable>(
        _ call: (@escaping DataStoreCallback<Value>) -> Void
    ) -> DataStorePublisher<Value> {
        let answer = Answer<Value, DataStoreError>()
        call { answer.resolve($0) }
        return answer.future.eraseToAnyPublisher()
    }
}
