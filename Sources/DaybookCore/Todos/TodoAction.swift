/// Everything that can be done to the to-dos, on every device and through every interface.
public indirect enum TodoAction: Equatable, Sendable {
    /// Makes a new to-do, the first of the open ones.
    case add(EntityID, TodoDraft)
    /// Changes some fields of one.
    case edit(EntityID, TodoEdit)
    /// Puts one to another place in its section.
    case move(EntityID, TodoPlace)
    case delete(EntityID)
    case clearCompleted
    case deleteAll

    /// Finishes a to-do: it becomes the first of the finished.
    public static func check(_ id: EntityID) -> TodoAction { .edit(id, TodoEdit(isCompleted: true)) }
    /// Opens it again: it becomes the last of the to-dos.
    public static func uncheck(_ id: EntityID) -> TodoAction { .edit(id, TodoEdit(isCompleted: false)) }
}

/// A place in a section, in terms of what is there.
public enum TodoPlace: Equatable, Sendable {
    case first
    case last
    /// Directly before an item of the same section.
    case before(EntityID)
    /// Directly after an item of the same section.
    case after(EntityID)
}

/// What a new to-do starts with.
public struct TodoDraft: Equatable, Sendable {
    public var title: String
    public var description: String
    public var notes: String
    public var isCompleted: Bool
    /// Its place among the to-dos as a number, lower first; nil for the first place.
    public var order: Double?
    public var amount: Amount?
    public var plannedDay: CivilDate?

    public init(
        title: String, description: String = "", notes: String = "", isCompleted: Bool = false, order: Double? = nil,
        amount: Amount? = nil, plannedDay: CivilDate? = nil
    ) {
        self.title = title
        self.description = description
        self.notes = notes
        self.isCompleted = isCompleted
        self.order = order
        self.amount = amount
        self.plannedDay = plannedDay
    }
}

/// The fields of a to-do that change; nil leaves one as it is.
public struct TodoEdit: Equatable, Sendable {
    public var title: String?
    public var description: String?
    public var notes: String?
    public var isCompleted: Bool?
    public var order: Double?
    /// `.some(nil)` takes the amount away.
    public var amount: Amount??
    /// `.some(nil)` takes the day away.
    public var plannedDay: CivilDate??

    public init(
        title: String? = nil, description: String? = nil, notes: String? = nil, isCompleted: Bool? = nil,
        order: Double? = nil, amount: Amount?? = nil, plannedDay: CivilDate?? = nil
    ) {
        self.title = title
        self.description = description
        self.notes = notes
        self.isCompleted = isCompleted
        self.order = order
        self.amount = amount
        self.plannedDay = plannedDay
    }
}
