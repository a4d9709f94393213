/// A time in the one form that is sent (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
    /// The 29 bytes for a time in seconds since 1970. Years 1…9999.
    package static func bytes(unixSeconds: Int64) -> [UInt8] {
        let days = Int(unixSeconds.quotient(by: 86_400))
        let seconds = Int(unixSeconds - Int64(days) * 86_400)
        let date = CivilDate(daysSince1970: days)
        // 1970-01-01 was a Thursday, the fourth day after Sunday.
        let weekday = ((days + 4) % 7 + 7) % 7
        var bytes: [UInt8] = []
        bytes.reserveCapacity(29)
        bytes.append(name(weekday, of: "SunMonTueWedThuFriSat"))
        bytes.append(text: ", ")
        bytes.append(digits: date.day, 2)
        bytes.append(ByteClass.space)
        bytes.append(name(date.month - 1, of: "JanFebMarAprMayJunJulAugSepOctNovDec"))
        bytes.append(ByteClass.space)
        bytes.append(digits: date.year, 4)
        bytes.append(ByteClass.space)
        bytes.append(digits: seconds / 3600, 2)
        bytes.append(ByteClass.colon)
        bytes.append(digits: seconds / 60 % 60, 2)
        bytes.append(ByteClass.colon)
        bytes.append(digits: seconds % 60, 2)
        bytes.append(text: " GMT")
        return bytes
    }

    private static func name(_ index: Int, of names: StaticString) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: names.utf8Start + index * 3, count: 3)
    }
}

/// A date of the Gregorian calendar, counted from 1970 with the months' lengths as a formula from March on.
private struct CivilDate {
    let year: Int
    let month: Int
    let day: Int

    init(daysSince1970 days: Int) {
        // 719 468 days lie between 0000-03-01 and 1970-01-01; an era is 400 years.
        let shifted = days + 719_468
        let era = Int(Int64(shifted).quotient(by: 146_097))
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}

extension Int64 {
    /// Division that rounds down.
    fileprivate func quotient(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
