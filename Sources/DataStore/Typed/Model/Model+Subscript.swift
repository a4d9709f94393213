extension Model {
    /// The value of the property that stands for the field `key`; nil when there is none, `.some(nil)` when it is empty.
    ///
    /// By reflection, so for single look-ups; records are read and written through coding keys. Of a ``DynamicModel`` whose
    /// type is known, `model["title"]` is its own ``DynamicModel/subscript(_:)-(String)->DynamicValue?``.
    @_disfavoredOverload
    public subscript(_ key: String) -> Any?? {
        if let dynamic = self as? DynamicModel {
            guard let value = dynamic.values[key] else { return nil }
            return .some(value.persistable)
        }
        if let erased = self as? AnyModel { return erased.instance[key] }
        for child in Mirror(reflecting: self).children {
            // A lazy relation is kept under an underscore.
            guard let label = child.label, label == key || label.dropFirst() == key && label.hasPrefix("_") else {
                continue
            }
            let mirror = Mirror(reflecting: child.value)
            if mirror.displayStyle == .optional { return .some(mirror.children.first?.value) }
            return .some(child.value)
        }
        return nil
    }

    /// The same for a coding key.
    @_disfavoredOverload
    public subscript(_ key: any CodingKey) -> Any?? { self[key.stringValue] }
}
