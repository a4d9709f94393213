import Glibc
import HTTP

/// A folder whose files are served (`--public`): nothing outside of it, no links, with validators and ranges.
struct FileFolder: Sendable {
    private let path: String

    init(_ path: String) { self.path = path }

    /// The file at a request's path; nil when there is none.
    func response(to request: Request) -> Response? {
        guard let segments = PathSegments(request.path)?.segments, let file = open(segments) else { return nil }
        var status = stat()
        guard fstat(file.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file.descriptor)
            return nil
        }
        return response(to: request, file.descriptor, file.name, status)
    }

    private func response(to request: Request, _ descriptor: Int32, _ name: String, _ status: stat) -> Response {
        let size = Int(status.st_size)
        let tag =
            "\"\(String(status.st_mtim.tv_sec, radix: 16))-\(String(status.st_mtim.tv_nsec, radix: 16))-\(String(size, radix: 16))\""
        let date = String(decoding: HTTPDate.bytes(unixSeconds: Int64(status.st_mtim.tv_sec)), as: UTF8.self)
        var response: Response
        if clientHas(tag, date, request) {
            close(descriptor)
            response = Response(.notModified)
        } else {
            switch range(request, tag, size) {
            case .whole:
                response = Response(.ok, body: .file(FileSlice(descriptor: descriptor, offset: 0, count: size)))
            case .part(let range):
                let slice = FileSlice(descriptor: descriptor, offset: Int64(range.lowerBound), count: range.count)
                response = Response(.partialContent, body: .file(slice))
                response.headers.add("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
            case .unsatisfiable:
                close(descriptor)
                response = Problem(.rangeNotSatisfiable, "The file has \(size) bytes.").response
                response.headers.add("Content-Range", "bytes */\(size)")
                return response
            }
            response.headers.add("Content-Type", MediaTypes.ofFile(name))
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

    /// Opens a file step by step, so that no link can lead out of the folder.
    private func open(_ segments: [String]) -> (descriptor: Int32, name: String)? {
        var segments = segments
        if segments.last == "" { segments[segments.count - 1] = "index.html" }
        var folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        for (index, segment) in segments.enumerated() {
            let isLast = index + 1 == segments.count
            guard !segment.isEmpty, segment != ".", segment != "..", !segment.utf8.contains(0),
                !segment.utf8.contains(0x2F)
            else {
                close(folder)
                return nil
            }
            // A pipe must not make the open wait.
            let next = openat(folder, segment, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | (isLast ? O_NONBLOCK : O_DIRECTORY))
            close(folder)
            guard next >= 0 else { return nil }
            folder = next
        }
        return (folder, segments[segments.count - 1])
    }
}
