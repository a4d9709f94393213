// What Combine has and this module has not. Everything else has Combine's names, signatures and contracts.
//
// Types and operators
// - `@Published`, `ObservableObject`, `assign(to: &$published)`: they need the storage of the enclosing object.
// - `Record`, `encode`, `decode`, `TopLevelEncoder`, `TopLevelDecoder`.
// - `collect(_:options:)` by time, `breakpoint`, `breakpointOnError`, `map` of three key paths.
// - `Merge4` to `Merge8` (use `MergeMany`), `Zip4`.
// - `Scheduler` for `RunLoop` and `OperationQueue`: they are Foundation's.
// - The operators that `Just`, `Optional.Publisher`, `Result.Publisher` and `Publishers.Sequence` answer with their own
//   type: here `Just(1).map(f)` is a `Publishers.Map`. Code that does not spell the type compiles on both.
// - `Equatable` of some operators, `CustomReflectable`, and the descriptions of subscriptions.
//
// Deliberate differences
// - A subject has one order of values for all subscribers, with any number of senders. So a value sent while another is
//   delivered is delivered after it, possibly after `send` has returned; Combine delivers it in between.
// - `sink` and `assign(to:on:)` in code of the main actor call on the main actor: at once when the value is published there,
//   else through the main queue. In Combine they call wherever the value is published, which in Swift 6 stops the program
//   and in Swift 5 is a race. In code of another actor they stop the program when they would call off it.
// - A demand of none is ignored; Combine traps.
// - `receive(on:)`, `delay`, `timeout`, `debounce` and `throttle` keep the order on concurrent queues.
// - `debounce` and `throttle` keep the newest value until it is asked for; `throttle` publishes one that waits before
//   the end.
// - The upstreams of `combineLatest` are asked for one value ahead of the demand each, not for the whole of it.
// - Closures of operators are released at the cancel, even while somebody still holds the subscription.
