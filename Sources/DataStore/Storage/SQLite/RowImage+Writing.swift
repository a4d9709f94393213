extension RowImage {
    /// The image of one row at a time, in memory that is used again for the next; and the row's values for SQLite, which
    /// are lent from the same bytes where they stand there as they are.
    struct Writer {
        /// Where a value comes from.
        private enum Source {
            case plain(Value)
            case text(Range<Int>)
        }

        private var bytes: [UInt8] = []
        private var imageEnd = 0
        private var sources: [Source] = []

        /// Takes the row's place. Doubles have the fewest digits that read back as they are.
        mutating func write(_ values: [Value]) {
            bytes.removeAll(keepingCapacity: true)
            sources.removeAll(keepingCapacity: true)
            var doubled: [(place: Int, text: Text)] = []
            for value in values {
                if !sources.isEmpty { bytes.append(UInt8(ascii: ",")) }
                switch value {
                case .null: bytes.append(contentsOf: "NULL".utf8)
                case .bool(let flag): bytes.append(flag ? UInt8(ascii: "1") : UInt8(ascii: "0"))
                case .int(let number): NumberText.write(number, to: &bytes)
                case .double(let number): NumberText.write(number, to: &bytes)
                case .text(let text), .json(let text):
                    let range = quote(text)
                    if range.count == text.byteCount {
                        sources.append(.text(range))
                    } else {
                        doubled.append((sources.count, text))
                        sources.append(.text(0..<0))
                    }
                    continue
                }
                sources.append(.plain(value))
            }
            imageEnd = bytes.count
            for (place, text) in doubled {
                let start = bytes.count
                text.withBytes { bytes.append(contentsOf: $0) }
                sources[place] = .text(start..<bytes.count)
            }
        }

        /// Appends a text in single quotes, each quote in it twice; where it stands between them.
        private mutating func quote(_ text: Text) -> Range<Int> {
            bytes.append(UInt8(ascii: "'"))
            let start = bytes.count
            text.withBytes { characters in
                if characters.firstIndex(of: UInt8(ascii: "'")) == nil {
                    bytes.append(contentsOf: characters)
                } else {
                    for byte in characters {
                        bytes.append(byte)
                        if byte == UInt8(ascii: "'") { bytes.append(byte) }
                    }
                }
            }
            let end = bytes.count
            bytes.append(UInt8(ascii: "'"))
            return start..<end
        }

        /// Lends the image's bytes.
        func withImage<Result>(
            _ body: (UnsafeBufferPointer<UInt8>) throws(SQLiteError) -> Result
        ) throws(SQLiteError) -> Result {
            try lend { all throws(SQLiteError) in try body(UnsafeBufferPointer(rebasing: all[..<imageEnd])) }
        }

        /// Runs a statement with the row's values at `places`, one behind the other.
        func run(_ statement: Statement, binding places: some Sequence<Int>) throws(SQLiteError) {
            try lend { all throws(SQLiteError) in
                defer { statement.reset() }
                var position: Int32 = 0
                for place in places {
                    position += 1
                    switch sources[place] {
                    case .plain(let value): try statement.bind(value, at: position)
                    case .text(let range):
                        try statement.bind(lent: UnsafeBufferPointer(rebasing: all[range]), at: position)
                    }
                }
                try statement.finish()
            }
        }

        private func lend<Result>(
            _ body: (UnsafeBufferPointer<UInt8>) throws(SQLiteError) -> Result
        ) throws(SQLiteError) -> Result {
            var failure: SQLiteError?
            let result = bytes.withUnsafeBufferPointer { all -> Result? in
                do throws(SQLiteError) {
                    return try body(all)
                } catch {
                    failure = error
                    return nil
                }
            }
            guard let result else { throw failure ?? SQLiteError(code: .init(rawValue: 1), message: "", sql: nil) }
            return result
        }
    }
}
