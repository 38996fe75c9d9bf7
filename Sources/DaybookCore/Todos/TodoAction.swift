/// Everything that can be done to the to-dos, on every device and through every interface.
public indirect enum TodoAction: Equatable, Sendable {
    /// Makes a new to-do, the first of the open ones unless the draft says more.
    case add(EntityID, TodoDraft)
    /// Changes some fields of one.
    case edit(EntityID, TodoEdit)
    /// Puts one to another place in its section.
    case move(EntityID, TodoPlace)
    /// Passes over the occurrence of a repeating one that is open: it isn't done, and the next one is open.
    case skip(EntityID)
    /// Takes one out. An edit that comes after it, on any device, brings the to-do back.
    case delete(EntityID)
    /// Takes out all that are finished.
    case clearCompleted
    /// Takes out all to-dos; what they booked stays.
    case deleteAll

    /// Finishes a to-do: it becomes the first of the finished. Of a repeating one the open occurrence does, and the next
    /// one is open.
    public static func check(_ id: EntityID) -> TodoAction { .edit(id, TodoEdit(isCompleted: true)) }
    /// Opens it again, or takes the last occurrence back: it becomes the last of the to-dos.
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
    /// What its fields hold. The title isn't blank and has at most `TodoError.longestTitle` Unicode scalars; white
    /// space around it is cut off. A text has at most `FieldValues.longestText` bytes of UTF-8.
    public var values = FieldValues()
    /// Whether it is finished from the start; an amount is booked at once then.
    public var isCompleted: Bool
    /// Its place among the to-dos as a number, lower first; nil for the first place.
    public var order: Double?

    public init(
        title: String, description: String = "", notes: String = "", isCompleted: Bool = false, order: Double? = nil,
        amount: Amount? = nil, due: CivilDate? = nil
    ) {
        self.isCompleted = isCompleted
        self.order = order
        self.title = title
        self.description = description
        self.notes = notes
        self.amount = amount
        self.due = due
    }

    /// What there is to do.
    public var title: String {
        get { values[.title]?.text ?? "" }
        set { values.start(.title, with: .text(newValue)) }
    }
    /// Empty for none.
    public var description: String {
        get { values[.description]?.text ?? "" }
        set { values.start(.description, with: .text(newValue)) }
    }
    /// Empty for none.
    public var notes: String {
        get { values[.notes]?.text ?? "" }
        set { values.start(.notes, with: .text(newValue)) }
    }
    /// What it costs; nil for nothing.
    public var amount: Amount? {
        get { values[.amount]?.amount }
        set { values.start(.amount, with: FieldValue(newValue)) }
    }
    /// The day on which it, and its amount, is due; nil for none.
    public var due: CivilDate? {
        get { values[.due]?.day }
        set { values.start(.due, with: FieldValue(newValue)) }
    }

    /// How it comes again; nil for not at all.
    public var repeats: Repeat? {
        get { values[.repeats]?.repeats }
        set { values.start(.repeats, with: FieldValue(newValue)) }
    }
}

/// The fields of a to-do that change; nil leaves one as it is.
public struct TodoEdit: Equatable, Sendable {
    /// What fields are to hold from now on, as in a draft; nothing takes away what they hold.
    public var values = FieldValues()
    /// True makes an open one the first of the finished, false a finished one the last of the to-dos unless there is an
    /// `order`.
    public var isCompleted: Bool?
    /// Its place among the to-dos as a number, lower first, also while it is finished; not NaN.
    public var order: Double?

    public init(
        title: String? = nil, description: String? = nil, notes: String? = nil, isCompleted: Bool? = nil,
        order: Double? = nil, amount: Amount?? = nil, due: CivilDate?? = nil
    ) {
        self.isCompleted = isCompleted
        self.order = order
        values[.title] = title.map { .text($0) }
        values[.description] = description.map { .text($0) }
        values[.notes] = notes.map { .text($0) }
        values[.amount] = amount.map { FieldValue($0) }
        values[.due] = due.map { FieldValue($0) }
    }
}
