public import DaybookCore

extension ProgramFile {
    /// Reads what Microsoft Graph says of To Do: lists with their tasks, or the tasks of one list.
    ///
    /// - Parameter clock: what clocks show at a moment where the person is.
    public static func microsoft(
        _ bytes: [UInt8], clock: (Timestamp) -> LocalTime
    ) throws(InputError) -> ProgramFile {
        let wanted = "an array, or an object with an array “value”, of lists with tasks, or of tasks"
        let json = try JSONValue(bytes, of: .microsoft)
        guard case .array(let elements) = ProgramMembers(json)?.all["value"] ?? json else {
            throw .isNot(.microsoft, wanted)
        }
        var rows = ProgramRows()
        var line = 0
        func add(_ task: JSONValue, _ list: String?) {
            line += 1
            rows.add(line: line) { () throws(InputError) in
                try MicrosoftTask(task).row(line: line, list: list, clock)
            }
        }
        let isOfTasks = elements.contains { isMicrosoftTask($0) }
        for element in elements {
            if let list = ProgramMembers(element), case .string(let name)? = list.all["displayName"], !list.has("title")
            {
                let isInbox = list.all["wellknownListName"] == .string("defaultList")
                for task in try list.array("tasks") ?? [] { add(task, isInbox ? nil : name) }
            } else if isOfTasks {
                add(element, nil)
            } else {
                throw .isNot(.microsoft, wanted)
            }
        }
        return rows.file
    }

    /// Tells whether an element is a task of To Do, and not something of another program that has a title.
    private static func isMicrosoftTask(_ json: JSONValue) -> Bool {
        guard let task = ProgramMembers(json) else { return false }
        return task.has("title") && (task.has("importance") || task.has("createdDateTime") || task.has("isReminderOn"))
            || task.has("title") && task.has("status") && task.has("id") && !task.has("kind")
    }
}

private struct MicrosoftTask {
    private let members: ProgramMembers

    init(_ json: JSONValue) throws(InputError) { members = try ProgramMembers(json, "a task") }

    func row(line: Int, list: String?, _ clock: (Timestamp) -> LocalTime) throws(InputError) -> ProgramRow {
        guard let id = try members.text("id"), !id.isBlank else {
            throw InputError("id", "it has no id. Export it again.")
        }
        var row = ProgramRow(key: id, line: line)
        try row.title(members.text("title"))
        try row.list(list)
        try takeNotes(&row)
        row.create(at: try members.time("createdDateTime"))
        try takeStatus(&row)
        if let due = try day("dueDateTime", clock) { try row.due(due) }
        if let start = try day("startDateTime", clock) { try row.start(start) }
        switch try members.text("importance") {
        case "high": row.priority(1)
        case "low": row.priority(9)
        case "normal", nil: break
        default: row.lose(.other("importance"))
        }
        for category in try members.texts("categories") { row.tag(category) }
        if let recurrence = try members.object("recurrence") {
            let rule = try MicrosoftRule(recurrence)
            row.rule(try rule?.rule(due: row.due))
            row.ruleStart(try rule?.start())
        }
        try takeReminder(&row, clock)
        try takeLosses(&row)
        return row
    }

    private func takeNotes(_ row: inout ProgramRow) throws(InputError) {
        if let body = try members.object("body"), let text = try body.text("content") {
            let isMarkup = try body.text("contentType")?.lowercased() == "html"
            row.note(isMarkup ? MarkupText.text(text) : text)
        }
        for item in try members.objects("checklistItems") {
            let name = (try item.text("displayName") ?? "").onOneLine
            if !name.isEmpty { row.note((try item.bool("isChecked") ?? false ? "- [x] " : "- [ ] ") + name) }
        }
        for link in try members.objects("linkedResources") {
            let parts = try [link.text("displayName"), link.text("webUrl")].compactMap { $0 }.filter { !$0.isBlank }
            row.note(parts.map { $0.onOneLine }.joined(separator: ": "))
        }
    }

    private func takeStatus(_ row: inout ProgramRow) throws(InputError) {
        switch try members.text("status") {
        case "notStarted", nil: break
        case "completed":
            try row.complete(at: moment("completedDateTime"), members.time("lastModifiedDateTime"))
        case let status? where status.isOne(of: "inProgress waitingOnOthers deferred"): row.lose(.other(status))
        case let status?:
            throw InputError(
                "status",
                "its status “\(status.excerpt)” isn't valid. It has to be notStarted, inProgress, completed, "
                    + "waitingOnOthers or deferred.")
        }
    }

