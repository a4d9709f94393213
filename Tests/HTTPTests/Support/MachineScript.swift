import HTTP

/// A connection without a socket: events and times are said, actions are written down.
struct MachineScript {
    private var machine: ConnectionMachine
    private(set) var now = Instant(nanoseconds: 1_000_000_000)

    init(
        limits: WireLimits = WireLimits(), timeouts: WireTimeouts = WireTimeouts(),
        streams: @escaping @Sendable (Request) -> Bool = { _ in false }
    ) {
        machine = ConnectionMachine(
            RequestParser(limits, peer: "test", streams: streams), timeouts: timeouts, at: now)
    }

    var persists: Bool { machine.persists }
    var wantsInput: Bool { machine.wantsInput }

    /// Seconds until the deadline, nil without one.
    var secondsLeft: Double? {
        machine.deadline.map { (Double($0.nanoseconds) - Double(now.nanoseconds)) / 1e9 }
    }

    /// Bytes come; answers the actions up to the first that needs something of the owner.
    mutating func receive(_ text: String) -> [String] {
        let bytes = [UInt8](text.utf8)
        var actions: [String] = []
        bytes.withUnsafeBytes { all in
            var input = all
            while true {
                let action = Self.describe(machine.next(&input, at: now))
                if action == "wait" { break }
                actions.append(action)
                // The request is being answered now: the rest is kept.
                if action != "continue" {
                    machine.hold(&input)
                    break
                }
            }
        }
        return actions
    }

    /// The pending answer is put out and sent whole.
    mutating func answer() -> String {
        put()
        return drain()
    }

    /// The pending answer is put out, and not sent yet.
    mutating func put() { machine.answered(persists: machine.persists, at: now) }

    mutating func drain() -> String { Self.describe(machine.outputDrained(at: now)) }
    mutating func stall(moved: Bool = true) { machine.outputWaits(moved: moved, at: now) }
    mutating func end() -> String { Self.describe(machine.inputEnded()) }
    mutating func stop() -> String { Self.describe(machine.stop()) }
    mutating func wantBody() { machine.bodyWanted(at: now) }
    mutating func linger(_ count: Int) -> String { Self.describe(machine.lingered(bytes: count, at: now)) }
    mutating func openStream() { machine.streamOpened() }

    /// Time passes without an event; answers what the machine does then.
    mutating func wait(seconds: Double) -> String {
        now.nanoseconds += UInt64(seconds * 1e9)
        return Self.describe(machine.timeExpired(at: now))
    }

    private static func describe(_ action: ConnectionMachine.Action) -> String {
        switch action {
        case .wait: "wait"
        case .sendContinue: "continue"
        case .serve(let request, let streamed): "serve \(request.path)\(streamed ? " streamed" : "")"
        case .deliver(.bytes(let bytes)): "bytes \(String(decoding: bytes, as: UTF8.self))"
        case .deliver(.end): "end"
        case .deliver(.failed(let refusal)): "failed \(refusal.status.code)"
        case .refuse(let refusal): "refuse \(refusal.status.code)"
        case .linger: "linger"
        case .close: "close"
        }
    }
}
