/// A form of primary key.
public protocol AnyModelIdentifierFormat: Sendable {}

/// The forms of primary keys.
public enum ModelIdentifierFormat {
    /// A single text field, `id`.
    public enum Default: AnyModelIdentifierFormat {
        /// The field's name.
        public static let name = "id"
    }

    /// Another field, or several.
    public enum Custom: AnyModelIdentifierFormat {
        /// Stands between the quoted values in ``ModelIdentifierProtocol/stringValue``.
        public static let separator = "#"
    }
}
