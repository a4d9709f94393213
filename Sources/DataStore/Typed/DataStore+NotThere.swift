// What Amplify's DataStore has for programs and this module has not. Everything else that its documentation names is here,
// under its name. What is there and acts otherwise is in the article "From Amplify to here".
//
// What only an upstream gives: there is none to make these, so they are no types here.
// - `MutationSync<M>`, `MutationSyncMetadata`, `ModelSyncMetadata`: what AppSync keeps of a record (`_version`,
//   `_lastChangedAt`, `_deleted`). `MutationEvent.version` is the version; `updatedAt` the time; a deletion is an event.
// - `PaginatedList<M>`: one page of a sync query's answer. `query(_:where:sort:paginate:)` answers pages of models.
// - `AuthModeStrategy`, and `authModeStrategy:` and `disableSubscriptions:` of `DataStoreConfiguration.custom`.
// - `DataStoreCategoryPlugin`, `DataStoreCategoryBehavior`: one store stands behind `Amplify.DataStore`.
// - `GraphQLRequest`, `Amplify.API` and whatever belongs to another category.
//
// What has another form
// - `JSONValue`, `JSONValueHolder`: `DynamicValue` and `DynamicModel`.
// - `DataStoreStatement`, `Evaluable` and `QueryPredicate.evaluate(target:)`: a predicate is evaluated by the store alone.
// - `QueryPredicate: Encodable`: predicates print in the language that the REST interface reads.
// - `ModelListProvider`, `ModelProvider`, `ModelListDecoderRegistry` and the other types through which Amplify's plugins load
//   lists and references.
// - `Model.Identifier`: keys are texts, `ModelIdentifierProtocol` where they have several fields.
// - `ModelRegistry.register(modelType:modelSchema:jsonDecoder:)` with a decoder of the program's own.
// - `AmplifyOperation`, `HubPayload` of operations, and the `DataStore…Operation` names of Amplify's first version.
// - Attributes of `@default`, `@validate`, of texts with a format (`AWSEmail`, `AWSURL`, …) and of models without times:
//   Amplify's `ModelSchema` cannot say them. A `schema.graphql` can; see "Models" in "From Amplify to here".
