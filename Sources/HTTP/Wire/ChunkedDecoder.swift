import Glibc

/// Takes a body of the chunked coding out of its framing (RFC 9112 §7.1). Extensions and trailers are judged, bounded
/// and dropped.
struct ChunkedDecoder {
    /// How far it came.
    enum Progress: Equatable {
        case incomplete
        case complete
    }

    private enum Phase {
        case sizeLine
        case data(remaining: Int)
        case dataCR
        case dataLF
        case trailers
    }

    private let limits: WireLimits
    private var phase = Phase.sizeLine
    /// The beginning of a line that has not ended.
    private var line: [UInt8] = []
    private var extensionBytes = 0
    private var trailerBytes = 0
    private var trailerFields = 0
    /// How many bytes of data have been announced.
    private var announced = 0

    /// Starts before the first chunk.
    init(_ limits: WireLimits) {
        self.limits = limits
    }

    /// Takes what it can from the front of `input` and appends data to `body`.
    mutating func read(
        _ input: inout UnsafeRawBufferPointer, into body: inout [UInt8]
    ) throws(Refusal) -> Progress {
        while !input.isEmpty {
            switch phase {
            case .sizeLine:
                guard try takeLine(&input, bound: WireLimits.chunkLine, Self.lineTooLong) else { return .incomplete }
                try readSizeLine()
            case .data(let remaining):
                let count = min(remaining, input.count)
                body.append(contentsOf: UnsafeRawBufferPointer(rebasing: input[..<count]))
                input = UnsafeRawBufferPointer(rebasing: input[count...])
                phase = count == remaining ? .dataCR : .data(remaining: remaining - count)
            case .dataCR:
                try expect(ByteClass.cr, &input)
                phase = .dataLF
            case .dataLF:
                try expect(ByteClass.lf, &input)
                phase = .sizeLine
            case .trailers:
                let bound = limits.headerBytes - trailerBytes
                let tooMany = Refusal(.headersTooLarge, "The trailers are larger than \(limits.headerBytes) bytes.")
                guard try takeLine(&input, bound: bound, tooMany) else { return .incomplete }
                if try readTrailer() { return .complete }
            }
        }
        return .incomplete
    }

    /// Moves a line, CRLF included, to `line`; false when its end has not come yet.
    private mutating func takeLine(
        _ input: inout UnsafeRawBufferPointer, bound: Int, _ tooLong: Refusal
    ) throws(Refusal) -> Bool {
        let end = input.firstIndex(of: ByteClass.lf).map { $0 + 1 }
        let count = end ?? input.count
        guard line.count + count <= bound else { throw tooLong }
        line.append(contentsOf: UnsafeRawBufferPointer(rebasing: input[..<count]))
        input = UnsafeRawBufferPointer(rebasing: input[count...])
        return end != nil
    }

    private mutating func readSizeLine() throws(Refusal) {
        defer { line.removeAll(keepingCapacity: true) }
        let limit = limits.body
        let (size, extensions) = try line.judge { bytes throws(Refusal) in
            try Self.size(Self.content(bytes), limit: limit)
        }
        extensionBytes += extensions
        guard extensionBytes <= WireLimits.chunkExtensions else {
            throw .malformed("The chunk extensions are larger than \(WireLimits.chunkExtensions) bytes.")
        }
        guard size <= limits.body - announced else { throw Framing.tooLarge(limits.body) }
        announced += size
        phase = size == 0 ? .trailers : .data(remaining: size)
    }

    /// True at the empty line that ends the body.
    private mutating func readTrailer() throws(Refusal) -> Bool {
        defer { line.removeAll(keepingCapacity: true) }
        trailerBytes += line.count
        let isEnd = try line.judge { bytes throws(Refusal) in
            let content = try Self.content(bytes)
            if !content.isEmpty { _ = try FieldLine(content) }
            return content.isEmpty
        }
        if isEnd { return true }
        trailerFields += 1
        guard trailerFields <= limits.headerFields else {
            throw Refusal(.headersTooLarge, "The request has more than \(limits.headerFields) trailers.")
        }
        return false
    }

    private func expect(_ byte: UInt8, _ input: inout UnsafeRawBufferPointer) throws(Refusal) {
        guard input[0] == byte else { throw .malformed("A chunk is longer than its size (RFC 9112 §7.1).") }
        input = UnsafeRawBufferPointer(rebasing: input[1...])
    }

    private static func content(_ line: UnsafeRawBufferPointer) throws(Refusal) -> UnsafeRawBufferPointer {
        guard line.count >= 2, line[line.count - 2] == ByteClass.cr else {
            throw .malformed("A line of the chunked coding ends with LF alone (RFC 9112 §7.1).")
        }
        return UnsafeRawBufferPointer(rebasing: line[..<(line.count - 2)])
    }

    /// The size that a chunk's line announces, and how many bytes of extensions follow it.
    private static func size(
        _ line: UnsafeRawBufferPointer, limit: Int
    ) throws(Refusal) -> (size: Int, extensions: Int) {
        var size = 0
        var index = 0
        while index < line.count, let digit = ByteClass.hexValue(line[index]) {
            // Past any bound already: more digits cannot make it smaller.
            if size < 1 << 58 { size = size << 4 | Int(digit) }
            index += 1
        }
        let rest = UnsafeRawBufferPointer(rebasing: line[index...])
        guard index > 0, ChunkExtensions.areWellFormed(rest) else {
            throw .malformed("A chunk does not start with its size in hexadecimal digits (RFC 9112 §7.1).")
        }
        return (size, rest.count)
    }

    private static let lineTooLong = Refusal.malformed("A chunk's line is longer than \(WireLimits.chunkLine) bytes.")
}
