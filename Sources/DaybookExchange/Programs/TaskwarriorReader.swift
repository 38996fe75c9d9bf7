public import DaybookCore

extension ProgramFile {
    /// Reads what `task export` prints: an array of tasks, or one task a line.
    ///
    /// - Parameter clock: what clocks show at a moment where the person is.
    public static func taskwarrior(
        _ bytes: [UInt8], clock: (Timestamp) -> LocalTime
    ) throws(InputError) -> ProgramFile {
        let elements = try taskwarriorElements(bytes)
        let tasks = elements.map { TaskwarriorTask($0) }
        guard elements.isEmpty || tasks.contains(where: { $0?.uuid.isEmpty == false }) else {
            throw .isNot(.taskwarrior, taskwarriorShape)
        }
        let series = TaskwarriorSeries(tasks)
        var rows = ProgramRows()
        for (index, task) in tasks.enumerated() {
            if task?.status == "deleted" {
                rows.lose(.other("deleted"))
                continue
            }
            if series.isLeftOut(index) { continue }
            rows.add(line: index + 1) { () throws(InputError) in
                guard let task else { throw InputError("a task has to be an object. This is \(elements[index].kind).") }
                return try task.row(line: index + 1, rule: series.rule(index), clock)
            }
        }
        return rows.file
    }

    private static let taskwarriorShape =
        "what “task export” prints, an array of tasks or one task a line, each with its uuid"

    private static func taskwarriorElements(_ bytes: [UInt8]) throws(InputError) -> [JSONValue] {
        do throws(InputError) {
            switch try JSONValue(bytes, of: .taskwarrior) {
            case .array(let elements): return elements
            case .object(let members): return [.object(members)]
            default: throw .isNot(.taskwarrior, taskwarriorShape)
            }
        } catch {
            guard let elements = try taskwarriorLines(bytes) else { throw error }
            return elements
        }
    }

    /// Older versions write an object a line, with or without commas between them. Nil if the first line isn't one.
    private static func taskwarriorLines(_ bytes: [UInt8]) throws(InputError) -> [JSONValue]? {
        var elements: [JSONValue] = []
        for (number, line) in BankLine.lines(bytes) {
            var text = line.trimmedOfMarks
            if text.hasSuffix(",") { text.removeLast() }
            if text.isEmpty { continue }
            do throws(JSONError) {
                elements.append(try JSONValue(Array(text.utf8)))
            } catch {
                if elements.isEmpty { return nil }
                throw InputError("line \(number) can't be read. \(error.message) If it is cut off, export it again.")
            }
            guard case .object? = elements.last else { return nil }
        }
        return elements.isEmpty ? nil : elements
    }
}

/// Which tasks of a file come of a template, and which of them is to go on with its rule.
private struct TaskwarriorSeries {
    private let tasks: [TaskwarriorTask?]
    private var templates: [ByteString: TaskwarriorTask] = [:]
    /// The place of the newest open task, by the uuid of the template.
    private var newest: [ByteString: Int] = [:]

    init(_ tasks: [TaskwarriorTask?]) {
        self.tasks = tasks
        for task in tasks.compactMap({ $0 }) where templates[ByteString(task.uuid)] == nil {
            templates[ByteString(task.uuid)] = task
        }
        for (index, task) in tasks.enumerated() {
            guard let task, let parent = task.parent, task.isOpen else { continue }
            let other = newest[parent].flatMap { tasks[$0]?.dueTime }
            if newest[parent] == nil || task.dueTime ?? .first >= other ?? .first { newest[parent] = index }
        }
    }

    /// Tells whether it is a template that has an open task.
    func isLeftOut(_ index: Int) -> Bool {
        guard let task = tasks[index], task.status == "recurring" else { return false }
        return newest[ByteString(task.uuid)] != nil
    }

    /// The task whose rule is the one of the task at a place; nil for none.
    func rule(_ index: Int) -> TaskwarriorTask? {
        guard let task = tasks[index], let parent = task.parent else { return tasks[index] }
        guard newest[parent] == index else { return nil }
        // A template that isn't in the file has left its rule with the task; one that is over has no rule.
        guard let template = templates[parent] else { return task }
        return template.status == "recurring" ? template : nil
    }
}

