import AppModels
import DataStore

/// Models with values that follow from a seed.
enum RandomModel {
    static func everything(_ random: inout SplitMix64) -> Everything {
        let text = RandomModel.text(&random)
        let addresses = (0..<Int.random(in: 0...3, using: &random)).map { _ in address(&random) }
        return Everything(
            text: text, whole: Int.random(in: .min ... .max, using: &random), real: real(&random),
            flag: Bool.random(using: &random),
            date: maybe(&random) { Temporal.Date(secondsSince1970: seconds(&$0)) },
            moment: maybe(&random) { moment(&$0) },
            time: maybe(&random) { Temporal.Time(secondsSince1970: seconds(&$0)) },
            stamp: maybe(&random) { Int.random(in: -1_000_000...1_000_000, using: &$0) },
            status: maybe(&random) { [PostStatus.draft, .published, .archived].randomElement(using: &$0) ?? .draft },
            address: address(&random), second: maybe(&random) { address(&$0) },
            addresses: Bool.random(using: &random) ? addresses : nil, words: [RandomModel.text(&random)],
            counts: [maybe(&random) { Int.random(in: 0...9, using: &$0) }],
            statuses: maybe(&random) { _ in [.archived, .draft] }, moments: maybe(&random) { [moment(&$0)] })
    }

    private static func maybe<T>(_ random: inout SplitMix64, _ make: (inout SplitMix64) -> T) -> T? {
        Bool.random(using: &random) ? make(&random) : nil
    }

    private static func text(_ random: inout SplitMix64) -> String {
        let letters = ["a", "é", "e\u{301}", "\"", "\\", "\n", "\u{7F}", "🙂", "\u{2028}", " "]
        return (0..<Int.random(in: 0...12, using: &random)).map { _ in
            letters.randomElement(using: &random) ?? "a"
        }.joined()
    }

    private static func real(_ random: inout SplitMix64) -> Double {
        let value = Double(bitPattern: random.next())
        return value.isFinite ? value : 0
    }

    private static func seconds(_ random: inout SplitMix64) -> Double {
        Double.random(in: -60_000_000_000...250_000_000_000, using: &random)
    }

    private static func moment(_ random: inout SplitMix64) -> Temporal.DateTime {
        Temporal.DateTime(
            secondsSince1970: seconds(&random), secondsFromGMT: Int.random(in: -840...840, using: &random) * 60)
    }

    private static func address(_ random: inout SplitMix64) -> Address {
        App.address(
            city: text(&random), street: maybe(&random) { text(&$0) }, latitude: maybe(&random) { real(&$0) })
    }
}
