public import DaybookCore

/// In which order day, month and year stand in a date such as 03/04/2026.
public enum DateOrder: String, CaseIterable, Sendable {
    case dmy, mdy, ymd

    var words: String {
        switch self {
        case .dmy: "day first"
        case .mdy: "month first"
        case .ymd: "year first"
        }
    }
}

/// A date in numbers, or with the English name of a month: the days that it may mean.
public struct WrittenDate: Equatable, Sendable {
    /// One for each order in which it is a day that exists.
    public let readings: [DateOrder: CivilDate]
    /// True where it is written so that everybody reads it in the same way.
    public let isPlain: Bool
    /// True where a time of day stands behind it.
    public let hasTime: Bool

    /// The day, if every reading gives the same.
    public var day: CivilDate? { Set(readings.values).count == 1 ? readings.values.first : nil }

    /// Nil where it is no day in any order.
    public init?(_ text: String) {
        let (date, hasTime) = Self.withoutTime(Self.western(text.trimmed))
        (readings, isPlain) = Self.named(date).map { ($0, true) } ?? Self.numbers(date)
        self.hasTime = hasTime
        if readings.isEmpty { return nil }
    }

    /// The readings as a message names them.
    public static func list(_ readings: [DateOrder: CivilDate]) -> String {
        readings.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value.text) (\($0.key.words))" }
            .joined(separator: " or ")
    }

    /// Kept here, since a function would parse the literal again at each call.
    nonisolated(unsafe) private static let time =
        /(?i)(?:T|\s+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[AP]M)?(?:\s?(?:Z|[+-]\d{2}:?\d{2}))?$/

    private static func withoutTime(_ text: String) -> (String, Bool) {
        guard text.utf8.contains(UInt8(ascii: ":")), let match = text.firstMatch(of: time) else { return (text, false) }
        return (String(text[..<match.range.lowerBound]), true)
    }

    /// `2026年11月13日`, `2026년 11월 13일` and `2026.11.13.` without what their parts are called.
    private static func western(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.last == UInt8(ascii: ".") ? String(text.dropLast()) : text
        }
        var plain = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "年", "月", "년", "월": plain.unicodeScalars.append("-")
            case "日", "일", "\u{200E}", "\u{200F}", "\u{FEFF}": continue
            case "０"..."９": plain.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFF10 + 0x30)))
            case "／": plain += "/"
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain.replacing("- ", with: "-").trimmed
    }

    private static func numbers(_ text: String) -> ([DateOrder: CivilDate], isPlain: Bool) {
        if text.utf8.count == 8, let number = Int64(text), text.utf8.allSatisfy(isDigit) {
            let day = CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
            return (day.map { [.ymd: $0] } ?? [:], true)
        }
        guard let separator = text.first(where: { "-/.".contains($0) }) else { return ([:], true) }
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { String($0).trimmed }
        guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) })
        else { return ([:], true) }
        // Where points part them, the day is first: nobody writes the month before it so.
        var orders: [DateOrder] = separator == "." ? [.dmy] : DateOrder.allCases
        if parts[0].utf8.count > 2 {
            orders = [.ymd]
        } else if parts[2].utf8.count == 4 {
            orders.removeAll { $0 == .ymd }
        }
        var readings: [DateOrder: CivilDate] = [:]
        for order in orders {
            let (year, month, day) =
                switch order {
                case .dmy: (parts[2], parts[1], parts[0])
                case .mdy: (parts[2], parts[0], parts[1])
                case .ymd: (parts[0], parts[1], parts[2])
                }
            guard month.utf8.count <= 2, day.utf8.count <= 2, let number = self.year(year), let month = Int64(month),
                let day = Int64(day)
            else { continue }
            readings[order] = CivilDate(year: number, month: month, day: day)
        }
        return (readings, orders.count == 1)
    }

    /// Reads a year of two digits as POSIX does: 69 is 1969, 68 is 2068.
    private static func year(_ text: String) -> Int64? {
        guard let number = Int64(text) else { return nil }
        switch text.utf8.count {
        // Thailand counts from the Buddha, Taiwan from its republic.
        case 4: return number > 2_400 && number < 2_700 ? number - 543 : number
        case 3: return number > 60 && number < 200 ? number + 1_911 : nil
        case 2: return number < 69 ? 2_000 + number : 1_900 + number
        default: return nil
        }
    }

    /// `24 Nov 2026`, `Nov 24, 2026`, `24-Nov-2026`, `24-NOV-26`, `24 de noviembre de 2026`.
    private static func named(_ text: String) -> [DateOrder: CivilDate]? {
        let words = text.parts { $0.isSpace || ",-/.".unicodeScalars.contains($0) }.map { String($0) }
            .filter { !$0.isEmpty && $0.lowercased() != "de" }
        guard words.count == 3,
            let place = words.firstIndex(where: { $0.unicodeScalars.contains { $0.properties.isAlphabetic } }),
            place < 2, let month = month(named: words[place])
        else { return nil }
        let (day, year) = (words[1 - place], words[2])
        // 2026-Nov-24 has the year in front.
        if place == 1, day.utf8.count == 4, year.utf8.count <= 2 {
            guard let year = self.year(day), let day = Int64(words[2]) else { return nil }
            return CivilDate(year: year, month: month, day: day).map { [.ymd: $0] }
        }
        guard year.utf8.count == 4 || year.utf8.count == 2, let year = self.year(year), day.utf8.count <= 2,
            let day = Int64(day)
        else { return nil }
        return CivilDate(year: year, month: month, day: day).map { [place == 0 ? .mdy : .dmy: $0] }
    }

    /// The month that a word names, in English or in another language of banks: by its first letters, at least three.
    private static func month(named word: String) -> Int64? {
        if let (month, _) = month(in: [word]) { return month }
        let word = ColumnNames.words(word).joined()
        guard word.unicodeScalars.count >= 3 else { return nil }
        for (index, starts) in months.enumerated() {
            for start in starts.split(separator: " ") where word.hasPrefix(start) || start.hasPrefix(word) {
                return Int64(index + 1)
            }
        }
        return nil
    }

    private static let months = [
        "jan ene gen sty led oca янв січ", "feb fev febb fevr lut uno sub фев лют",
        "mar mrt maa mars brez марта бер mär", "apr abr avr kwi dub nis апр кві",
        "mai mei mag maj kve мая тра", "jun giu juin cze cer haz июн чер", "jul lug juil lip cvc tem июл лип",
        "aug ago aou sie srp авг сер", "sep set wrz zar eyl сен вер", "okt out ott paz rij eki окт жов",
        "nov lis kas ноя лис",
        "dez dic des pro gru prosi ara дек гру",
    ]

    /// The month that one of some words names, and which of them it is.
    public static func month(in words: [String]) -> (month: Int64, place: Int)? {
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ]
        for (place, word) in words.enumerated() where word.utf8.count >= 3 {
            if let index = names.firstIndex(where: { $0.hasPrefix(word.lowercased()) }) {
                return (Int64(index + 1), place)
            }
        }
        return nil
    }
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
