import DaybookCore

extension ProgramFile {
    /// Reads the to-dos of an iCalendar file (RFC 5545).
    ///
    /// - Parameters:
    ///   - bytes: as they are in the file. A line may be folded in the middle of a letter, and in any encoding.
    ///   - clock: what clocks show at a moment where the person is.
    static func ics(_ bytes: [UInt8], clock: (Timestamp) -> LocalTime) throws(InputError) -> ProgramFile {
        let lines = ICalendarLine.unfolded(bytes)
        guard let first = lines.first, ICalendarLine(first.bytes, first.number)?.begins("VCALENDAR") == true else {
            throw InputError("it doesn't begin with BEGIN:VCALENDAR, as iCalendar does. Export the list again as .ics.")
        }
        var reading = ICalendarReading()
        for line in lines { try reading.read(line.bytes, line.number, clock) }
        reading.end(clock)
        reading.rows.endAdoptions()
        return reading.rows.file
    }
}

/// A file of iCalendar while it is read.
private struct ICalendarReading {
    /// How many components may stand around a line.
    private static let greatestDepth = 64

    var rows = ProgramRows()
    /// The names of the components that are open, the outermost first.
    private var open: [String] = []
    private var list = ""
    /// Those of the calendar that is open: its name may stand behind them.
    private var todos: [ICalendarTodo] = []
    private var todo: ICalendarTodo?
    private var lastLine = 1

    mutating func read(_ bytes: [UInt8], _ number: Int, _ clock: (Timestamp) -> LocalTime) throws(InputError) {
        lastLine = number
        guard let line = ICalendarLine(bytes, number) else {
            let start = String(utf8: Array(bytes.prefix(400))).excerpt(40)
            todo?.damage = "line \(number), “\(start)”, isn't valid in iCalendar. Export the list again."
            return
        }
        switch line.name {
        case "BEGIN":
            guard open.count < Self.greatestDepth else {
                throw InputError(
                    "line \(number) is nested more than \(Self.greatestDepth) levels deep. Export the list again.")
            }
            begin(line.value.trimmed.uppercased(), number)
        case "END": end(line.value.trimmed.uppercased(), number, clock)
        default:
            if todo != nil, open.count == 2 {
                todo?.lines.append(line)
            } else if todo != nil, open.count == 3, open.last == "VALARM" {
                todo?.remind(line)
            } else if open.count == 1, line.name == "X-WR-CALNAME" || line.name == "NAME" && list.isEmpty {
                list = line.text
            }
        }
    }

    private mutating func begin(_ name: String, _ number: Int) {
        open.append(name)
        switch (open.count, name) {
        case (2, "VTODO"): todo = ICalendarTodo(line: number)
        case (2, "VEVENT"): rows.lose(.other("event"))
        case (2, "VJOURNAL"): rows.lose(.other("journal"))
        case (2, "VFREEBUSY"): rows.lose(.other("free/busy"))
        case (3, "VALARM"): todo?.alarms.append([])
        default: break
        }
    }

    private mutating func end(_ name: String, _ number: Int, _ clock: (Timestamp) -> LocalTime) {
        guard let place = open.lastIndex(of: name) else {
            return rows.report(line: number, "END:\(name.excerpt(40)) closes nothing. Export the list again.")
        }
        if place < open.count - 1 {
            let inner = open[open.count - 1]
            let reason: Sentence = "END:\(name) closes it while \(inner.excerpt(40)) is open. Export the list again."
            if todo != nil { todo?.damage = reason } else { rows.report(line: number, reason) }
        }
        open.removeSubrange(place...)
        if open.count < 2, let todo {
            todos.append(todo)
            self.todo = nil
        }
        if open.isEmpty { endCalendar(clock) }
    }

    /// Ends the file.
    mutating func end(_ clock: (Timestamp) -> LocalTime) {
        if var todo {
            todo.damage = "it has no END:VTODO, so the file may be cut off. Export the list again."
            todos.append(todo)
        } else if !open.isEmpty {
            rows.report(line: lastLine, "the file ends without END:VCALENDAR, so it may be cut off. Export it again.")
        }
        endCalendar(clock)
    }

