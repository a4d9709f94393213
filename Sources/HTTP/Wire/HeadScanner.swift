import Glibc

/// Reads the head of a request, line by line, as far as its bytes have come (RFC 9112 §2.1).
///
/// It keeps places and not bytes: each call shows it the message from its first byte on, in whatever buffer that is
/// now. The first fault in the order of the bytes decides, so that the result does not depend on how they were split.
struct HeadScanner {
    /// How far it came.
    enum Progress {
        case incomplete
        /// The head ends before this place.
        case complete(end: Int)
    }

    private(set) var line = RequestLine()
    private(set) var framing = Framing()
    /// The fields' places, relative to `blockStart`.
    private(set) var places: [Headers.Place] = []
    /// Where the header block starts; nil before the request line has been read.
    private(set) var blockStart: Int?
    /// Where the request line starts.
    private(set) var messageStart = 0
    private var lineStart = 0
    private var searched = 0
    private var emptyLines = 0

    /// Reads on. `bytes` are all of the message so far, a longer prefix of the same bytes at each call.
    mutating func scan(_ bytes: UnsafeRawBufferPointer, _ limits: WireLimits) throws(Refusal) -> Progress {
        while true {
            guard let end = nextLine(bytes) else {
                try checkBounds(bytes, end: bytes.count, contentEnd: bytes.count, limits)
                return .incomplete
            }
            // The bound goes before the line's own faults, as it does while the line has not ended.
            try checkBounds(bytes, end: end, contentEnd: end - 1, limits)
            let content = try Self.content(bytes, lineStart..<end)
            if let blockStart {
                if content.isEmpty { return .complete(end: end) }
                try readField(content, at: lineStart - blockStart, limits)
            } else if content.isEmpty {
                emptyLines += 1
                guard emptyLines <= WireLimits.leadingEmptyLines else {
                    throw .malformed("Empty lines stand where a request line should be.")
                }
            } else {
                line = try RequestLine(content)
                messageStart = lineStart
                blockStart = end
                places.reserveCapacity(8)
            }
            lineStart = end
        }
    }

    /// The place after the next LF.
    private mutating func nextLine(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress, searched < bytes.count,
            let found = memchr(base + searched, Int32(ByteClass.lf), bytes.count - searched)
        else {
            searched = bytes.count
            return nil
        }
        searched = UnsafeRawPointer(found) - base + 1
        return searched
    }

    private mutating func readField(
        _ content: UnsafeRawBufferPointer, at offset: Int, _ limits: WireLimits
    ) throws(Refusal) {
        guard places.count < limits.headerFields else {
            throw Refusal(.headersTooLarge, "The request has more than \(limits.headerFields) fields.")
        }
        let field = try FieldLine(content)
        try framing.note(
            UnsafeRawBufferPointer(rebasing: content[..<field.nameCount]),
            UnsafeRawBufferPointer(rebasing: content[field.valueStart..<field.valueStart + field.valueCount]))
        places.append(
            Headers.Place(
                nameStart: UInt32(offset), nameCount: UInt32(field.nameCount),
                valueStart: UInt32(offset + field.valueStart), valueCount: UInt32(field.valueCount)))
    }

    /// Judges the length of the current line, and of the block that it stands in, as far as `end`; before `contentEnd`
    /// there is no LF. A CR there belongs to the line's end, or may come to.
    private func checkBounds(
        _ bytes: UnsafeRawBufferPointer, end: Int, contentEnd: Int, _ limits: WireLimits
    ) throws(Refusal) {
        if let blockStart {
            guard end - blockStart <= limits.headerBytes else { throw Self.tooManyBytes(limits) }
        } else if contentEnd > lineStart {
            let count = contentEnd - lineStart - (bytes[contentEnd - 1] == ByteClass.cr ? 1 : 0)
            guard count <= limits.requestLine else { throw Self.lineTooLong(limits) }
        }
    }

    /// A line without its CRLF. A bare LF ends no line here, though RFC 9112 §2.2 would let it.
    private static func content(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(Refusal) -> UnsafeRawBufferPointer {
        guard range.count >= 2, bytes[range.upperBound - 2] == ByteClass.cr else {
            throw .malformed("A line ends with LF alone; lines end with CRLF (RFC 9112 §2.2).")
        }
        return UnsafeRawBufferPointer(rebasing: bytes[range.lowerBound..<range.upperBound - 2])
    }

    private static func tooManyBytes(_ limits: WireLimits) -> Refusal {
        Refusal(.headersTooLarge, "The header block is larger than \(limits.headerBytes) bytes.")
    }

    private static func lineTooLong(_ limits: WireLimits) -> Refusal {
        Refusal(.uriTooLong, "The request line is longer than \(limits.requestLine) bytes.")
    }
}