extension Timestamp {
    fileprivate static let first = Timestamp(milliseconds: .min)
}

private struct TaskwarriorTask {
    private let members: ProgramMembers
    /// Empty where there is none.
    let uuid: String
    let status: String?
    /// The uuid of the template of which it comes.
    let parent: ByteString?

    /// Members that are read, or mean nothing outside of Taskwarrior. Any other member is one that the person made.
    private static let known: Set<String> = [
        "uuid", "description", "status", "entry", "end", "due", "scheduled", "wait", "start", "priority", "project",
        "tags",
        "annotations", "recur", "until", "depends", "parent", "mask", "imask", "id", "urgency", "modified", "rtype",
        "template", "last",
    ]

    /// Nil for anything but an object.
    init?(_ json: JSONValue) {
        guard let members = ProgramMembers(json) else { return nil }
        func text(_ name: String) -> String? {
            if case .string(let text)? = members.all[name], !text.isBlank { text.trimmed } else { nil }
        }
        self.members = members
        uuid = text("uuid") ?? ""
        status = text("status")
        parent = text("parent").map { ByteString($0) }
    }

    var isOpen: Bool { status == "pending" || status == "waiting" }

    /// Nil also for a date that isn't valid.
    var dueTime: Timestamp? {
        guard case .string(let text)? = members.all["due"] else { return nil }
        return Self.time(text)
    }

    /// - Parameter rule: the task that has its rule; nil for none.
    func row(
        line: Int, rule: TaskwarriorTask?, _ clock: (Timestamp) -> LocalTime
    ) throws(InputError) -> ProgramRow {
        guard !uuid.isEmpty else { throw InputError("uuid", "it has no uuid. Export it again.") }
        var row = ProgramRow(key: uuid, line: line)
        try row.title(members.text("description"))
        try row.list(members.text("project"))
        let created = try time("entry")
        row.create(at: created)
        switch status {
        case "pending", "waiting", "recurring": break
        case "completed": try row.complete(at: time("end"), time("modified"), created)
        default:
            throw InputError(
                "status",
                "its status “\((status ?? "").excerpt)” isn't valid. It has to be pending, waiting, completed, deleted or "
                    + "recurring.")
        }
        if let due = try time("due") { try row.due(clock(due)) }
        try takeStart(&row, clock)
        try takePriority(&row)
        for tag in try members.texts("tags") { row.tag(tag) }
        for annotation in try members.objects("annotations") {
            let day = try Self.time("entry", of: annotation).map { clock($0).day.text + ": " } ?? ""
            let text = try annotation.text("description") ?? ""
            if !text.isBlank { row.note(day + text) }
        }
        takeOthers(&row)
        try rule?.takeRule(&row, clock)
        if members.has("until"), !members.has("recur") { row.lose(.other("until")) }
        row.lose(.dependency, dependencies)
        return row
    }

    /// `scheduled`, or else `wait`. A task of `someday` waits for a year in which nothing else does.
    private func takeStart(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) throws(InputError) {
        if members.has("start") { row.lose(.other("start")) }
        let scheduled = try time("scheduled")
        if let scheduled { try row.start(clock(scheduled)) }
        guard members.all["wait"] != .string("someday"), let wait = try time("wait").map({ clock($0) }) else { return }
        if scheduled == nil, wait.day.year <= 2037 {
            try row.start(wait)
        } else if wait.day.year <= 2037 {
            row.lose(.other("wait"))
        }
    }

    private func takePriority(_ row: inout ProgramRow) throws(InputError) {
        switch try members.text("priority") {
        case "H": row.priority(1)
        case "M": row.priority(5)
        case "L": row.priority(9)
        // People may give it values of their own.
        case let other?: row.note("priority: \(other.onOneLine)")
        case nil: break
        }
    }

    /// Takes the members that people made themselves, in the order of their names.
    private func takeOthers(_ row: inout ProgramRow) {
        let others = members.all.filter { !Self.known.contains($0.key) }
        for (name, value) in others.sorted(by: { ByteString($0.key) < ByteString($1.key) }) {
            switch value {
            case .string(let text): if !text.isBlank { row.note("\(name): \(text)") }
            case .number(let number):
                row.note("\(name): \(Int64(exactly: number)?.description ?? number.description)")
            case .bool(let bool): row.note("\(name): \(bool)")
            case .null, .array, .object: row.lose(.other(name))
            }
        }
    }

