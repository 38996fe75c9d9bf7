public import DaybookCore

/// To-dos as iCalendar (RFC 5545): one VCALENDAR with a VTODO each.
public enum ICalendar {
    /// - Parameters:
    ///   - rows: in the order in which they are to stand there.
    ///   - listName: what the list is called in which one lies; nil for the inbox. Where all lie in one it is the name of
    ///     the calendar, or else a property of each.
    ///   - kept: what apps of CalDAV stored of them.
    ///   - accounts: what accounts are called. One without a name is written as its id.
    public static func write(
        _ rows: [TodoRow], kept: [EntityID: CalendarObject] = [:], accounts: [EntityID: String] = [:],
        listName: (Todo) -> String?, to output: inout [UInt8]
    ) {
        let lists = rows.map { listName($0.todo) ?? "" }
        let common = lists.first.flatMap { first in
            lists.allSatisfy { ByteString($0) == ByteString(first) } ? first : nil
        }
        var (head, writer) = (ICalendarWriter(), ICalendarWriter(accounts: accounts))
        head.begin()
        if let common, !common.isBlank { head.text("X-WR-CALNAME", common) }
        let ids = Set(rows.map(\.todo.id))
        var zones: Set<String> = []
        let uids = kept.mapValues(\.uid)
        func uid(_ id: EntityID) -> String { uids[id] ?? ICalendarWriter.uid(id) }
        for (row, list) in zip(rows, lists) {
            let (todo, list) = (row.todo, common == nil ? list : "")
            if let kept = kept[todo.id],
                let object = try? CalendarObject(CalendarObject.text(of: todo, kept, uid: uid))
            {
                head.zones(of: object, &zones)
                writer.object(object, of: todo, list: list)
            } else {
                let parent = todo.parent.flatMap { ids.contains($0) ? uid($0) : nil }
                writer.todo(todo, under: parent, list: list, tags: todo.tags)
            }
        }
        writer.line("END", "VCALENDAR")
        output += CalendarZone.adding(to: head.bytes + writer.bytes)
    }

    /// One VCALENDAR with a VEVENT for each to-do that has a day, since calendars show events alone.
    ///
    /// - Parameter todos: in the order in which they are to stand there.
    public static func writeEvents(_ todos: [Todo], to output: inout [UInt8]) {
        var writer = ICalendarWriter()
        writer.begin()
        writer.text("X-WR-CALNAME", "Daybook")
        for todo in todos { writer.event(todo) }
        writer.line("END", "VCALENDAR")
        output += CalendarZone.adding(to: writer.bytes)
    }
}

struct ICalendarWriter {
    private(set) var bytes: [UInt8] = []
    /// The names of accounts. One that has none here is written as its id.
    var accounts: [EntityID: String] = [:]

    /// The longest line, in bytes without its end.
    private static let longestLine = 75

    /// Tells what stands behind the id of a to-do.
    static let uidEnd = "@daybook"

    static func uid(_ id: EntityID) -> String { id.text + uidEnd }

    mutating func begin() {
        line("BEGIN", "VCALENDAR")
        line("VERSION", "2.0")
        line("PRODID", "-//Daybook//Daybook//EN")
    }

    /// Writes what a to-do and its event share.
    private mutating func begin(_ component: String, _ todo: Todo) {
        line("BEGIN", component)
        line("UID", Self.uid(todo.id))
        line("DTSTAMP", Self.moment(max(todo.createdAt, todo.completedAt ?? todo.createdAt)))
        line("CREATED", Self.moment(todo.createdAt))
        text("SUMMARY", todo.title)
        notes(of: todo)
    }

    mutating func notes(of todo: Todo) {
        let notes = [todo.description, todo.notes].filter { !$0.isBlank }
        if !notes.isEmpty { text("DESCRIPTION", notes.joined(separator: "\n")) }
    }

    mutating func categories(_ tags: [String]) {
        if !tags.isEmpty { line("CATEGORIES", tags.map { Self.escaped($0) }.joined(separator: ",")) }
    }

    /// Writes the event of a to-do: on its due, or else its start; nothing where it has neither. A whole day ends before
    /// the next one, and is nobody's time. A time takes no while. What comes again begins on a day of its rule; where it
    /// was moved from that, this is an event of its own.
    mutating func event(_ todo: Todo) {
        guard let day = todo.due ?? todo.start else { return }
        let time = todo.due == nil ? todo.startTime : todo.dueTime
        let anchor = todo.repeats?.anchor ?? day
        let rule = Self.rule(of: todo, from: anchor, hasTime: time != nil)
        event(todo, on: rule == nil ? day : anchor, time, rule)
        if rule != nil, day != anchor { event(todo, on: day, time, inPlaceOf: anchor) }
    }

