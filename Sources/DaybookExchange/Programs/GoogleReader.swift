public import DaybookCore

extension ProgramFile {
    /// Reads `Tasks.json` of Google Takeout: an object with the lists of tasks.
    ///
    /// - Parameter clock: what clocks show at a moment where the person is. Google's due dates are days, which need none.
    public static func google(
        _ bytes: [UInt8], clock: (Timestamp) -> LocalTime
    ) throws(InputError) -> ProgramFile {
        let wanted = "Tasks.json of Google Takeout, an object with “kind”: “tasks#taskLists” and an array of lists"
        guard let file = ProgramMembers(try JSONValue(bytes, of: .google)),
            file.all["kind"] == .string("tasks#taskLists")
        else { throw .isNot(.google, wanted) }
        var rows = ProgramRows()
        var line = 0
        for list in try file.array("items") ?? [] {
            guard let list = ProgramMembers(list), case .string(let title)? = list.all["title"] else {
                throw .isNot(.google, wanted)
            }
            for task in try list.array("items") ?? [] {
                line += 1
                if case .bool(true)? = ProgramMembers(task)?.all["deleted"] {
                    rows.lose(.other("deleted"))
                    continue
                }
                rows.add(line: line) { () throws(InputError) in
                    try googleRow(ProgramMembers(task, "a task"), line: line, list: title)
                }
            }
        }
        return rows.file
    }

    /// Tells what is read, or means nothing outside of Google Tasks.
    private static let googleMembers: Set<String> = [
        "id", "title", "notes", "status", "due", "completed", "updated", "created", "parent", "links", "position",
        "kind",
        "etag", "selfLink", "webViewLink", "hidden", "deleted", "task_type",
    ]

    private static func googleRow(
        _ task: ProgramMembers, line: Int, list: String
    ) throws(InputError) -> ProgramRow {
        guard let id = try task.text("id"), !id.isBlank else {
            throw InputError("id", "it has no id. Export it again.")
        }
        var row = ProgramRow(key: id, line: line)
        try row.title(task.text("title"))
        try row.list(list)
        row.create(at: try task.time("created"))
        row.note(try task.text("notes") ?? "")
        switch try task.text("status") {
        case "needsAction", nil: break
        case "completed": try row.complete(at: task.time("completed"), task.time("updated"))
        case let status?:
            throw InputError(
                "status", "its status “\(status.excerpt)” isn't valid. It has to be needsAction or completed.")
        }
        if let due = try task.text("due"), !due.isBlank {
            guard let moment = WrittenMoment(due.trimmed) else {
                throw .date(due, "due", example: "2026-11-21T00:00:00Z")
            }
            // Midnight in UTC stands for the day, wherever the person is.
            try row.due(LocalTime(day: moment.day, minute: 0))
        }
        row.parent(try task.text("parent"))
        for name in task.others(than: googleMembers) { row.lose(.other(name)) }
        for link in try task.objects("links") {
            let parts = try [link.text("description"), link.text("link")].compactMap { $0 }.filter { !$0.isBlank }
            row.note(parts.map { $0.onOneLine }.joined(separator: ": "))
        }
        return row
    }
}
