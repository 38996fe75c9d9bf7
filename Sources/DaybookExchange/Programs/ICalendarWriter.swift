public import DaybookCore

/// To-dos as iCalendar (RFC 5545): one VCALENDAR with a VTODO each.
public enum ICalendar {
    /// - Parameters:
    ///   - rows: in the order in which they are to stand there.
    ///   - listName: what the list is called in which one lies; nil for the inbox. Where all lie in one it is the name of
    ///     the calendar, or else a property of each.
    public static func write(
        _ rows: [TodoRow], listName: (Todo) -> String?, to output: inout [UInt8]
    ) {
        let lists = rows.map { listName($0.todo) ?? "" }
        let common = lists.first.flatMap { first in lists.allSatisfy { Spelling($0) == Spelling(first) } ? first : nil }
        var writer = ICalendarWriter()
        writer.line("BEGIN", "VCALENDAR")
        writer.line("VERSION", "2.0")
        writer.line("PRODID", "-//Daybook//Daybook//EN")
        if let common, !common.isBlank { writer.text("X-WR-CALNAME", common) }
        for (row, list) in zip(rows, lists) {
            writer.todo(row.todo, list: common == nil ? list : "", tags: row.todo.tags)
        }
        writer.line("END", "VCALENDAR")
        output += writer.bytes
    }
}

/// Writes the lines of iCalendar.
private struct ICalendarWriter {
    private(set) var bytes: [UInt8] = []

    /// The longest line, in bytes without its end.
    private static let longestLine = 75

    mutating func todo(_ todo: Todo, list: String, tags: [String]) {
        line("BEGIN", "VTODO")
        line("UID", "\(todo.id.text)@daybook")
        line("DTSTAMP", Self.moment(max(todo.createdAt, todo.completedAt ?? todo.createdAt)))
        line("CREATED", Self.moment(todo.createdAt))
        text("SUMMARY", todo.title)
        let notes = [todo.description, todo.notes].filter { !$0.isBlank }
        if !notes.isEmpty { text("DESCRIPTION", notes.joined(separator: "\n")) }
        days(of: todo)
        if let priority = todo.others[.priority]?.choice, priority > 0 { line("PRIORITY", "\(priority)") }
        line("STATUS", todo.isCompleted ? "COMPLETED" : "NEEDS-ACTION")
        if let done = todo.completedAt {
            line("COMPLETED", Self.moment(done))
            line("PERCENT-COMPLETE", "100")
        }
        if !tags.isEmpty { line("CATEGORIES", tags.map { Self.escaped($0) }.joined(separator: ",")) }
        if !list.isBlank { text("X-DAYBOOK-LIST", list) }
        line("END", "VTODO")
    }

    /// The two are both days, or both times. A rule has a start, be it the due.
    private mutating func days(of todo: Todo) {
        let rule = todo.repeats?.parsed
        if let due = todo.due { day("DUE", due, todo.dueTime) }
        if let start = todo.start {
            var time = todo.startTime
            if todo.due != nil {
                time = todo.dueTime.flatMap { due in time ?? TimeOfDay(minute: 0, zone: due.zone) }
            }
            day("DTSTART", start, time)
        } else if rule != nil, let due = todo.due {
            day("DTSTART", due, todo.dueTime)
        }
        if let rule { line("RRULE", rule.text) }
    }

    private mutating func day(_ name: String, _ day: CivilDate, _ time: TimeOfDay?) {
        let digits = Self.digits(day.text)
        guard let time else { return line("\(name);VALUE=DATE", digits) }
        let zone = time.zone.isEmpty ? "" : ";TZID=\(time.zone)"
        line(name + zone, "\(digits)T\(Self.digits(time.clock))00")
    }

    private static func digits(_ text: String) -> String {
        String(utf8: text.utf8.filter { (0x30...0x39).contains($0) })
    }

    /// `20261121T093000Z`.
    private static func moment(_ time: Timestamp) -> String {
        let digits = Array(digits(time.text).utf8)
        return "\(String(utf8: Array(digits.prefix(8))))T\(String(utf8: Array(digits.dropFirst(8).prefix(6))))Z"
    }

    mutating func text(_ name: String, _ text: String) { line(name, Self.escaped(text)) }

    /// Control characters have no place in a text.
    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x0A where last == 0x0D: break
            case 0x0A, 0x0D: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x00..<0x09, 0x0B..<0x20, 0x7F: break
            default: bytes.append(byte)
            }
            last = byte
        }
        return String(utf8: bytes)
    }

    /// Writes a line, folded between letters.
    mutating func line(_ name: String, _ value: String) {
        var length = 0
        for scalar in "\(name):\(value)".unicodeScalars {
            let letter = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            if length + letter.count > Self.longestLine {
                bytes += [0x0D, 0x0A, 0x20]
                length = 1
            }
            bytes += letter
            length += letter.count
        }
        bytes += [0x0D, 0x0A]
    }
}
