/// Answers in another content coding.
extension Response {
    /// A shorter body fits into one packet with its head, coded or not.
    package static let shortestCoded = 1024
    /// A longer file is sent as it is, from the disk to the socket, unless its coded form lies beside it.
    package static let longestCodedFile = 1 << 20

    /// Chooses the coding for the client, and says on what it depends: `Vary`, and for 304 the validator. What is
    /// answered `gzip` is still to be coded, and then told by `setCoded`.
    mutating func negotiate(for request: Request) -> ContentCoding {
        if status == .notModified {
            headers.addVary("Accept-Encoding")
            confirmCodedTag(request)
            return .identity
        }
        guard isCodable else { return .identity }
        headers.addVary("Accept-Encoding")
        return ContentCoding.negotiated(request.headers)
    }

    /// Replaces the body by its coded form.
    mutating func setCoded(_ bytes: [UInt8]) {
        body = .bytes(bytes)
        headers.add("Content-Encoding", "gzip")
        if let tag = headers.first("ETag") { headers.set("ETag", ContentCoding.gzipTag(of: tag)) }
        // A part of what is coded on the way out cannot be asked for.
        headers.remove("Accept-Ranges")
    }

    /// Whether the body is worth coding: long enough, not a part, of a type that shrinks, and not coded yet.
    private var isCodable: Bool {
        switch body {
        case .none: return false
        case .bytes(let bytes): guard bytes.count >= Self.shortestCoded else { return false }
        case .file(let file):
            guard (Self.shortestCoded...Self.longestCodedFile).contains(file.count) else { return false }
        }
        guard status != .partialContent, !status.isBodiless, !headers.has("Content-Encoding") else { return false }
        return headers.first("Content-Type").map(Self.shrinks) ?? false
    }

    /// Whether bodies of a media type become shorter by coding: text, JSON, XML, and what is written in them.
    package static func shrinks(_ type: String) -> Bool {
        let bare = type.prefix { $0 != ";" && $0 != " " }.lowercased()
        return bare.hasPrefix("text/") || bare.hasSuffix("+json") || bare.hasSuffix("+xml")
            || ["application/json", "application/xml", "application/x-ndjson", "application/wasm"].contains(bare)
    }

    /// The client holds the coded form: that is the one which has not changed.
    private mutating func confirmCodedTag(_ request: Request) {
        guard let tag = headers.first("ETag"), ContentCoding.negotiated(request.headers) == .gzip else { return }
        let coded = ContentCoding.gzipTag(of: tag)
        let isHeld = request.headers.items("If-None-Match").contains { item in
            (item.hasPrefix("W/") ? item.dropFirst(2) : item).utf8.elementsEqual(coded.utf8)
        }
        if isHeld { headers.set("ETag", coded) }
    }
}
