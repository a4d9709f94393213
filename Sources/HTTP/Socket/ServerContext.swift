/// What all loops of one server share.
struct ServerContext: Sendable {
    let configuration: HTTPConfiguration
    let handler: @Sendable (Exchange) -> Void
    let budget: ConnectionBudget
    let census: StreamCensus
    let streams: StreamLoop
}
