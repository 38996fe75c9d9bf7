/// The day that words of a line name: `yesterday`, `on Friday`, `3 Nov`, `2026-11-03`, `24/11`, `昨天`, `上週五`, `11月3日`.
///
/// A weekday is the last such day, today included; a day without a year is the nearest one. A day that may be either of
/// two (`11/3`) is none, and one that doesn't exist an error.
///
/// Of what is to come the next such day is meant, and more is understood: `tomorrow`, `next fri` (of the next week),
/// `in 3 days`, `24.11.`, `明天`, `下週三`, `3天後`.
struct QuickDay {
    private let today: CivilDate
    private let isComing: Bool

    init(today: CivilDate, isComing: Bool = false) {
        self.today = today
        self.isComing = isComing
    }

    /// The day that stands at the start of some words, and how many of them name it; nil where none does.
    ///
    /// - Parameter isLast: whether no other words follow: `sat` and `sun` are weekdays in the end alone.
    func day(
        in words: ArraySlice<String>, before: String
    ) throws(MoneyError) -> (count: Int, day: CivilDate)? {
        guard let written = words.first else { return nil }
        let first = Self.folded(written)
        if isComing, let found = coming(first, words.dropFirst()) { return found }
        // What comes is nothing that was spent.
        if before == "next" || before == "this" { return nil }
        switch first {
        case "today": return (1, today)
        case "yesterday": return (1, today.adding(days: -1))
        case "on", "last":
            guard words.count > 1, let weekday = Self.weekday(Self.folded(words[words.startIndex + 1]), isLast: true)
            else {
                guard first == "on", let found = try day(in: words.dropFirst(), before: first) else { return nil }
                return (found.count + 1, found.day)
            }
            return (2, first == "on" ? named(weekday) : last(weekday, isBefore: true))
        default: break
        }
        if let weekday = Self.weekday(first, isLast: words.count == 1) { return (1, named(weekday)) }
        if let numbers = Self.numbers(first) {
            guard let day = try day(numbers, written) else { return nil }
            return (1, day)
        }
        // 3 Nov, Nov 3, and a year behind either.
        guard words.count > 1 else { return nil }
        let second = Self.folded(words[words.startIndex + 1])
        let number: Int64
        let month: Int64
        if let named = Self.month(second), let counted = Self.ordinal(first) {
            (number, month) = (counted, named)
        } else if let named = Self.month(first), let counted = Self.ordinal(second) {
            (number, month) = (counted, named)
        } else {
            return nil
        }
        if words.count > 2, let year = Self.year(Self.folded(words[words.startIndex + 2])) {
            return (3, try exactly(year, month, number, written + " " + words[words.startIndex + 1]))
        }
        return (2, try near(month, number, written + " " + words[words.startIndex + 1]))
    }

    /// What only names a day to come.
    private func coming(_ first: String, _ words: ArraySlice<String>) -> (count: Int, day: CivilDate)? {
        if first.isOne(of: "tomorrow tmr tom") { return (1, today.adding(days: 1)) }
        // 24.11. is 24 November everywhere.
        let pair = first.parts { $0 == "." }
        if first.bytes.last == 0x2E, first.bytes.count(where: { $0 == 0x2E }) == 2, pair.count == 2,
            let day = Self.ordinal(String(pair[0])), let month = Self.ordinal(String(pair[1]))
        {
            return (try? near(month, day, first)).map { (1, $0) }
        }
        guard let second = words.first.map({ Self.folded($0) }) else { return nil }
        if first == "next" {
            let monday = today.startOfWeek().adding(days: 7)
            if second == "week" { return (2, monday) }
            return Self.weekday(second, isLast: true).map { (2, monday.adding(days: $0)) }
        }
        guard first == "in", let count = second.isOne(of: "a an one") ? 1 : Self.count(second),
            let unit = words.dropFirst().first.map({ Self.folded($0) })
        else { return nil }
        if unit.isOne(of: "day days") { return (3, today.adding(days: count)) }
        return unit.isOne(of: "week weeks") ? (3, today.adding(days: count * 7)) : nil
    }

