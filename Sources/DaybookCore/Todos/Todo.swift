/// Something to do, as its registers say.
public struct Todo: Hashable, Identifiable, Sendable {
    /// Random; what it books bears one that is made of it.
    public let id: EntityID
    /// May be blank, or longer than `ItemError.longestTitle`, if another program wrote it so.
    public var title: String
    /// Empty for none.
    public var description: String
    /// Empty for none.
    public var notes: String
    /// When it was made; where that isn't known, when its title was written.
    public internal(set) var createdAt: Timestamp
    /// Nil while it is open.
    public var completedAt: Timestamp?
    /// Its place among the open to-dos, kept while it is finished.
    public var todoPosition: Position
    /// Its place among the finished.
    public var donePosition: Position
    /// The amount; checking it books an expense of so much.
    public var amount: Amount?
    /// The day on which it, and its amount, is due.
    public var due: CivilDate?
    /// When on that day; nil for until its end.
    public var dueTime: TimeOfDay?
    /// The day on which it is to be begun; not later than the due.
    public var start: CivilDate?
    /// When on that day; nil for from its begin.
    public var startTime: TimeOfDay?
    /// The day on which a person put it on Today.
    public var todayDay: CivilDate?
    /// How it comes again, as of the occurrence that is open.
    public var repeats: Repeat?
    /// The occurrence that it is, or, where a to-do comes no more, its last.
    public internal(set) var occurrence: Occurrence?
    /// The values of fields that have no property here.
    public var extraFields = FieldValues()
    /// Sorted.
    public var tags: [String] {
        get { extraFields[.tag]?.texts ?? [] }
        set { extraFields[.tag] = newValue.isEmpty ? nil : .texts(newValue) }
    }
    public var isSynced: Bool

    public init(
        id: EntityID, title: String, description: String = "", notes: String = "", createdAt: Timestamp,
        completedAt: Timestamp? = nil, todoPosition: Position, donePosition: Position = Position(bytes: []),
        amount: Amount? = nil, due: CivilDate? = nil, isSynced: Bool = false
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.notes = notes
        self.createdAt = createdAt
        self.completedAt = completedAt
        self.todoPosition = todoPosition
        self.donePosition = donePosition
        self.amount = amount
        self.due = due
        self.isSynced = isSynced
    }

    /// True where it has a moment of completion.
    public var isCompleted: Bool { completedAt != nil }

    /// Where the list has it.
    public var section: TodoSection { isCompleted ? .done : .todo }

    /// Its place in the section where it is.
    public var position: Position { isCompleted ? donePosition : todoPosition }

    /// The number that a client set as its place among the to-dos; lower comes first.
    public var order: Double? { todoPosition.number }
}

/// The two halves of the list.
public enum TodoSection: Hashable, Sendable {
    /// Open to-dos.
    case todo
    /// Finished to-dos.
    case done
}

/// The to-dos that a list shows.
public enum TodoFilter: String, CaseIterable, Sendable {
    case all
    /// Open to-dos.
    case active
    /// Finished to-dos.
    case completed
    /// To-dos of which a server lacks something, open or finished.
    case unsynced

    /// Tells whether a list with this filter shows it.
    public func contains(_ todo: Todo) -> Bool {
        switch self {
        case .all: true
        case .active: !todo.isCompleted
        case .completed: todo.isCompleted
        case .unsynced: !todo.isSynced
        }
    }
}
