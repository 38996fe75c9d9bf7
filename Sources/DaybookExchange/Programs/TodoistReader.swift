import DaybookCore

extension ProgramFile {
    /// Reads the CSV that Todoist writes of a project.
    ///
    /// - Parameters:
    ///   - name: that of the file, which is the project's.
    ///   - today: from which on the words of dates are understood.
    static func todoist(_ bytes: [UInt8], name: String, today: CivilDate) throws(InputError) -> ProgramFile {
        let csv = try CSVTable(bytes) { TodoistReading.columns.contains($0.uppercased()) }
        let table = ProgramTable(csv.header, csv.lines[...])
        guard table.has("TYPE"), table.has("CONTENT") else {
            throw InputError(
                "the first line has no columns TYPE and CONTENT, as the CSV of a project of Todoist has. Export the "
                    + "project as a template or a backup.")
        }
        let isEnded = bytes.last == 0x0A || bytes.last == 0x0D
        var reading = TodoistReading(table, project: TodoistReading.project(name), today)
        for (index, row) in table.rows.enumerated() {
            reading.read(row, mayBeShort: isEnded || index < table.rows.count - 1)
        }
        reading.endTask()
        return reading.rows.file
    }
}

private struct TodoistReading {
    private struct Task {
        let line: Int
        let values: [String]
        let section: String
        let mayBeShort: Bool
        var comments: [String] = []
    }

    static let columns: Set<String> = [
        "TYPE", "CONTENT", "DESCRIPTION", "PRIORITY", "INDENT", "AUTHOR", "RESPONSIBLE", "DATE", "DATE_LANG",
        "TIMEZONE", "DURATION", "DURATION_UNIT", "DEADLINE", "DEADLINE_LANG",
    ]

    var rows = ProgramRows()
    private let table: ProgramTable
    private let project: String
    private let today: CivilDate
    private var section = ""
    /// To which the comments below it belong.
    private var task: Task?
    /// The last task and those above it, the outermost first.
    private var path: [(indent: Int, key: String)] = []

    init(_ table: ProgramTable, project: String, _ today: CivilDate) {
        self.table = table
        self.project = project
        self.today = today
    }

    /// The name of the project: that of the file without folders, extension and the number in brackets.
    static func project(_ file: String) -> String {
        var name = String(decoding: file.utf8.split { $0 == 0x2F || $0 == 0x5C }.last ?? [], as: UTF8.self)
        if name.lowercased().hasSuffix(".csv") { name = String(name.dropLast(4)) }
        name = name.trimmed
        guard name.utf8.last == UInt8(ascii: "]"), let open = name.utf8.lastIndex(of: UInt8(ascii: "[")) else {
            return name
        }
        let id = name.utf8[open...].dropFirst().dropLast()
        let isID = !id.isEmpty && id.allSatisfy { (0x30...0x39).contains($0) }
        return isID ? String(decoding: name.utf8[..<open], as: UTF8.self).trimmed : name
    }

    mutating func read(_ row: (number: Int, values: [String]), mayBeShort: Bool) {
        let content = table.written("CONTENT", row.values)
        switch table.text("TYPE", row.values).lowercased() {
        case "task":
            endTask()
            task = Task(line: row.number, values: row.values, section: section, mayBeShort: mayBeShort)
        case "section":
            endTask()
            section = content
            path = []
        case "note": take(comment: content)
        case "meta": break
        case "" where content.isBlank: break
        case let type:
            endTask()
            let name = type.isEmpty ? "a row without a type" : "a row of the type “\(type.excerpt)”"
            rows.report(line: row.number, "it is \(name). It has to be a task, a section or a note.")
        }
    }

    /// Files stand in it as `[[file {…}]]`.
    private mutating func take(comment: String) {
        var text: [UInt8] = []
        var rest = Array(comment.utf8)[...]
        let start = Array("[[file".utf8)
        while let byte = rest.first {
            guard byte == start[0], rest.starts(with: start) else {
                text.append(byte)
                rest.removeFirst()
                continue
            }
            guard let end = rest.indices.dropLast().first(where: { rest[$0] == 0x5D && rest[$0 + 1] == 0x5D }) else {
                // It is never closed.
                text += rest
                break
            }
            rest = rest[(end + 2)...]
            rows.lose(.attachment)
        }
        let words = String(utf8: text).trimmed
        guard !words.isBlank else { return }
        // A comment on the project belongs to no task.
        if task == nil { rows.lose(.comment) } else { task?.comments.append(words) }
    }

    mutating func endTask() {
        guard let task else { return }
        self.task = nil
        let (table, project, today) = (table, project, today)
        let key = "\(project)\n\(table.text("CONTENT", task.values))"
        let indent = try? Self.indent(table.text("INDENT", task.values))
        while let last = path.last, last.indent >= indent ?? 1 { path.removeLast() }
        let parent = path.last?.key
        let added = rows.add(key: key, line: task.line) { (row: inout ProgramRow) throws(InputError) in
            try table.check(task.values, mayBeShort: task.mayBeShort)
            func text(_ name: String) -> String {
                let text = table.text(name, task.values)
                return text == "None" ? "" : text
            }
            try row.list(project)
            try Self.take(content: text("CONTENT"), &row)
            row.note(text("DESCRIPTION"))
            row.priority(try Self.priority(text("PRIORITY")))
            if try Self.indent(text("INDENT")) > 1 { if let parent { row.parent(parent) } else { row.lose(.parent) } }
            try Self.take(date: text("DATE"), text("DATE_LANG"), &row, today)
            try Self.take(deadline: text("DEADLINE"), text("DEADLINE_LANG"), &row, today)
            row.note("section", task.section)
            row.note("responsible", text("RESPONSIBLE"))
            row.note("duration", "\(text("DURATION")) \(text("DURATION_UNIT"))")
            for comment in task.comments { row.note(comment) }
        }
        path.append((indent ?? 1, added))
    }

