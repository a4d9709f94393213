import DataStore
import Testing

/// What failures of the store itself say; ``ErrorTests`` has those that a call can bring about.
@Suite struct FailedActionTests {
    struct Cause: Sendable, CustomTestStringConvertible {
        let error: StoreError
        let verb: FailedAction.Verb
        let description: String
        let suggestion: String

        var testDescription: String { "\(error) \(verb)" }
    }

    /// What cannot be brought about by a call: the database is busy, full, broken or replaced.
    static let causes: [Cause] = [
        Cause(
            error: .busy, verb: .save,
            description: "Post p1 was not saved: another program holds the database at app.db.",
            suggestion: "Try again when it is done."),
        Cause(
            error: .full, verb: .save,
            description: "Post p1 was not saved: the database at app.db cannot be written.",
            suggestion: "Make room where it is, and see that the program may write there."),
        Cause(
            error: .closed, verb: .delete, description: "Post p1 was not deleted: the store was closed meanwhile.",
            suggestion: "Try again: the next call opens it."),
        Cause(
            error: .closed, verb: .observe,
            description: "The observation of Post ended: the store was closed meanwhile.",
            suggestion: "Try again: the next call opens it."),
        Cause(
            error: .failed("SQLite 11: malformed"), verb: .query,
            description: "The query of Post failed: the database failed: SQLite 11: malformed",
            suggestion: "Nothing was changed. See what the database says, and that app.db is whole."),
        Cause(
            error: .otherEpoch, verb: .observe,
            description: "The observation of Post ended: the database was replaced meanwhile.",
            suggestion: "Query what is there, and try again."),
        Cause(
            error: .tooManyItems(limit: 5), verb: .observe,
            description: "The query of Post is not possible. More than 5 records match.",
            suggestion: "Observe fewer records: narrow where:."),
        Cause(
            error: .conflict("what goes with the record is a circle of too many records"), verb: .delete,
            description: "Post p1 was not deleted: what goes with the record is a circle of too many records.",
            suggestion: "Delete the records that belong to it first."),
        Cause(
            error: .failed("SQLite 11: malformed"), verb: .clear,
            description: "The store was not cleared: the database failed: SQLite 11: malformed",
            suggestion: "Nothing was changed. See what the database says, and that app.db is whole."),
    ]

    @Test("Failures of the database name what was asked for", arguments: causes)
    func failures(_ cause: Cause) throws {
        let model = try TestStore.schema("type Post @model { id: ID! }").model(named: "Post")
        let isWhole = [.observe, .query].contains(cause.verb)
        let action = FailedAction(cause.verb, cause.verb == .clear ? nil : model, isWhole ? nil : Key(["p1"]))
        let error = DataStoreError(cause.error, action, path: "app.db")
        #expect(error.errorDescription == cause.description)
        #expect(error.recoverySuggestion == cause.suggestion)
    }
}
