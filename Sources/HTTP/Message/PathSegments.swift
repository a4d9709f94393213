/// The segments of a path: split at `/` first, then each decoded once, so that `%2F` is part of a segment.
///
/// `/` has one, empty, segment; `/a/` has two, the second empty. Dot segments and NUL are text like any other.
package struct PathSegments: Sendable, Equatable {
    /// The decoded segments, in order; never none.
    package let segments: [String]

    /// Splits a raw path that starts with `/`. Nil when a percent sign is malformed or a segment is no UTF-8.
    package init?(_ path: String) {
        var path = path
        guard let segments = path.withUTF8({ Self.split(UnsafeRawBufferPointer($0)) }) else { return nil }
        self.segments = segments
    }

    private static func split(_ bytes: UnsafeRawBufferPointer) -> [String]? {
        guard bytes.first == ByteClass.slash else { return nil }
        var segments: [String] = []
        var start = 1
        for index in 1...bytes.count where index == bytes.count || bytes[index] == ByteClass.slash {
            let raw = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
            do throws(PercentCoding.Fault) {
                segments.append(try PercentCoding.decode(raw, plusIsSpace: false))
            } catch {
                return nil
            }
            start = index + 1
        }
        return segments
    }
}
