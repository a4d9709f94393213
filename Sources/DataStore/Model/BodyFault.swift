/// Why a body gives no record.
package enum BodyFault: Error, Sendable, Hashable {
    /// It is no JSON.
    case form(JSONFault)
    /// It is JSON, and no record of the model.
    case content(Faults)
}
