import DaybookCore
import DaybookStorage

extension Output {
    /// A line of the list: number, box, title (the bytes of its UTF-8), what is planned.
    mutating func append(
        line number: Int64, _ isCompleted: Bool, _ title: UnsafeRawBufferPointer, _ day: CivilDate?, _ amount: Amount?,
        _ today: CivilDate
    ) {
        append(number, width: 5)
        append((isCompleted ? "  [x] " : "  [ ] ") as StaticString)
        let isOverdue = !isCompleted && (day.map { $0 < today } ?? false)
        styled(isCompleted ? .faint : nil) { $0.append(terminal: title) }
        styled(isCompleted ? .faint : isOverdue ? .alarm : nil) { $0.append(planned: day, amount) }
        append("\n" as StaticString)
    }

    /// The end of a line about a to-do: on which day it is due, and what it costs.
    private mutating func append(planned day: CivilDate?, _ amount: Amount?) {
        if let day { append(" (due \(day.text)") }
        if let amount { append((day == nil ? " (" : ", ") + amount.text) }
        if day != nil || amount != nil { append(")" as StaticString) }
    }

    /// What was done to an item.
    mutating func append(_ verb: String, _ row: TodoRow) {
        append("\(verb) \(row.number): ")
        append(terminal: row.todo.title)
        append(planned: row.todo.due, row.todo.amount)
        append("\n" as StaticString)
    }

    /// Everything about an item, a field a line; fields that are empty are left out.
    mutating func append(details row: TodoRow) {
        let todo = row.todo
        var title = todo.title
        title.withUTF8 { append(line: row.number, todo.isCompleted, UnsafeRawBufferPointer($0), nil, nil, .local()) }
        append("\n" as StaticString)
        append("description", todo.description)
        append("notes", todo.notes)
        append("amount", todo.amount?.text ?? "")
        append("due", todo.due?.text ?? "")
        append("created", todo.createdAt.text)
        append("completed", todo.completedAt?.text ?? "")
        append("synced", todo.isSynced ? "yes" : "no")
        append("id", todo.id.text)
    }

    private mutating func append(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        append("  \(name)" + String(repeating: " ", count: max(1, 14 - name.count)))
        append(lines: value, indent: 16)
        append("\n" as StaticString)
    }
}
