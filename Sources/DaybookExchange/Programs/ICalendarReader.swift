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
        return reading.rows.file
    }
}

/// A line such as `DUE;TZID=Europe/Berlin:20261130T150000`, unfolded.
private struct ICalendarLine {
    let number: Int
    /// In capitals, as those of the parameters.
    let name: String
    private var parameters: [String: String] = [:]
    let value: String

    /// The lines that aren't empty, each with the number of its first in the file.
    static func unfolded(_ bytes: [UInt8]) -> [(number: Int, bytes: [UInt8])] {
        var lines: [(number: Int, bytes: [UInt8])] = []
        var (number, start) = (1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let line = end > start && bytes[end - 1] == 0x0D ? bytes[start..<end - 1] : bytes[start..<end]
            if let first = line.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1].bytes += line.dropFirst()
            } else if !line.isEmpty {
                lines.append((number, Array(line)))
            }
            (number, start) = (number + 1, end + 1)
        }
        return lines
    }

    /// Nil for a line without a name, or without a colon behind it.
    init?(_ bytes: [UInt8], _ number: Int) {
        self.number = number
        let text = Self.decoded(bytes)
        var rest = text[...]
        let name = rest.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
        guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self.name = String(decoding: name, as: UTF8.self).uppercased()
        rest = rest.dropFirst(name.count)
        while rest.first == UInt8(ascii: ";") {
            guard let parameter = Self.parameter(&rest) else { return nil }
            if parameters[parameter.name] == nil { parameters[parameter.name] = parameter.value }
        }
        guard rest.first == UInt8(ascii: ":") else { return nil }
        value = String(decoding: rest.dropFirst(), as: UTF8.self)
    }

    /// In UTF-8. What isn't is taken for Windows-1252.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        if String(validating: bytes, as: UTF8.self) != nil { return bytes }
        return (try? TextEncoding.decode(bytes).0) ?? Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    /// Takes `;NAME=value` from the start of a text. What stands between quotation marks may have any sign in it.
    private static func parameter(_ rest: inout ArraySlice<UInt8>) -> (name: String, value: String)? {
        let name = rest.dropFirst().prefix { ![UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ";")].contains($0) }
        rest = rest.dropFirst(1 + name.count)
        // Versions before 2.0 write the value alone.
        guard rest.first == UInt8(ascii: "=") else {
            return (String(decoding: name, as: UTF8.self).uppercased(), "")
        }
        rest = rest.dropFirst()
        var value: [UInt8] = []
        var isQuoted = false
        while let byte = rest.first, isQuoted || byte != UInt8(ascii: ";") && byte != UInt8(ascii: ":") {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else { value.append(byte) }
            rest = rest.dropFirst()
        }
        return isQuoted ? nil : (String(decoding: name, as: UTF8.self).uppercased(), String(utf8: value))
    }

    func parameter(_ name: String) -> String? { parameters[name] }

    /// Whether it begins a component.
    func begins(_ component: String) -> Bool { name == "BEGIN" && component == value.trimmed.uppercased() }

    /// The value as a text, without its escapes.
    var text: String { String(utf8: Self.unescaped(Array(value.utf8)[...])) }

    /// The texts between commas.
    var texts: [String] {
        var texts: [String] = []
        let bytes = Array(value.utf8)
        var (start, isEscaped) = (0, false)
        for place in bytes.indices {
            if bytes[place] == UInt8(ascii: ","), !isEscaped {
                texts.append(String(utf8: Self.unescaped(bytes[start..<place])))
                start = place + 1
            }
            isEscaped = bytes[place] == UInt8(ascii: "\\") && !isEscaped
        }
        texts.append(String(utf8: Self.unescaped(bytes[start...])))
        return texts
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var isEscaped = false
        for byte in text {
            switch byte {
            case UInt8(ascii: "\\") where !isEscaped:
                isEscaped = true
                continue
            case UInt8(ascii: "n") where isEscaped, UInt8(ascii: "N") where isEscaped: bytes.append(0x0A)
            case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"): bytes.append(byte)
            default:
                // Some programs escape what has no escape: “\:”.
                if isEscaped, byte != UInt8(ascii: ":"), byte != UInt8(ascii: "\"") {
                    bytes.append(UInt8(ascii: "\\"))
                }
                bytes.append(byte)
            }
            isEscaped = false
        }
        if isEscaped { bytes.append(UInt8(ascii: "\\")) }
        return bytes
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
        case (3, "VALARM"): todo?.alarms += 1
        default: break
        }
    }

    private mutating func end(_ name: String, _ number: Int, _ clock: (Timestamp) -> LocalTime) {
        guard let place = open.lastIndex(of: name) else {
            return rows.report(line: number, "END:\(name.excerpt(40)) closes nothing. Export the list again.")
        }
        if place < open.count - 1 {
            let inner = open[open.count - 1]
            let reason = "END:\(name) closes it while \(inner.excerpt(40)) is open. Export the list again."
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
    var alarms = 0
    /// Why it can't be trusted.
    var damage: String?

    init(line: Int) { self.line = line }

    private func first(_ name: String) -> ICalendarLine? { lines.first { $0.name == name } }
    private func has(_ name: String) -> Bool { lines.contains { $0.name == name } }

    func add(to rows: inout ProgramRows, list: String, _ clock: (Timestamp) -> LocalTime) {
        let uid = first("UID")?.text.trimmed ?? ""
        if damage == nil {
            if has("RECURRENCE-ID") { return rows.lose(.other("changed occurrence")) }
            if first("STATUS")?.value.trimmed.uppercased() == "CANCELLED" { return rows.lose(.other("cancelled")) }
        }
        let key = uid.isEmpty ? "\(list)\n\(first("SUMMARY")?.text ?? "")" : uid
        rows.add(key: key, line: line) { (row: inout ProgramRow) throws(InputError) in
            if let damage { throw InputError(damage) }
            try fill(&row, list: list, clock)
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
        for _ in 0..<alarms { row.lose(.reminder) }
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

    private func takeRule(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) {
        let rules = lines.filter { $0.name == "RRULE" && !$0.value.isBlank }
        if let rule = rules.first {
            // Without a time the last day is meant as it is written.
            let isDay = first("DTSTART")?.value.utf8.count == 8 || first("DUE")?.value.utf8.count == 8
            row.rule(try? RepeatRule(rule.value) { isDay ? 0 : LocalTime.offset(of: clock, $0) })
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
            row.lose(relation.isOne(of: "PARENT CHILD SIBLING") ? .parent : .dependency)
        case "COMMENT": row.lose(.comment)
        case "ATTENDEE": row.lose(.other("attendee"))
        case "EXDATE", "RDATE", "EXRULE": row.lose(.rule)
        default: break
        }
    }
}

/// A DATE or a DATE-TIME.
private enum ICalendarMoment: Equatable {
    case day(CivilDate)
    /// What clocks show in a zone, or where the person is; nil for the zone where its name can't be kept.
    case shown(CivilDate, minute: Int64, zone: String?)
    case utc(Timestamp)

    /// Nil for what isn't one, and for a day or a time that doesn't exist.
    init?(_ line: ICalendarLine) {
        let bytes = Array(line.value.trimmed.utf8)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16 && bytes[15] == UInt8(ascii: "Z"),
            let day = CivilDate("\(text(0..<4))-\(text(4..<6))-\(text(6..<8))")
        else { return nil }
        guard bytes.count > 8 else {
            self = .day(day)
            return
        }
        // A leap second is the one before it.
        let second = text(13..<15) == "60" ? "59" : text(13..<15)
        guard bytes[8] == UInt8(ascii: "T"),
            let time = Timestamp("\(day.text)T\(text(9..<11)):\(text(11..<13)):\(second)Z")
        else { return nil }
        if bytes.count == 16 {
            self = .utc(time)
        } else {
            let zone = line.parameter("TZID") ?? ""
            let minute = LocalTime(time, minutesAhead: 0).minute
            self = .shown(day, minute: minute, zone: TimeOfDay(minute: minute, zone: zone)?.zone)
        }
    }

    /// Whether it is in a zone whose name can't be kept.
    var hasLostZone: Bool { if case .shown(_, _, nil) = self { true } else { false } }

    /// The day and the time to keep.
    func shown(by clock: (Timestamp) -> LocalTime) -> (day: CivilDate, time: TimeOfDay?) {
        switch self {
        case .day(let day): return (day, nil)
        case .shown(let day, let minute, let zone): return (day, TimeOfDay(minute: minute, zone: zone ?? ""))
        case .utc(let time):
            let shown = clock(time)
            return (shown.day, shown.timeOfDay)
        }
    }

    /// The moment itself; of a day 12:00 in UTC.
    ///
    /// - Parameter offset: how many seconds clocks are ahead of UTC where the person is.
    func time(_ offset: (Timestamp) -> Int64) -> Timestamp {
        switch self {
        case .day(let day): day.noon
        case .shown(let day, let minute, _): Timestamp(day, minute: minute, offset: offset)
        case .utc(let time): time
        }
    }

    /// What is later by a duration such as `P2DT3H`.
    func adding(_ duration: String) throws(InputError) -> ICalendarMoment {
        guard let seconds = Self.seconds(duration) else {
            throw InputError("its duration “\(duration.excerpt)” isn't valid. Use the form P2DT3H.")
        }
        switch self {
        case .day(let day):
            guard seconds.isMultiple(of: 86_400) else {
                throw InputError(
                    "its duration “\(duration.excerpt)” has hours, and its start is a day. Give the start a time.")
            }
            return .day(day.adding(days: seconds / 86_400))
        case .shown(let day, let minute, let zone):
            let minutes = minute + seconds / 60
            return .shown(day.adding(days: minutes / 1_440), minute: minutes % 1_440, zone: zone)
        case .utc(let time): return .utc(Timestamp(milliseconds: time.milliseconds + seconds * 1_000))
        }
    }

    /// Nil for what isn't one, for one of less than nothing, and for one of more than 9999 years.
    private static func seconds(_ duration: String) -> Int64? {
        var rest = Array(duration.uppercased().utf8)[...]
        if rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        guard rest.first == UInt8(ascii: "P"), rest.count > 1 else { return nil }
        rest = rest.dropFirst()
        var (sum, isTime): (Int64, Bool) = (0, false)
        while let byte = rest.first {
            if byte == UInt8(ascii: "T"), !isTime, rest.count > 1 {
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            guard digits.count <= 12, let number = Int64(String(decoding: digits, as: UTF8.self)),
                let unit = rest.popFirst(), let seconds = seconds(unit, isTime: isTime)
            else { return nil }
            sum += number * seconds
            guard sum <= 9_999 * 366 * 86_400 else { return nil }
        }
        return sum
    }

    private static func seconds(_ unit: UInt8, isTime: Bool) -> Int64? {
        switch (unit, isTime) {
        case (UInt8(ascii: "W"), false): 604_800
        case (UInt8(ascii: "D"), false): 86_400
        case (UInt8(ascii: "H"), true): 3_600
        case (UInt8(ascii: "M"), true): 60
        case (UInt8(ascii: "S"), true): 1
        default: nil
        }
    }
}
