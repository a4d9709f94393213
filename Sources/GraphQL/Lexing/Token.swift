/// One lexical token (GraphQL, October 2021, §2.1.6), with the comments around it.
struct Token {
    enum Kind: Equatable {
        /// `! $ & ( ) : = @ [ ] { | }`, by its byte.
        case punctuator(UInt8)
        /// `...`
        case spread
        case name
        case int
        case float
        /// The value after escapes, and of block strings after the removal of indentation.
        case string(String, isBlock: Bool)
        case end
    }

    let kind: Kind
    /// Bytes of the text.
    let range: Range<Int>
    /// Whether it is the first token of its line.
    let startsLine: Bool
    /// The comment lines directly above it.
    let comment: String?
    /// A comment behind the token before it, on that token's line.
    let trailingComment: String?
}
