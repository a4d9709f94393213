/// What failures of `Codable` mean to the store's users.
extension DataStoreError {
    /// What went wrong while a value of `model` was read or written: an error of `Codable` with the model's field and its
    /// type, any other as ``init(error:)`` has it.
    init(_ error: any Error, of model: ModelDefinition) {
        switch error {
        case let error as DecodingError: self = .decoding(error, of: model)
        case let error as EncodingError: self = .encoding(error, of: model)
        default: self.init(error: error)
        }
    }

    static func decoding(_ error: DecodingError, of model: ModelDefinition? = nil) -> DataStoreError {
        let context: DecodingError.Context?
        var what: String
        switch error {
        case .typeMismatch(let type, let found): (what, context) = ("is no \(type)", found)
        case .valueNotFound(let type, let found):
            (what, context) = (type == Any.self ? "has no value" : "has no value, and \(type) needs one", found)
        case .keyNotFound(let key, let found): (what, context) = ("has no member \"\(key.stringValue)\"", found)
        case .dataCorrupted(let found): (what, context) = ("is not what its Swift type expects", found)
        @unknown default: (what, context) = ("cannot be read", nil)
        }
        if let detail = context?.debugDescription, !detail.isEmpty { what += " (\(detail))" }
        return .decodingError(
            "\(subject(context?.codingPath ?? [], of: model)) \(what).",
            "See that the Swift type of \(model?.name ?? "the value") and its schema agree; generate its files anew.")
    }

    static func encoding(_ error: EncodingError, of model: ModelDefinition? = nil) -> DataStoreError {
        guard case .invalidValue(let value, let context) = error else {
            return .unknown("\(error)", "See the underlying error.", error)
        }
        let path = context.codingPath.map(\.stringValue)
        let detail = "cannot hold \(Spelling.described(value)): \(context.debugDescription)"
        if let model { return .invalidOperation(causedBy: InvalidRecord(model, at: path, detail)) }
        return .invalidOperation(
            causedBy: InvalidRecord(
                model: "", violations: [.init(field: path.joined(separator: "."), type: nil, detail: detail)]))
    }

    /// `Post.title (String!)`, as far as it is known.
    private static func subject(_ path: [any CodingKey], of model: ModelDefinition?) -> String {
        let names = path.map(\.stringValue)
        let whole = ([model?.name].compactMap { $0 } + names).joined(separator: ".")
        let type = model?.notation(at: names).map { " (\($0))" } ?? ""
        return whole.isEmpty ? "The value" : whole + type
    }
}

extension Spelling {
    /// A value with its Swift type, short enough for a sentence: `the String "abc"`.
    static func described(_ value: Any) -> String {
        let text = excerpt("\(value)")
        return "the \(type(of: value)) \(value is String ? "\"\(text)\"" : text)"
    }
}