    private mutating func endCalendar(_ clock: (Timestamp) -> LocalTime) {
        for todo in todos { todo.add(to: &rows, list: list, clock) }
        todos = []
        list = ""
    }
}

/// A VTODO.
private struct ICalendarTodo {
    /// The one in which it begins.
    let line: Int
    var lines: [ICalendarLine] = []
    /// The lines of each VALARM.
    var alarms: [[CalendarObject.Line]] = []
    /// Why it can't be trusted.
    var damage: Sentence?

    init(line: Int) { self.line = line }

    /// Takes a line of the last alarm.
    mutating func remind(_ line: ICalendarLine) {
        guard !alarms.isEmpty else { return }
        alarms[alarms.count - 1].append(CalendarObject.Line(line: line, range: 0..<0, depth: 3))
    }

    private func first(_ name: String) -> ICalendarLine? { lines.first { $0.name == name } }
    private func has(_ name: String) -> Bool { lines.contains { $0.name == name } }

    func add(to rows: inout ProgramRows, list: String, _ clock: (Timestamp) -> LocalTime) {
        let uid = first("UID")?.text.trimmed ?? ""
        if damage == nil {
            if has("RECURRENCE-ID") { return rows.lose(.other("changed occurrence")) }
            if first("STATUS")?.value.trimmed.uppercased() == "CANCELLED" { return rows.lose(.other("cancelled")) }
        }
        let key = uid.isEmpty ? "\(list)\n\(first("SUMMARY")?.text ?? "")" : uid
        let added = rows.add(key: key, line: line) { (row: inout ProgramRow) throws(InputError) in
            if let damage { throw InputError(damage) }
            try fill(&row, list: list, clock)
        }
        for line in lines where line.name == "RELATED-TO" && line.parameter("RELTYPE")?.uppercased() == "CHILD" {
            rows.adopt(line.text.trimmed, under: added)
        }
    }

    private func fill(
        _ row: inout ProgramRow, list: String, _ clock: (Timestamp) -> LocalTime
    ) throws(InputError) {
        if lines.contains(where: { $0.parameter("ENCODING")?.uppercased() == "QUOTED-PRINTABLE" }) {
            throw InputError("it has quoted-printable text, as version 1.0 has. Export the list as iCalendar 2.0.")
        }
        try row.title(first("SUMMARY")?.text ?? "")
        // What Daybook writes of lists where a file has several.
        try row.list(first("X-DAYBOOK-LIST")?.text ?? list)
        row.priority(try priority())
        try takeStatus(&row, clock)
        try takeDays(&row, clock)
        takeRule(&row, clock)
        for line in lines { take(line, &row) }
        takeAlarms(&row)
        // What is finished was paid.
        if !row.isCompleted, let amount = CalendarValues.amount(lines) { row.amount(amount) }
    }

    private func priority() throws(InputError) -> UInt8 {
        guard let text = first("PRIORITY")?.value.trimmed, !text.isEmpty else { return 0 }
        guard let number = UInt8(text), number <= 9 else {
            throw InputError("its priority “\(text.excerpt)” isn't valid. It has to be from 0 to 9.")
        }
        return number
    }

    private func takeStatus(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) throws(InputError) {
        if let created = try time("CREATED", clock) { row.create(at: created) }
        let isDone =
            first("STATUS")?.value.trimmed.uppercased() == "COMPLETED" || has("COMPLETED")
            || first("PERCENT-COMPLETE")?.value.trimmed == "100"
        guard isDone else { return }
        for name in ["COMPLETED", "LAST-MODIFIED", "DTSTAMP", "CREATED"] {
            if let time = try time(name, clock) { return row.complete(at: time) }
        }
        throw InputError("it is completed, and doesn't say when. Open it again, or leave it out.")
    }

    private func time(_ name: String, _ clock: (Timestamp) -> LocalTime) throws(InputError) -> Timestamp? {
        try moment(name)?.time { LocalTime.offset(of: clock, $0) }
    }