    private static func take(content: String, _ row: inout ProgramRow) throws(InputError) {
        var title: [String] = []
        for word in content.parts({ $0.isSpace }).map({ String($0) }) {
            if word.utf8.first == UInt8(ascii: "@"), word.utf8.count > 1 {
                row.tag(String(decoding: word.utf8.dropFirst(), as: UTF8.self))
            } else {
                title.append(word)
            }
        }
        try row.title(title.joined(separator: " "))
    }

    private static func priority(_ text: String) throws(InputError) -> UInt8 {
        switch text {
        case "1": return 1
        case "2": return 5
        case "3": return 9
        case "4", "": return 0
        default: throw InputError("its priority “\(text.excerpt)” isn't valid. It has to be from 1 to 4.")
        }
    }

    /// How deep a task lies: 1 where it is no part of another.
    private static func indent(_ text: String) throws(InputError) -> Int {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw InputError("its indent “\(text.excerpt)” isn't a valid number. It has to be 1 or more.")
        }
        // A number of any length is deeper than all before it.
        return text.isEmpty ? 1 : max(1, Int(text) ?? .max)
    }

    private static func take(
        date text: String, _ language: String, _ row: inout ProgramRow, _ today: CivilDate
    ) throws(InputError) {
        guard !text.isBlank else { return }
        guard let date = try TodoistDate(text, language, today) else {
            row.note("date", text)
            return row.lose(TodoistDate.isRule(text) ? .rule : .other("date"))
        }
        try row.due(date.day, date.time)
        if let rule = date.rule { row.rule(rule, countsFromDone: date.countsFromDone) }
    }

    /// It is the due where there is no other.
    private static func take(
        deadline text: String, _ language: String, _ row: inout ProgramRow, _ today: CivilDate
    ) throws(InputError) {
        guard !text.isBlank else { return }
        let date = try TodoistDate(text, language, today)
        if let date, date.rule == nil, !row.hasDue { return try row.due(date.day, date.time) }
        row.note("deadline", text)
        if date == nil { row.lose(.other("deadline")) }
    }
}

/// The date that a text says.
private struct TodoistDate {
    let day: CivilDate
    let time: TimeOfDay?
    var rule: RepeatRule?
    var countsFromDone = false

    /// No longer text is looked at, in bytes.
    private static let longestText = 200
    /// The title before the words, which have to be beside one.
    private static let title = "○"

    /// Nil where the words aren't understood.
    init?(_ text: String, _ language: String, _ today: CivilDate) throws(InputError) {
        guard text.utf8.count <= Self.longestText else { return nil }
        let date = String(decoding: text.utf8.prefix(10), as: UTF8.self)
        if CivilDate.isForm(of: date) {
            guard let day = CivilDate(date) else { throw .unread(text, "date") }
            let rest = String(decoding: text.utf8.dropFirst(10), as: UTF8.self)
            guard rest.isEmpty || Self.time(rest) != nil else { return nil }
            (self.day, time) = (day, Self.time(rest))
            return
        }
        // A word of other languages may mean something else here: “mar 4” is a Tuesday in Italian.
        let language = language.lowercased().utf8.prefix(2)
        guard language.isEmpty || language.elementsEqual("en".utf8) || language.elementsEqual("zh".utf8) else {
            return nil
        }
        var given = FieldValues()
        for field in [.amount, .priority, .list] as [Field] { given[field] = .nothing }
        let quick = QuickTodo(
            "\(Self.title) \(Self.withMinutes(text))", now: LocalTime(day: today, minute: 0), given: given, lists: [],
            usual: .usDollar)
        guard ByteString(quick.title) == ByteString(Self.title), let day = quick.values[.due]?.day else { return nil }
        self.day = day
        time = quick.values[.dueTime]?.timeOfDay
        guard let repeats = quick.values[.repeats]?.repeats else { return }
        rule = repeats.parsed
        countsFromDone = repeats.mode == .afterDone
        if rule == nil { return nil }
    }

    /// Tells whether the words mean to say a rule.
    static func isRule(_ text: String) -> Bool {
        let text = text.lowercased()
        return ["every", "each", "ev ", "每"].contains { text.begins(with: $0) }
    }

    /// Makes `at 16:00` of `at 16`. What may be in the morning or in the evening stays as it is, and isn't understood.
    private static func withMinutes(_ text: String) -> String {
        let words = text.parts { $0.isSpace }.suffix(2).map { String($0) }
        guard words.count == 2, words[0].lowercased() == "at", words[1].utf8.count == 2, let hour = Int64(words[1]),
            (13...23).contains(hour)
        else { return text }
        return text.trimmed + ":00"
    }

    /// Reads ` 10:00` or `T10:00:00`.
    private static func time(_ text: String) -> TimeOfDay? {
        guard let first = text.utf8.first, first == 0x20 || first == UInt8(ascii: "T") else { return nil }
        let parts = text.utf8.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.count <= 2 && part.allSatisfy { (0x30...0x39).contains($0) }
                ? Int64(String(decoding: part, as: UTF8.self)) : nil
        }
        guard numbers.count == parts.count, (2...3).contains(numbers.count), numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return TimeOfDay(minute: numbers[0] * 60 + numbers[1])
    }
}
