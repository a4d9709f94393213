internal import Synchronization

/// A name that no other subscriber or subscription has during its life.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
    private enum Name: Hashable {
        case number(UInt64)
        case object(ObjectIdentifier)
    }

    private static let last = Atomic<UInt64>(0)
    private let name: Name

    /// A new one, different from all others.
    public init() {
        name = .number(Self.last.add(1, ordering: .relaxed).newValue)
    }

    /// The one of an object, different from all others while the object lives.
    public init(_ object: AnyObject) {
        name = .object(ObjectIdentifier(object))
    }

    /// A hexadecimal number.
    public var description: String {
        switch name {
        case .number(let number): "0x" + String(number, radix: 16)
        case .object(let object): "0x" + String(UInt(bitPattern: object), radix: 16)
        }
    }
}
