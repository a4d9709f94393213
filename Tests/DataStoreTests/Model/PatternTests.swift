import DataStore
import Testing

@Suite struct PatternTests {
    /// Pattern, texts that match, texts that do not.
    static let table: [(Text, [Text], [Text])] = [
        ("", ["", "x"], []), ("abc", ["abc", "xabcx"], ["ab", "ABC", ""]),
        ("^abc$", ["abc"], ["abcd", "xabc", "abc\n"]),
        ("a.c", ["abc", "aéc", "a😀c"], ["ac", "a\nc"]), ("^[a-c_]+$", ["a", "abc_"], ["", "d", "aB"]),
        ("^[^a-c]$", ["d", "\n", "é"], ["a", "", "dd"]),
        ("^\\d{3}-\\d{4}$", ["555-0100"], ["55-0100", "555-01000", "５５５-0100"]),
        ("^(ab|cd)*$", ["", "abcd", "cdab"], ["abc"]), ("^a{2,3}$", ["aa", "aaa"], ["a", "aaaa"]),
        ("^a{2,}$", ["aa", "aaaaa"], ["a"]),
        ("^a{0}b{0,1}$", ["", "b"], ["a"]), ("^(?:x|y)?z$", ["z", "xz", "yz"], ["xyz"]),
        ("^a+?b*?$", ["a", "aab"], ["b"]),
        ("\\bfoo\\b", ["foo", "a foo b", "(foo)"], ["food", "_foo"]), ("\\Boo", ["foo"], ["oo"]),
        ("^\\w+@\\w+\\.\\w+$", ["a@b.c"], ["a@bc", "a@b!c"]), ("^[\\w.+-]+$", ["a.b+c-d"], ["a b"]),
        ("^[\\D]$", ["x"], ["5"]),
        ("^[^\\s]+$", ["ab"], ["a b"]), ("\\S\\s\\W", ["a !"], ["a a"]), ("^\\x41\\u00e9\\t$", ["Aé\t"], ["A"]),
        ("^[a-]+$", ["a-"], ["b"]),
        ("^[-a]+$", ["a-"], ["b"]), ("^[\\]\\[]+$", ["[]"], ["x"]), ("(a*)*", ["", "b"], []),
        ("^(a*)*$", ["", "aaa"], ["b"]),
        ("^(a|)+b$", ["b", "aab"], ["a"]), ("^a|b$", ["ax", "xb"], ["xax"]),
        ("\\.\\*\\$\\^\\|\\(\\)\\{\\}\\\\", [".*$^|(){}\\"], [""]),
        ("}", ["}"], ["{"]), ("]", ["]"], [""]), ("x$y", [], ["xy", "x$y"]),
    ]

    @Test(arguments: table)
    func textsMatchOrNot(source: Text, matching: [Text], other: [Text]) throws {
        let pattern = try Pattern(source)
        for text in matching { #expect(pattern.matches(text), "\(source) and \(text)") }
        for text in other { #expect(!pattern.matches(text), "\(source) and \(text)") }
    }

    @Test(
        arguments: [
            "(", ")", "a)", "[", "[]", "[a", "[z-a]", "[\\d-z]", "*", "a**", "a*+", "a++", "a?*", "+a", "a{", "a{}",
            "a{2", "a{3,2}", "a{,2}",
            "a{1001}", "(?=a)", "(?!a)", "(?<a>b)", "(?i)a", "\\1", "\\k", "\\p{L}", "\\", "\\x4", "\\u12g4",
            "[[:alpha:]]", "[a&&b]", "\\é",
            "((((a{1000}){1000}){1000}){1000})", "((((){1000}){1000}){1000}){1000}", "(|){1000}{1000}",
        ] as [Text])
    func otherTextIsNoPattern(source: Text) {
        #expect(throws: ScalarFault.self) { try Pattern(source) }
    }

    @Test func groupsNestSoDeep() {
        let nested = { (depth: Int) in Text(String(repeating: "(", count: depth) + String(repeating: ")", count: depth))
        }
        #expect(throws: Never.self) { try Pattern(nested(60)) }
        #expect(throws: ScalarFault.self) { try Pattern(nested(100_000)) }
    }

    /// What makes a backtracking engine take 2^50 steps takes one pass here.
    @Test func hostileTextTakesOnePass() throws {
        let text = Text(String(repeating: "a", count: 4000) + "!")
        for source in ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(.*a){20}$"] as [Text] {
            #expect(!(try Pattern(source)).matches(text))
        }
    }

    @Test(
        arguments: [
            (
                Validation.Rule.greaterThan(5), [Value.int(6), .double(5.1), .null],
                [Value.int(5), .double(5), .int(.min)]
            ),
            (.greaterOrEqual(5), [.int(5), .double(5)], [.int(4), .double(4.999)]),
            (.lessThan(5), [.int(4)], [.int(5), .int(.max)]),
            (.lessOrEqual(4.5), [.int(4), .double(4.5)], [.int(5), .double(4.6)]),
            (.greaterThan(9_007_199_254_740_992), [.int(9_007_199_254_740_993)], [.int(9_007_199_254_740_992)]),
            (.lessThan(1e300), [.int(.max)], [.double(1e301)]), (.greaterThan(-1e300), [.int(.min)], [.double(-1e301)]),
            (.lessThan(-4.5), [.int(-5)], [.int(-4)]), (.minLength(2), [.text("é😀")], [.text("é"), .text("")]),
            (.maxLength(2), [.text("é😀"), .text("")], [.text("abc")]),
            (.startsWith("ab"), [.text("abc")], [.text("bab"), .text("")]),
            (.endsWith("ab"), [.text("cab"), .text("ab")], [.text("abc"), .text("b")]),
        ] as [(Validation.Rule, [Value], [Value])])
    func rulesAdmit(rule: Validation.Rule, good: [Value], bad: [Value]) {
        for value in good { #expect(rule.admits(value), "\(rule) and \(value)") }
        for value in bad { #expect(!rule.admits(value), "\(rule) and \(value)") }
    }
}
