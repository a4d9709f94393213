/// A regular expression that text must match somewhere, for `@validate(type: matches)`.
///
/// Matching takes time in proportion to the text, whatever the expression and whatever a client sends: there is no
/// backtracking. The syntax is the part of Java's (which Amplify runs) that allows it:
/// characters, `.`, classes `[a-z_]` and `[^…]`, `\d \w \s \D \W \S` (ASCII), `\t \n \r \f \xhh \uhhhh`, groups `(…)`
/// and `(?:…)`, `|`, `* + ? {n} {n,} {n,m}` and their lazy forms, `^` and `$` (the two ends of the text), `\b \B`.
/// Look-around, back references, flags and possessive quantifiers are refused.
package struct Pattern: Sendable {
    /// As it is written.
    package let source: Text
    let program: [Instruction]

    /// Checks and compiles it; the fault says what is wrong.
    package init(_ source: Text) throws(ScalarFault) {
        var parser = PatternParser(source)
        let node = try parser.parse()
        var compiler = PatternCompiler()
        try compiler.emit(node)
        self.source = source
        program = compiler.program + [.accept]
    }

    /// One step of a thread that walks along the text.
    enum Instruction: Sendable {
        /// Takes one character of the class, and goes on to the next instruction.
        case take(CharacterClass)
        /// Goes on at the next instruction and at another one too.
        case fork(Int)
        case jump(Int)
        case check(Assertion)
        /// The text matches.
        case accept
    }

    /// A condition on a place between two characters.
    enum Assertion: Sendable {
        case start, end, wordBorder, noWordBorder
    }

    /// Some characters, or all but these.
    struct CharacterClass: Sendable {
        var ranges: [ClosedRange<UInt32>] = []
        var isNegated = false

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            ranges.contains { $0.contains(scalar.value) } != isNegated
        }
    }

    /// What an expression consists of.
    indirect enum Node {
        case take(CharacterClass)
        case check(Assertion)
        case sequence([Node])
        case choice([Node])
        case repetition(Node, least: Int, most: Int?)
    }
}

extension Pattern: Hashable {
    package static func == (left: Pattern, right: Pattern) -> Bool { left.source == right.source }

    package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// Lays an expression out as instructions.
struct PatternCompiler {
    /// Counted repetitions multiply; this bounds the work of compiling and of each character when matching.
    private static let maximum = 2000

    private(set) var program: [Pattern.Instruction] = []
    private var steps = 0

    mutating func emit(_ node: Pattern.Node) throws(ScalarFault) {
        steps += 1
        guard steps <= 2 * PatternCompiler.maximum, program.count <= PatternCompiler.maximum else {
            throw ScalarFault("the regular expression is too large")
        }
        switch node {
        case .take(let characters): program.append(.take(characters))
        case .check(let assertion): program.append(.check(assertion))
        case .sequence(let nodes):
            for node in nodes { try emit(node) }
        case .choice(let nodes): try emit(choice: nodes)
        case .repetition(let node, let least, let most): try emit(node, least: least, most: most)
        }
    }

    private mutating func emit(choice nodes: [Pattern.Node]) throws(ScalarFault) {
        var jumps: [Int] = []
        for (index, node) in nodes.enumerated() {
            guard index < nodes.count - 1 else {
                try emit(node)
                break
            }
            let fork = program.count
            program.append(.fork(0))
            try emit(node)
            jumps.append(program.count)
            program.append(.jump(0))
            program[fork] = .fork(program.count)
        }
        for jump in jumps { program[jump] = .jump(program.count) }
    }

    private mutating func emit(_ node: Pattern.Node, least: Int, most: Int?) throws(ScalarFault) {
        for _ in 0..<least { try emit(node) }
        guard let most else {
            let fork = program.count
            program.append(.fork(0))
            try emit(node)
            program.append(.jump(fork))
            program[fork] = .fork(program.count)
            return
        }
        var forks: [Int] = []
        for _ in least..<most {
            forks.append(program.count)
            program.append(.fork(0))
            try emit(node)
        }
        for fork in forks { program[fork] = .fork(program.count) }
    }
}
