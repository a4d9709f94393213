import DataStore
import Testing

/// Random chains of operators over random inputs do what a naive model does with arrays, at any demand.
@Suite struct ChainTests {
    /// A stream that has ended: its values, and the name of the error if it failed.
    struct Stream: Equatable {
        var values: [Int]
        var failure: String?
    }

    typealias Chain = AnyPublisher<Int, Oops>

    struct Step: Sendable {
        let name: String
        let publisher: @Sendable (Chain) -> Chain
        let model: @Sendable (Stream) -> Stream
    }

    private static func values(_ change: @escaping @Sendable ([Int]) -> [Int]) -> @Sendable (Stream) -> Stream {
        { Stream(values: change($0.values), failure: $0.failure) }
    }

    /// Publishes its result at a success only.
    private static func result(_ change: @escaping @Sendable ([Int]) -> [Int]) -> @Sendable (Stream) -> Stream {
        { $0.failure == nil ? Stream(values: change($0.values)) : Stream(values: [], failure: $0.failure) }
    }

    /// Ends with a success after so many values, unless there are fewer.
    private static func cut(_ count: @escaping @Sendable ([Int]) -> Int?) -> @Sendable (Stream) -> Stream {
        { stream in
            guard let count = count(stream.values) else { return stream }
            return Stream(values: Array(stream.values.prefix(count)))
        }
    }

