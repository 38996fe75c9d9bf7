import DaybookCore

extension ProgramFile {
    /// Reads the CSV of TickTick's backup.
    ///
    /// - Parameter clock: what clocks show at a moment where the person is. A day without a time is the one on which its
    ///   moment falls there: the file names the zone in which it was meant, but not how far that is from UTC.
    static func ticktick(_ bytes: [UInt8], clock: (Timestamp) -> LocalTime) throws(InputError) -> ProgramFile {
        let csv = try CSVTable(bytes) { TickTickTask.columns.contains($0.uppercased()) }
        let lines = [(number: 1, values: csv.header)] + csv.lines
        // Lines of remarks may stand before it.
        let header = lines.prefix(100).firstIndex { line in
            let names = line.values.map { $0.trimmed.uppercased() }
            return names.contains("LIST NAME") && names.contains("TITLE")
        }
        guard let header else {
            throw InputError(
                "no line names the columns List Name and Title, as the backup of TickTick does. Generate the backup again."
            )
        }
        let table = ProgramTable(lines[header].values, lines[(header + 1)...])
        var rows = ProgramRows()
        var keys: [String: String] = [:]
        for row in table.rows {
            let task = TickTickTask(table, row.values)
            if task.isAbandoned {
                rows.lose(.other("won't do"))
            } else {
                let key = rows.add(key: task.key, line: row.number) { (row: inout ProgramRow) throws(InputError) in
                    try task.fill(&row, clock)
                }
                if keys[task.id] == nil { keys[task.id] = key }
            }
        }
        rows.nameParents(keys)
        return rows.file
    }
}

/// A row of TickTick.
private struct TickTickTask {
    static let columns: Set<String> = [
        "FOLDER NAME", "LIST NAME", "TITLE", "TAGS", "CONTENT", "START DATE", "DUE DATE", "REPEAT", "PRIORITY",
        "STATUS",
    ]

    private let table: ProgramTable
    private let values: [String]

    init(_ table: ProgramTable, _ values: [String]) {
        self.table = table
        self.values = values
    }

    private func text(_ name: String) -> String { table.text(name, values) }

    private func isTrue(_ name: String) -> Bool { text(name).lowercased().isOne(of: "true y yes 1") }

    /// True where the person decided not to do it.
    var isAbandoned: Bool { text("STATUS") == "-1" }

    var id: String { text("TASKID") }

    /// Its id. A short number is only its place in this file, and may be another one's in the next.
    var key: String {
        guard id.utf8.count < 12 else { return id }
        return [text("LIST NAME"), text("CREATED TIME"), text("TITLE"), text("TITLE").isEmpty ? text("CONTENT") : ""]
            .joined(separator: "\n")
    }

    func fill(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) throws(InputError) {
        try table.check(values, mayBeShort: false)
        try row.title(text("TITLE"))
        try row.list(text("LIST NAME"))
        row.priority(try priority())
        let created = try moment("CREATED TIME", clock)
        row.create(at: created)
        try takeStatus(&row, created, clock)
        try takeDays(&row, clock)
        takeRule(&row, clock)
        for tag in text("TAGS").parts({ $0 == "," }) { row.tag(String(tag)) }
        row.note(content)
        takeReminders(&row, clock)
        row.parent(text("PARENTID"))
        if !text("FOLDER NAME").isBlank { row.lose(.other("folder")) }
        if !text("COLUMN NAME").isBlank { row.lose(.other("column")) }
    }

    private func priority() throws(InputError) -> UInt8 {
        switch text("PRIORITY") {
        case "", "0": return 0
        case "1": return 9
        case "3": return 5
        case "5": return 1
        case let other: throw InputError("its priority “\(other.excerpt)” isn't valid. It has to be 0, 1, 3 or 5.")
        }
    }

    private func takeStatus(
        _ row: inout ProgramRow, _ created: Timestamp?, _ clock: (Timestamp) -> LocalTime
    ) throws(InputError) {
        switch text("STATUS") {
        case "", "0": break
        case "1", "2": try row.complete(at: moment("COMPLETED TIME", clock), created)
        case let other: throw InputError("its status “\(other.excerpt)” isn't valid. It has to be 0, 1 or 2.")
        }
    }

    private func takeDays(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) throws(InputError) {
        let (start, due) = (try moment("START DATE", clock), try moment("DUE DATE", clock))
        let isAllDay = isTrue("IS ALL DAY")
        if let due {
            let shown = clock(due)
            try row.due(shown.day, isAllDay ? nil : shown.timeOfDay)
        }
        // A task with one date has it twice.
        if let start, start != due {
            let shown = clock(start)
            try row.start(shown.day, isAllDay ? nil : shown.timeOfDay)
        }
    }

