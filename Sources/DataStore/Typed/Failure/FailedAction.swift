/// What a program had asked for when the store failed, for the sentence that says so.
package struct FailedAction: Sendable {
    package enum Verb: Sendable { case save, delete, query, observe, clear }

    let verb: Verb
    /// Nil when it is about all models.
    let model: ModelDefinition?
    /// Nil when it is about no single record.
    let key: Key?

    package init(_ verb: Verb, _ model: ModelDefinition? = nil, _ key: Key? = nil) {
        self.verb = verb
        self.model = model
        self.key = key
    }

    /// The beginning of a sentence that goes on with a colon and the reason.
    var outcome: String {
        switch (verb, key) {
        case (.save, _): "\(record) was not saved"
        case (.delete, nil): "No \(name) was deleted"
        case (.delete, _): "\(record) was not deleted"
        case (.query, nil): "The query of \(name) failed"
        case (.query, _): "\(record) was not read"
        case (.observe, _): "The observation of \(name) ended"
        case (.clear, _): "The store was not cleared"
        }
    }

    /// The model's name.
    var name: String { model?.name ?? "all models" }

    /// `Post p1`, or `The Post` where the key is not known.
    var record: String {
        guard let model, let key else { return "The \(name)" }
        return "\(model.name) \(Spelling.excerpt(key.modelID(model).string))"
    }

    /// What is done next about a condition that does not hold.
    var withoutCondition: String {
        switch verb {
        case .delete: "delete it without a condition"
        default: "save it without a condition"
        }
    }
}
