extension Validation.Rule {
    /// Whether `value` keeps the rule. Bounds are for numbers and the others for text; what is neither is admitted,
    /// and so is null.
    package func admits(_ value: Value) -> Bool {
        switch value {
        case .int(let number): admits { $0.compare(number) }
        case .double(let number): admits { number < $0 ? -1 : number > $0 ? 1 : 0 }
        case .text(let text): admits(text)
        case .null, .bool, .json: true
        }
    }

    /// What it asks for, as a sentence for the client.
    var promise: String {
        switch self {
        case .greaterThan(let bound): "must be greater than \(bound.plain)"
        case .greaterOrEqual(let bound): "must be \(bound.plain) or greater"
        case .lessThan(let bound): "must be less than \(bound.plain)"
        case .lessOrEqual(let bound): "must be \(bound.plain) or less"
        case .minLength(let count): "must have at least \(count) characters"
        case .maxLength(let count): "must have at most \(count) characters"
        case .startsWith(let prefix): "must begin with \(prefix)"
        case .endsWith(let suffix): "must end with \(suffix)"
        case .matches(let pattern): "must match \(pattern.source)"
        }
    }

    /// `order` compares the value with a bound: negative when it is less.
    private func admits(_ order: (Double) -> Int) -> Bool {
        switch self {
        case .greaterThan(let bound): order(bound) > 0
        case .greaterOrEqual(let bound): order(bound) >= 0
        case .lessThan(let bound): order(bound) < 0
        case .lessOrEqual(let bound): order(bound) <= 0
        case .minLength, .maxLength, .startsWith, .endsWith, .matches: true
        }
    }

    private func admits(_ text: Text) -> Bool {
        switch self {
        case .minLength(let count): text.string.unicodeScalars.count >= count
        case .maxLength(let count): text.string.unicodeScalars.count <= count
        case .startsWith(let prefix): text.hasPrefix(prefix)
        case .endsWith(let suffix): text.string.utf8.reversed().starts(with: suffix.string.utf8.reversed())
        case .matches(let pattern): pattern.matches(text)
        case .greaterThan, .greaterOrEqual, .lessThan, .lessOrEqual: true
        }
    }
}

extension Double {
    /// How `number` stands to this bound, exactly: no rounding of large whole numbers. Negative when it is less.
    fileprivate func compare(_ number: Int64) -> Int {
        // 2^63 and beyond, on either side, is past every Int64.
        if self >= 0x1p63 { return -1 }
        if self < -0x1p63 { return 1 }
        let floor = self.rounded(.down)
        let whole = Int64(floor)
        if number != whole { return number < whole ? -1 : 1 }
        return self > floor ? -1 : 0
    }

    /// Without `.0` when it is a whole number.
    fileprivate var plain: String {
        Int64(exactly: self).map { String($0) } ?? description
    }
}