    /// Tells what is read, or means nothing outside of To Do.
    private static let known: Set<String> = [
        "id", "title", "status", "importance", "body", "bodyLastModifiedDateTime", "createdDateTime",
        "lastModifiedDateTime", "completedDateTime", "dueDateTime", "startDateTime", "categories", "recurrence",
        "checklistItems", "linkedResources", "isReminderOn", "reminderDateTime", "hasAttachments", "attachments",
    ]

    /// A moment, which is told as clocks show it where the person is. In another zone than UTC it is as it is written.
    private func takeReminder(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) throws(InputError) {
        guard try members.bool("isReminderOn") ?? members.has("reminderDateTime"), !row.isCompleted else { return }
        guard let (moment, _, zone) = try written("reminderDateTime") else { return row.lose(.reminder) }
        let isMoment = moment.minutesAhead != nil || Self.isUTC(zone)
        let shown =
            isMoment
            ? clock(moment.timeInUTC) : LocalTime(day: moment.day, minute: moment.milliseconds / 60_000)
        // Only names of the IANA database can be kept.
        let name = !isMoment && zone.contains("/") ? zone : ""
        guard CivilDate(shown.day.text) != nil, let time = TimeOfDay(minute: shown.minute, zone: name) else {
            return row.lose(.reminder)
        }
        row.remind(.at(shown.day, time))
        if !isMoment, name.isEmpty { row.lose(.other("time zone")) }
    }

    private func takeLosses(_ row: inout ProgramRow) throws(InputError) {
        for name in members.others(than: Self.known) where !name.contains("@odata.") { row.lose(.other(name)) }
        let attachments = try members.array("attachments")?.count ?? 0
        row.lose(.attachment, try members.bool("hasAttachments") ?? false ? max(attachments, 1) : attachments)
    }

    /// A date and a time, and the zone in which they are.
    private func written(_ name: String) throws(InputError) -> (moment: WrittenMoment, text: String, zone: String)? {
        guard let members = try members.object(name), let text = try members.text("dateTime"), !text.isBlank else {
            return nil
        }
        guard let moment = WrittenMoment(text.trimmed) else {
            throw .date(text, name, example: "2026-11-21T00:00:00.0000000")
        }
        return (moment, text, try members.text("timeZone") ?? "UTC")
    }

    private static func isUTC(_ zone: String) -> Bool { zone.isOne(of: "UTC Etc/UTC GMT Etc/GMT Z") }

    /// A day. To Do has no times of day: any other time than midnight is midnight somewhere else, as that of a device in
    /// another zone. In another zone than UTC the day is as it is written.
    private func day(_ name: String, _ clock: (Timestamp) -> LocalTime) throws(InputError) -> LocalTime? {
        guard let (moment, _, zone) = try written(name) else { return nil }
        let isMoment = !moment.isMidnight && (moment.minutesAhead != nil || Self.isUTC(zone))
        return LocalTime(day: isMoment ? clock(moment.timeInUTC).day : moment.day, minute: 0)
    }

    private func moment(_ name: String) throws(InputError) -> Timestamp? {
        guard let (moment, text, zone) = try written(name) else { return nil }
        guard moment.minutesAhead != nil || Self.isUTC(zone) else {
            throw InputError(
                name, "its \(name) “\(text.excerpt)” is in the time zone “\(zone.excerpt)”. Export it again in UTC.")
        }
        return moment.timeInUTC
    }
}

/// How a task of To Do comes again.
private struct MicrosoftRule {
    private let pattern: ProgramMembers
    private let range: ProgramMembers?
    /// More occurrences than To Do counts.
    private static let mostCounted: Int64 = 1_000

    /// Nil for a recurrence without a pattern.
    init?(_ recurrence: ProgramMembers) throws(InputError) {
        guard let pattern = try recurrence.object("pattern") else { return nil }
        self.pattern = pattern
        range = try recurrence.object("range")
    }

    /// The rule; nil for one that can't be followed.
    ///
    /// - Parameter due: when the open occurrence is due.
    func rule(due: CivilDate?) throws(InputError) -> RepeatRule? {
        guard let interval = try number("interval", 1...RepeatRule.greatestInterval, usual: 1),
            var rule = try step(interval)
        else { return nil }
        return try takeEnd(&rule, due: due) ? rule : nil
    }

