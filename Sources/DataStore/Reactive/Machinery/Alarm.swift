/// A deadline that moves, as a value: one timer is under way at a time, however often the deadline moves.
struct Alarm<Time: Equatable> {
    private var deadline: Time?
    private var isSet = false

    /// Moves the deadline; answers whether a timer must be started for it.
    mutating func move(to time: Time) -> Bool {
        deadline = time
        defer { isSet = true }
        return !isSet
    }

    /// A timer rings that was started for `time`: nil when the deadline has come, else the time to start another for.
    mutating func ring(at time: Time) -> Time? {
        guard let deadline, deadline != time else {
            isSet = false
            return nil
        }
        return deadline
    }
}
