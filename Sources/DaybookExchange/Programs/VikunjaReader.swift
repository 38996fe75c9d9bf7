public import DaybookCore

extension ProgramFile {
    /// Reads `data.json` of the export of Vikunja: an array of projects with their tasks.
    ///
    /// - Parameter clock: what clocks show at a moment where the person is.
    public static func vikunja(
        _ bytes: [UInt8], clock: (Timestamp) -> LocalTime
    ) throws(InputError) -> ProgramFile {
        let wanted = "data.json of its export, an array of projects that have a title and tasks"
        guard case .array(let projects) = try JSONValue(bytes, of: .vikunja) else { throw .isNot(.vikunja, wanted) }
        var reading = VikunjaReading()
        for project in projects {
            guard try reading.take(project, clock) else { throw .isNot(.vikunja, wanted) }
        }
        return reading.rows.file
    }
}

private struct VikunjaReading {
    var rows = ProgramRows()
    private var line = 0

    /// Takes a project, or a namespace with the lists that older versions have in it.
    ///
    /// - Returns: whether it is one.
    mutating func take(_ json: JSONValue, _ clock: (Timestamp) -> LocalTime) throws(InputError) -> Bool {
        guard let project = ProgramMembers(json), case .string(let title)? = project.all["title"],
            ["tasks", "lists", "child_projects", "namespace_id", "parent_project_id", "is_archived"]
                .contains(where: { project.has($0) })
        else { return false }
        if let lists = try project.array("lists") {
            rows.lose(.other("namespace"))
            for list in lists { guard try take(list, clock) else { return false } }
            return true
        }
        if try project.integer("parent_project_id") ?? 0 != 0 { rows.lose(.other("parent_project_id")) }
        if try project.bool("is_archived") ?? false { rows.lose(.other("is_archived")) }
        if try project.text("description")?.isBlank == false { rows.lose(.other("description of a project")) }
        for bucket in try project.array("buckets") ?? [] where bucket != .null { rows.lose(.other("bucket")) }
        for task in try project.array("tasks") ?? [] {
            line += 1
            let line = line
            rows.add(line: line) { () throws(InputError) in
                try VikunjaTask(task).row(line: line, list: title, clock)
            }
        }
        for child in try project.array("child_projects") ?? [] {
            rows.lose(.other("parent_project_id"))
            guard try take(child, clock) else { return false }
        }
        return true
    }
}

private struct VikunjaTask {
    private let members: ProgramMembers

    init(_ json: JSONValue) throws(InputError) { members = try ProgramMembers(json, "a task") }

    func row(line: Int, list: String, _ clock: (Timestamp) -> LocalTime) throws(InputError) -> ProgramRow {
        guard let id = try members.integer("id") else { throw InputError("id", "it has no id. Export it again.") }
        var row = ProgramRow(key: "vikunja:\(id)", line: line)
        try row.title(members.text("title"))
        try row.list(list)
        if let text = try members.text("description") {
            row.note(MarkupText.isMarkup(text) ? MarkupText.text(text) : text)
        }
        let created = try time("created")
        row.create(at: created)
        if try members.bool("done") ?? false {
            try row.complete(at: time("done_at"), time("updated"), created)
        }
        if let due = try time("due_date") { try row.due(clock(due)) }
        if let start = try time("start_date") { try row.start(clock(start)) }
        if let end = try time("end_date") {
            let end = clock(end)
            let time = end.minute == 0 ? nil : TimeOfDay(minute: end.minute)
            row.note("end_date: \(end.day.text)" + (time.map { " \($0.clock)" } ?? ""))
        }
        try takePriority(&row)
        for label in try members.objects("labels") { row.tag(try label.text("title") ?? "") }
        try takeRule(&row, clock)
        try takeReminders(&row, clock)
        try takeLosses(&row)
        return row
    }

    /// Go writes the first moment of the year 1, in whatever zone, where there is none.
    private func time(_ name: String) throws(InputError) -> Timestamp? {
        if let text = try members.text(name), text.begins(with: "0001-01-01T") || text.begins(with: "0000-12-31T") {
            return nil
        }
        return try members.time(name)
    }

    private func takePriority(_ row: inout ProgramRow) throws(InputError) {
        switch try members.integer("priority") ?? 0 {
        case 0: break
        case 1, 2: row.priority(9)
        case 3: row.priority(5)
        case 4, 5: row.priority(1)
        default: row.lose(.other("priority"))
        }
    }

