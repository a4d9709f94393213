/// The right to one of a bounded number of things. It is given back when the last reference to it goes, on whatever
/// path that is.
final class Permit: Sendable {
    private let giveBack: @Sendable () -> Void

    init(giveBack: @escaping @Sendable () -> Void) {
        self.giveBack = giveBack
    }

    deinit {
        giveBack()
    }
}
