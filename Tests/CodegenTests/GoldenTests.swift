import Codegen
import Testing

/// What is made of small schemas, written out.
@Suite struct GoldenTests {
    @Test("Swift", arguments: ["todo", "blog", "chat"])
    func swift(_ name: String) throws {
        try compare(Fixture.joined(Fixture.swift(Fixture.schema(name))), with: "\(name).swift.txt")
    }

    @Test("TypeScript", arguments: ["blog"])
    func typeScript(_ name: String) throws {
        try compare(Fixture.joined(Fixture.typeScript(Fixture.schema(name))), with: "\(name).ts.txt")
    }

    private func compare(_ made: String, with name: String) throws {
        let golden = try Fixture.read(Fixture.path(name))
        let lines = zip(
            golden.split(separator: "\n", omittingEmptySubsequences: false),
            made.split(separator: "\n", omittingEmptySubsequences: false))
        for (number, (old, new)) in lines.enumerated() where old != new {
            Issue.record("\(name):\(number + 1)\n- \(old)\n+ \(new)")
            return
        }
        #expect(Array(golden.utf8) == Array(made.utf8), "\(name) ends elsewhere")
    }

    @Test("The same schema gives the same bytes again", arguments: Fixture.names)
    func stable(_ name: String) throws {
        let schema = try Fixture.schema(name)
        #expect(try Fixture.swift(schema) == Fixture.swift(Fixture.schema(name)))
        #expect(try Fixture.typeScript(schema) == Fixture.typeScript(Fixture.schema(name)))
    }
}
