extension Field {
    /// UTF-8: the line of which a template makes its to-do, as `QuickTodo` reads it.
    public static let line = Field(rawValue: 61)
    /// UTF-8: the lines of its subtasks, one each.
    public static let lines = Field(rawValue: 62)
}

/// A to-do with its subtasks that can be made again. Its lines are read on the day on which that happens: “in 3 days”
/// counts from then on.
public struct Template: Hashable, Sendable {
    public let id: EntityID
    /// The name; not blank.
    public var name = ""
    public var isSynced = true
    public var extraFields = FieldValues()

    /// The line of the to-do: its own, or else the name.
    public var todo: String { extraFields[.line]?.text ?? name }
    /// The lines of the subtasks in their order.
    public var subtasks: [String] {
        (extraFields[.lines]?.text ?? "").parts { $0 == "\n" }.map { String($0).trimmed }.filter { !$0.isEmpty }
    }
}

extension Template: NamedEntity {
    public static let kind: Kind = Kind(
        16, "template", "templates", by: .name, needs: [.title], in: .todos, fields.bare)

    /// Templates stand by name.
    public var position: Position { Position(bytes: []) }

    public init(id: EntityID, createdAt: Timestamp) { self.id = id }

    public static let fields = FieldList<Template>([
        FieldSpec(
            .title, "name", .text, since: 17, isOptional: false, [.input, .output, .search],
            get: { .text($0.name) }, set: { $0.name = $1.text }),
        FieldSpec(.line, "todo", .text, since: 17),
        FieldSpec(.lines, "subtasks", .text, since: 17),
        FieldSpec(.notes, "notes", .text, since: 17),
    ])
}

/// The book and the clock that lines are read with.
public struct QuickContext {
    let now: LocalTime
    let lists: [ItemList]
    let accounts: [MoneyAccount]
    let usual: Currency
    let local: Currency?

    /// - Parameters: as of `QuickTodo.init`.
    public init(now: LocalTime, lists: [ItemList], accounts: [MoneyAccount], usual: Currency, local: Currency? = nil) {
        (self.now, self.lists, self.accounts) = (now, lists, accounts)
        (self.usual, self.local) = (usual, local)
    }

    /// Understands a line.
    public func read(_ line: String) -> QuickTodo {
        QuickTodo(line, now: now, lists: lists, accounts: accounts, usual: usual, local: local)
    }
}

extension Template {
    /// Makes the to-do, the first of the open ones, with its subtasks under it in their order.
    ///
    /// - Parameters:
    ///   - root: the id of the to-do.
    ///   - newID: draws one for each subtask.
    public func making(_ root: EntityID, in context: QuickContext, newID: () -> EntityID) -> [BookAction] {
        func changes(_ line: String) -> Changes {
            var changes = Changes()
            changes.read(context.read(line))
            return changes
        }
        var first = changes(todo)
        first[.notes] = extraFields[.notes]
        // The one that is added last stands first.
        return [.add(.todo, root, first)]
            + subtasks.reversed().map { line in
                var subtask = changes(line)
                subtask[.parent] = .entity(root)
                if let list = first[.list] { subtask.values.fill(.list, list) }
                return .add(.todo, newID(), subtask)
            }
    }

    /// The values of a template that makes a to-do like one that is there. What a line has no words for is left out.
    ///
    /// - Parameters:
    ///   - subtasks: those directly under it, in their order.
    ///   - context: that of the moment when it was made, from which its days count.
    public static func values(of todo: Todo, _ subtasks: [Todo], in context: QuickContext) -> FieldValues {
        var values = FieldValues()
        values[.line] = .text(line(of: todo, in: context))
        values[.notes] = todo.notes.isEmpty ? .nothing : .text(todo.notes)
        let lines = subtasks.map { line(of: $0, in: context, except: todo.extraFields[.list]) }.joined(separator: "\n")
        values[.lines] = lines.isEmpty ? .nothing : .text(lines)
        return values
    }

    /// The line that is read as a to-do: its title, and words for the rest that are read as what it has.
    private static func line(of todo: Todo, in context: QuickContext, except list: FieldValue? = nil) -> String {
        let title = String(todo.title.scalars.map { $0 == "\n" ? " " : $0 })
        let plain = context.read(title)
        guard plain.parts.isEmpty, plain.title == title else { return "\"\(title)\"" }
        var line = title
        func add(_ words: String?, _ field: Field, _ isSame: (FieldValue) -> Bool) {
            guard let words else { return }
            let read = context.read("\(line) \(words)")
            guard read.title == title, let value = read.values[field], isSame(value) else { return }
            line += " \(words)"
        }
        for tag in todo.tags { add("#\(tag)", .tag) { $0.texts.last == tag } }
        let extraFields = todo.extraFields
        if let id = extraFields[.list], id != list {
            let name = context.lists.first { .entity($0.id) == id }?.name
            add(name.map { "+\"\($0)\"" }, .list) { $0 == id }
        }
        if let priority = extraFields[.priority]?.choice, Int(priority) < Todo.priorities.count {
            add("!" + Todo.priorities[Int(priority)], .priority) { $0.choice == priority }
        }
        add(todo.amount?.text, .amount) { $0.amount == todo.amount }
        add(context.accounts.first { $0.id == todo.account }.map { "from \($0.name)" }, .account) {
            $0.entity == todo.account
        }
        if let due = todo.due {
            let days = due.daysSince1970 - context.now.day.daysSince1970
            let time = todo.dueTime.map { " at \($0.text)" } ?? ""
            add("in \(days) \(days == 1 ? "day" : "days")\(time)", .due) { $0.day == due }
        }
        return line
    }
}
