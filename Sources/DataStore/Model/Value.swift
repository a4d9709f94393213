/// One field's value, in the form in which it is stored and compared.
///
/// | SDL | held as |
/// |---|---|
/// | Int, AWSTimestamp | `.int` |
/// | Float | `.double`, finite, never `-0` |
/// | Boolean | `.bool` |
/// | ID, String, AWSEmail, AWSURL, AWSPhone, AWSIPAddress, enums | `.text` |
/// | AWSDateTime | `.text`, UTC with nine digits, `2026-11-30T15:04:05.123000000Z`: byte order is time order |
/// | AWSDate | `.text`, `2026-11-30` |
/// | AWSTime | `.text`, nine digits, with `Z` when it had an offset: `07:00:00.000000000Z`, `09:00:00.000000000` |
/// | AWSJSON, lists, embedded types | `.json`, compact JSON text in the form of the answers |
package enum Value: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case text(Text)
    case json(Text)

    /// Whether there is no value.
    package var isNull: Bool {
        if case .null = self { return true }
        return false
    }
}
