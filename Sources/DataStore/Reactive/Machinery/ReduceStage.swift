/// Publishes the last result of folding the inputs.
struct ReduceStage<Input, Output, Failure: Error>: Stage {
    var result: Output
    let next: (inout Output, Input) throws(Failure) -> Void

    var appetite: Appetite { .everything }

    mutating func receive(_ input: Input) throws(Failure) -> Step<Output> {
        try next(&result, input)
        return .skip
    }

    func finish() -> Output? { result }
}
