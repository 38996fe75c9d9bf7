public import DaybookCore

/// A line as people type it, and what is to be read of it on Wednesday, 14 October 2026, at ten: the one table of phrases,
/// for all faces.
public struct QuickPhrase: Sendable, CustomStringConvertible {
    public let line: String
    /// `title|due time|rule mode|amount`, with what is there; the line itself where all of it is title.
    public let reading: String

    /// When the table is read.
    public static let now = LocalTime(day: CivilDate(year: 2026, month: 10, day: 14)!, minute: 600)

    /// The currency of the book.
    public static let usual = Currency("EUR")!

    /// What 元 is.
    public static let local = Currency("TWD")!

    public static let all = english + traditionalChinese + simplifiedChinese

    /// True where all of it is title.
    public var isTitle: Bool { reading == line }

    public var description: String { line }

    init(_ line: String, _ reading: String) {
        self.line = line
        self.reading = reading
    }

    /// - Parameter readings: lines, and what is to be read of them.
    /// - Parameter titles: lines of which nothing is to be read.
    static func table(_ readings: [(String, String)], titles: [String]) -> [QuickPhrase] {
        readings.map { QuickPhrase($0, $1) } + titles.map { QuickPhrase($0, $0) }
    }

    /// A reading, in the form of the table.
    public static func reading(
        title: String, due: String?, time: String?, rule: String?, mode: String?, amount: String?
    ) -> String {
        var parts = [title]
        if let due { parts.append(due + (time.map { " " + $0 } ?? "")) }
        if let rule {
            parts.append(rule.dropFirst("FREQ=".count) + (mode.flatMap { $0 == "passing" ? nil : " " + $0 } ?? ""))
        }
        if let amount { parts.append(amount) }
        return parts.joined(separator: "|")
    }

    /// What was understood of a line.
    public static func reading(_ quick: QuickTodo) -> String {
        let repeats = quick.values[.repeats]?.repeats
        return reading(
            title: quick.title, due: quick.values[.due]?.day?.text, time: quick.values[.dueTime]?.timeOfDay?.clock,
            rule: repeats?.rule, mode: repeats?.mode.name, amount: quick.values[.amount]?.amount?.text)
    }
}
