import DataStore
import Testing

@Suite struct TemporalTests {
    /// Given, stored, answered.
    static let dateTimes = [
        ("2026-11-30T15:04:05.123Z", "2026-11-30T15:04:05.123000000Z", "2026-11-30T15:04:05.123Z"),
        ("2026-11-30T15:04:05Z", "2026-11-30T15:04:05.000000000Z", "2026-11-30T15:04:05.000Z"),
        ("2026-11-30T15:04Z", "2026-11-30T15:04:00.000000000Z", "2026-11-30T15:04:00.000Z"),
        ("2026-11-30T15:04:05.123456789Z", "2026-11-30T15:04:05.123456789Z", "2026-11-30T15:04:05.123456789Z"),
        ("2026-11-30T15:04:05.1234Z", "2026-11-30T15:04:05.123400000Z", "2026-11-30T15:04:05.1234Z"),
        ("2026-11-30T15:04:05.000000010Z", "2026-11-30T15:04:05.000000010Z", "2026-11-30T15:04:05.00000001Z"),
        ("2026-11-30T15:04:05+01:00", "2026-11-30T14:04:05.000000000Z", "2026-11-30T14:04:05.000Z"),
        ("2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00.000000000Z", "2027-01-01T00:30:00.000Z"),
        ("2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00.000000000Z", "2024-02-29T23:30:00.000Z"),
        ("1900-03-01T00:30:00+01:00", "1900-02-28T23:30:00.000000000Z", "1900-02-28T23:30:00.000Z"),
        ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500000000Z", "1969-12-31T23:59:59.500Z"),
        ("2026-11-30T15:04:05+05:45:30", "2026-11-30T09:18:35.000000000Z", "2026-11-30T09:18:35.000Z"),
        ("2026-11-30T15:04:05+23:59", "2026-11-29T15:05:05.000000000Z", "2026-11-29T15:05:05.000Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000000Z", "0001-01-01T00:00:00.000Z"),
        ("0000-12-31T23:59:59-00:01", "0001-01-01T00:00:59.000000000Z", "0001-01-01T00:00:59.000Z"),
        ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"),
        ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000000000Z", "2000-02-29T00:00:00.000Z"),
    ]

    @Test(arguments: dateTimes)
    func dateTimesAreHeldInUTC(given: String, stored: String, answered: String) throws {
        #expect(try Scalar.dateTime.read(text: given) == .text(Text(stored)))
        #expect(Scalar.dateTime.answer(Text(stored)).string == answered)
        #expect(try Scalar.dateTime.read(text: answered) == .text(Text(stored)))
    }

    @Test(arguments: [
        "2026-11-30T15:04:05", "2026-11-30 15:04:05Z", "2023-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-11-31T00:00:00Z", "2026-11-30T25:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T15:60:00Z",
        "2026-11-30T23:59:60Z", "2026-11-30T15:04:05+25:00", "2026-11-30T15:04:05+24:00", "2026-11-30", "yesterday", "",
        "9999-12-31T23:59:59-00:01", "0001-01-01T00:00:00+00:01", "0000-06-01T00:00:00Z", "10000-01-01T00:00:00Z",
        "2026-11-30t15:04:05z", "2026-11-30T15:04:05.Z", "2026-11-30T15:04:05.1234567890Z", "2026-11-30T15Z",
        "2026-11-30T15:04:05Z ", "2026-11-30T15:04:05+1:00", "2026-11-30T15:04:05+0100", "2026-11-30T15:04:05+01",
        "2026-11-30T15:04:05+01:60", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "1900-02-29T00:00:00Z",
        "2026-11-30T15:04:05,5Z", "-2026-11-30T15:04:05Z", "2026-11-30T15:04.5Z", "２026-11-30T15:04:05Z",
    ])
    func otherTextIsNoDateTime(text: String) {
        #expect(throws: ScalarFault.self) { try Scalar.dateTime.read(text: text) }
        #expect(Instant(Text(text)) == nil)
    }

