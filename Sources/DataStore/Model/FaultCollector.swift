/// Gathers faults while a body is read, and knows the place that is being read.
struct FaultCollector {
    private enum Step {
        case name(String)
        case index(Int)
    }

    /// A hostile body could have a fault for every two bytes; past this many the rest is only mentioned.
    static let maximum = 1000

    private var path: [Step] = []
    private(set) var faults: [Fault] = []

    /// Runs `body` one member further down.
    mutating func enter(_ name: String) { path.append(.name(name)) }

    /// One item further down.
    mutating func enter(_ index: Int) { path.append(.index(index)) }

    /// Back up from where the last `enter` led.
    mutating func leave() { path.removeLast() }

    /// Notes what is wrong with the value at the present place.
    mutating func add(_ detail: String) {
        if faults.count < FaultCollector.maximum {
            faults.append(Fault(.path(pointer), detail))
        } else if faults.count == FaultCollector.maximum {
            faults.append(Fault(.path(""), "there are more faults than these \(FaultCollector.maximum)"))
        }
    }

    /// Notes what is wrong with the member `name` of the object at the present place.
    mutating func add(member name: String, _ detail: String) {
        enter(name)
        add(detail)
        leave()
    }

    /// Throws what was gathered, if anything was.
    func finish() throws(Faults) {
        if !faults.isEmpty { throw Faults(faults) }
    }

    /// RFC 6901: `~` and `/` in a name are written `~0` and `~1`.
    private var pointer: String {
        var bytes: [UInt8] = []
        for step in path {
            bytes.append(UInt8(ascii: "/"))
            switch step {
            case .index(let index): bytes.append(contentsOf: String(index).utf8)
            case .name(let name):
                for byte in name.utf8 {
                    switch byte {
                    case UInt8(ascii: "~"): bytes.append(contentsOf: "~0".utf8)
                    case UInt8(ascii: "/"): bytes.append(contentsOf: "~1".utf8)
                    default: bytes.append(byte)
                    }
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
