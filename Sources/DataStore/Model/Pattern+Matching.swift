extension Pattern {
    /// Whether it matches somewhere in `text`.
    package func matches(_ text: Text) -> Bool {
        var threads = PatternThreads(program)
        var before: Unicode.Scalar?
        for scalar in text.string.unicodeScalars {
            if threads.arrive(between: before, and: scalar) { return true }
            threads.take(scalar)
            before = scalar
        }
        return threads.arrive(between: before, and: nil)
    }
}

/// All threads of a pattern at once, each at its instruction; no two at the same one.
private struct PatternThreads {
    private let program: [Pattern.Instruction]
    /// Instructions that await the next place, in no order that matters.
    private var waiting: [Int] = []
    /// Those that stand before a character of a class.
    private var taking: [Int] = []
    /// For each instruction the place where a thread last came to it.
    private var seen: [Int]
    private var place = 0

    init(_ program: [Pattern.Instruction]) {
        self.program = program
        seen = [Int](repeating: -1, count: program.count)
    }

    /// Starts a thread at this place too and moves all to the instructions that take a character. True when one has
    /// come to the end of the program: the text matches.
    mutating func arrive(between before: Unicode.Scalar?, and after: Unicode.Scalar?) -> Bool {
        taking.removeAll(keepingCapacity: true)
        waiting.append(0)
        while let index = waiting.popLast() {
            guard seen[index] != place else { continue }
            seen[index] = place
            switch program[index] {
            case .take: taking.append(index)
            case .fork(let other):
                waiting.append(other)
                waiting.append(index + 1)
            case .jump(let other): waiting.append(other)
            case .check(let assertion):
                if assertion.holds(between: before, and: after) { waiting.append(index + 1) }
            case .accept: return true
            }
        }
        return false
    }

    /// Moves on by one character; threads that do not take it end.
    mutating func take(_ scalar: Unicode.Scalar) {
        place += 1
        for index in taking {
            if case .take(let characters) = program[index], characters.contains(scalar) { waiting.append(index + 1) }
        }
    }
}

extension Pattern.Assertion {
    fileprivate func holds(between before: Unicode.Scalar?, and after: Unicode.Scalar?) -> Bool {
        switch self {
        case .start: before == nil
        case .end: after == nil
        case .wordBorder: isWord(before) != isWord(after)
        case .noWordBorder: isWord(before) == isWord(after)
        }
    }

    private func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { PatternParser.word.contains($0) } ?? false
    }
}