    private mutating func event(
        _ todo: Todo, on day: CivilDate, _ time: TimeOfDay?, _ rule: RepeatRule? = nil,
        inPlaceOf anchor: CivilDate? = nil
    ) {
        begin("VEVENT", todo)
        if let anchor { self.day("RECURRENCE-ID", anchor, time) }
        self.day("DTSTART", day, time)
        if time == nil {
            let next = day.adding(days: 1)
            if next.year <= 9_999 { self.day("DTEND", next, nil) }
            line("TRANSP", "TRANSPARENT")
        }
        if let rule { line("RRULE", rule.text) }
        categories(todo.tags)
        line("END", "VEVENT")
    }

    /// The rule from the open occurrence on. One that depends on when that is done can't be said.
    private static func rule(of todo: Todo, from day: CivilDate, hasTime: Bool) -> RepeatRule? {
        guard todo.repeats?.mode != .afterDone, var rule = todo.rule else { return nil }
        // Beside a time, UNTIL would have to be a moment in UTC.
        if hasTime, rule.until != nil {
            rule.count = Int64(max(1, rule.days(from: day, limit: 1_000).count))
            rule.until = nil
        }
        return rule
    }

    /// - Parameter parent: the UID of the one under which it stands.
    mutating func todo(_ todo: Todo, under parent: String?, list: String, tags: [String]) {
        properties(of: todo, under: parent, tags: tags)
        if !list.isBlank { text("X-DAYBOOK-LIST", list) }
        amount(of: todo, as: Self.uid(todo.id))
        alarms(CalendarValues(todo).reminders, of: todo)
        line("END", "VTODO")
        move(of: todo, as: Self.uid(todo.id))
    }

    /// Writes the zones of what an app of CalDAV stored.
    ///
    /// - Parameter known: those that the file has already.
    mutating func zones(of object: CalendarObject, _ known: inout Set<String>) {
        for part in object.parts(without: []) {
            if let zone = part.zone, known.insert(zone).inserted { copy(part.lines + part.end) }
        }
    }

    /// Writes what an app of CalDAV stored, but for its zones. The file has an order of its own.
    mutating func object(_ object: CalendarObject, of todo: Todo, list: String) {
        let left = ["X-APPLE-SORT-ORDER"] + booking(of: todo).map(\.name)
        for part in object.parts(without: left) where part.zone == nil {
            copy(part.lines)
            if part.isOwn, !list.isBlank { text("X-DAYBOOK-LIST", list) }
            if part.isOwn { payer(of: todo) }
            copy(part.end)
        }
    }

    /// One calendar with nothing but a to-do.
    ///
    /// - Parameter parent: the UID of the one under which it stands.
    mutating func calendar(of todo: Todo, under parent: String?) {
        begin()
        properties(of: todo, under: parent, tags: todo.tags)
        order(of: todo)
        amount(of: todo, as: Self.uid(todo.id))
        alarms(CalendarValues(todo).reminders, of: todo)
        line("END", "VTODO")
        move(of: todo, as: Self.uid(todo.id))
        line("END", "VCALENDAR")
    }

    /// Writes the open occurrence of what comes again where it was moved from the day of its rule.
    mutating func move(of todo: Todo, as uid: String) {
        guard todo.rule != nil, let anchor = todo.repeats?.anchor, todo.due != anchor else { return }
        line("BEGIN", "VTODO")
        line("UID", uid)
        line("DTSTAMP", Self.moment(todo.createdAt))
        day("RECURRENCE-ID", anchor, todo.dueTime)
        text("SUMMARY", todo.title)
        ownDays(of: todo)
        status(doneAt: nil)
        line("END", "VTODO")
    }

    /// The start of a VTODO, with what every reader is told.
    ///
    /// - Parameter parent: the UID of the one under which it stands.
    private mutating func properties(of todo: Todo, under parent: String?, tags: [String]) {
        begin("VTODO", todo)
        days(of: todo)
        rule(of: todo)
        priority(of: todo)
        status(doneAt: todo.completedAt)
        if let parent { text("RELATED-TO", parent) }
        categories(tags)
    }

    mutating func priority(of todo: Todo) {
        if let priority = todo.extraFields[.priority]?.choice, priority > 0 { line("PRIORITY", "\(priority)") }
    }

