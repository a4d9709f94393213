import DataStore
import Testing

@Suite struct TemporalValueTests {
    @Test(arguments: [
        ("2026-11-30T15:04:05.000Z", "2026-11-30T15:04:05.000Z"), ("2026-11-30T15:04Z", "2026-11-30T15:04:00.000Z"),
        ("2026-11-30T15:04:05.123456789+05:30", "2026-11-30T15:04:05.123456789+05:30"),
        ("2026-11-30T15:04:05-00:30", "2026-11-30T15:04:05.000-00:30"),
        ("2026-11-30T15:04:05", "2026-11-30T15:04:05.000Z"),
        ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500Z"), ("9999-12-31T23:30:00Z", "9999-12-31T23:30:00.000Z"),
    ]) func dateTimesKeepTheirOffset(_ text: String, _ canonical: String) throws {
        #expect(try Temporal.DateTime(iso8601String: text).iso8601String == canonical)
    }

    @Test(arguments: [
        ("2026-11-30", "2026-11-30"), ("2026-11-30Z", "2026-11-30Z"), ("2026-11-30-08:00", "2026-11-30-08:00"),
    ])
    func datesKeepTheirOffset(_ text: String, _ canonical: String) throws {
        #expect(try Temporal.Date(iso8601String: text).iso8601String == canonical)
    }

    @Test(arguments: [
        ("09:00", "09:00:00.000"), ("09:00:01.5Z", "09:00:01.500Z"),
        ("23:59:59.000000001+01:00", "23:59:59.000000001+01:00"),
    ])
    func timesKeepTheirOffset(_ text: String, _ canonical: String) throws {
        #expect(try Temporal.Time(iso8601String: text).iso8601String == canonical)
    }

    @Test(arguments: [
        "", "x", "2026-02-30", "2026-11-30T15:04:05z", "2026-11-30T24:00Z", "2026-11-30T15:04:05.Z",
        "2026-11-30T15:04Zx",
    ])
    func whatIsNoneIsRefused(_ text: String) {
        #expect(throws: DataStoreError.self) { try Temporal.DateTime(iso8601String: text) }
        #expect(throws: DataStoreError.self) { try Temporal.Date(iso8601String: text) }
        #expect(throws: DataStoreError.self) { try Temporal.Time(iso8601String: text) }
    }

    @Test func instantsAreCompared() throws {
        let one = try Temporal.DateTime(iso8601String: "2026-11-30T15:00+01:00")
        let same = try Temporal.DateTime(iso8601String: "2026-11-30T14:00Z")
        #expect(one == same)
        #expect(Set([one, same]).count == 1)
        #expect(one < same.add(value: 1, to: .nanosecond))
    }

    @Test(arguments: [
        ("2024-01-31T10:00Z", 1, Temporal.Component.month, "2024-02-29T10:00:00.000Z"),
        ("2024-02-29T10:00Z", 1, .year, "2025-02-28T10:00:00.000Z"),
        ("2024-03-01T10:00Z", -1, .day, "2024-02-29T10:00:00.000Z"),
        ("2024-03-01T23:30+02:00", 1, .day, "2024-03-02T23:30:00.000+02:00"),
        ("2024-12-31T23:30Z", 45, .minute, "2025-01-01T00:15:00.000Z"),
        ("2024-01-01T00:00Z", -1, .nanosecond, "2023-12-31T23:59:59.999999999Z"),
        ("2024-01-01T01:00Z", .max, .year, "9999-12-31T01:00:00.000Z"),
        ("2024-01-31T01:00Z", (9999 - 2024) * 12 + 11, .month, "9999-12-31T01:00:00.000Z"),
        ("2024-01-01T01:00Z", -2024, .year, "0001-01-01T01:00:00.000Z"),
        ("2024-01-01T00:00Z", .min, .hour, "0001-01-01T00:00:00.000Z"),
        ("2024-01-01T00:00Z", 2, .weekOfYear, "2024-01-15T00:00:00.000Z"),
    ]) func adds(_ start: String, _ value: Int, _ component: Temporal.Component, _ end: String) throws {
        #expect(try Temporal.DateTime(iso8601String: start).add(value: value, to: component).iso8601String == end)
    }

    @Test func unitsAreAdded() throws {
        let date = try Temporal.Date(iso8601String: "2024-01-31")
        #expect((date + .oneMonth).iso8601String == "2024-02-29")
        #expect((date - .weeks(1)).iso8601String == "2024-01-24")
        #expect((date - .days(.min)).iso8601String == "9999-12-31")
        let time = try Temporal.Time(iso8601String: "23:30:00")
        #expect((time + .hours(1)).iso8601String == "00:30:00.000")
        #expect((time - .hours(24 * 365 * 1_000_000)).iso8601String == "23:30:00.000")
        #expect((time + .milliseconds(.max)).iso8601String.count == 12)
    }

    @Test(arguments: [UInt64](1...50)) func textComesBack(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let seconds = Double.random(in: -62_135_000_000...253_402_000_000, using: &random)
        let offset = Int.random(in: -86_399...86_399, using: &random)
        let moment = Temporal.DateTime(secondsSince1970: seconds, secondsFromGMT: offset)
        let back = try Temporal.DateTime(iso8601String: moment.iso8601String)
        #expect(back == moment, "seed \(seed)")
        #expect(back.iso8601String == moment.iso8601String, "seed \(seed)")
        let time = Temporal.Time(secondsSince1970: seconds, secondsFromGMT: offset)
        #expect(try Temporal.Time(iso8601String: time.iso8601String) == time, "seed \(seed)")
        let date = Temporal.Date(secondsSince1970: seconds, secondsFromGMT: offset)
        #expect(try Temporal.Date(iso8601String: date.iso8601String) == date, "seed \(seed)")
    }
}
