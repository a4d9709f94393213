/// Bytes that came before their turn, taken from the front. The owner bounds them.
struct ReadAhead {
    private var bytes: [UInt8] = []
    private var start = 0

    /// How many bytes are left.
    var count: Int { bytes.count - start }

    /// Takes all of `input`.
    mutating func append(_ input: inout UnsafeRawBufferPointer) {
        guard !input.isEmpty else { return }
        if start > ConnectionMachine.readAheadBound {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: input)
        input = UnsafeRawBufferPointer(rebasing: input[input.count...])
    }

    /// Lends what is left, and forgets what `body` takes from the front of it.
    mutating func consume<Result>(_ body: (inout UnsafeRawBufferPointer) -> Result) -> Result {
        let taken = bytes.withUnsafeBytes { all in
            var rest = UnsafeRawBufferPointer(rebasing: all[start...])
            let result = body(&rest)
            return (result, left: rest.count)
        }
        start = bytes.count - taken.left
        if taken.left == 0 { self = ReadAhead() }
        return taken.0
    }
}
