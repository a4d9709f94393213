/// Fed by libFuzzer, built by `scripts/fuzz` together with the Message and Wire sources: the parser never crashes, and
/// any split of its input gives the same steps. The first byte says where to cut.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzRequestParser(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let start, count > 1 else { return 0 }
    let bytes = UnsafeRawBufferPointer(start: start + 1, count: count - 1)
    let whole = steps([bytes])
    let cut = Int(start[0]) % bytes.count
    let split = steps([
        UnsafeRawBufferPointer(rebasing: bytes[..<cut]), UnsafeRawBufferPointer(rebasing: bytes[cut...]),
    ])
    let single = steps(bytes.indices.map { UnsafeRawBufferPointer(rebasing: bytes[$0..<$0 + 1]) })
    guard whole == split, whole == single else {
        print("whole: \(whole)\nsplit at \(cut): \(split)\nbyte by byte: \(single)")
        fatalError("a split of the input gives other steps")
    }
    return 0
}

private func steps(_ pieces: [UnsafeRawBufferPointer]) -> [String] {
    var limits = WireLimits()
    limits.requestLine = 64
    limits.headerBytes = 256
    limits.headerFields = 8
    limits.body = 128
    var parser = RequestParser(limits, peer: "", streams: { $0.path == "/s" })
    var result: [String] = []
    var streamed: [UInt8] = []
    for piece in pieces {
        var input = piece
        reading: while true {
            switch parser.next(&input) {
            case .needMore: break reading
            case .continueExpected: result.append("continue")
            case .request(let parsed), .head(let parsed):
                let request = parsed.request
                // All that a handler would do with a request is done here, too.
                let segments = PathSegments(request.path)?.segments ?? []
                let items = QueryItems(request.query)
                result.append(
                    "\(request.method.rawValue) \(request.target) \(request.headers.fields) \(request.body) "
                        + "\(parsed.persists) \(segments) \(items.items.count) \(items.faults.count)")
            case .part(let part): streamed += part
            case .end:
                result.append("end \(streamed)")
                streamed = []
            case .refuse(let refusal):
                result.append("refuse \(refusal.status.code) \(refusal.detail)")
                return result
            }
        }
    }
    return result
}
