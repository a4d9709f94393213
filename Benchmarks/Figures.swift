/// The numbers that one measurement printed: one flat JSON object of numbers.
struct Figures {
    private var values: [String: Double]

    init(_ values: [String: Double] = [:]) {
        self.values = values
    }

    /// Reads the last line of a program's output.
    init(output: String) throws(Failure) {
        guard let line = output.split(separator: "\n").last, line.first == "{", line.last == "}" else {
            throw Failure("no figures in: \(output)")
        }
        values = [:]
        for member in line.dropFirst().dropLast().split(separator: ",") {
            let parts = member.split(separator: ":")
            guard parts.count == 2, let number = Double(parts[1]), parts[0].count > 2 else {
                throw Failure("not a figure: \(member)")
            }
            values[String(parts[0].dropFirst().dropLast())] = number
        }
    }

    /// The figure of that name.
    subscript(name: String) -> Double {
        get throws(Failure) {
            guard let value = values[name] else { throw Failure("no figure \(name)") }
            return value
        }
    }

    /// The same figures and one more, or another value for one.
    func with(_ name: String, _ value: Double) -> Figures {
        var copy = values
        copy[name] = value
        return Figures(copy)
    }
}
