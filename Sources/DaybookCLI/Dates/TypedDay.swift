import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

/// The days that somebody typed: one, or a week or month of them.
struct TypedDay {
    let first: CivilDate
    let last: CivilDate

    /// Which year `11/24` is of, and which Friday `friday`: what was spent lies behind, what is due lies ahead.
    enum Direction {
        case past, coming
    }

    /// - Throws: `ValidationError` for what is no day, or may be one of two, which it names.
    init(_ typed: String, _ direction: Direction, today: CivilDate = .local()) throws {
        let text = TypedText.plain(typed).trimmed.lowercased()
        if let span = Self.span(text, today) {
            (first, last) = span
            return
        }
        let day: CivilDate
        if direction == .coming, let when = TypedWhen(text, now: LocalTime(day: today, minute: 0)), when.time == nil {
            day = when.day
        } else {
            switch text {
            case "today": day = today
            case "yesterday": day = today.adding(days: -1)
            case "tomorrow": day = today.adding(days: 1)
            default: day = try Self.weekday(text, typed, today) ?? Self.date(text, typed, direction, today)
            }
        }
        (first, last) = (day, day)
    }

    /// The one day that is meant.
    static func one(_ typed: String, _ direction: Direction) throws -> CivilDate {
        let days = try TypedDay(typed, direction)
        // A week begins on a day that everybody knows; which day of a month is meant can't be told.
        if days.last > days.first.adding(days: 6) {
            throw ValidationError(
                "“\(TypedText.plain(typed).excerpt)” is a month. Give a day, such as \(days.first.text) or "
                    + "\(days.last.text).")
        }
        return days.first
    }

    private static func span(_ text: String, _ today: CivilDate) -> (CivilDate, CivilDate)? {
        let words = text.parts { $0.isSpace }.map { String($0) }
        if words.count == 2, let step = ["last": -1, "this": 0, "next": 1][words[0]] {
            switch words[1] {
            case "week":
                let monday = today.startOfWeek().adding(days: Int64(step) * 7)
                return (monday, monday.adding(days: 6))
            case "month":
                let middle = today.startOfMonth.adding(days: 14 + Int64(step) * 30)
                return month(middle.year, middle.month)
            default: return nil
            }
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2, let year = Int64(parts[0]),
            let number = Int64(parts[1])
        else { return nil }
        return month(year, number)
    }

    private static func month(_ year: Int64, _ month: Int64) -> (CivilDate, CivilDate)? {
        guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
        return (first, first.adding(days: 31).startOfMonth.adding(days: -1))
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// The last such day.
    private static func weekday(_ text: String, _ typed: String, _ today: CivilDate) throws -> CivilDate? {
        let words = text.parts { $0.isSpace }.map { String($0) }
        guard let name = words.last, (1...2).contains(words.count), name.utf8.count >= 3,
            let wanted = weekdays.firstIndex(where: { $0.hasPrefix(name) })
        else { return nil }
        let present = today.daysSince1970 - today.startOfWeek().daysSince1970
        let ahead = (Int64(wanted) - present + 7) % 7
        let next = today.adding(days: ahead == 0 ? 7 : ahead)
        let last = next.adding(days: ahead == 0 ? -14 : -7)
        func refuse(_ one: CivilDate, _ other: CivilDate) -> ValidationError {
            ValidationError(
                "“\(TypedText.plain(typed).excerpt)” may be \(one.text) or \(other.text). Give one of these dates.")
        }
        switch words.count == 2 ? words[0] : "" {
        case "":
            guard ahead != 0 else { throw refuse(today, last) }
            return last
        case "last": return last
        case "next": throw refuse(next, next.adding(days: 7))
        default: return nil
        }
    }

    private static func date(
        _ text: String, _ typed: String, _ direction: Direction, _ today: CivilDate
    ) throws -> CivilDate {
        var readings: [DateOrder: CivilDate] = [:]
        if let written = WrittenDate(text), !written.hasTime {
            readings = written.readings
        } else {
            // Without a year: the one that makes it the nearest behind, or ahead.
            let years = (today.year - 8)...(today.year + 8)
            let mark: Character = text.contains("/") ? "/" : "."
            let pair = (mark == "." && text.hasSuffix(".") ? String(text.dropLast()) : text)
                .split(separator: mark, omittingEmptySubsequences: false).map { String($0) }
            let words = text.parts { $0.isSpace }.map { String($0) }
            func nearest(_ make: (Int64) -> CivilDate?) -> CivilDate? {
                let days = years.compactMap(make)
                return direction == .past ? days.last { $0 <= today } : days.first { $0 >= today }
            }
            if words.count == 2, let (month, place) = WrittenDate.month(in: words), let day = Int64(words[1 - place]) {
                readings[.dmy] = nearest { CivilDate(year: $0, month: month, day: day) }
            } else if pair.count == 2, pair.allSatisfy({ (1...2).contains($0.utf8.count) }), let one = Int64(pair[0]),
                let other = Int64(pair[1])
            {
                readings[.dmy] = nearest { CivilDate(year: $0, month: other, day: one) }
                if mark == "/" { readings[.mdy] = nearest { CivilDate(year: $0, month: one, day: other) } }
            }
        }
        let days = Set(readings.values)
        if days.count == 1, let day = days.first { return day }
        guard days.isEmpty else {
            throw ValidationError(
                "“\(TypedText.plain(typed).excerpt)” may be \(WrittenDate.list(readings)). Give one of these dates.")
        }
        throw ValidationError(
            "“\(TypedText.plain(typed).excerpt)” isn't a valid date. Use a form such as 2026-11-24, 24.11.2026, friday, "
                + "tomorrow or next week.")
    }
}
