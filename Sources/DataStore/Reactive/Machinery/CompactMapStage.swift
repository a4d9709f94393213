/// Publishes what a closure makes of each input, unless it is nil.
struct CompactMapStage<Input, Output, Failure: Error>: Stage {
    let transform: (Input) throws(Failure) -> Output?

    func receive(_ input: Input) throws(Failure) -> Step<Output> {
        try transform(input).map { .emit($0) } ?? .skip
    }
}
