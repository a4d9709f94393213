import DataStore

/// How a stored field is spelled in TypeScript.
struct TypeScriptType {
    /// Which way the value goes.
    enum Use {
        /// What the server answers.
        case record
        /// What a create or a replacement takes.
        case new
        /// What a merge patch takes.
        case patch
    }

    private let type: FieldType
    private let use: Use

    init(_ type: FieldType, _ use: Use) {
        self.type = type
        self.use = use
    }

    /// With `| null` where null may stand.
    var text: String {
        let item = self.item
        // `unknown` has null in it.
        if !type.isList { return nullable(item, type.isRequired || item == "unknown") }
        let element = type.isItemRequired || item == "unknown" ? item : "(\(item) | null)"
        return nullable("\(element)[]", type.isRequired)
    }

    private func nullable(_ text: String, _ isRequired: Bool) -> String { isRequired ? text : "\(text) | null" }

    private var item: String {
        switch type.item {
        case .scalar(let scalar): scalar.typeScript
        case .enumeration(let definition): definition.name
        case .embedded(let definition):
            switch use {
            case .record: definition.name
            case .new: "New\(definition.name)"
            // A list is replaced whole, so its items are new ones.
            case .patch: type.isList ? "New\(definition.name)" : "\(definition.name)Patch"
            }
        }
    }
}

extension Scalar {
    /// The type of its JSON.
    var typeScript: String {
        switch self {
        case .int, .float, .timestamp: "number"
        case .boolean: "boolean"
        case .json: "unknown"
        case .id, .string, .dateTime, .date, .time, .email, .url, .phone, .ipAddress: "string"
        }
    }
}

/// Comments and literals of TypeScript.
enum TypeScriptText {
    /// A description as JSDoc.
    static func documentation(_ text: String?) -> [String] {
        // A description that ends the comment would be code.
        let lines = CommentText.lines(text).map { $0.replacing("*/", with: "*\\/") }
        guard let first = lines.first else { return [] }
        if lines.count == 1 { return ["/** \(first) */"] }
        return ["/**"] + lines.map { $0.isEmpty ? " *" : " * \($0)" } + [" */"]
    }

    /// A name of GraphQL as string literal.
    static func literal(_ name: String) -> String { "\"\(name)\"" }
}
