/// Publishes each result of folding the inputs.
struct ScanStage<Input, Output, Failure: Error>: Stage {
    var result: Output
    let next: (Output, Input) throws(Failure) -> Output

    mutating func receive(_ input: Input) throws(Failure) -> Step<Output> {
        result = try next(result, input)
        return .emit(result)
    }
}
