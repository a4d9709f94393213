/// Why a benchmark could not be run or its figures could not be trusted; the text is for the person at the terminal.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
