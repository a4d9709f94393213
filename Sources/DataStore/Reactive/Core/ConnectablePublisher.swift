/// A publisher that publishes nothing before it is connected.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Starts publishing; the answer stops it.
    func connect() -> any Cancellable
}
