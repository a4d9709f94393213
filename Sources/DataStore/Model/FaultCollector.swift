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

    private var pointer: String {
        path.map { step in
            switch step {
            case .index(let index): "/\(index)"
            case .name(let name): "/" + JSONPointer.escaped(Text(name))
            }
        }.joined()
    }
}
