/// Fields that hold lists (RFC 9110 §5.6.1).
extension Headers {
    /// The items of all fields `name`, without the blanks around them; empty ones are left out. A comma ends an item
    /// wherever it stands: none of the lists that are read here has one inside an item that means something.
    package func items(_ name: StaticString) -> [Substring] {
        all(name).flatMap { value in
            value.utf8.split(separator: UInt8(ascii: ",")).compactMap { item in
                var item = item.drop(while: ByteClass.isBlank)
                while let last = item.last, ByteClass.isBlank(last) { item.removeLast() }
                return item.isEmpty ? nil : Substring(item)
            }
        }
    }

    /// Adds a name to `Vary`, so that caches keep apart what differs by that field of the request.
    mutating func addVary(_ name: String) {
        let names = items("Vary")
        guard !names.contains(where: { $0.lowercased() == name.lowercased() }) else { return }
        set("Vary", (names.map(String.init) + [name]).joined(separator: ", "))
    }
}