    private func moment(_ name: String) throws(InputError) -> ICalendarMoment? {
        guard let line = first(name), !line.value.isBlank else { return nil }
        guard let moment = ICalendarMoment(line) else {
            throw .unread(line.value, name, form: "20261121 or 20261121T093000Z")
        }
        return moment
    }

    private func takeDays(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) throws(InputError) {
        let start = try moment("DTSTART")
        var due = try moment("DUE")
        if let duration = first("DURATION")?.value.trimmed, !duration.isEmpty {
            if due == nil, let start { due = try start.adding(duration) } else { row.note("duration", duration) }
        }
        if let due {
            let shown = due.shown(by: clock)
            try row.due(shown.day, shown.time)
        }
        // What comes again has a start for the sake of its rule.
        if let start, start != due || !has("RRULE") {
            let shown = start.shown(by: clock)
            try row.start(shown.day, shown.time)
        }
        for moment in [start, due] where moment?.hasLostZone ?? false { row.lose(.other("time zone")) }
    }

    private func takeAlarms(_ row: inout ProgramRow) {
        var texts: [String] = []
        for alarm in alarms {
            guard let reminder = CalendarAlarm(alarm, alarm.indices)?.reminder(row.days) else {
                row.lose(.reminder)
                continue
            }
            if !texts.contains(where: { Spelling($0) == Spelling(reminder.text) }) { texts.append(reminder.text) }
        }
        row.remind(texts)
    }

    private func takeRule(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) {
        let rules = lines.filter { $0.name == "RRULE" && !$0.value.isBlank }
        if let rule = rules.first {
            // Without a time the last day is meant as it is written.
            let isDay = first("DTSTART")?.value.utf8.count == 8 || first("DUE")?.value.utf8.count == 8
            row.rule(text: rule.value, countsFromDone: first("X-DAYBOOK-REPEAT")?.isAfterDone ?? false) {
                isDay ? 0 : LocalTime.offset(of: clock, $0)
            }
        }
        for _ in rules.dropFirst() { row.lose(.rule) }
    }

    private func take(_ line: ICalendarLine, _ row: inout ProgramRow) {
        switch line.name {
        case "DESCRIPTION": row.note(line.text)
        case "CATEGORIES": for tag in line.texts { row.tag(tag) }
        case "LOCATION": row.note("location", line.text)
        case "GEO": row.note("location", line.value)
        case "URL": row.note(line.value.trimmed)
        case "ATTACH":
            row.lose(.attachment)
            if line.parameter("VALUE")?.uppercased() != "BINARY" { row.note(line.value.trimmed) }
        case "RELATED-TO":
            let relation = line.parameter("RELTYPE")?.uppercased() ?? "PARENT"
            switch relation {
            case "PARENT": row.parent(line.text.trimmed)
            case "CHILD": break
            case "SIBLING": row.lose(.parent)
            default: row.lose(.dependency)
            }
        case "COMMENT": row.lose(.comment)
        case "ATTENDEE": row.lose(.other("attendee"))
        case "STATUS" where line.value.trimmed.uppercased() == "IN-PROCESS": row.lose(.other("IN-PROCESS"))
        case "PERCENT-COMPLETE" where ["0", "100"].contains(line.value.trimmed) || row.isCompleted: break
        case let name where !Self.known.contains(name) && !line.value.isBlank: row.lose(.other(name))
        default: break
        }
    }

    /// The properties that are read elsewhere, or mean nothing outside of the program that wrote them.
    private static let known: Set<String> = [
        "UID", "SUMMARY", "STATUS", "PRIORITY", "CREATED", "COMPLETED", "LAST-MODIFIED", "DTSTAMP", "DTSTART", "DUE",
        "DURATION", "RRULE", "RECURRENCE-ID", "SEQUENCE", "CLASS", "X-DAYBOOK-LIST", "X-DAYBOOK-AMOUNT",
        "X-DAYBOOK-REPEAT", "X-DAYBOOK-UID", "X-APPLE-SORT-ORDER", "X-MOZ-GENERATION", "X-MOZ-LASTACK", "X-LIC-ERROR",
    ]
}
