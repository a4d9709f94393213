import HTTP

/// A folder whose files are served (`--public`): nothing outside of it, no links, nothing hidden, with validators and
/// ranges. Where `name.gz` lies beside `name` and is no older, clients that take gzip get it instead.
struct FileFolder: Sendable {
    private let path: String

    init(_ path: String) { self.path = path }

    /// The file at a request's path; nil when there is none.
    func response(to request: Request) -> Response? {
        guard var segments = PathSegments(request.path)?.segments, var name = segments.popLast(),
            let folder = open(segments)
        else { return nil }
        if name.isEmpty { name = "index.html" }
        let type = MediaTypes.ofFile(name)
        guard let file = folder.file(name) else { return nil }
        let plainTag = "\"\(file.state)\""
        guard Response.shrinks(type), let coded = folder.file("\(name).gz") else {
            return response(to: request, file, type, tag: plainTag)
        }
        // One that is older is of another state of the file.
        guard !coded.isOlder(than: file) else { return response(to: request, file, type, tag: plainTag) }
        var response: Response
        if ContentCoding.negotiated(request.headers) == .gzip {
            let tag = "\"gzip-\(coded.state)\""
            response = self.response(to: request, coded, type, tag: tag)
            if [.ok, .partialContent].contains(response.status) { response.headers.add("Content-Encoding", "gzip") }
        } else {
            response = self.response(to: request, file, type, tag: plainTag)
        }
        response.headers.set("Vary", "Accept-Encoding")
        return response
    }

    private func response(to request: Request, _ file: consuming OpenFile, _ type: String, tag: String) -> Response {
        let size = file.size
        let date = String(decoding: HTTPDate.bytes(unixSeconds: Int64(file.modified)), as: UTF8.self)
        var response: Response
        if clientHas(tag, date, request) {
            response = Response(.notModified)
        } else {
            switch range(request, tag, size) {
            case .whole: response = Response(.ok, body: .file(file.slice(0..<size)))
            case .part(let range):
                response = Response(.partialContent, body: .file(file.slice(range)))
                response.headers.add("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
            case .unsatisfiable:
                response = Problem(.rangeNotSatisfiable, "The file has \(size) bytes.").response
                response.headers.add("Content-Range", "bytes */\(size)")
                return response
            }
            response.headers.add("Content-Type", type)
        }
        response.headers.add("ETag", tag)
        response.headers.add("Last-Modified", date)
        response.headers.add("Accept-Ranges", "bytes")
        response.headers.add("Cache-Control", "no-cache")
        response.addPageHeaders()
        return response
    }

    /// The tag decides; without one the date does (RFC 9110 §13.2.2), when it is the very one that was given.
    private func clientHas(_ tag: String, _ date: String, _ request: Request) -> Bool {
        if request.headers.has("If-None-Match") { return EntityTags.names(tag, in: request) }
        return request.headers.first("If-Modified-Since") == date
    }

    private func range(_ request: Request, _ tag: String, _ size: Int) -> ByteRange {
        guard request.method == .get, let text = request.headers.first("Range") else { return .whole }
        // A client whose part is of another state of the file gets it whole (RFC 9110 §13.1.5).
        if let condition = request.headers.first("If-Range"), condition != tag { return .whole }
        return ByteRange(text, size: size)
    }

    /// Opens a folder step by step, so that no link can lead out.
    private func open(_ segments: [String]) -> OpenFolder? {
        guard var folder = OpenFolder.open(path) else { return nil }
        for segment in segments {
            guard let next = folder.folder(segment) else { return nil }
            folder = next
        }
        return folder
    }
}
