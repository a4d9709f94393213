extension JSONWriter {
    /// Appends a field's value in the form of the answers; `isTemporal` when it is a single AWSDateTime or AWSTime.
    mutating func write(_ value: Value, isTemporal: Bool) {
        switch value {
        case .null: writeNull()
        case .bool(let flag): write(flag)
        case .int(let number): write(number)
        case .double(let number): write(number)
        case .text(let text):
            if isTemporal { write(temporal: text) } else { write(text) }
        case .json(let text): write(stored: text)
        }
    }

    /// Appends a field's value in the form of the answers.
    package mutating func write(_ value: Value, as type: FieldType) {
        write(value, isTemporal: type.scalar?.hasAnswerForm ?? false)
    }

    private mutating func write(temporal text: Text) {
        text.withBytes { stored in
            let form = TemporalAnswer(stored)
            bytes.append(UInt8(ascii: "\""))
            write(escaped: UnsafeBufferPointer(rebasing: stored[..<form.end]))
            if form.isUTC { bytes.append(UInt8(ascii: "Z")) }
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Appends stored JSON. What we wrote ourselves is one compact line; what another program wrote into the database
    /// may have line ends between its tokens, which must not reach a stream: it is read and written anew.
    private mutating func write(stored text: Text) {
        if text.withBytes({ bytes in JSONScan.firstControl(bytes) == nil }) {
            write(raw: text)
        } else if let value = JSONReader.readIfValid(text) {
            write(value)
        } else {
            write(text)
        }
    }
}
