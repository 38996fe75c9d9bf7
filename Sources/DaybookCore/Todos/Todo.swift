/// Something to do, as its registers say.
public struct Todo: Hashable, Identifiable, Sendable {
    public let id: EntityID
    public var title: String
    public var description: String
    public var notes: String
    public let createdAt: Timestamp
    /// Nil while it is open.
    public var completedAt: Timestamp?
    /// Its place among the open to-dos, kept while it is finished.
    public var todoPosition: Position
    /// Its place among the finished.
    public var donePosition: Position
    /// What it costs; checking it books an expense of so much.
    public var amount: Amount?
    /// The day on which the amount is due.
    public var plannedDay: CivilDate?
    /// Whether the server has all of it.
    public var isSynced: Bool

    public init(
        id: EntityID, title: String, description: String = "", notes: String = "", createdAt: Timestamp,
        completedAt: Timestamp? = nil, todoPosition: Position, donePosition: Position = Position(bytes: []),
        amount: Amount? = nil, plannedDay: CivilDate? = nil, isSynced: Bool = false
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
        self.plannedDay = plannedDay
        self.isSynced = isSynced
    }

    public var isCompleted: Bool { completedAt != nil }

    public var section: TodoSection { isCompleted ? .done : .todo }

    /// Its place in the section where it is.
    public var position: Position { isCompleted ? donePosition : todoPosition }

    /// The number that a client set as its place among the to-dos; lower comes first.
    public var order: Double? { todoPosition.number }
}

/// The two halves of the list.
public enum TodoSection: Hashable, Sendable {
    case todo
    case done
}

/// What a list shows.
public enum TodoFilter: String, CaseIterable, Sendable {
    case all
    case active
    case completed
    case unsynced

    public func contains(_ todo: Todo) -> Bool {
        switch self {
        case .all: true
        case .active: !todo.isCompleted
        case .completed: todo.isCompleted
        case .unsynced: !todo.isSynced
        }
    }
}
