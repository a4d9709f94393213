/// What the log can tell to one who knows the position `asked`.
package struct LogReach: Sendable {
    package let asked: Position?
    package let head: Position
    /// The oldest change that the log has; one more than the head when it has none.
    package let oldest: Int64
    /// Why what follows `asked` cannot be told; nil when it can.
    package let obstacle: String?

    init(asked: Position?, oldest: Int64, head: Position) {
        self.asked = asked
        self.oldest = oldest
        self.head = head
        obstacle =
            if let asked {
                if asked.epoch != head.epoch {
                    "the position is of another change log"
                } else if asked.seq > head.seq {
                    "the position is ahead of the change log"
                } else if asked.seq < oldest - 1, asked.seq < head.seq {
                    "the changes after the position are no longer kept"
                } else {
                    nil
                }
            } else {
                nil
            }
    }
}
