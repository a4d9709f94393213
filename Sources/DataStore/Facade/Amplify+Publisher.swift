/// Asynchronous calls and sequences as publishers, as Amplify has them.
extension Amplify {
    /// Makes publishers.
    public enum Publisher {
        /// Publishes what is observed.
        public static func create<Element>(
            _ sequence: AmplifyAsyncThrowingSequence<Element>
        ) -> AnyPublisher<Element, any Error> {
            sequence.mapError { $0 as any Error }.eraseToAnyPublisher()
        }

        /// Publishes what `operation` answers. It runs whether somebody subscribes or not.
        public static func create<Success: Sendable>(
            _ operation: @escaping @Sendable () async throws -> Success
        ) -> AnyPublisher<Success, any Error> {
            let answer = Answer<Success, any Error>()
            Task {
                do {
                    answer.resolve(.success(try await operation()))
                } catch {
                    answer.resolve(.failure(error))
                }
            }
            return answer.future.eraseToAnyPublisher()
        }
    }
}
