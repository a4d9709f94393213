/// Publishes what is found in the first input in which something is, or else a value for the case that nothing was.
struct SearchStage<Input, Output, Failure: Error>: Stage {
    let fallback: Output?
    let find: (Input) throws(Failure) -> Output?

    var appetite: Appetite { .everything }

    func receive(_ input: Input) throws(Failure) -> Step<Output> {
        try find(input).map { .last($0) } ?? .skip
    }

    func finish() -> Output? { fallback }
}
