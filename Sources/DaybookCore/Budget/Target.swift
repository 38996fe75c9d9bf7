/// The goals of an envelope in each period: some goals, which come together.
public struct Target: Hashable, Sendable {
    /// One of the things for which an envelope gets money.
    public enum Goal: Hashable, Sendable {
        /// So much in each period.
        case each(Amount)
        /// The amount that is missing to so much.
        case refill(Amount)
        /// So much, while there is less than the other.
        case cap(Amount, at: Amount)
        /// So much in all by a day, the same in each period until then.
        case by(Amount, CivilDate)
        /// So much by a month, and again after so many months.
        case aside(Amount, every: Int64, from: CivilDate)
        /// So much for each day that comes again, while there is less than the other.
        case times(Amount, Step, from: CivilDate, upTo: Amount?)
        /// The cost of the open to-dos that bear a tag of the envelope.
        case bills
        /// So many hundredths of a percent of what comes in, or came in in the period before.
        case percent(Int64, ofLast: Bool)
        /// The mean spending of so many periods before.
        case average(Int64)
        /// The amount that was assigned so many periods before.
        case copy(Int64)
        /// A part by weight of what the others leave to budget, while there is less than the other.
        case rest(weight: Int64, upTo: Amount?)
    }

    /// How often something comes again.
    public struct Step: Hashable, Sendable {
        public enum Unit: Sendable { case day, week, month }
        public let unit: Unit
        /// Above zero.
        public let count: Int64
    }

    /// In the order in which they were written; not empty.
    public let goals: [Goal]

    /// The target that a register has: see `text`. Nil for any other text.
    public init?(_ text: String) {
        try? self.init(written: text, usual: { () throws(ItemError) -> Currency in throw .notATarget(text) })
    }

    /// The target that a person wrote, such as `month 50`, `refill 150 EUR`, `cap 50 at 100`, `10000 by 2026-12`,
    /// `set aside 500 every 12 months from 2026-03`, `weekly 10 on monday`, `100 every 2 weeks from 2026-11-27 up to 300`,
    /// `10 a day`, `bills`, `percent 10 of income`, `percent 10 of last income`, `average 3`, `copy 1`, `rest 2 up to 40`.
    /// A semicolon parts two.
    ///
    /// - Parameter usual: the currency of an amount that names none.
    public init(written text: String, usual: () throws(ItemError) -> Currency) throws(ItemError) {
        var goals: [Goal] = []
        for part in text.parts({ $0 == ";" }) {
            var reader = TargetReader(String(part))
            guard let goal = try reader.goal(usual), reader.isAtEnd else { throw .notATarget(text) }
            goals.append(goal)
        }
        if goals.isEmpty { throw .notATarget(text) }
        self.goals = goals
    }

    /// The reason why a register can't have a text as a target; nil if it can, or if the text is empty.
    public static func problem(_ text: String) -> ItemError? {
        text.isBlank || Target(text) != nil ? nil : .notATarget(text)
    }

    /// The one form of it: `cap 50.00 EUR at 100.00 EUR; bills`.
    public var text: String {
        var text = ""
        for goal in goals { text += (text.isEmpty ? "" : "; ") + goal.text }
        return text
    }

    /// The first day of days that come again without a beginning. It is a Monday.
    static let always = CivilDate(firstOf: 1, in: 1)
    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
}

extension Target.Goal {
    /// The one form of it.
    var text: String {
        func limit(_ amount: Amount?) -> String { amount.map { " up to " + $0.text } ?? "" }
        switch self {
        case .each(let amount): return "month " + amount.text
        case .refill(let amount): return "refill " + amount.text
        case .cap(let amount, let top): return "cap " + amount.text + " at " + top.text
        case .by(let amount, let day):
            return amount.text + " by " + (day == day.endOfMonth ? day.text.cut(to: 7) : day.text)
        case .aside(let amount, let count, let month):
            return "set aside " + amount.text + " every " + String(count) + " months from " + month.text.cut(to: 7)
        case .times(let amount, let step, let from, let top):
            if from.year == 1, step.unit == .week, step.count == 1 {
                return "weekly " + amount.text + " on " + Target.weekdays[Int(from.weekday)] + limit(top)
            }
            if from == Target.always, step.unit == .day, step.count == 1 { return amount.text + " a day" + limit(top) }
            let unit = step.unit == .day ? " days" : step.unit == .week ? " weeks" : " months"
            return amount.text + " every " + String(step.count) + unit + " from " + from.text + limit(top)
        case .bills: return "bills"
        case .percent(let share, let ofLast):
            let number = RateNumber(coefficient: share, scale: 2)?.text ?? "0"
            return "percent " + number + (ofLast ? " of last income" : " of income")
        case .average(let count): return "average " + String(count)
        case .copy(let count): return "copy " + String(count)
        case .rest(let weight, let top): return "rest " + String(weight) + limit(top)
        }
    }
}

/// Reads the words of a goal, one after another.
private struct TargetReader {
    private let words: [String]
    private var place = 0

