/// Publishes the inputs, or one value if there are none.
struct ReplaceEmptyStage<Input, Failure: Error>: Stage {
    typealias Output = Input

    /// Nil once there was an input.
    var replacement: Input?

    mutating func receive(_ input: Input) throws(Failure) -> Step<Input> {
        replacement = nil
        return .emit(input)
    }

    func finish() -> Input? { replacement }
}
