/// Publishes the inputs in arrays of one length; the last may be shorter.
struct BatchStage<Input, Failure: Error>: Stage {
    typealias Output = [Input]

    let count: Int
    var batch: [Input] = []

    var appetite: Appetite { .times(count) }

    mutating func receive(_ input: Input) throws(Failure) -> Step<[Input]> {
        batch.append(input)
        guard batch.count == count else { return .skip }
        defer { batch = [] }
        return .emit(batch)
    }

    func finish() -> [Input]? { batch.isEmpty ? nil : batch }
}
