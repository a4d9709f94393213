import DataStore
import Testing

/// Records from bytes, in one pass, are those that the long way over a tree gives; and so are the faults.
@Suite struct RecordScannerTests {
    private enum Outcome: Equatable {
        case record([Value], isFresh: Bool)
        case fault(BodyFault)
    }

    private static let now = Instant(seconds: 1_796_050_000, nanoseconds: 5_000_000)

    /// As a client gets it.
    private func short(_ body: [UInt8], _ model: ModelDefinition, _ now: Instant) -> Outcome {
        do {
            let made = try RecordReader(model).create(reading: body, now: now) { "new" }
            return .record(made.record.values, isFresh: made.isFresh)
        } catch {
            return .fault(error)
        }
    }

    /// The tree first, then the record.
    private func long(_ body: [UInt8], _ model: ModelDefinition, _ now: Instant) -> Outcome {
        do {
            let json = try JSONReader.read(body)
            let record = try RecordReader(model).create(from: json, now: now) { "new" }
            let isMade = model.primaryKey.count == 1 && json[Text(model.fields[model.primaryKey[0]].name)] == nil
            return .record(record.values, isFresh: isMade)
        } catch let fault as JSONFault {
            return .fault(.form(fault))
        } catch let faults as Faults {
            return .fault(.content(faults))
        } catch {
            preconditionFailure("\(error)")
        }
    }