    private func takeRule(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) throws(InputError) {
        guard let text = try members.text("recur"), !text.isBlank else { return }
        guard var rule = TaskwarriorPeriod.rule(text.trimmed) else {
            if !row.isCompleted { row.note("recur: \(text.onOneLine)") }
            return row.rule(nil)
        }
        // The template has the day from which all are counted.
        if let due = try time("due") { rule.settle(on: clock(due).day) }
        rule.until = try time("until").map { clock($0).day }
        row.rule(rule)
    }

    /// Older versions write them as one text.
    private var dependencies: Int {
        switch members.all["depends"] {
        case .array(let elements)?: elements.count
        case .string(let text)?: text.parts { $0 == "," }.count
        default: 0
        }
    }

    private func time(_ name: String) throws(InputError) -> Timestamp? { try Self.time(name, of: members) }

    private static func time(_ name: String, of members: ProgramMembers) throws(InputError) -> Timestamp? {
        guard let text = try members.text(name), !text.isBlank else { return nil }
        guard let time = time(text) else { throw .date(text, name, example: "20261121T093000Z") }
        return time
    }

    /// Reads `20261121T093000Z`, or the form that RFC 3339 gives it.
    private static func time(_ text: String) -> Timestamp? {
        let bytes = Array(text.trimmed.utf8)
        guard bytes.count == 16, bytes[8] == UInt8(ascii: "T") else { return WrittenMoment(text.trimmed)?.time }
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let day = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        return WrittenMoment("\(day)T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))\(part(15..<16))")?.time
    }
}

/// After which time a task of Taskwarrior comes again.
private enum TaskwarriorPeriod {
    /// Nil for a time that isn't whole days, or isn't known.
    static func rule(_ text: String) -> RepeatRule? {
        let text = text.lowercased()
        switch text {
        case "weekdays":
            var rule = RepeatRule(.weekly)
            rule.weekdays = (0..<5).map { RepeatRule.Weekday($0) }
            return rule
        case "daily", "day": return RepeatRule(.daily)
        case "weekly", "week", "wk": return RepeatRule(.weekly)
        case "biweekly", "fortnight": return RepeatRule(.weekly, interval: 2)
        case "monthly", "month", "mth", "mo": return RepeatRule(.monthly)
        case "bimonthly": return RepeatRule(.monthly, interval: 2)
        case "quarterly", "quarter", "qrtr", "qtr": return RepeatRule(.monthly, interval: 3)
        case "semiannual": return RepeatRule(.monthly, interval: 6)
        case "yearly", "annual", "year", "yr": return RepeatRule(.yearly)
        case "biannual", "biyearly": return RepeatRule(.yearly, interval: 2)
        default: return counted(text)
        }
    }

    /// `3d`, `2 weeks`, `P1M`.
    private static func counted(_ text: String) -> RepeatRule? {
        let isISO = text.hasPrefix("p")
        let rest = isISO ? String(text.dropFirst()) : text
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int64(digits), count > 0 else { return nil }
        let unit = String(rest.dropFirst(digits.count)).trimmed
        if isISO { return unit.isOne(of: "d w m y") ? rule(count, unit) : nil }
        return rule(count, unit)
    }

    private static func rule(_ count: Int64, _ unit: String) -> RepeatRule? {
        if unit.isOne(of: "d day days") { return rule(.daily, count) }
        if unit.isOne(of: "w wk wks week weeks") { return rule(.weekly, count) }
        if unit.isOne(of: "m mo mos mth mths mnths month months") { return rule(.monthly, count) }
        if unit.isOne(of: "q qtr qtrs qrtr qrtrs quarter quarters") { return rule(.monthly, count, 3) }
        if unit.isOne(of: "y yr yrs year years") { return rule(.yearly, count) }
        return nil
    }

    private static func rule(_ frequency: RepeatRule.Frequency, _ count: Int64, _ factor: Int64 = 1) -> RepeatRule? {
        let (interval, isTooMuch) = count.multipliedReportingOverflow(by: factor)
        guard !isTooMuch, interval <= RepeatRule.greatestInterval else { return nil }
        return RepeatRule(frequency, interval: interval)
    }
}
