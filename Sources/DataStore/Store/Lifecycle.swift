/// Whether a store tells those who watch what changes (Amplify DataStore's `start`, `stop` and `clear`).
package enum Lifecycle: String, Sendable {
    case running
    /// Those who watch stay, and are told nothing.
    case stopped
    /// As `stopped`, and all records were removed.
    case cleared
}
