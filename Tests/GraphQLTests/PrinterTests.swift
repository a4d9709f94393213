import GraphQL
import Testing

@Suite struct PrinterTests {
    /// Printing, parsing and printing again gives the same text, for any document.
    @Test func printedTextParsesToItself() {
        let first = UInt64.random(in: 0 ... .max - 2000)
        for seed in first..<first + 2000 {
            var random = RandomDocument(seed: seed)
            let text = Printer.print(random.document())
            let (document, errors) = Parser.parse(SourceText(path: "s", text: text))
            guard errors.isEmpty, Array(Printer.print(document).utf8) == Array(text.utf8) else {
                Issue.record("seed \(seed): \(errors.map(\.rendered)) \(text)")
                return
            }
        }
    }

    /// White space, commas and line ends between tokens change nothing.
    @Test func ignoredTokensSayNothing() {
        let text = "type A implements B & C @d(e: [1 {f: \"g h\"}]) { i(j: [K!]! = 2.5): L! @m } union N = O | P"
        let expected = Printer.print(Parser.parse(SourceText(path: "s", text: text)).document)
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            var spaced = ""
            var isInString = false
            for character in text {
                if character == "\"" { isInString.toggle() }
                if character == " ", !isInString {
                    spaced +=
                        [" ", "\t", ",", "\r\n", "\n", "\r", " \u{FEFF}", "\n#x\n\n"].randomElement(using: &random)
                        ?? " "
                } else {
                    spaced.append(character)
                }
            }
            let (document, errors) = Parser.parse(SourceText(path: "s", text: spaced))
            #expect(errors.isEmpty && Printer.print(document) == expected, "seed \(seed): \(spaced)")
        }
    }

    /// Whatever the text, parsing ends, and what is read without a fault prints as such.
    @Test func anyTextIsSurvived() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        let pieces = [
            "type", "A", "{", "}", "(", ")", "[", "]", ":", "=", "@", "!", "|", "&", "$", "...", "\"", "\"\"\"", "\\",
            "#", "\n",
            " ", "1", "1.5", "-", "extend", "enum", "union", "schema", "directive", "on", "implements", "input", "é",
            "\u{0}",
            "\u{FEFF}", "b: Int\n", "\\u", "{a: [",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            let (document, errors) = Parser.parse(SourceText(path: "s", text: text))
            for error in errors { #expect(!error.rendered.isEmpty) }
            let printed = Printer.print(document)
            guard errors.isEmpty else { continue }
            #expect(Parser.parse(SourceText(path: "s", text: printed)).errors.isEmpty, "seed \(seed): \(text)")
        }
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            _ = Parser.parse(SourceText(path: "s", text: String(decoding: bytes, as: UTF8.self)))
        }
    }
}
