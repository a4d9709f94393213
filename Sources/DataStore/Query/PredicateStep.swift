/// One test of a compiled predicate, and where to go on. Plain bits, so that reading it costs no reference counting;
/// what does not fit stands in tables.
struct PredicateStep {
    enum Test: UInt8 {
        /// There is a value.
        case exists
        /// `low ... high`, as Int64.
        case integers
        /// `low ... high`, as Double.
        case reals
        /// Int64, by binary search in `lists[table]`.
        case integerIn
        case realIn
        /// `low` is 0 or 1.
        case boolean
        /// Against `bytes[low ..< low + high]`.
        case textEqual, textBelow, textAtMost, textAbove, textAtLeast
        case textContains, textBegins
        /// By binary search in `lists[table]`.
        case textIn
        /// The list holds `items[table]`.
        case listContains
    }

    var test: Test
    /// A text is compared without the `Z` at its end (AWSTime).
    var dropsZone = false
    /// Whose field it is: -1 the record's, else that of `parents[parent]`.
    var parent: Int32 = -1
    var field: Int32 = 0
    /// -1, or the path inside an embedded object: `members[member]`, to be read as `kind`.
    var member: Int32 = -1
    var kind = ValueKind.document
    var table: Int32 = 0
    var low: UInt64 = 0
    var high: UInt64 = 0
    /// Index of the next step, or `accept`, or `refuse`.
    var ifTrue: Int32 = 0
    var ifFalse: Int32 = 0

    /// Whether the value is compared as it stands in the record.
    var isPlain: Bool { member < 0 && !dropsZone }

    static let accept: Int32 = -1
    static let refuse: Int32 = -2
}