    @Test(arguments: [
        ("2026-11-30", "2026-11-30"), ("2024-02-29", "2024-02-29"), ("2026-11-30Z", "2026-11-30"),
        ("2026-11-30+14:00", "2026-11-30"), ("2026-01-01-11:30", "2026-01-01"), ("0001-01-01", "0001-01-01"),
        ("9999-12-31-23:59:59", "9999-12-31"),
    ])
    func datesDropTheirOffset(given: String, stored: String) throws {
        #expect(try Scalar.date.read(text: given) == .text(Text(stored)))
    }

    @Test(arguments: [
        "2026-02-30", "2023-02-29", "26-1-1", "2026-11-30T00:00:00Z", "", "0000-01-01", "2026-11-30+24:00",
        "2026/11/30",
        "2026-11-30 ", "2026-11-3", "+2026-11-30", "2026-11-30z", "10000-01-01",
    ])
    func otherTextIsNoDate(text: String) {
        #expect(throws: ScalarFault.self) { try Scalar.date.read(text: text) }
    }

    @Test(arguments: [
        ("15:04:05.000Z", "15:04:05.000000000Z", "15:04:05.000Z"),
        ("09:00:00.000", "09:00:00.000000000", "09:00:00.000"),
        ("09:00:00+02:00", "07:00:00.000000000Z", "07:00:00.000Z"),
        ("00:30:00+01:00", "23:30:00.000000000Z", "23:30:00.000Z"), ("09:00:00", "09:00:00.000000000", "09:00:00.000"),
        ("23:30:00-01:00", "00:30:00.000000000Z", "00:30:00.000Z"), ("09:00", "09:00:00.000000000", "09:00:00.000"),
        ("09:00:00.1234560Z", "09:00:00.123456000Z", "09:00:00.123456Z"),
        ("00:00:00-23:59:59", "23:59:59.000000000Z", "23:59:59.000Z"),
    ])
    func timesBecomeUTCOrStay(given: String, stored: String, answered: String) throws {
        #expect(try Scalar.time.read(text: given) == .text(Text(stored)))
        #expect(Scalar.time.answer(Text(stored)).string == answered)
    }

    @Test(arguments: [
        "25:00:00Z", "12:60:00Z", "noon", "", "24:00", "12:00:60", "1:00", "12", "12:00:00.", "12:00:00Z+",
    ])
    func otherTextIsNoTime(text: String) {
        #expect(throws: ScalarFault.self) { try Scalar.time.read(text: text) }
    }

    @Test func everyInstantRoundTripsAndKeepsItsOrder() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        var previous: (Instant, Text)?
        for _ in 0..<20_000 {
            let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &generator)
            let instant = try #require(
                Instant(seconds: seconds, nanoseconds: Int.random(in: 0...999_999_999, using: &generator)))
            let stored = instant.stored
            guard Instant(stored) == instant, Instant(Scalar.dateTime.answer(stored)) == instant,
                previous.map({ ($0.0 < instant) == ($0.1 < stored) }) ?? true
            else {
                Issue.record("seed \(seed): \(stored)")
                return
            }
            previous = (instant, stored)
        }
    }

    /// Every day of four centuries follows the one before, by the rule for months and leap years.
    @Test func daysFollowEachOther() throws {
        var (year, month, day) = (1600, 1, 1)
        for number in -135_140..<(-135_140 + 146_097) {
            let text = try #require(Instant(seconds: Int64(number) * 86_400)).stored.string
            let expected = [year, month, day].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
            guard text.hasPrefix(expected + "T00:00:00.") else {
                Issue.record("day \(number) is \(text), not \(expected)")
                return
            }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let last = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
            (day, month) = day == last ? (1, month + 1) : (day + 1, month)
            if month == 13 { (year, month) = (year + 1, 1) }
        }
    }

    @Test func nowIsAStoredForm() {
        let now = Instant.now
        #expect(Instant(now.stored) == now)
        #expect(now.stored.byteCount == 30)
        #expect(now <= Instant.now)
    }

    @Test func whatAnotherProgramWroteIsShownWhole() {
        for text in ["", "Z", "2026-11-30", "2026-11-30T15:04:05Z", "x.000"] {
            #expect(Scalar.dateTime.answer(Text(text)).string == text)
        }
    }
}
