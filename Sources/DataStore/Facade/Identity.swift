/// What a caller names a record by.
enum Identity {
    case text(String)
    case fields(any ModelIdentifierProtocol)

    /// The record's key; nil when no record can have it. An identifier of other fields than the key's is a mistake in the
    /// program: it stops a debug build at the caller's line, and throws in a release build.
    func key(
        of definition: ModelDefinition, _ types: ModelTypes, _ file: StaticString, _ line: UInt
    ) throws(DataStoreError) -> Key? {
        do {
            switch self {
            case .text(let text): return try types.key(text, of: definition)
            case .fields(let identifier): return try types.key(identifier, of: definition)
            }
        } catch {
            throw error.asMistake(file, line)
        }
    }
}
