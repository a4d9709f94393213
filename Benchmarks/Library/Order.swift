/// What the command line asks for.
struct Order {
    static let usage =
        "usage: library-bench insert-records|insert-dynamic|insert-typed|predicate|json|live "
        + "[-b ROWS A TRANSACTION] [-n QUERIES] [-d SECONDS] [-f FILE]"

    let name: String
    private(set) var batch = 1
    private(set) var queries = 10_000
    private(set) var seconds = 1.0
    private(set) var file = ":memory:"

    init(_ arguments: [String]) throws(Refusal) {
        guard let name = arguments.first, arguments.count % 2 == 1 else { throw Refusal(Order.usage) }
        self.name = name
        for place in stride(from: 1, to: arguments.count, by: 2) {
            let value = arguments[place + 1]
            switch arguments[place] {
            case "-b": batch = try Order.count(value)
            case "-n": queries = try Order.count(value)
            case "-d":
                guard let time = Double(value), time > 0, time <= 600 else { throw Refusal(Order.usage) }
                seconds = time
            case "-f": file = value
            default: throw Refusal(Order.usage)
            }
        }
    }

    private static func count(_ text: String) throws(Refusal) -> Int {
        guard let count = Int(text), (1...1_000_000).contains(count) else { throw Refusal(usage) }
        return count
    }
}