    /// The day on which it began.
    func start() throws(InputError) -> CivilDate? {
        guard let range else { return nil }
        return try day(range, "startDate")
    }

    private func step(_ interval: Int64) throws(InputError) -> RepeatRule? {
        switch try pattern.text("type") {
        case "daily": return RepeatRule(.daily, interval: interval)
        case "weekly":
            var rule = RepeatRule(.weekly, interval: interval)
            guard let days = try weekdays(), let start = Self.weekday(try pattern.text("firstDayOfWeek") ?? "sunday")
            else { return nil }
            rule.weekdays = days.map { RepeatRule.Weekday($0) }
            // Where a week starts tells only which weeks are passed over.
            if interval > 1 { rule.weekStart = start }
            return rule
        case "absoluteMonthly":
            var rule = RepeatRule(.monthly, interval: interval)
            guard let day = try number("dayOfMonth", 1...31) else { return nil }
            rule.take(dayOfMonth: day, .dayOrLast)
            return rule
        case "absoluteYearly":
            var rule = RepeatRule(.yearly, interval: interval)
            guard let month = try number("month", 1...12), let day = try number("dayOfMonth", 1...31) else {
                return nil
            }
            rule.months = [month]
            let isInEachYear = CivilDate(year: 2027, month: month, day: day) != nil
            rule.take(dayOfMonth: day, isInEachYear ? .dayOnly : .dayOrLast)
            return rule
        case "relativeMonthly":
            var rule = RepeatRule(.monthly, interval: interval)
            return try takeWeekdays(&rule) ? rule : nil
        case "relativeYearly":
            var rule = RepeatRule(.yearly, interval: interval)
            guard let month = try number("month", 1...12) else { return nil }
            rule.months = [month]
            return try takeWeekdays(&rule) ? rule : nil
        default: return nil
        }
    }

    /// - Returns: nil for a number that isn't in the range, or isn't there.
    private func number(
        _ name: String, _ range: ClosedRange<Int64>, usual: Int64? = nil
    ) throws(InputError) -> Int64? {
        guard case .number(let number)? = pattern.all[name] else { return pattern.has(name) ? nil : usual }
        return Int64(exactly: number).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func weekday(_ name: String) -> Int64? {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        return names.firstIndex(of: name.lowercased()).map { Int64($0) }
    }

    /// From 0 for Monday, each once; nil where one isn't known.
    private func weekdays() throws(InputError) -> [Int64]? {
        var days: Set<Int64> = []
        for name in try pattern.texts("daysOfWeek") {
            guard let day = Self.weekday(name) else { return nil }
            days.insert(day)
        }
        return days.sorted()
    }

    /// The n-th of a weekday, or of several together: the first Tuesday, the last working day.
    private func takeWeekdays(_ rule: inout RepeatRule) throws(InputError) -> Bool {
        let places: [String: Int64] = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1]
        guard let days = try weekdays(), let first = days.first,
            let place = places[try pattern.text("index") ?? "first"]
        else { return false }
        rule.weekdays = days.count == 1 ? [RepeatRule.Weekday(first, ordinal: place)] : days.map { .init($0) }
        if days.count > 1 { rule.positions = [place] }
        return true
    }

    /// - Returns: whether the end can be said.
    private func takeEnd(_ rule: inout RepeatRule, due: CivilDate?) throws(InputError) -> Bool {
        guard let range else { return true }
        switch try range.text("type") {
        case "noEnd", nil: return true
        case "endDate":
            rule.until = try day(range, "endDate")
            return rule.until != nil
        case "numbered":
            guard let count = try range.integer("numberOfOccurrences"), count > 0 else { return false }
            let start = try day(range, "startDate")
            guard let start, let due, start < due else {
                rule.count = count
                return count <= 1_000_000_000
            }
            // Some are done already, so the last one of them all says when it ends.
            guard count <= Self.mostCounted, let last = rule.days(from: start, limit: Int(count)).last else {
                return false
            }
            rule.until = last
            return true
        default: return false
        }
    }

    /// Graph writes the first day of the year 1 where there is none.
    private func day(_ range: ProgramMembers, _ name: String) throws(InputError) -> CivilDate? {
        guard let text = try range.text(name), !text.isBlank, !text.begins(with: "0001-01-01") else { return nil }
        guard let day = WrittenMoment(text.trimmed)?.day else {
            throw .date(text, name, example: "2026-11-21")
        }
        return day
    }
}
