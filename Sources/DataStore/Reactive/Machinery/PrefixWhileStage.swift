/// Publishes the inputs before the first that does not satisfy a condition, and ends there.
struct PrefixWhileStage<Input, Failure: Error>: Stage {
    typealias Output = Input

    let predicate: (Input) throws(Failure) -> Bool

    func receive(_ input: Input) throws(Failure) -> Step<Input> {
        try predicate(input) ? .emit(input) : .finish
    }
}
