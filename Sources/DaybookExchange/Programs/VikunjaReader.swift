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
        return reading.collector.file
    }
}

/// An export of Vikunja while it is read.
private struct VikunjaReading {
    var collector = ProgramCollector()
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
            collector.lose(.other("namespace"))
            for list in lists { guard try take(list, clock) else { return false } }
            return true
        }
        if try project.integer("parent_project_id") ?? 0 != 0 { collector.lose(.other("parent_project_id")) }
        if try project.bool("is_archived") ?? false { collector.lose(.other("is_archived")) }
        if try project.text("description")?.isBlank == false { collector.lose(.other("description of a project")) }
        for bucket in try project.array("buckets") ?? [] where bucket != .null { collector.lose(.other("bucket")) }
        for task in try project.array("tasks") ?? [] {
            line += 1
            let line = line
            collector.add(line: line) { () throws(InputError) in
                try VikunjaTask(task).draft(line: line, list: title, clock)
            }
        }
        for child in try project.array("child_projects") ?? [] {
            collector.lose(.other("parent_project_id"))
            guard try take(child, clock) else { return false }
        }
        return true
    }
}

/// A task as Vikunja writes it.
private struct VikunjaTask {
    private let members: ProgramMembers

    init(_ json: JSONValue) throws(InputError) { members = try ProgramMembers(json, "a task") }

    func draft(line: Int, list: String, _ clock: (Timestamp) -> LocalTime) throws(InputError) -> ProgramDraft {
        guard let id = try members.integer("id") else { throw InputError("id", "it has no id. Export it again.") }
        var draft = try ProgramDraft(key: "vikunja:\(id)", line: line, title: members.text("title"))
        try draft.list(list)
        if let text = try members.text("description") {
            draft.note(MarkupText.isMarkup(text) ? MarkupText.text(text) : text)
        }
        let created = try time("created")
        draft.create(at: created)
        if try members.bool("done") ?? false {
            try draft.complete(at: time("done_at"), time("updated"), created)
        }
        if let due = try time("due_date") { try draft.due(clock(due), "due_date") }
        if let start = try time("start_date") { try draft.start(clock(start), "start_date") }
        if let end = try time("end_date") {
            let end = clock(end)
            let time = end.minute == 0 ? nil : TimeOfDay(minute: end.minute)
            draft.note("end_date: \(end.day.text)" + (time.map { " \($0.clock)" } ?? ""))
        }
        try takePriority(&draft)
        for label in try members.objects("labels") { draft.tag(try label.text("title") ?? "") }
        try takeRule(&draft, clock)
        try takeReminders(&draft, clock)
        try takeLosses(&draft)
        return draft
    }

    /// Go writes the first moment of the year 1, in whatever zone, where there is none.
    private func time(_ name: String) throws(InputError) -> Timestamp? {
        if let text = try members.text(name), text.begins(with: "0001-01-01T") || text.begins(with: "0000-12-31T") {
            return nil
        }
        return try members.time(name)
    }

    private func takePriority(_ draft: inout ProgramDraft) throws(InputError) {
        switch try members.integer("priority") ?? 0 {
        case 0: break
        case 1, 2: draft.priority(9)
        case 3: draft.priority(5)
        case 4, 5: draft.priority(1)
        default: draft.lose(.other("priority"))
        }
    }

    private func takeRule(_ draft: inout ProgramDraft, _ clock: (Timestamp) -> LocalTime) throws(InputError) {
        if let text = try members.text("repeats"), !text.isBlank {
            let countsFromDone = try members.bool("repeats_from_current_date") ?? false
            return draft.rule(text: text, countsFromDone: countsFromDone) { LocalTime.offset(of: clock, $0) }
        }
        let (mode, step) = (try members.integer("repeat_mode") ?? 0, members.all["repeat_after"])
        if mode == 1 { return draft.rule(RepeatRule(.monthly)) }
        guard let step, step != .number(0) else { return }
        guard mode == 0 || mode == 2, case .number(let number) = step, let seconds = Int64(exactly: number) else {
            return draft.rule(nil)
        }
        draft.rule(Self.rule(seconds: seconds), countsFromDone: mode == 2)
    }

    /// So many seconds before or after the due or the start, or at a moment, as all are of older versions.
    private func takeReminders(_ draft: inout ProgramDraft, _ clock: (Timestamp) -> LocalTime) throws(InputError) {
        guard !draft.isCompleted else { return }
        func take(at text: String?) {
            guard let text, let time = WrittenMoment(text.trimmed)?.time else { return draft.lose(.reminder) }
            let shown = clock(time)
            guard CivilDate(shown.day.text) != nil, let minute = shown.timeOfDay else { return draft.lose(.reminder) }
            draft.remind(.at(shown.day, minute))
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
            case "due_date" where isPlain && draft.due != nil: draft.remind(.beforeDue(minutes))
            case "start_date" where isPlain && draft.start != nil: draft.remind(.beforeStart(minutes))
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

    private func takeLosses(_ draft: inout ProgramDraft) throws(InputError) {
        for name in members.others(than: Self.known) { draft.lose(.other(name)) }
        draft.lose(.attachment, try (members.array("attachments") ?? []).count)
        draft.lose(.comment, try (members.array("comments") ?? []).count)
        if try members.array("assignees")?.isEmpty == false { draft.lose(.other("assignees")) }
        if !draft.isCompleted, let done = members.all["percent_done"], done != .number(0) {
            draft.lose(.other("percent_done"))
        }
        for (name, tasks) in try members.object("related_tasks")?.all ?? [:] {
            guard case .array(let tasks) = tasks else { continue }
            switch name {
            case "parenttask":
                for task in tasks { draft.parent(try ProgramMembers(task)?.integer("id").map { "vikunja:\($0)" }) }
            case "blocked", "follows": draft.lose(.dependency, tasks.count)
            // The other task says the same.
            case "subtask", "blocking", "precedes": break
            default: draft.lose(.other(name), tasks.count)
            }
        }
    }
}
