/// A type whose values can be told apart in a stream of subscribers and subscriptions.
public protocol CustomCombineIdentifierConvertible {
    /// The name of this value.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The name of an object is its identity.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
