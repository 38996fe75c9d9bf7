import DaybookCore
import Foundation
import Synchronization

/// How the clocks of a zone go, as a VTIMEZONE says it (RFC 5545, 3.6.5): every TZID needs one.
enum CalendarZone {
    /// When clocks are set, in seconds since 1970, and how far they are ahead of UTC before and after that.
    private struct Change {
        let time: Int64
        let before: Int64
        let after: Int64

        /// The time on clocks that are about to be set.
        private var shown: Int64 { time + before }
        private var day: CivilDate { CivilDate(daysSince1970: shown.quotientAndRemainder(dividingBy: 86_400).quotient) }
        private var inDay: Int64 { shown.quotientAndRemainder(dividingBy: 86_400).remainder }

        var start: String {
            let digits = String(day.text.filter { $0 != "-" })
            let (hour, rest) = inDay.quotientAndRemainder(dividingBy: 3_600)
            return digits + "T" + [hour, rest / 60, rest % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined()
        }

        /// The rule by which it comes each year, if the one of the next year comes by the same.
        func rule(_ next: Change) -> String? {
            guard day.month == next.day.month, day.weekday == next.day.weekday, inDay == next.inDay,
                before == next.before, after == next.after,
                let place = places.first(where: { next.places.contains($0) })
            else { return nil }
            let weekday = RepeatRule.Weekday(day.weekday, ordinal: place)
            var rule = RepeatRule(.yearly)
            (rule.months, rule.weekdays) = ([day.month], [weekday])
            return rule.text
        }

        /// Which one of its weekdays it is in the month, counted from the end and from the beginning.
        private var places: [Int64] {
            let isLast = day.endOfMonth.day - day.day < 7
            return isLast ? [-1, (day.day + 6) / 7] : [(day.day + 6) / 7]
        }
    }

    /// Zones that were made, by the name and the year.
    private static let known = Mutex<[String: [UInt8]]>([:])
    private static let mostKnown = 2_000

    /// With a VTIMEZONE for each zone that is named and lacks one.
    ///
    /// - Parameter others: the zones that stay as they are.
    static func adding(to text: [UInt8], except others: Set<String> = []) -> [UInt8] {
        var years: [String: Int64] = [:]
        var (there, place): (Set<String>, Int?) = (others, nil)
        for (number, bytes, range) in ICalendarLine.unfolded(text) {
            guard let line = ICalendarLine(bytes, number) else { continue }
            if line.name == "TZID" { there.insert(line.value.trimmed) }
            if place == nil, line.begins("VTODO") || line.begins("VEVENT") { place = range.lowerBound }
            guard let zone = line.parameter("TZID"), let year = Int64(line.value.trimmed.prefix(4)) else { continue }
            years[zone] = min(year, years[zone] ?? year)
        }
        guard let place else { return text }
        let new = years.sorted { $0.key < $1.key }.filter { !there.contains($0.key) }
        return text[..<place] + new.flatMap { bytes($0.key, from: $0.value) ?? [] } + text[place...]
    }

    static func names(in text: [UInt8]) -> Set<String> {
        Set(ICalendarLine.unfolded(text).compactMap { ICalendarLine($0.bytes, $0.number)?.parameter("TZID") })
    }

    /// Nil for a zone that isn't known here.
    private static func bytes(_ name: String, from year: Int64) -> [UInt8]? {
        let key = "\(name) \(year)"
        if let known = known.withLock({ $0[key] }) { return known }
        guard (1_900...9_000).contains(year), let zone = TimeZone(identifier: name) else { return nil }
        let bytes = made(name, zone, year)
        known.withLock { known in
            if known.count >= mostKnown { known = [:] }
            known[key] = bytes
        }
        return bytes
    }

    private static func made(_ name: String, _ zone: TimeZone, _ year: Int64) -> [UInt8] {
        var writer = ICalendarWriter()
        writer.line("BEGIN", "VTIMEZONE")
        writer.line("TZID", name)
        // The offset at the beginning of the year began in the one before.
        let (first, second) = (changes(of: zone, in: year - 1), changes(of: zone, in: year))
        let rules = zip(first, second).map { $0.rule($1) }
        if first.count == second.count, !first.isEmpty, rules.allSatisfy({ $0 != nil }) {
            for (change, rule) in zip(first, rules) { write(change, rule, &writer) }
        } else {
            let all = first + second + (1...5).flatMap { changes(of: zone, in: year + $0) }
            let offset = all.first?.before ?? offset(of: zone, start(of: year))
            write(Change(time: -offset, before: offset, after: offset), nil, &writer)
            for change in all { write(change, nil, &writer) }
        }
        writer.line("END", "VTIMEZONE")
        return writer.bytes
    }

    private static func write(_ change: Change, _ rule: String?, _ writer: inout ICalendarWriter) {
        let name = change.after > change.before ? "DAYLIGHT" : "STANDARD"
        writer.line("BEGIN", name)
        writer.line("DTSTART", change.start)
        writer.line("TZOFFSETFROM", text(change.before))
        writer.line("TZOFFSETTO", text(change.after))
        if let rule { writer.line("RRULE", rule) }
        writer.line("END", name)
    }

    /// `+0530`
    private static func text(_ offset: Int64) -> String {
        let (hours, rest) = offset.magnitude.quotientAndRemainder(dividingBy: 3_600)
        let parts = [hours, rest / 60] + (rest % 60 == 0 ? [] : [rest % 60])
        return (offset < 0 ? "-" : "+") + parts.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined()
    }

    /// How many seconds clocks of a zone are ahead of UTC at a moment; 0 for a zone that isn't known here.
    static func offset(_ name: String, _ time: Timestamp) -> Int64 {
        TimeZone(identifier: name).map { offset(of: $0, time.milliseconds / 1_000) } ?? 0
    }

    private static func offset(of zone: TimeZone, _ time: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time))))
    }

    private static func start(of year: Int64) -> Int64 {
        (CivilDate("\(year)-01-01")?.daysSince1970 ?? 0) * 86_400
    }

    private static func changes(of zone: TimeZone, in year: Int64) -> [Change] {
        var changes: [Change] = []
        let end = start(of: year + 1)
        var time = start(of: year)
        while time < end {
            let (before, after) = (offset(of: zone, time), offset(of: zone, time + 86_400))
            if before != after {
                var (low, high) = (time, time + 86_400)
                while high - low > 1 {
                    let middle = (low + high) / 2
                    if offset(of: zone, middle) == before { low = middle } else { high = middle }
                }
                changes.append(Change(time: high, before: before, after: after))
            }
            time += 86_400
        }
        return changes
    }
}
