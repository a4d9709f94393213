import DataStore
import Testing

/// Operators of several upstreams, drawn.
@Suite struct MarbleTests {
    @Test(arguments: [
        (["a-b-|", "-c-d--|"], "acbd--|"), (["a|", "-bc|"], "abc|"), (["a#", "-b"], "a#"),
    ])
    func merge(inputs: [String], output: String) {
        #expect(Marbles.run(inputs) { sources, _ in sources[0].merge(with: sources[1]) } == output)
    }

    @Test(arguments: [
        (["a--b-|", "-x-y---|"], "-1-(23)---|"), (["a|", "--xy|"], "--12|"), (["a-#", "-x-y"], "-1#"),
    ])
    func combineLatest(inputs: [String], output: String) {
        var count = 0
        let result = Marbles.run(inputs) { sources, _ in
            sources[0].combineLatest(sources[1]).map { _ in
                count += 1
                return Character("\(count)")
            }
        }
        #expect(result == output)
    }

    @Test(arguments: [
        (["ab-c|", "---xy--z"], "---(ax)(by)--(cz|)"), (["a|", "-xyz"], "-(ax|)"), (["ab", "-x#"], "-(ax)#"),
    ])
    func zip(inputs: [String], output: String) {
        let result = Marbles.run(inputs) { sources, _ in
            sources[0].zip(sources[1]).flatMap { pair in
                [pair.0, pair.1].publisher.setFailureType(to: Oops.self)
            }
        }
        #expect(result == output)
    }

    @Test func switchToLatest() {
        let inners = ["a": 0, "b": 1]
        let output = Marbles.run(["a---b---|", "-1-2-3-4", "-----5-6-7|"]) { sources, _ in
            sources[0].map { sources[1 + (inners[String($0)] ?? 0)] }.switchToLatest()
        }
        #expect(output == "-1-2-5-6-7|")
    }

    @Test func switchToLatestEndsWithTheLast() {
        let output = Marbles.run(["a|", "-1-2|"]) { sources, _ in sources[0].map { _ in sources[1] }.switchToLatest() }
        #expect(output == "-1-2|")
        let failed = Marbles.run(["a--", "-1#"]) { sources, _ in sources[0].map { _ in sources[1] }.switchToLatest() }
        #expect(failed == "-1#")
    }

    @Test func flatMapKeepsAllOpen() {
        let output = Marbles.run(["ab|", "--1-2|", "--3-4----5|"]) { sources, _ in
            sources[0].flatMap { sources[$0 == "a" ? 1 : 2] }
        }
        #expect(output == "--(13)-(24)----5|")
    }
}
