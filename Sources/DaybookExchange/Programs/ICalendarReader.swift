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

/// A file of iCalendar while it is taken apart: each of its to-dos becomes a `CalendarObject`, which says what it means.
private struct ICalendarReading {
    /// How many components may stand around a line.
    private static let greatestDepth = 64

    var rows = ProgramRows()
    /// The names of the components that are open, the outermost first.
    private var open: [String] = []
    private var list = ""
    private var calendar = ICalendarParts()
    /// The to-dos of the calendar that is open: its name may stand behind them.
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
            take(line, bytes)
        case "END":
            take(line, bytes)
            end(line.value.trimmed.uppercased(), number, clock)
        default: take(line, bytes)
        }
    }

    private mutating func take(_ line: ICalendarLine, _ bytes: [UInt8]) {
        let text = ICalendarLine.text(bytes)
        if todo != nil {
            todo?.lines.append((line, text, open.count))
        } else if open.count > 1, open[1] == "VTIMEZONE" {
            calendar.take(zone: line, text, isNew: open.count == 2 && line.name == "BEGIN")
        } else if open.count == 1, line.name == "X-WR-CALNAME" || line.name == "NAME" && list.isEmpty {
            list = line.text
        } else if open.count == 1, ["VERSION", "PRODID", "CALSCALE"].contains(line.name) {
            calendar.header.append(text)
        }
    }

    private mutating func begin(_ name: String, _ number: Int) {
        open.append(name)
        switch (open.count, name) {
        case (2, "VTODO"): todo = ICalendarTodo(line: number)
        case (2, "VEVENT"): rows.lose(.other("event"))
        case (2, "VJOURNAL"): rows.lose(.other("journal"))
        case (2, "VFREEBUSY"): rows.lose(.other("free/busy"))
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
        var places: [ByteString: Int] = [:]
        for (place, todo) in todos.enumerated() where !todo.isChange && !todo.uid.isEmpty {
            if places[ByteString(todo.uid)] == nil { places[ByteString(todo.uid)] = place }
        }
        for todo in todos where todo.isChange && todo.damage == nil {
            if let place = places[ByteString(todo.uid)] {
                todos[place].changes.append(todo.lines)
            } else {
                rows.lose(.other("changed occurrence"))
            }
        }
        for todo in todos where !todo.isChange || todo.damage != nil {
            todo.add(to: &rows, list: list, calendar, clock)
        }
        (todos, list, calendar) = ([], "", ICalendarParts())
    }
}

/// The parts that the to-dos of a calendar share.
private struct ICalendarParts {
    /// The lines of the calendar itself.
    var header: [String] = []
    private var zones: [(name: String, lines: [String])] = []

    mutating func take(zone line: ICalendarLine, _ text: String, isNew: Bool) {
        if isNew { zones.append(("", [])) }
        guard !zones.isEmpty else { return }
        zones[zones.count - 1].lines.append(text)
        if line.name == "TZID" { zones[zones.count - 1].name = line.value.trimmed }
    }

    func zones(_ names: Set<String>) -> [String] { zones.filter { names.contains($0.name) }.flatMap(\.lines) }
}

private struct ICalendarTodo {
    /// One with its text, and how many components stand around it.
    typealias Line = (line: ICalendarLine, text: String, depth: Int)

    /// The one in which it begins.
    let line: Int
    /// All of it, from BEGIN to END.
    var lines: [Line] = []
    /// The lines of those that change one occurrence.
    var changes: [[Line]] = []
    /// Why it can't be trusted.
    var damage: Sentence?

    init(line: Int) { self.line = line }

    private var properties: [ICalendarLine] {
        lines.filter { $0.depth == 2 && $0.line.name != "BEGIN" && $0.line.name != "END" }.map(\.line)
    }

    private func first(_ name: String) -> ICalendarLine? { lines.first { $0.depth == 2 && $0.line.name == name }?.line }

    var uid: String { first("UID")?.text.trimmed ?? "" }
    var isChange: Bool { first("RECURRENCE-ID") != nil }

    func add(
        to rows: inout ProgramRows, list: String, _ calendar: ICalendarParts, _ clock: (Timestamp) -> LocalTime
    ) {
        if damage == nil, first("STATUS")?.value.trimmed.uppercased() == "CANCELLED" {
            return rows.lose(.other("cancelled"))
        }
        let key = uid.isEmpty ? "\(list)\n\(first("SUMMARY")?.text ?? "")" : uid
        let added = rows.add(key: key, line: line) { (row: inout ProgramRow) throws(InputError) in
            if let damage { throw InputError(damage) }
            try check(&row)
            // Daybook's own line for a list, where a file has several.
            try row.list(first("X-DAYBOOK-LIST")?.text ?? list)
            if let created = try moment("CREATED") { row.create(at: created.time { LocalTime.offset(of: clock, $0) }) }
            let object = try object(&row, calendar)
            let rules = properties.filter { $0.name == "RRULE" && !$0.value.isBlank }.map(\.value)
            try row.take(object, doneAt: object.values.isDone ? done() : nil, rules: rules)
        }
        for line in properties where line.name == "RELATED-TO" && line.parameter("RELTYPE")?.uppercased() == "CHILD" {
            rows.adopt(line.text.trimmed, under: added)
        }
    }

