import DataStore
import GraphQL

/// Types of a schema that have the name of a type which every Swift program sees. They keep it, for it is the model's; but
/// the program's own code then means the model by it, and has to name the other one by its module.
struct SwiftNameClashes {
    /// One for each such type, at its place.
    let notices: [Diagnostic]

    init(_ input: CodegenSchema) {
        notices = input.schema.typeNames.compactMap { name in
            guard let module = Self.modules[name], let location = input.outline.location(of: name) else { return nil }
            return Diagnostic(
                .notice,
                "\"\(name)\" is also a type of Swift: in the module of these files \(name) is now yours; write "
                    + "\(module).\(name) for the other, and in other modules the module's name before yours",
                at: location)
        }
    }

    /// The modules of the types that an app most likely uses.
    private static let modules: [String: String] = {
        let types = [
            "Swift": """
            Array Character CaseIterable Codable Collection Comparable CustomStringConvertible Decodable Dictionary \
            Duration Encodable Equatable Error Float Hashable Hasher Identifiable Int8 Int16 Int32 Int64 \
            KeyPath Mirror Never Optional RandomNumberGenerator Range Result Sendable Sequence Set Slice \
            StaticString Substring UInt UInt8 UInt16 UInt32 UInt64 Unicode Void
            """,
            "_Concurrency": """
            Actor AsyncSequence AsyncStream AsyncThrowingStream CancellationError Clock ContinuousClock Executor \
            MainActor Task TaskGroup TaskLocal TaskPriority
            """,
            "Foundation": """
            Bundle Calendar Data Date DateComponents DateFormatter DateInterval Decimal Dimension FileManager \
            Formatter Host IndexPath IndexSet JSONDecoder JSONEncoder Locale Measurement Notification \
            NotificationCenter Operation OperationQueue Pipe Port Process ProcessInfo Progress RunLoop Scanner \
            Stream Thread TimeInterval TimeZone Timer URL URLRequest URLResponse URLSession Unit UserDefaults
            """,
        ]
        var modules: [String: String] = [:]
        for (module, names) in types {
            for name in names.split(separator: " ") { modules[String(name)] = module }
        }
        return modules
    }()
}
