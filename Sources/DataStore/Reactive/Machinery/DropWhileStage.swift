/// Publishes the inputs from the first that does not satisfy a condition.
struct DropWhileStage<Input, Failure: Error>: Stage {
    typealias Output = Input

    /// Nil once it has said no.
    var predicate: ((Input) throws(Failure) -> Bool)?

    mutating func receive(_ input: Input) throws(Failure) -> Step<Input> {
        if let predicate, try predicate(input) { return .skip }
        predicate = nil
        return .emit(input)
    }
}
