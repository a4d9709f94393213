/// Why a test cannot go on: what came instead of what the protocol promises.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
