import DaybookCore
import DaybookExchange
import DaybookStorage

extension Output {
    /// A line of the list: number, box, title (the bytes of its UTF-8), what is planned.
    mutating func append(
        line number: Int64, _ isCompleted: Bool, _ title: UnsafeRawBufferPointer, _ plan: PlanText,
        _ clock: (_ zone: String) -> LocalTime
    ) {
        append(number, width: 5)
        append(behindNumber: isCompleted, title, plan, clock)
    }

    /// Appends all behind the number in a line of the list. On a terminal the title is cut, so that the line fits.
    ///
    /// - Parameter indent: how many columns stand before it, beside those of the number.
    mutating func append(
        behindNumber isCompleted: Bool, _ title: UnsafeRawBufferPointer, _ plan: PlanText, indent: Int = 0,
        _ clock: (_ zone: String) -> LocalTime
    ) {
        append((isCompleted ? "  [x] " : "  [ ] ") as StaticString)
        let isOverdue = !isCompleted && (plan.due.map { Todo.isOver($0, plan.dueTime, clock) } ?? false)
        // Before its start it is shown quietly.
        let start = isCompleted ? nil : plan.start.flatMap { $0 > clock("").day ? " from \($0.text)" : nil }
        if let columns = Self.columns {
            var rest = Output()
            rest.append(plan)
            let taken = TerminalText(String(decoding: rest.bytes, as: UTF8.self)).width + (start?.count ?? 0)
            let cut = TerminalText(String(decoding: title, as: UTF8.self))
                .cut(to: max(Self.leastTitle, columns - 11 - indent - taken))
            styled(isCompleted ? .faint : nil) { $0.append(cut.text) }
        } else {
            styled(isCompleted ? .faint : nil) { $0.append(terminal: title) }
        }
        if let start { styled(.faint) { $0.append(start) } }
        styled(isCompleted ? .faint : isOverdue ? .alarm : nil) { $0.append(plan) }
        append("\n" as StaticString)
    }

    /// A title keeps so many columns, however narrow the terminal is.
    private static let leastTitle = 12

    /// A line of the list about an item.
    mutating func append(line row: TodoRow, _ clock: (_ zone: String) -> LocalTime) {
        var title = row.todo.title
        title.withUTF8 {
            append(line: row.number, row.todo.isCompleted, UnsafeRawBufferPointer($0), PlanText(row.todo), clock)
        }
    }

    /// The end of a line about a to-do: on which day it is due, what it costs, and how it comes again.
    private mutating func append(_ plan: PlanText) {
        var parts: [String] = []
        if plan.due != nil { parts.append("due " + Self.moment(plan.due, plan.dueTime)) }
        if let priority = plan.priority.flatMap({ Shape.choice(Todo.priorities).text(.choice($0)) }) {
            parts.append("priority " + priority)
        }
        if let amount = plan.amount { parts.append(amount.text) }
        if let repeats = plan.repeats, !repeats.rule.isEmpty {
            parts.append("↻ \(repeats.words)")
            let missed = repeats.missed(by: .local())
            if missed > 0 { parts.append("\(missed) missed") }
        }
        if !parts.isEmpty {
            append(" (" as StaticString)
            append(terminal: parts.joined(separator: ", "))
            append(")" as StaticString)
        }
        for tag in plan.tags { append(terminal: " #" + tag) }
    }

    /// Says what was done to an item.
    mutating func append(_ verb: String, _ row: TodoRow) {
        append("\(verb) \(row.number): ")
        append(terminal: row.todo.title)
        append(PlanText(row.todo))
        append("\n" as StaticString)
    }

    /// Everything about an item, a field a line; fields that are empty are left out.
    ///
    /// - Parameters:
    ///   - list: that in which it lies; nil for the inbox.
    ///   - parent: the one directly above it.
    ///   - children: those under it, and how many others stand between.
    mutating func append(
        details row: TodoRow, in list: ItemList?, under parent: TodoRow?, _ children: [(depth: Int, row: TodoRow)],
        _ names: AccountNames
    ) {
        let todo = row.todo
        var title = todo.title
        title.withUTF8 {
            append(line: row.number, todo.isCompleted, UnsafeRawBufferPointer($0), PlanText(), LocalTime.clocks())
        }
        append("\n" as StaticString)
        append("description", todo.description)
        append("notes", todo.notes)
        if let amount = todo.amount {
            append("amount", amount.text)
            let isIncome = todo.books == .income
            if let account = todo.account { append(isIncome ? "to" : "from", names.name(account, amount.currency)) }
            if case .transfer(let account) = todo.books { append("to", names.name(account, amount.currency)) }
        }
        append("start", Self.moment(todo.start, todo.startTime))
        append("due", Self.moment(todo.due, todo.dueTime))
        append("reminders", todo.reminders.map(\.text).joined(separator: ", "))
        append("snoozed", todo.extraFields[.snoozedUntil]?.time.map { $0 > .now() ? $0.text : "" } ?? "")
        append("on Today", todo.todayDay?.text ?? "")
        append("repeats", todo.repeats?.words ?? "")
        append("rule", todo.repeats?.rule ?? "")
        if let repeats = todo.repeats, todo.rule != nil {
            append("mode", repeats.mode.name)
            let missed = repeats.missed(by: .local())
            append("missed", missed > 0 ? "\(missed)" : "")
        }
        for spec in Todo.fields.specs {
            if case .choice = spec.shape { append("\(spec.name)", spec.shape.text(spec.get(todo)) ?? "") }
        }
        append("tags", todo.tags.map { "#" + $0 }.joined(separator: " "))
        append("list", list?.name ?? "")
        append("parent", parent.map { "\($0.number) \($0.todo.title)" } ?? "")
        append(
            "children",
            children.map { depth, child in
                String(repeating: " ", count: depth * 2) + "\(child.number) \(child.todo.title)"
                    + (child.todo.isCompleted ? " (finished)" : "")
            }.joined(separator: "\n"))
        append("created", todo.createdAt.text)
        append("completed", todo.completedAt?.text ?? "")
        append("synced", todo.isSynced ? "yes" : "no")
        append("id", todo.id.text)
    }

    private static func moment(_ day: CivilDate?, _ time: TimeOfDay?) -> String {
        day.map { $0.text + (time.map { " \($0.text)" } ?? "") } ?? ""
    }

    private mutating func append(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        append("  \(name)" + String(repeating: " ", count: max(1, 14 - name.count)))
        append(lines: value, indent: 16)
        append("\n" as StaticString)
    }
}

/// The plan of a to-do, as lines show it.
struct PlanText {
    var start: CivilDate?
    var due: CivilDate?
    var dueTime: TimeOfDay?
    var amount: Amount?
    var repeats: Repeat?
    /// A place in `Todo.priorities`.
    var priority: UInt8?
    var tags: [String] = []
}

extension PlanText {
    init(_ todo: Todo) {
        self.init(
            start: todo.start, due: todo.due, dueTime: todo.dueTime, amount: todo.amount, repeats: todo.repeats,
            priority: todo.extraFields[.priority]?.choice, tags: todo.tags)
    }
}
