import HTTP

/// What a parser made of bytes, as text that can be compared.
func parse(
    _ bytes: [UInt8], cuts: [Int] = [], limits: WireLimits = WireLimits(),
    streams: @escaping @Sendable (Request) -> Bool = { _ in false }
) -> [String] {
    var parser = RequestParser(limits, peer: "test", streams: streams)
    var steps: [String] = []
    var streamed: [UInt8] = []
    var start = 0
    for end in cuts + [bytes.count] {
        let isRefused = bytes[start..<end].withUnsafeBytes { piece in
            var input = piece
            while true {
                switch parser.next(&input) {
                case .needMore: return false
                case .continueExpected: steps.append("continue")
                case .request(let parsed): steps.append(describe(parsed))
                case .head(let parsed): steps.append("head \(describe(parsed))")
                case .part(let part): streamed += part
                case .end:
                    steps.append("end \(String(decoding: streamed, as: UTF8.self))")
                    streamed = []
                case .refuse(let refusal):
                    steps.append("refuse \(refusal.status.code) \(refusal.detail)")
                    return true
                }
            }
        }
        if isRefused { break }
        start = end
    }
    return steps
}

func describe(_ parsed: ParsedRequest) -> String {
    let request = parsed.request
    let fields = request.headers.fields.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
    return
        "\(request.method.rawValue) \(request.path)?\(request.query ?? "-") \(request.version) [\(fields)] "
        + "\(String(decoding: request.body, as: UTF8.self)) \(parsed.persists ? "persists" : "closes")"
}

/// The codes of refusals, and the word "request" for each request.
func outcomes(_ text: String, limits: WireLimits = WireLimits()) -> [String] {
    parse([UInt8](text.utf8), limits: limits).map { step in
        let words = step.split(separator: " ")
        return words[0] == "refuse" ? String(words[1]) : words[0] == "continue" ? "continue" : "request"
    }
}
