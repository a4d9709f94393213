/// Everything that is wrong with what a client sent, at once.
package struct Faults: Error, Sendable, Hashable {
    /// At least one, in the order of their discovery.
    package let faults: [Fault]

    package init(_ faults: [Fault]) { self.faults = faults }
}
