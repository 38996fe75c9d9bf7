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
        var collector = ProgramCollector()
        var line = 0
        for project in projects {
            guard let project = ProgramMembers(project), case .string(let title)? = project.all["title"],
                project.has("tasks") || project.has("parent_project_id") || project.has("is_archived")
            else { throw .isNot(.vikunja, wanted) }
            if try project.integer("parent_project_id") ?? 0 != 0 { collector.lose(.other("parent_project_id")) }
            if try project.bool("is_archived") ?? false { collector.lose(.other("is_archived")) }
            for task in try project.array("tasks") ?? [] {
                line += 1
                collector.add(line: line) { () throws(InputError) in
                    try VikunjaTask(task).draft(line: line, list: title, clock)
                }
            }
        }
        return collector.file
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
        try takeRule(&draft)
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

    private func takeRule(_ draft: inout ProgramDraft) throws(InputError) {
        let (mode, step) = (try members.integer("repeat_mode") ?? 0, members.all["repeat_after"])
        if mode == 1 { return draft.rule(RepeatRule(.monthly)) }
        guard let step, step != .number(0) else { return }
        guard mode == 0 || mode == 2, case .number(let number) = step, let seconds = Int64(exactly: number) else {
            return draft.rule(nil)
        }
        draft.rule(Self.rule(seconds: seconds), countsFromDone: mode == 2)
    }

    /// Nil unless they are whole days.
    private static func rule(seconds: Int64) -> RepeatRule? {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        guard rest == 0, (1...RepeatRule.greatestInterval).contains(days) else { return nil }
        return days % 7 == 0 ? RepeatRule(.weekly, interval: days / 7) : RepeatRule(.daily, interval: days)
    }

    private func takeLosses(_ draft: inout ProgramDraft) throws(InputError) {
        // Older versions call them `reminder_dates`.
        let name = members.has("reminders") ? "reminders" : "reminder_dates"
        draft.lose(.reminder, try (members.array(name) ?? []).count)
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