    init(_ text: String) { words = text.parts { $0.isSpace }.map { String($0) } }

    var isAtEnd: Bool { place == words.count }

    private mutating func take(_ wanted: String) -> Bool {
        guard place < words.count, String(utf8: SearchQuery.fold(words[place])).isOne(of: wanted) else { return false }
        place += 1
        return true
    }

    private mutating func next() -> String {
        guard place < words.count else { return "" }
        place += 1
        return words[place - 1]
    }

    /// A whole number in a range.
    private mutating func count(_ range: ClosedRange<Int64>) -> Int64? {
        guard let number = Int64(next()), range.contains(number) else { return nil }
        return number
    }

    /// An amount of one word or two, the currency being one of them.
    private mutating func amount(_ usual: () throws(ItemError) -> Currency) throws(ItemError) -> Amount? {
        let first = next()
        if place < words.count, Currency.isMeant(first) || Currency.isMeant(words[place]),
            let amount = try? Amount(first + " " + words[place], usual: .usDollar)
        {
            place += 1
            return amount
        }
        return try Amount(first, usual: Amount.namesCode(first) ? .usDollar : usual())
    }

    /// The other amount of a goal, which is in the currency of the first one.
    private mutating func amount(like amount: Amount) throws(ItemError) -> Amount? {
        guard let other = try self.amount({ amount.currency }) else { return nil }
        return other.currency == amount.currency ? other : nil
    }

    private mutating func limit(_ usual: () throws(ItemError) -> Currency) throws(ItemError) -> Amount? {
        take("up") && take("to") ? try amount(usual) : nil
    }

    /// A day, or the last one of a month.
    private mutating func day(ofMonth place: (CivilDate) -> CivilDate) -> CivilDate? {
        let text = next()
        return CivilDate(text) ?? CivilDate(text + "-01").map(place)
    }

    mutating func goal(_ usual: () throws(ItemError) -> Currency) throws(ItemError) -> Target.Goal? {
        if take("month") { return try amount(usual).map { .each($0) } }
        if take("refill") { return try amount(usual).map { .refill($0) } }
        if take("cap") {
            guard let amount = try amount(usual), take("at"), let top = try self.amount(like: amount) else {
                return nil
            }
            return .cap(amount, at: top)
        }
        if take("set") {
            guard take("aside"), let amount = try amount(usual), take("every") else { return nil }
            guard let step = step(), step.unit == .month, take("from"), let month = day(ofMonth: { $0 }) else {
                return nil
            }
            return .aside(amount, every: step.count, from: month.startOfMonth)
        }
        if take("weekly") {
            guard let amount = try amount(usual), take("on") else { return nil }
            let name = String(utf8: SearchQuery.fold(next()))
            guard let day = Target.weekdays.firstIndex(where: { $0.isOne(of: name) }) else { return nil }
            let step = Target.Step(unit: .week, count: 1)
            return .times(
                amount, step, from: Target.always.adding(days: Int64(day)), upTo: try limit { amount.currency })
        }
        if take("bills") { return .bills }
        if take("percent") {
            guard let number = RateNumber(next()), number.scale <= 2, number.coefficient <= 100_000, take("of") else {
                return nil
            }
            let ofLast = take("last")
            let share = number.scale == 2 ? number.coefficient : number.coefficient * (number.scale == 1 ? 10 : 100)
            return take("income") ? .percent(share, ofLast: ofLast) : nil
        }
        if take("average") { return count(1...120).map { .average($0) } }
        if take("copy") { return count(1...120).map { .copy($0) } }
        if take("rest") {
            guard let weight = isAtEnd ? 1 : count(1...1_000_000) else { return nil }
            return .rest(weight: weight, upTo: try limit(usual))
        }
        guard words[place...].prefix(2).contains(where: { $0.bytes.contains { isDigit($0) } }),
            let amount = try amount(usual)
        else { return nil }
        if take("by") { return day(ofMonth: { $0.endOfMonth }).map { .by(amount, $0) } }
        if take("a") {
            guard take("day") else { return nil }
            let step = Target.Step(unit: .day, count: 1)
            return .times(amount, step, from: Target.always, upTo: try limit { amount.currency })
        }
        guard take("every"), let step = step(), take("from"), let from = day(ofMonth: { $0 }) else { return nil }
        return .times(amount, step, from: from, upTo: try limit { amount.currency })
    }

    /// `2 weeks`, `month`, `year`.
    private mutating func step() -> Target.Step? {
        var number: Int64 = 1
        if place < words.count, let written = Int64(words[place]) {
            guard (1...1_200).contains(written) else { return nil }
            number = written
            place += 1
        }
        if take("day days") { return Target.Step(unit: .day, count: number) }
        if take("week weeks") { return Target.Step(unit: .week, count: number) }
        if take("month months") { return Target.Step(unit: .month, count: number) }
        return take("year years") ? Target.Step(unit: .month, count: number * 12) : nil
    }
}