    static let steps: [Step] = [
        Step(name: "map", publisher: { $0.map { $0 + 1 }.eraseToAnyPublisher() }, model: values { $0.map { $0 + 1 } }),
        Step(
            name: "filter", publisher: { $0.filter { $0 % 3 != 0 }.eraseToAnyPublisher() },
            model: values { $0.filter { $0 % 3 != 0 } }),
        Step(
            name: "compactMap", publisher: { $0.compactMap { $0 % 2 == 0 ? $0 / 2 : nil }.eraseToAnyPublisher() },
            model: values { $0.compactMap { $0 % 2 == 0 ? $0 / 2 : nil } }),
        Step(
            name: "tryMap",
            publisher: {
                $0.tryMap { if $0 % 11 == 0 { throw Oops(name: "eleven") } else { $0 } }
                    .mapError { $0 as? Oops ?? Oops() }.eraseToAnyPublisher()
            },
            model: { stream in
                guard let end = stream.values.firstIndex(where: { $0 % 11 == 0 }) else { return stream }
                return Stream(values: Array(stream.values[..<end]), failure: "eleven")
            }),
        Step(
            name: "scan", publisher: { $0.scan(0, &+).eraseToAnyPublisher() },
            model: values { values in
                var sum = 0
                return values.map {
                    sum &+= $0; return sum
                }
            }),
        Step(
            name: "removeDuplicates", publisher: { $0.removeDuplicates { $0 / 4 == $1 / 4 }.eraseToAnyPublisher() },
            model: values { values in
                values.reduce(into: []) { kept, value in
                    if kept.last.map({ $0 / 4 == value / 4 }) != true { kept.append(value) }
                }
            }),
        Step(
            name: "dropFirst", publisher: { $0.dropFirst(2).eraseToAnyPublisher() },
            model: values { Array($0.dropFirst(2)) }),
        Step(
            name: "drop(while:)", publisher: { $0.drop { $0 < 5 }.eraseToAnyPublisher() },
            model: values { Array($0.drop { $0 < 5 }) }),
        Step(name: "prefix", publisher: { $0.prefix(3).eraseToAnyPublisher() }, model: cut { $0.count >= 3 ? 3 : nil }),
        Step(name: "prefix(0)", publisher: { $0.prefix(0).eraseToAnyPublisher() }, model: cut { _ in 0 }),
        Step(
            name: "prefix(while:)", publisher: { $0.prefix { $0 < 15 }.eraseToAnyPublisher() },
            model: cut { $0.firstIndex { $0 >= 15 } }),
        Step(
            name: "output(in:)", publisher: { $0.output(in: 1...2).eraseToAnyPublisher() },
            model: { stream in
                let values = Array(stream.values.dropFirst().prefix(2))
                return Stream(values: values, failure: stream.values.count >= 3 ? nil : stream.failure)
            }),
        Step(name: "first", publisher: { $0.first().eraseToAnyPublisher() }, model: cut { $0.isEmpty ? nil : 1 }),
        Step(
            name: "first(where:)", publisher: { $0.first { $0 > 9 }.eraseToAnyPublisher() },
            model: { stream in
                guard let first = stream.values.first(where: { $0 > 9 }) else {
                    return Stream(values: [], failure: stream.failure)
                }
                return Stream(values: [first])
            }),
        Step(name: "last", publisher: { $0.last().eraseToAnyPublisher() }, model: result { Array($0.suffix(1)) }),
        Step(
            name: "last(where:)", publisher: { $0.last { $0 < 9 }.eraseToAnyPublisher() },
            model: result { Array($0.filter { $0 < 9 }.suffix(1)) }),
        Step(name: "count", publisher: { $0.count().eraseToAnyPublisher() }, model: result { [$0.count] }),
        Step(
            name: "reduce", publisher: { $0.reduce(7, &+).eraseToAnyPublisher() }, model: result { [$0.reduce(7, &+)] }),
        Step(name: "min", publisher: { $0.min().eraseToAnyPublisher() }, model: result { $0.min().map { [$0] } ?? [] }),
        Step(name: "max", publisher: { $0.max().eraseToAnyPublisher() }, model: result { $0.max().map { [$0] } ?? [] }),
        Step(
            name: "collect", publisher: { $0.collect().map(\.count).eraseToAnyPublisher() },
            model: result { [$0.count] }),
        Step(
            name: "collect(3)", publisher: { $0.collect(3).map { $0.reduce(0, &+) }.eraseToAnyPublisher() },
            model: { stream in
                let whole = stream.failure == nil ? stream.values.count : stream.values.count / 3 * 3
                let starts = stride(from: 0, to: whole, by: 3)
                return Stream(
                    values: starts.map { stream.values[$0..<min($0 + 3, whole)].reduce(0, &+) }, failure: stream.failure
                )
            }),
        Step(
            name: "contains", publisher: { $0.contains(4).map { $0 ? 1 : 0 }.eraseToAnyPublisher() },
            model: { stream in
                if stream.values.contains(4) { return Stream(values: [1]) }
                return stream.failure == nil ? Stream(values: [0]) : Stream(values: [], failure: stream.failure)
            }),
        Step(
            name: "allSatisfy", publisher: { $0.allSatisfy { $0 < 12 }.map { $0 ? 1 : 0 }.eraseToAnyPublisher() },
            model: { stream in
                if !stream.values.allSatisfy({ $0 < 12 }) { return Stream(values: [0]) }
                return stream.failure == nil ? Stream(values: [1]) : Stream(values: [], failure: stream.failure)
            }),
        Step(
            name: "ignoreOutput", publisher: { $0.ignoreOutput().map(\.hashValue).eraseToAnyPublisher() },
            model: values { _ in [] }),
        Step(
            name: "replaceEmpty", publisher: { $0.replaceEmpty(with: 99).eraseToAnyPublisher() },
            model: { $0.values.isEmpty && $0.failure == nil ? Stream(values: [99]) : $0 }),
        Step(
            name: "replaceError",
            publisher: { $0.replaceError(with: 77).setFailureType(to: Oops.self).eraseToAnyPublisher() },
            model: { $0.failure == nil ? $0 : Stream(values: $0.values + [77]) }),
        Step(
            name: "catch",
            publisher: { $0.catch { _ in [1, 2].publisher.setFailureType(to: Oops.self) }.eraseToAnyPublisher() },
            model: { $0.failure == nil ? $0 : Stream(values: $0.values + [1, 2]) }),
        Step(
            name: "retry", publisher: { $0.retry(1).eraseToAnyPublisher() },
            model: { $0.failure == nil ? $0 : Stream(values: $0.values + $0.values, failure: $0.failure) }),
        Step(
            name: "append", publisher: { $0.append(5, 6).eraseToAnyPublisher() },
            model: { $0.failure == nil ? Stream(values: $0.values + [5, 6]) : $0 }),
        Step(name: "prepend", publisher: { $0.prepend(8, 9).eraseToAnyPublisher() }, model: values { [8, 9] + $0 }),
        Step(
            name: "flatMap(1)",
            publisher: {
                $0.flatMap(maxPublishers: .max(1)) { value in (0..<(value & 3)).publisher.map { value + $0 } }
                    .eraseToAnyPublisher()
            },
            model: { stream in
                Stream(
                    values: stream.values.flatMap { value in (0..<(value & 3)).map { value + $0 } },
                    failure: stream.failure)
            }),
        Step(
            name: "zip",
            publisher: { (0..<4).publisher.setFailureType(to: Oops.self).zip($0) { $0 &+ $1 }.eraseToAnyPublisher() },
            model: { stream in
                let pairs = zip(stream.values, 0..<4).map { $0 &+ $1 }
                return Stream(values: pairs, failure: stream.values.count >= 4 ? nil : stream.failure)
            }),
        Step(
            name: "buffer",
            publisher: { $0.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher() },
            model: { $0 }),
        Step(
            name: "handleEvents", publisher: { $0.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher() },
            model: { $0 }),
        Step(
            name: "receive(on:)", publisher: { $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() },
            model: { $0 }),
        Step(
            name: "subscribe(on:)", publisher: { $0.subscribe(on: ImmediateScheduler.shared).eraseToAnyPublisher() },
            model: { $0 }),
        Step(
            name: "delay",
            publisher: { $0.delay(for: .seconds(1), scheduler: ImmediateScheduler.shared).eraseToAnyPublisher() },
            model: { $0 }),
    ]

