/// The periods of which a budget has a sheet each. They have numbers, so that the one after a period has the next number.
public enum BudgetPeriods: Hashable, Sendable {
    /// A month from a day on, from 1 to 28.
    case months(from: Int64)
    /// 1, 2 or 4 weeks, one of which begins on a day.
    case weeks(Int64, from: CivilDate)

    /// The months of the calendar, where nobody chose others.
    public static let usual = BudgetPeriods.months(from: 1)

    /// The periods that `month 25` or `weeks 2 from 2026-11-27` names; nil for any other text.
    public init?(_ text: String) {
        let words = text.parts { $0 == " " }.map { String($0) }
        guard words.count == 2 || words.count == 4, let number = Int64(words[1]) else { return nil }
        if words.count == 2, words[0].isOne(of: "month"), (1...28).contains(number) {
            self = .months(from: number)
        } else if words.count == 4, words[0].isOne(of: "weeks"), [1, 2, 4].contains(number),
            words[2].isOne(of: "from"), let day = CivilDate(words[3])
        {
            self = .weeks(number, from: day)
        } else {
            return nil
        }
    }

    /// The same number of months or weeks from another day on: 1 to 28 for months, a date for weeks. Nil for any other text.
    public func beginning(on text: String) -> BudgetPeriods? {
        switch self {
        case .months: BudgetPeriods("month " + text)
        case .weeks(let count, _): CivilDate(text).map { .weeks(count, from: $0) }
        }
    }

    /// How registers and people spell them.
    public var text: String {
        switch self {
        case .months(let day): "month " + String(day)
        case .weeks(let count, let day): "weeks " + String(count) + " from " + day.text
        }
    }

    /// The number of the period in which a day lies.
    public func number(of day: CivilDate) -> Int64 {
        switch self {
        case .months(let first): day.monthNumber - (day.day < first ? 1 : 0)
        case .weeks(let count, let first):
            (day.daysSince1970 - first.daysSince1970).quotientAndRemainderFloored(by: 7 * count).quotient
        }
    }

    /// The number of the period that a month such as `2026-12` names, which begins in it, or a day that lies in it; nil for any other
    /// text.
    public func number(_ text: String) -> Int64? {
        if let day = CivilDate(text) { return number(of: day) }
        guard let month = CivilDate(text + "-01") else { return nil }
        guard case .months(let first) = self else { return number(of: month) }
        return number(of: month.adding(days: first - 1))
    }

    /// The first day of a period.
    public func start(of number: Int64) -> CivilDate {
        switch self {
        case .months(let first): CivilDate(monthNumber: number).adding(days: first - 1)
        case .weeks(let count, let first): first.adding(days: 7 * count * number)
        }
    }

    /// The last day of a period.
    public func end(of number: Int64) -> CivilDate { start(of: number + 1).adding(days: -1) }

    /// The name of a period: its month, where it is one of the calendar, or its first day.
    public func label(_ number: Int64) -> String {
        let day = start(of: number)
        return self == .usual ? day.text.cut(to: 7) : day.text
    }
}

/// Says what becomes of spending more on a card than an envelope has.
public enum BudgetMode: UInt8, CaseIterable, Sendable {
    /// It comes from the next pool, as if it was cash.
    case pool = 0
    /// It is debt of the card. What the envelope had is set aside to pay the card.
    case card = 1

    /// `pool`, `card`: how settings and messages spell it.
    public var name: String {
        switch self {
        case .pool: "pool"
        case .card: "card"
        }
    }
}