    @Test func ofRandomBodiesBothWaysGiveTheSame() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        let now = try #require(RecordScannerTests.now)
        let models = [ThingModel.thing, ThingModel.strict, ThingModel.order]
        var records = 0
        var faults = 0
        for _ in 0..<12_000 {
            let model = models[Int.random(in: 0..<models.count, using: &random)]
            var body = Array(self.body(of: model, &random).utf8)
            // Some are damaged: a byte more, less or other.
            if Int.random(in: 0..<3, using: &random) == 0, !body.isEmpty {
                let place = Int.random(in: 0..<body.count, using: &random)
                let byte =
                    Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random) : body.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: body.remove(at: place)
                case 1: body.insert(byte, at: place)
                default: body[place] = byte
                }
            }
            let outcome = short(body, model, now)
            guard outcome == long(body, model, now) else {
                Issue.record("seed \(seed), \(model.name): \(String(decoding: body, as: UTF8.self)) gives \(outcome)")
                return
            }
            if case .record = outcome { records += 1 } else { faults += 1 }
        }
        #expect(records > 2000 && faults > 2000, "seed \(seed): \(records) records, \(faults) faults")
    }

    @Test func ofArraysBothWaysGiveTheSame() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        let now = try #require(RecordScannerTests.now)
        let reader = RecordReader(ThingModel.strict)
        for _ in 0..<3000 {
            let bodies = (0..<Int.random(in: 0...4, using: &random)).map { _ in body(of: ThingModel.strict, &random) }
            let text = " [ \(bodies.joined(separator: ",")) ] "
            var expected: [[Value]] = []
            var faults: [Fault] = []
            for (index, body) in bodies.enumerated() {
                switch long(Array(body.utf8), ThingModel.strict, now) {
                case .record(let values, _): expected.append(values)
                case .fault(.content(let found)): faults += found.faults.map { $0.below("/\(index)") }
                case .fault(.form): faults.append(Fault(.path(""), ""))
                }
            }
            do {
                let made = try reader.createAll(reading: Array(text.utf8), now: now) { "new" }
                #expect(faults.isEmpty && made.map(\.record.values) == expected, "seed \(seed): \(text)")
            } catch {
                if case .content(let found) = error {
                    #expect(found.faults == faults, "seed \(seed): \(text)")
                } else {
                    #expect(faults.contains { $0.detail.isEmpty }, "seed \(seed): \(text)")
                }
            }
        }
    }

    // MARK: Bodies

    /// Mostly right; names in any order, absent, twice, unknown, escaped; values of the right type and of others.
    private func body(of model: ModelDefinition, _ random: inout SplitMix64) -> String {
        var fields = model.fields
        if Int.random(in: 0..<3, using: &random) == 0 { fields.shuffle(using: &random) }
        let isCareful = Bool.random(using: &random)
        var members: [String] = []
        for field in fields {
            let name = field.name
            if field.role != .key, Int.random(in: 0..<(isCareful ? 3 : 4), using: &random) == 0 { continue }
            let isWild = !isCareful && Int.random(in: 0..<8, using: &random) == 0
            let value = isWild ? wild(&random) : self.value(of: field, isCareful, &random)
            let written =
                Int.random(in: 0..<40, using: &random) == 0
                ? "\\u00\(String(name.utf8.first ?? 0x61, radix: 16))\(name.dropFirst())" : name
            members.append(
                "\(space(&random))\"\(written)\"\(space(&random)):\(space(&random))\(value)\(space(&random))")
        }
        if !isCareful, Int.random(in: 0..<6, using: &random) == 0 {
            members.append(
                ["\"nope\":1", "\"\":null", members.first ?? "\"x\":1", "\"comments\":[]"].randomElement(using: &random)
                    ?? "")
        }
        return "{\(members.joined(separator: ","))}\(space(&random))"
    }

    private func space(_ random: inout SplitMix64) -> String {
        Int.random(in: 0..<10, using: &random) == 0
            ? [" ", "\n", "\t", "\r\n ", "  "].randomElement(using: &random) ?? "" : ""
    }

    private func value(of field: FieldDefinition, _ isCareful: Bool, _ random: inout SplitMix64) -> String {
        let mayBeNull = !isCareful || !field.type.isRequired && field.role == .plain
        if mayBeNull, Int.random(in: 0..<12, using: &random) == 0 { return "null" }
        let choices: [String]
        switch (field.type.isList, field.type.item) {
        case (true, _): choices = ["[]", " [ ] ", "[\"a\",null]", "[1,2]", "[{\"city\":\"x\"}]", "[ 5.0 ]"]
        case (_, .enumeration): choices = ["\"RED\"", "\"GREEN\"", "\"BLU\"", "\"\\u0052ED\""]
        case (_, .embedded): choices = [#"{"city":"Oslo","zip":5}"#, #"{"city":"x","geo":{"lat":1,"lon":-0}}"#, "{}"]
        case (_, .scalar(let scalar)):
            switch scalar {
            case .int, .timestamp:
                choices = [
                    "0", "7", "-12", "5.0", "50e-1", "9223372036854775807", "-9223372036854775808",
                    "9223372036854775808", "1.5", "123456789012345678", "1234567890123456789", "-0", "100", "101",
                ]
            case .float:
                choices = [
                    "0", "-0", "1.5", "1e308", "1e309", "0.1", "-2.5e-7", "123456789012345678901234567890", "5e-324",
                ]
            case .boolean: choices = ["true", "false"]
            case .dateTime:
                choices = [
                    "\"2026-11-30T15:04:05.123Z\"", "\"2026-11-30T15:04:05Z\"", "\"2026-02-30T15:04:05Z\"",
                    "\"2024-02-29T23:59:59.999999999Z\"", "\"2026-11-30T15:04:05+01:00\"", "\"2026-11-30T24:00:00Z\"",
                    "\"2026-11-30T15:04Z\"", "\"2026-11-30t15:04:05z\"", "\"0000-01-01T00:00:00Z\"",
                ]
            case .date: choices = ["\"2026-11-30\"", "\"2024-02-29\"", "\"2026-11-31\"", "\"2026-11-30Z\""]
            case .time: choices = ["\"10:00\"", "\"10:00:00.5Z\"", "\"25:00\""]
            case .json: choices = ["{\"a\":[1,{}]}", "\"{\\\"a\\\":1}\"", "7", "[true]"]
            default:
                choices = [
                    "\"xa\"", "\"x is quite a long text of ordinary words, without escapes\"", "\"\"", "\"a\"",
                    "\"é😀\"",
                    "\"a\\nb\"",
                    "\"\\u0000\"", "\"a\\\"b\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"",
                ]
            }
        }
        // The first two of each are right.
        return choices.prefix(isCareful ? 2 : choices.count).randomElement(using: &random) ?? "null"
    }

    private func wild(_ random: inout SplitMix64) -> String {
        [
            "1", "\"x\"", "true", "null", "[]", "{}", "[[[]]]", "1e400", "-", "01", "tru", "\"\u{1}\"",
            "{\"a\":1,\"a\":2}",
        ]
        .randomElement(using: &random) ?? "1"
    }
}