    /// Makes of it what an app of CalDAV would store. A rule that no app may store is the to-do's alone.
    private func object(_ row: inout ProgramRow, _ calendar: ICalendarParts) throws(InputError) -> CalendarObject {
        // One without a UID, and the second with it, gets one of its own.
        let own = row.key == uid ? nil : CalendarObject.uid(of: CalendarObject.id(ofUID: row.key))
        let parts = ([lines] + (own == nil ? changes : [])).map { part in
            part.filter { $0.line.name != "RRULE" || !CalendarValues.isRefused($0.line, beside: properties) }
        }
        if let object = try object(parts, own, calendar) { return object }
        for part in parts.joined() where !Self.isShown(part) && part.depth == 2 { row.lose(.other(part.line.name)) }
        if let object = try object(parts.map { $0.filter(Self.isShown) }, own, calendar) { return object }
        throw InputError("\(CalendarError.tooLarge.message)")
    }

    /// Nil for one that is too large.
    private func object(
        _ parts: [[Line]], _ own: String?, _ calendar: ICalendarParts
    ) throws(InputError) -> CalendarObject? {
        var writer = ICalendarWriter()
        writer.line("BEGIN", "VCALENDAR")
        for text in calendar.header { writer.folded(text) }
        for text in calendar.zones(Set(parts.joined().compactMap { $0.line.parameter("TZID") })) { writer.folded(text) }
        for (index, line) in parts.joined().enumerated() where line.line.name != "X-DAYBOOK-LIST" {
            if own == nil || line.depth > 2 || line.line.name != "UID" { writer.folded(line.text) }
            if index == 0, let own { writer.text("UID", own) }
        }
        writer.line("END", "VCALENDAR")
        do throws(CalendarError) {
            return try CalendarObject(writer.bytes)
        } catch .tooLarge {
            return nil
        } catch {
            throw InputError("\(error.message)")
        }
    }

    /// Tells what stays of one that is too large.
    private static func isShown(_ line: Line) -> Bool {
        guard line.depth == 2 else { return false }
        return switch line.line.name {
        case "BEGIN", "END": line.line.value.trimmed.uppercased() == "VTODO"
        case "UID", "RECURRENCE-ID": true
        default: CalendarValues.part(of: line.line) != nil
        }
    }

    /// Refuses what would have to be guessed.
    private func check(_ row: inout ProgramRow) throws(InputError) {
        if properties.contains(where: { $0.parameter("ENCODING")?.uppercased() == "QUOTED-PRINTABLE" }) {
            throw InputError("it has quoted-printable text, as version 1.0 has. Export the list as iCalendar 2.0.")
        }
        try row.title(first("SUMMARY")?.text ?? "")
        if let text = first("PRIORITY")?.value.trimmed, !text.isEmpty, UInt8(text).map({ $0 > 9 }) ?? true {
            throw InputError("its priority “\(text.excerpt)” isn't valid. It has to be from 0 to 9.")
        }
        let start = try moment("DTSTART")
        var due = try moment("DUE")
        if due == nil, let start, let duration = first("DURATION")?.value.trimmed, !duration.isEmpty {
            due = try start.adding(duration)
        }
        if let due, !(1...9_999).contains(due.written.day.year) {
            throw InputError("its day is beyond the years 1 to 9999. Change it.")
        }
        for moment in [start, due] where moment?.hasLostZone ?? false { row.keep(.other("time zone")) }
    }

    /// When it was done: the nearest moment that it names.
    private func done() throws(InputError) -> Timestamp {
        for name in ["COMPLETED", "LAST-MODIFIED", "DTSTAMP", "CREATED"] {
            if let moment = try moment(name) { return moment.time { _ in 0 } }
        }
        throw .completedAtNoTime
    }

    private func moment(_ name: String) throws(InputError) -> ICalendarMoment? {
        guard let line = first(name), !line.value.isBlank else { return nil }
        guard let moment = ICalendarMoment(line) else {
            throw .unread(line.value, name, form: "20261121 or 20261121T093000Z")
        }
        return moment
    }
}
