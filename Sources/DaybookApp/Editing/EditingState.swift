public import DaybookCore

/// The text in the form and the details of a to-do, and in its row.
public struct EditingState {
    /// The values in the form of a new to-do, without those that are in `plan`.
    public internal(set) var form = Changes()
    /// The texts of that form as they were typed.
    public internal(set) var plan = Plan()
    /// The title that is being changed in its row.
    public internal(set) var title: TitleEdit?
    /// The chip whose fields are open.
    var part: DetailPart?
    /// The text in the detail screen that isn't yet written.
    var detail: DetailDraft?
}

/// The title of a to-do that is being changed in its row.
public struct TitleEdit: Equatable {
    /// The to-do's.
    public var id: EntityID
    /// The text as it was typed so far.
    public var text: String
    /// The title when it began.
    var original: String
}

struct DetailDraft: Equatable {
    var id: EntityID
    var field: FormField
    var text: String
    /// True where the book has it already.
    var isSaved = false
    /// True where the book has some of it, by a step that the rest joins.
    var hasStep = false
    /// True where it will be looked at in a moment.
    var hasAlarm = true
}
