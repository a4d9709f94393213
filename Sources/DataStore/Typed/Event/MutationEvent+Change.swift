extension MutationEvent {
    /// The event of a committed change. `types` and `provider` are what ``decodeModel()`` reads the record with.
    package init(_ change: Change, epoch: String, types: ModelTypes, provider: (any ModelProvider)?) {
        let record = change.record
        let kind: MutationType =
            switch change.kind {
            case .create: .create
            case .update: .update
            case .delete: .delete
            }
        self.init(
            id: Position(epoch: epoch, seq: change.seq).description, modelId: record.key.modelID(record.model).string,
            modelName: record.model.name, mutationType: kind,
            createdAt: Temporal.DateTime(Instant(change.time) ?? .now), version: Int(change.version), inProcess: false,
            graphQLFilterJSON: nil, content: .record(ModelPayload(record: record, types: types, provider: provider)))
    }
}
