/// Everything that can be done to the to-dos, on every device and through every interface.
public indirect enum TodoAction: Equatable, Sendable {
    /// Makes a new to-do, the first of the open ones unless the draft says more.
    case add(EntityID, TodoDraft)
    /// Changes some fields of one.
    case edit(EntityID, TodoEdit)
    /// Puts one to another place in its section.
    case move(EntityID, TodoPlace)
    /// Takes one out. An edit that comes after it, on any device, brings the to-do back.
    case delete(EntityID)
    /// Takes out all that are finished.
    case clearCompleted
    /// Takes out all to-dos; what they booked stays.
    case deleteAll

    /// Finishes a to-do: it becomes the first of the finished.
    public static func check(_ id: EntityID) -> TodoAction { .edit(id, TodoEdit(isCompleted: true)) }
    /// Opens it again: it becomes the last of the to-dos.
    public static func uncheck(_ id: EntityID) -> TodoAction { .edit(id, TodoEdit(isCompleted: false)) }
}

/// A place in a section, in terms of what is there.
public enum TodoPlace: Equatable, Sendable {
    /// Before all others of the section.
    case first
    /// Behind all others of the section.
    case last
    /// Directly before an item of the same section.
    case before(EntityID)
    /// Directly after an item of the same section.
    case after(EntityID)
}

/// What a new to-do starts with.
public struct TodoDraft: Equatable, Sendable {
    /// Not blank, at most `TodoError.longestTitle` Unicode scalars; white space around it is cut off.
    public var title: String
    /// At most `TodoError.longestText` bytes of UTF-8; empty for none.
    public var description: String
    /// As `description`.
    public var notes: String
    /// Whether it is finished from the start; an amount is booked at once then.
    public var isCompleted: Bool
    /// Its place among the to-dos as a number, lower first; nil for the first place.
    public var order: Double?
    /// What it costs; nil for nothing.
    public var amount: Amount?
    /// The day on which the amount is due; nil for none.
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
    /// As in a draft.
    public var title: String?
    /// As in a draft; empty takes it away.
    public var description: String?
    /// As in a draft; empty takes it away.
    public var notes: String?
    /// True makes an open one the first of the finished, false a finished one the last of the to-dos unless there is an
    /// `order`.
    public var isCompleted: Bool?
    /// Its place among the to-dos as a number, lower first, also while it is finished; not NaN.
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
