/// The fields of a message, in order (RFC 9110 §5). Names match in letters of any case.
///
/// They are kept as they stand on the wire, in one block of bytes, with the places of each name and value beside it:
/// a request's fields cost two allocations however many they are, and text is made only of what is asked for.
/// A name that is no token, or a value with CR, LF, NUL or another control character, cannot be built.
package struct Headers: Sendable {
    /// Where a name and a value stand in the block.
    struct Place: Sendable {
        var nameStart: UInt32
        var nameCount: UInt32
        var valueStart: UInt32
        var valueCount: UInt32
    }

    /// A name or value that cannot stand in a message.
    package struct Illegal: Error {}

    private(set) var block: [UInt8]
    private(set) var places: [Place]

    /// No fields.
    package init() {
        block = []
        places = []
    }

    /// The fields of a parsed message: their block, and the places in it, which the parser has judged.
    init(judged block: [UInt8], places: [Place]) {
        self.block = block
        self.places = places
    }

    /// How many fields there are; a name may have several.
    package var count: Int { places.count }

    /// The first value of `name`.
    package func first(_ name: StaticString) -> String? {
        block.withUnsafeBytes { bytes in
            guard let place = places.first(where: { Self.matches(bytes, $0, name) }) else { return nil }
            return Self.text(Self.value(bytes, place))
        }
    }

    /// All values of `name`, in order.
    package func all(_ name: StaticString) -> [String] {
        block.withUnsafeBytes { bytes in
            places.filter { Self.matches(bytes, $0, name) }.map { Self.text(Self.value(bytes, $0)) }
        }
    }

    /// Whether there is a field `name`.
    package func has(_ name: StaticString) -> Bool {
        block.withUnsafeBytes { bytes in places.contains { Self.matches(bytes, $0, name) } }
    }

    /// All fields as text, in order.
    package var fields: [(name: String, value: String)] {
        block.withUnsafeBytes { bytes in
            places.map { (Self.text(Self.name(bytes, $0)), Self.text(Self.value(bytes, $0))) }
        }
    }

    /// Adds a field after the others. Name and value are the program's own: an illegal one is a mistake and traps.
    package mutating func add(_ name: StaticString, _ value: String) {
        do {
            try add(name, untrusted: value)
        } catch {
            preconditionFailure("illegal field \(name)")
        }
    }

    /// Adds a field whose value came from outside, or refuses it.
    package mutating func add(_ name: StaticString, untrusted value: String) throws(Illegal) {
        var value = value
        let legal = value.withUTF8 { bytes in
            name.withUTF8Buffer { append(UnsafeRawBufferPointer($0), UnsafeRawBufferPointer(bytes)) }
        }
        guard legal else { throw Illegal() }
    }

    /// Makes `value` the only one of `name`, in the place of the first. Traps as `add` does.
    package mutating func set(_ name: StaticString, _ value: String) {
        remove(name)
        add(name, value)
    }

    /// Removes every field `name`.
    package mutating func remove(_ name: StaticString) {
        guard has(name) else { return }
        let old = self
        self = Headers()
        old.forEach { field, value in
            if !Self.matches(field, name) { _ = append(field, value) }
        }
    }

    /// Calls `body` with the bytes of each name and value, in order.
    func forEach(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
        block.withUnsafeBytes { bytes in
            for place in places { body(Self.name(bytes, place), Self.value(bytes, place)) }
        }
    }

    private mutating func append(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
        guard !name.isEmpty, name.allSatisfy(ByteClass.token.contains), ByteClass.areFieldValue(value) else {
            return false
        }
        let place = Place(
            nameStart: UInt32(block.count), nameCount: UInt32(name.count),
            valueStart: UInt32(block.count + name.count + 2), valueCount: UInt32(value.count))
        block.append(contentsOf: name)
        block.append(ByteClass.colon)
        block.append(ByteClass.space)
        block.append(contentsOf: value)
        block.append(ByteClass.cr)
        block.append(ByteClass.lf)
        places.append(place)
        return true
    }

    private static func name(_ bytes: UnsafeRawBufferPointer, _ place: Place) -> UnsafeRawBufferPointer {
        let start = Int(place.nameStart)
        return UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(place.nameCount)])
    }

    private static func value(_ bytes: UnsafeRawBufferPointer, _ place: Place) -> UnsafeRawBufferPointer {
        let start = Int(place.valueStart)
        return UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(place.valueCount)])
    }

    private static func matches(_ bytes: UnsafeRawBufferPointer, _ place: Place, _ name: StaticString) -> Bool {
        Int(place.nameCount) == name.utf8CodeUnitCount && matches(Self.name(bytes, place), name)
    }

    private static func matches(_ field: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
        name.withUTF8Buffer { ByteClass.equals(field, ignoringCase: UnsafeRawBufferPointer($0)) }
    }

    /// The text of a value. Bytes that are no UTF-8 are read as ISO 8859-1, as RFC 9110 §5.5 says they once were.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }
}