    private func takeRule(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) {
        let text = text("REPEAT")
        guard !text.isBlank else { return }
        // Several rules stand one below the other. Dates that were picked by hand don't follow a rule.
        let rules = text.parts { $0.isLineBreak }.map { String($0).trimmed }.filter { !$0.isEmpty }
        row.rule(text: rules.first ?? "") { LocalTime.offset(of: clock, $0) }
        for _ in rules.dropFirst() { row.lose(.rule) }
    }

    /// The reminders, such as `-PT30M` or `TRIGGER:P0DT9H0M0S`, several of them between commas or line breaks. A task with
    /// a time reminds before its start. One without reminds so long after its day has begun, or before.
    private func takeReminders(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) {
        let texts = text("REMINDER").parts { $0 == "," || $0 == ";" || $0.isSpace || $0.isLineBreak }
        guard !row.isCompleted else { return }
        for text in texts.map({ String($0) }) where !text.isEmpty {
            if let reminder = reminder(text.rest(after: "TRIGGER:") ?? text, row) {
                row.remind(reminder)
            } else {
                row.lose(.reminder)
            }
        }
    }

    private func reminder(_ text: String, _ row: ProgramRow) -> Reminder? {
        let isBefore = text.utf8.first == UInt8(ascii: "-")
        guard let seconds = ICalendarMoment.seconds(isBefore ? String(text.dropFirst()) : text),
            seconds.isMultiple(of: 60), let day = row.start ?? row.due
        else { return nil }
        let minutes = seconds / 60
        guard isTrue("IS ALL DAY") else {
            guard minutes <= Reminder.longest else { return nil }
            return row.start == nil ? .beforeDue(minutes) : .beforeStart(minutes)
        }
        let before = Reminder.wholeDay + (isBefore ? minutes : -minutes)
        if before > Reminder.longest { return nil }
        if before >= 0 { return row.start == nil ? .beforeDue(before) : .beforeStart(before) }
        // Later on that day than reminders of a day can: at a moment, which doesn't come again.
        guard !row.repeats, let time = TimeOfDay(minute: minutes) else { return nil }
        return .at(day, time)
    }

    /// The text; of a check list with boxes as Markdown has them.
    private var content: String {
        let text = table.written("CONTENT", values)
        guard isTrue("IS CHECK LIST") || self.text("KIND").uppercased() == "CHECKLIST" else { return text }
        let lines = text.replacing("\r\n", with: "\n").utf8.split(omittingEmptySubsequences: false) {
            $0 == 0x0A || $0 == 0x0D
        }
        return lines.map { line in
            let line = String(decoding: line, as: UTF8.self)
            if let open = line.rest(after: "▫") { return "- [ ] \(open.trimmed)" }
            if let done = line.rest(after: "▪") { return "- [x] \(done.trimmed)" }
            return line
        }.joined(separator: "\n")
    }

    /// The moment of `2026-11-20T16:00:00+0000`, or, without the zone, as clocks show it where the person is; nil where
    /// there is none.
    private func moment(_ name: String, _ clock: (Timestamp) -> LocalTime) throws(InputError) -> Timestamp? {
        let text = text(name)
        guard !text.isBlank else { return nil }
        if let shown = WrittenMoment(text), shown.minutesAhead == nil, text.utf8.count > 10 {
            let start = Timestamp(shown.day, minute: shown.milliseconds / 60_000) { LocalTime.offset(of: clock, $0) }
            return Timestamp(milliseconds: start.milliseconds + shown.milliseconds % 60_000)
        }
        guard let time = Self.time(text) else {
            throw .unread(text, name.lowercased(), form: "2026-11-20T16:00:00+0000")
        }
        return time
    }

    private static func time(_ text: String) -> Timestamp? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20,
            let shown = Timestamp(String(decoding: bytes[..<19] + [UInt8(ascii: "Z")], as: UTF8.self))
        else { return nil }
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop { (0x30...0x39).contains($0) } }
        guard let minutes = minutesAhead(rest) else { return nil }
        return Timestamp(milliseconds: shown.milliseconds - minutes * 60_000)
    }

    /// Reads `Z`, `+0000` or `+00:00`.
    private static func minutesAhead(_ text: ArraySlice<UInt8>) -> Int64? {
        guard let sign = text.first else { return nil }
        if sign == UInt8(ascii: "Z"), text.count == 1 { return 0 }
        let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), digits.count == 4, text.count <= 6,
            digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(String(decoding: digits, as: UTF8.self)), number % 100 < 60, number < 2_400
        else { return nil }
        return (number / 100 * 60 + number % 100) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }
}
