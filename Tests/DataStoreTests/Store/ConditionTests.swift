import DataStore
import Testing

/// Writes under conditions: each condition with each kind of write, on a record that is there and one that is not.
@Suite("Conditional writes")
struct ConditionTests {
    private static let sdl = """
        type Tag @model { id: ID! n: Int postID: ID post: Post @belongsTo(references: ["postID"]) }
        type Post @model { id: ID! tags: [Tag] @hasMany(references: ["postID"]) m: Int }
        """

    enum Given: String, Sendable, CaseIterable {
        case nothing, any, rightVersion, oneOfSome, wrongVersion, noVersion, absent, ifTrue, ifFalse, ifParent,
            bodyRight, bodyWrong
        case allHold, oneFails
    }

    /// Of the record with version 1, n 1 and a parent whose m is 1: put there, put missing, patch there, patch missing,
    /// delete there, delete missing.
    static let table: [(given: Given, answers: String)] = [
        (.nothing, "updated created updated 404 deleted 404"),
        (.any, "updated 412 updated 404 deleted 404"),
        (.rightVersion, "updated 412 updated 404 deleted 404"),
        (.oneOfSome, "updated 412 updated 404 deleted 404"),
        (.wrongVersion, "412 412 412 404 412 404"),
        (.noVersion, "412 412 412 404 412 404"),
        (.absent, "412 created 412 404 412 404"),
        (.ifTrue, "updated 412 updated 404 deleted 404"),
        (.ifFalse, "412 412 412 404 412 404"),
        (.ifParent, "updated 412 updated 404 deleted 404"),
        (.bodyRight, "updated 412 updated 404"),
        (.bodyWrong, "412 412 412 404"),
        (.allHold, "updated 412 updated 404 deleted 404"),
        (.oneFails, "412 412 412 404 412 404"),
    ]