    /// Steps that ask ahead of the demand: what fails behind them may overtake values that nobody has asked for.
    static let eager: Set<String> = ["flatMap(1)", "zip", "buffer"]

    @Test(arguments: 0..<40 as Range<UInt64>)
    func chainsDoWhatTheirModelDoes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for round in 0..<50 {
            let steps = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
                Self.steps.randomElement(using: &random)
            }
            let input = Stream(
                values: (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0...20, using: &random)
                },
                failure: Bool.random(using: &random) ? "source" : nil)
            let expected = steps.reduce(input) { $1.model($0) }
            let label = "seed \(seed), round \(round): \(steps.map(\.name)) of \(input)"

            let cold = input.values.publisher.setFailureType(to: Oops.self)
                .append(Self.ending(input.failure)).eraseToAnyPublisher()
            check(steps, cold, .unlimited, expected, label, &random)
            if input.failure == nil && expected.failure == nil
                || !steps.contains(where: { Self.eager.contains($0.name) })
            {
                check(steps, cold, .none, expected, label + ", step by step", &random)
            }
        }
    }

    private static func ending(_ failure: String?) -> AnyPublisher<Int, Oops> {
        failure.map { Fail(error: Oops(name: $0)).eraseToAnyPublisher() } ?? Empty().eraseToAnyPublisher()
    }

    private func check(
        _ steps: [Step], _ source: Chain, _ demand: Subscribers.Demand, _ expected: Stream, _ label: String,
        _ random: inout SplitMix64
    ) {
        var answers = SplitMix64(seed: random.next())
        let subscriber = TrackingSubscriber<Int, Oops>(demand) { _, _ in
            demand == .unlimited ? .none : .max(Int.random(in: 0...1, using: &answers))
        }
        steps.reduce(source) { $1.publisher($0) }.subscribe(subscriber)
        if demand != .unlimited {
            for _ in 0..<200 where !subscriber.isOver {
                subscriber.request(.max(Int.random(in: 1...3, using: &random)))
            }
        }
        let end = expected.failure.map { "failure(\($0))" } ?? "finished"
        #expect(subscriber.history == expected.values.map(\.description) + [end], "\(label)")
        #expect(subscriber.breaches == [], "\(label)")
    }
}