    mutating func status(doneAt: Timestamp?) {
        line("STATUS", doneAt == nil ? "NEEDS-ACTION" : "COMPLETED")
        if let doneAt {
            line("COMPLETED", Self.moment(doneAt))
            line("PERCENT-COMPLETE", "100")
        }
    }

    mutating func order(of todo: Todo) {
        line("X-APPLE-SORT-ORDER", "\(SortOrder.order(of: todo.todoPosition))")
    }

    /// - Parameter uid: what programs know the to-do by. The amount is of that, and of no copy of the to-do.
    mutating func amount(of todo: Todo, as uid: String) {
        guard let amount = todo.amount else { return }
        text("X-DAYBOOK-AMOUNT", "\(amount.number) \(amount.currency.code)")
        payer(of: todo)
        text("X-DAYBOOK-UID", uid)
    }

    private mutating func payer(of todo: Todo) {
        for line in booking(of: todo) { text(line.name, line.text) }
    }

    /// Tells how the amount of a to-do is booked, in lines of Daybook's own.
    private func booking(of todo: Todo) -> [(name: String, text: String)] {
        guard todo.amount != nil else { return [] }
        var lines: [(name: String, text: String)] = []
        if let account = todo.account { lines.append(("X-DAYBOOK-ACCOUNT", accounts[account] ?? account.text)) }
        if let account = todo.extraFields[.paysInto]?.entity {
            lines.append(("X-DAYBOOK-TO-ACCOUNT", accounts[account] ?? account.text))
        }
        if todo.books == .income { lines.append(("X-DAYBOOK-BOOKS", "INCOME")) }
        if todo.isAbout { lines.append(("X-DAYBOOK-ESTIMATE", "ABOUT")) }
        return lines
    }

    /// The two are both days, or both times. A rule has a start, be it the due: it goes from the day that the rule gives the
    /// open occurrence, also where that was moved.
    mutating func days(of todo: Todo) {
        let hasRule = todo.repeats?.parsed != nil
        guard todo.rule != nil, let anchor = todo.repeats?.anchor, let due = todo.due else {
            return days(todo.start, todo.due, of: todo, hasRule: hasRule)
        }
        let start = todo.start?.adding(days: anchor.daysSince1970 - due.daysSince1970)
        days(start, anchor, of: todo, hasRule: hasRule)
    }

    /// The days on which it is to be done.
    mutating func ownDays(of todo: Todo) { days(todo.start, todo.due, of: todo, hasRule: false) }

    private mutating func days(_ start: CivilDate?, _ due: CivilDate?, of todo: Todo, hasRule: Bool) {
        if let due { day("DUE", due, todo.dueTime) }
        if let start {
            var time = todo.startTime
            if due != nil {
                time = todo.dueTime.flatMap { due in time ?? TimeOfDay(minute: 0, zone: due.zone) }
            }
            day("DTSTART", start, time)
        } else if hasRule, let due {
            day("DTSTART", due, todo.dueTime)
        }
    }

    mutating func rule(of todo: Todo) {
        guard let repeats = todo.repeats, let rule = repeats.parsed else { return }
        line("RRULE", rule.text)
        if repeats.mode == .afterDone { line("X-DAYBOOK-REPEAT", ICalendarLine.afterDone) }
    }

    private mutating func day(_ name: String, _ day: CivilDate, _ time: TimeOfDay?) {
        let digits = Self.digits(day.text)
        guard let time else { return line("\(name);VALUE=DATE", digits) }
        let isUTC = time.zone == TimeOfDay.utc
        let zone = time.zone.isEmpty || isUTC ? "" : ";TZID=\(time.zone)"
        line(name + zone, "\(digits)T\(Self.digits(time.clock))00\(isUTC ? "Z" : "")")
    }

    /// A time that is in UTC.
    static func moment(_ day: CivilDate, _ time: TimeOfDay) -> String {
        "\(digits(day.text))T\(digits(time.clock))00Z"
    }

    private static func digits(_ text: String) -> String {
        String(utf8: text.utf8.filter { (0x30...0x39).contains($0) })
    }

    /// `20261121T093000Z`.
    static func moment(_ time: Timestamp) -> String {
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

    /// Takes over lines as they are.
    mutating func copy(_ lines: ArraySlice<UInt8>) { bytes += lines }

    mutating func line(_ name: String, _ value: String) { folded("\(name):\(value)") }

    /// Writes a line, folded between letters.
    mutating func folded(_ line: String) {
        var length = 0
        for scalar in line.unicodeScalars {
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

extension TimeOfDay {
    /// The zone of a moment that a program wrote in UTC.
    static let utc = "UTC"
}