    /// The day that scalars from a place on name in Chinese, and where it ends.
    func day(in scalars: [Unicode.Scalar], at start: Int) throws(MoneyError) -> (end: Int, day: CivilDate)? {
        func stands(_ word: String, at place: Int) -> Int? {
            var place = place
            for scalar in word.unicodeScalars {
                guard place < scalars.count, scalars[place] == scalar else { return nil }
                place += 1
            }
            return place
        }
        func number(at place: Int) -> (value: Int64, end: Int)? {
            var end = place
            var value: Int64 = 0
            while end < scalars.count, isDigit(scalars[end]), end - place < 5 {
                value = value * 10 + Int64(scalars[end].value - 0x30)
                end += 1
            }
            return end == place ? nil : (value, end)
        }
        for (word, days) in [("大前天", Int64(3)), ("前天", 2), ("昨天", 1), ("昨日", 1), ("今天", 0), ("今日", 0)] {
            if let end = stands(word, at: start) { return (end, today.adding(days: -days)) }
        }
        if isComing {
            for (word, days) in [
                ("大後天", Int64(3)), ("大后天", 3), ("後天", 2), ("后天", 2), ("明天", 1), ("明日", 1),
            ] {
                if let end = stands(word, at: start) { return (end, today.adding(days: days)) }
            }
            if let count = number(at: start) {
                for (word, days) in [("天", Int64(1)), ("日", 1), ("週", 7), ("周", 7)] {
                    guard let unit = stands(word, at: count.end) else { continue }
                    guard let end = stands("後", at: unit) ?? stands("后", at: unit) else { continue }
                    return (end, today.adding(days: count.value * days))
                }
            }
        }
        let isPast = stands("上", at: start) != nil
        let isNext = isComing && stands("下", at: start) != nil
        for word in ["週", "周", "星期", "禮拜", "礼拜"] {
            guard let end = stands(word, at: start + (isPast || isNext ? 1 : 0)), end < scalars.count,
                let weekday = Array("一二三四五六日天".unicodeScalars).firstIndex(of: scalars[end])
            else { continue }
            let day = today.startOfWeek().adding(days: Int64(min(weekday, 6)))
            if isPast || isNext { return (end + 1, day.adding(days: isPast ? -7 : 7)) }
            return (end + 1, named(Int64(min(weekday, 6))))
        }
        // 11月3日, and 2026年 before it.
        guard start == 0 || !isDigit(scalars[start - 1]), var count = number(at: start) else { return nil }
        var year: Int64?
        if let end = stands("年", at: count.end) {
            guard let next = number(at: end) else { return nil }
            year = count.value
            count = next
        }
        guard let end = stands("月", at: count.end), let day = number(at: end),
            let last = stands("日", at: day.end) ?? stands("號", at: day.end) ?? stands("号", at: day.end)
        else { return nil }
        let text = String(Array(scalars[start..<last]))
        guard let year else { return (last, try near(count.value, day.value, text)) }
        return (last, try exactly(year, count.value, day.value, text))
    }

    /// The day of numbers such as 2026-11-03, 24.11.2026 and 24/11; nil if they may be none, or two.
    private func day(_ numbers: (mark: UInt8, values: [Int64], hasYear: Bool), _ text: String) throws(MoneyError)
        -> CivilDate?
    {
        let values = numbers.values
        if values.count == 3 {
            if numbers.hasYear { return try exactly(values[0], values[1], values[2], text) }
            // With points, and in no other way, the day comes first everywhere.
            if numbers.mark == 0x2E { return try exactly(values[2], values[1], values[0], text) }
            guard let (month, day) = Self.order(values) else { return nil }
            return try exactly(values[2], month, day, text)
        }
        // Open at all hours.
        guard numbers.mark == 0x2F, text != "24/7", let (month, day) = Self.order(values) else { return nil }
        return CivilDate(year: 2_000, month: month, day: day) == nil ? nil : try near(month, day, text)
    }

    private static func order(_ values: [Int64]) -> (month: Int64, day: Int64)? {
        let (first, second) = (values[0], values[1])
        if first > 12, first < 32, second < 13, second > 0 { return (second, first) }
        if second > 12, second < 32, first < 13, first > 0 { return (first, second) }
        return first == second && first > 0 && first < 13 ? (first, second) : nil
    }

    /// The day that a weekday alone means: the last or the next one, today included.
    private func named(_ weekday: Int64) -> CivilDate {
        guard isComing else { return last(weekday, isBefore: false) }
        let day = today.startOfWeek().adding(days: weekday)
        return day < today ? day.adding(days: 7) : day
    }