    private func prepared() throws -> TestStore {
        let test = try TestStore(ConditionTests.sdl, inMemory: true)
        try test.perform(
            test.create("Post", #"{"id":"p","m":1}"#), test.create("Tag", #"{"id":"a","n":1,"postID":"p"}"#))
        return test
    }

    private func conditions(_ given: Given, _ test: TestStore) throws -> Conditions {
        let predicate = { (text: String) in try Predicate.parse(text, for: test.model("Tag"), in: test.store.schema) }
        return switch given {
        case .nothing, .bodyRight, .bodyWrong: Conditions()
        case .any: Conditions(ifMatch: .any)
        case .rightVersion: Conditions(ifMatch: .oneOf([1]))
        case .oneOfSome: Conditions(ifMatch: .oneOf([5, 1]))
        case .wrongVersion: Conditions(ifMatch: .oneOf([2]))
        case .noVersion: Conditions(ifMatch: .oneOf([]))
        case .absent: Conditions(ifNoneMatch: .any)
        case .ifTrue: Conditions(predicate: try predicate("n == 1"))
        case .ifFalse: Conditions(predicate: try predicate("n != 1"))
        case .ifParent: Conditions(predicate: try predicate("post.m == 1"))
        case .allHold: Conditions(ifMatch: .oneOf([1]), predicate: try predicate("n == 1 && _version == 1"))
        case .oneFails: Conditions(ifMatch: .oneOf([1]), predicate: try predicate("n == 2"))
        }
    }

    @Test("each condition with each write", arguments: table)
    func each(_ given: Given, _ answers: String) throws {
        let version = given == .bodyRight ? #","_version":1"# : given == .bodyWrong ? #","_version":2"# : ""
        for (number, wanted) in answers.split(separator: " ").enumerated() {
            for unchanged in number == 0 || number == 2 ? [false, true] : [false] {
                let test = try prepared()
                let conditions = try conditions(given, test)
                let key: Value = number % 2 == 0 ? "a" : "b"
                let body =
                    number % 2 == 0 ? #"{"n":\#(unchanged ? 1 : 2),"postID":"p"\#(version)}"# : #"{"n":2\#(version)}"#
                let operation =
                    switch number {
                    case 0, 1: try test.replace("Tag", key, by: body, conditions)
                    case 2, 3: try test.merge("Tag", key, patch: body, conditions)
                    default: try test.delete("Tag", key, on: conditions)
                    }
                let before = try (test.rows("Tag"), test.log())
                let answer = ConditionTests.describe(try test.answer(to: [operation]))
                #expect(
                    answer == (unchanged && wanted == "updated" ? "unchanged" : wanted), "write \(number), \(unchanged)"
                )
                if unchanged || answer.first == "4" {
                    #expect(try test.rows("Tag") == before.0 && test.log() == before.1)
                }
            }
        }
    }

    static func describe(_ answer: TestStore.Answer) -> String {
        switch answer {
        case .success(let (outcomes, _)): return outcomes.map { "\($0.effect)" }.joined(separator: " ")
        case .failure(let refusal):
            switch refusal.error {
            case .invalid: return "422"
            case .notFound: return "404"
            case .conflict: return "409"
            case .preconditionFailed: return "412"
            default: return "\(refusal.error)"
            }
        }
    }

    @Test("422 before 409 before 412")
    func order() throws {
        let test = try prepared()
        let failing = Conditions(ifMatch: .oneOf([9]))
        func answer(_ operation: Operation) throws -> String {
            ConditionTests.describe(try test.answer(to: [operation]))
        }
        for key: Value in ["a", "b"] {
            #expect(try answer(test.replace("Tag", key, by: #"{"n":"x","postID":"nobody"}"#, failing)) == "422")
            #expect(try answer(test.replace("Tag", key, by: #"{"postID":"nobody"}"#, failing)) == "409")
            #expect(try answer(test.replace("Tag", key, by: #"{"postID":"p"}"#, failing)) == "412")
        }
        #expect(try answer(test.merge("Tag", "a", patch: #"{"n":"x","postID":"nobody"}"#, failing)) == "422")
        #expect(try answer(test.merge("Tag", "a", patch: #"{"postID":"nobody"}"#, failing)) == "409")
        #expect(try answer(test.merge("Tag", "a", patch: #"{"n":7}"#, failing)) == "412")
        #expect(try answer(test.merge("Tag", "a", patch: #"{"postID":"nobody"}"#)) == "409")
        #expect(try answer(test.create("Tag", #"{"id":"a"}"#)) == "409")
        #expect(try answer(test.create("Tag", #"{"id":"c","postID":"nobody"}"#)) == "409")
        #expect(try test.rows("Tag") == ["a 1 n=1 postID=p"])
    }

    @Test("a condition sees what the operations before it in the transaction did")
    func inTransaction() throws {
        let test = try prepared()
        let two = Conditions(ifMatch: .oneOf([2]))
        let (outcomes, position) = try test.perform(
            test.merge("Tag", "a", patch: #"{"n":2}"#), test.merge("Tag", "a", patch: #"{"n":3}"#, two),
            test.delete("Tag", "a", on: Conditions(ifMatch: .oneOf([3]))), test.create("Tag", #"{"id":"a"}"#))
        #expect(
            outcomes.map { "\($0.effect) \($0.record.version)" } == [
                "updated 2", "updated 3", "deleted 3", "created 5",
            ])
        #expect(position.seq == 6)
        let parent = Conditions(
            predicate: try Predicate.parse("post.m == 2", for: test.model("Tag"), in: test.store.schema))
        try test.perform(
            test.merge("Post", "p", patch: #"{"m":2}"#), test.merge("Tag", "a", patch: #"{"postID":"p"}"#),
            test.merge("Tag", "a", patch: #"{"n":9}"#, parent))
        #expect(try test.rows("Tag") == ["a 7 n=9 postID=p"])
    }
}