    private func takeRule(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) throws(InputError) {
        if let text = try members.text("repeats"), !text.isBlank {
            let countsFromDone = try members.bool("repeats_from_current_date") ?? false
            return row.rule(text: text, countsFromDone: countsFromDone) { LocalTime.offset(of: clock, $0) }
        }
        let (mode, step) = (try members.integer("repeat_mode") ?? 0, members.all["repeat_after"])
        if mode == 1 { return row.rule(RepeatRule(.monthly)) }
        guard let step, step != .number(0) else { return }
        guard mode == 0 || mode == 2, case .number(let number) = step, let seconds = Int64(exactly: number) else {
            return row.rule(nil)
        }
        row.rule(Self.rule(seconds: seconds), countsFromDone: mode == 2)
    }

    /// So many seconds before or after the due or the start, or at a moment, as all are of older versions.
    private func takeReminders(_ row: inout ProgramRow, _ clock: (Timestamp) -> LocalTime) throws(InputError) {
        guard !row.isCompleted else { return }
        func take(at text: String?) {
            guard let text, let time = WrittenMoment(text.trimmed)?.time else { return row.lose(.reminder) }
            let shown = clock(time)
            guard CivilDate(shown.day.text) != nil, let minute = shown.timeOfDay else { return row.lose(.reminder) }
            row.remind(.at(shown.day, minute))
        }
        let (newer, older) = (try members.array("reminders"), try members.array("reminder_dates"))
        for reminder in newer ?? older ?? [] {
            if case .string(let text) = reminder {
                take(at: text)
                continue
            }
            guard let reminder = ProgramMembers(reminder) else { throw Self.notReminder(reminder) }
            let seconds = try reminder.integer("relative_period") ?? 0
            let base = try reminder.text("relative_to") ?? ""
            let minutes = -(seconds / 60)
            let isPlain = seconds.isMultiple(of: 60) && (0...Reminder.longest).contains(minutes)
            switch base {
            case "due_date" where isPlain && row.due != nil: row.remind(.beforeDue(minutes))
            case "start_date" where isPlain && row.start != nil: row.remind(.beforeStart(minutes))
            default: take(at: try reminder.text("reminder"))
            }
        }
    }

    private static func notReminder(_ json: JSONValue) -> InputError {
        InputError("reminders", "one of its reminders is \(json.kind), and has to be a moment.")
    }

    /// Nil unless they are whole days.
    private static func rule(seconds: Int64) -> RepeatRule? {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        guard rest == 0, (1...RepeatRule.greatestInterval).contains(days) else { return nil }
        return days % 7 == 0 ? RepeatRule(.weekly, interval: days / 7) : RepeatRule(.daily, interval: days)
    }

    /// Tells what is read, or means nothing outside of Vikunja.
    private static let known: Set<String> = [
        "id", "title", "description", "done", "done_at", "due_date", "start_date", "end_date", "reminders",
        "reminder_dates", "repeat_after", "repeat_mode", "repeats", "repeats_from_current_date", "priority", "labels",
        "percent_done", "related_tasks", "attachments", "comments", "assignees", "created", "updated", "identifier",
        "index", "project_id", "list_id", "position", "kanban_position", "bucket_id", "buckets", "created_by",
        "cover_image_attachment_id", "uid", "comment_count", "is_unread",
    ]

    private func takeLosses(_ row: inout ProgramRow) throws(InputError) {
        for name in members.others(than: Self.known) { row.lose(.other(name)) }
        row.lose(.attachment, try (members.array("attachments") ?? []).count)
        row.lose(.comment, try (members.array("comments") ?? []).count)
        if try members.array("assignees")?.isEmpty == false { row.lose(.other("assignees")) }
        if !row.isCompleted, let done = members.all["percent_done"], done != .number(0) {
            row.lose(.other("percent_done"))
        }
        for (name, tasks) in try members.object("related_tasks")?.all ?? [:] {
            guard case .array(let tasks) = tasks else { continue }
            switch name {
            case "parenttask":
                for task in tasks { row.parent(try ProgramMembers(task)?.integer("id").map { "vikunja:\($0)" }) }
            case "blocked", "follows": row.lose(.dependency, tasks.count)
            // The other task says the same.
            case "subtask", "blocking", "precedes": break
            default: row.lose(.other(name), tasks.count)
            }
        }
    }
}
