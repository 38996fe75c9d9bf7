public import DaybookCore

/// To-dos as the JSON that Taskwarrior imports.
public enum Taskwarrior {
    /// - Parameters:
    ///   - rows: in the order in which they are to stand there.
    ///   - listName: what the list is called in which one lies; nil for the inbox.
    ///   - instant: the moment at which clocks show a day and a minute of it where the person is.
    public static func write(
        _ rows: [TodoRow], listName: (Todo) -> String?,
        instant: (CivilDate, _ minute: Int64) -> Timestamp, to output: inout [UInt8]
    ) {
        var titles: [EntityID: String] = [:]
        for row in rows { if let parent = row.todo.parent { titles[parent] = "" } }
        for row in rows where titles[row.todo.id] != nil { titles[row.todo.id] = row.todo.title }
        var json = JSONWriter(reserving: rows.count * 300)
        json.beginArray()
        for row in rows {
            let parent = row.todo.parent.flatMap { titles[$0] } ?? ""
            json.task(row.todo, listName(row.todo) ?? "", parent, instant)
        }
        json.endArray()
        output += json.bytes
        output.append(0x0A)
    }
}

extension JSONWriter {
    fileprivate mutating func task(
        _ todo: Todo, _ list: String, _ parent: String, _ instant: (CivilDate, Int64) -> Timestamp
    ) {
        beginObject()
        member("uuid", todo.id.taskwarriorText)
        member("description", todo.title.parts { $0.isLineBreak }.map { String($0) }.joined(separator: " ").trimmed)
        member("status", todo.isCompleted ? "completed" : "pending")
        member("entry", todo.createdAt.taskwarriorText)
        if let done = todo.completedAt { member("end", done.taskwarriorText) }
        if let due = todo.due { member("due", instant(due, todo.dueTime?.minute ?? 0).taskwarriorText) }
        if let start = todo.start { member("scheduled", instant(start, todo.startTime?.minute ?? 0).taskwarriorText) }
        switch todo.extraFields[.priority]?.choice ?? 0 {
        case 1...4: member("priority", "H")
        case 5: member("priority", "M")
        case 6...9: member("priority", "L")
        default: break
        }
        if !list.isBlank { member("project", list) }
        // Tags have no spaces there.
        let tags = todo.tags.map { $0.parts { $0.isSpace }.map { String($0) }.joined(separator: "_") }
        if !tags.isEmpty { member("tags", tags) }
        annotations(of: todo, parent)
        endObject()
    }

    /// A line of the notes each, and what else has no place of its own. Taskwarrior tells them apart by their seconds.
    private mutating func annotations(of todo: Todo, _ parent: String) {
        var lines = [todo.description, todo.notes].flatMap { $0.parts { $0.isLineBreak } }.map { String($0) }
        for (name, time) in [("due", todo.dueTime), ("scheduled", todo.startTime)] {
            // The moment above is the one where the person is.
            if let time, !time.zone.isEmpty { lines.append("\(name): \(time.text)") }
        }
        if let rule = todo.repeats?.rule, !rule.isEmpty { lines.append("repeat: \(rule)") }
        if let amount = todo.amount { lines.append("amount: \(amount.number) \(amount.currency.code)") }
        if !parent.isBlank {
            lines.append("parent: " + parent.parts { $0.isLineBreak }.map { String($0) }.joined(separator: " "))
        }
        lines.removeAll { $0.isBlank }
        guard !lines.isEmpty else { return }
        member("annotations", objects: lines.enumerated()) { line, json in
            let time = Timestamp(milliseconds: todo.createdAt.milliseconds + Int64(line.offset) * 1_000)
            json.members(["entry": time.taskwarriorText, "description": line.element.trimmed])
        }
    }
}

extension EntityID {
    /// With the dashes of a UUID.
    fileprivate var taskwarriorText: String {
        let digits = Array(text.utf8)
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: digits[$0], as: UTF8.self) }
        return parts.joined(separator: "-")
    }
}

extension Timestamp {
    /// `20261121T093000Z`.
    fileprivate var taskwarriorText: String {
        let digits = text.utf8.filter { (0x30...0x39).contains($0) }
        return String(decoding: digits.prefix(8), as: UTF8.self) + "T"
            + String(decoding: digits.dropFirst(8).prefix(6), as: UTF8.self) + "Z"
    }
}