    private func last(_ weekday: Int64, isBefore: Bool) -> CivilDate {
        let day = today.startOfWeek().adding(days: weekday)
        return day > today || isBefore && day == today ? day.adding(days: -7) : day
    }

    private func exactly(_ year: Int64, _ month: Int64, _ day: Int64, _ text: String) throws(MoneyError) -> CivilDate {
        guard let date = CivilDate(year: year, month: month, day: day) else { throw .badDay(text) }
        return date
    }

    /// The nearest day of these numbers, or the next.
    private func near(_ month: Int64, _ day: Int64, _ text: String) throws(MoneyError) -> CivilDate {
        var nearest: CivilDate?
        // A leap day may be eight years off.
        for year in today.year - 1...today.year + (isComing ? 8 : 1) {
            guard let date = CivilDate(year: year, month: month, day: day), !isComing || date >= today else { continue }
            func distance(_ date: CivilDate) -> Int64 { abs(date.daysSince1970 - today.daysSince1970) }
            if nearest.map({ distance(date) < distance($0) }) ?? true { nearest = date }
        }
        guard let nearest else { throw .badDay(text) }
        return nearest
    }

    /// In small letters, without the punctuation behind it.
    static func folded(_ word: String) -> String {
        String(utf8: SearchQuery.fold(String(word.scalars.trimming { ",;:".unicodeScalars.contains($0) })))
    }

    /// 0 for Monday. Two short names are other words as well (sun cream), but hardly in the end.
    private static func weekday(_ word: String, isLast: Bool) -> Int64? {
        if word.isOne(of: "tues thurs") { return word == "tues" ? 1 : 3 }
        return index(
            of: word, in: "monday tuesday wednesday thursday friday saturday sunday",
            isCut: isLast || !word.isOne(of: "sat sun"))
    }

    private static func month(_ word: String) -> Int64? {
        if word == "sept" { return 9 }
        let names = "january february march april may june july august september october november december"
        return index(of: String(word.scalars.filter { $0 != "." }), in: names, isCut: true).map { $0 + 1 }
    }

    /// - Parameter isCut: whether its first three letters are enough.
    private static func index(of word: String, in names: String, isCut: Bool) -> Int64? {
        for (index, name) in names.parts({ $0 == " " }).enumerated() {
            let name = String(name)
            if word == name || isCut && word == name.cut(to: 3) { return Int64(index) }
        }
        return nil
    }

    /// 3, 3rd.
    private static func ordinal(_ word: String) -> Int64? {
        let bytes = word.bytes
        let digits = bytes.prefix { isDigit($0) }
        guard digits.count == 1 || digits.count == 2,
            digits.count == bytes.count || String(utf8: Array(bytes.dropFirst(digits.count))).isOne(of: "st nd rd th")
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// Of up to four digits.
    private static func count(_ word: String) -> Int64? {
        let bytes = word.bytes
        guard !bytes.isEmpty, bytes.count < 5, bytes.allSatisfy({ isDigit($0) }) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func year(_ word: String) -> Int64? {
        let bytes = word.bytes
        guard bytes.count == 4, bytes[0] == 0x31 || bytes[0] == 0x32, bytes.allSatisfy({ isDigit($0) }) else {
            return nil
        }
        return bytes.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// The two or three numbers of a date that is written with one mark; with three, one end has the year in four digits.
    private static func numbers(_ word: String) -> (mark: UInt8, values: [Int64], hasYear: Bool)? {
        let bytes = word.bytes
        guard let mark = bytes.first(where: { !isDigit($0) }), mark == 0x2D || mark == 0x2E || mark == 0x2F else {
            return nil
        }
        let parts = bytes.split(separator: mark, omittingEmptySubsequences: false)
        let hasYear = parts.count == 3 && parts[0].count == 4
        guard parts.count == 3 || parts.count == 2 && mark == 0x2F else { return nil }
        var values: [Int64] = []
        for (index, part) in parts.enumerated() {
            let isYear = parts.count == 3 && index == (hasYear ? 0 : 2)
            guard isYear ? part.count == 4 : part.count == 1 || part.count == 2, part.allSatisfy({ isDigit($0) })
            else { return nil }
            values.append(part.reduce(0) { $0 * 10 + Int64($1 - 0x30) })
        }
        return (mark, values, hasYear)
    }
}
