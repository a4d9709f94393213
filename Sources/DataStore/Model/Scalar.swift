/// The scalar types of Amplify's SDL.
package enum Scalar: String, Sendable, Hashable, CaseIterable {
    case id = "ID"
    case string = "String"
    case int = "Int"
    case float = "Float"
    case boolean = "Boolean"
    case dateTime = "AWSDateTime"
    case date = "AWSDate"
    case time = "AWSTime"
    case timestamp = "AWSTimestamp"
    case email = "AWSEmail"
    case url = "AWSURL"
    case phone = "AWSPhone"
    case ipAddress = "AWSIPAddress"
    case json = "AWSJSON"
}
