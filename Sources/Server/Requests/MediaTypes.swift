package import HTTP

/// What a request says of media types (RFC 9110 §8.3, §12.5.1).
package enum MediaTypes {
    /// The type and subtype of `Content-Type` in lower case; nil without one.
    package static func ofBody(_ request: Request) -> String? {
        guard let value = request.headers.first("Content-Type") else { return nil }
        return bare(value)
    }

    /// Whether an answer of that type is acceptable.
    package static func accepts(_ request: Request, _ type: String) -> Bool { quality(of: type, in: request) > 0 }

    /// Which of the types the client likes best, the first of equals; nil when it takes none.
    package static func preferred(_ request: Request, _ types: [String]) -> String? {
        var best: (type: String, quality: Int)?
        for type in types {
            let quality = quality(of: type, in: request)
            if quality > best?.quality ?? 0 { best = (type, quality) }
        }
        return best?.type
    }

    /// In thousandths; the most specific range that fits decides. Without `Accept`, or with an empty one, everything is welcome.
    private static func quality(of type: String, in request: Request) -> Int {
        guard let first = request.headers.first("Accept"), !first.isEmpty else { return 1000 }
        // What nearly every client sends needs no list taken apart.
        if first.utf8.count <= 3 || first == type, request.headers.all("Accept").count == 1 {
            if first == "*/*" || first == type { return 1000 }
        }
        let family = type.prefix { $0 != "/" }
        var best = (specificity: 0, quality: 0)
        for value in request.headers.all("Accept") {
            for range in value.split(separator: ",") {
                let name = bare(String(range))
                let specificity = name == type ? 3 : name == "\(family)/*" ? 2 : name == "*/*" ? 1 : 0
                if specificity > best.specificity { best = (specificity, weight(of: range)) }
            }
        }
        return best.specificity == 0 ? 0 : best.quality
    }

    private static func bare(_ value: String) -> String {
        if value == "application/json" { return value }
        let end = value.firstIndex(of: ";") ?? value.endIndex
        return value[..<end].filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    private static func weight(of range: Substring) -> Int {
        for parameter in range.split(separator: ";").dropFirst() {
            let text = parameter.filter { $0 != " " && $0 != "\t" }.lowercased()
            if text.hasPrefix("q="), let value = Double(text.dropFirst(2)), (0...1).contains(value) {
                return Int((value * 1000).rounded())
            }
        }
        return 1000
    }
}

extension MediaTypes {
    /// The type of a file, by the end of its name.
    package static func ofFile(_ name: String) -> String {
        let end = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
        return end.flatMap { byEnding[$0] } ?? "application/octet-stream"
    }

    private static let byEnding = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "json": "application/json",
        "txt": "text/plain; charset=utf-8",
        "md": "text/markdown; charset=utf-8", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "webp": "image/webp", "gif": "image/gif", "ico": "image/x-icon", "woff2": "font/woff2",
        "wasm": "application/wasm",
        "webmanifest": "application/manifest+json", "xml": "application/xml", "pdf": "application/pdf",
        "graphql": "text/plain; charset=utf-8", "csv": "text/csv; charset=utf-8", "map": "application/json",
    ]
}
