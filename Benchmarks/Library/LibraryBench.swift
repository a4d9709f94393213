@preconcurrency import Glibc

/// `library-bench NAME [-b ROWS] [-n QUERIES] [-d SECONDS] [-f FILE]`: one measurement of the library inside this process.
/// Prints one line of JSON, a flat object of numbers, as the C programs do; `bench` runs it beside them.
@main
enum LibraryBench {
    static func main() async {
        do {
            let order = try Order(Array(CommandLine.arguments.dropFirst()))
            let figures =
                switch order.name {
                case "insert-records": try Inserts(order).records()
                case "insert-dynamic": try await Inserts(order).dynamic()
                case "insert-typed": try await Inserts(order).typed()
                case "predicate": try Predicates(order).measure()
                case "json": try RecordJSON(order).measure()
                case "live": try LiveChanges(order).measure()
                default: throw Refusal("no measurement \(order.name)\n\(Order.usage)")
                }
            let members = figures.map { "\"\($0)\":\($1)" }.joined(separator: ",")
            print("{\(members)}")
        } catch {
            fputs("library-bench: \(error)\n", stderr)
            exit(1)
        }
    }
}

/// Why there is no measurement.
struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
