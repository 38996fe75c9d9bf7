public import DaybookCore

/// The side of the screen with the to-dos: what of them is shown, and what is typed to add some.
public struct TodosState {
    /// Which of them the list shows.
    public internal(set) var filter = Filter.all
    /// The words that they are searched for; none for no search.
    public internal(set) var query = SearchQuery("")
    /// The rows that the filter and the search leave of the list; nil while they leave all of it, which is then not held twice.
    var found: Sections?
    /// The rows that were just finished, and the list as it was before: they stay in their places for a moment.
    var staying: (ids: [EntityID], sections: Sections)?
    /// True where the app was opened by an address that names nothing, and hasn't chosen yet what to show.
    var opensToday = false
    /// The text in the field that adds a to-do.
    public internal(set) var newTitle = ""
    /// Words in that field that are title and mean nothing, since a person said so: as `QuickTodo.Part.text` has them.
    public internal(set) var literal: [String] = []
    /// True where the person has changed that field since something was added: then undo is the field's own.
    var isTitleTyped = false
    /// The first day of the month that stands beside what is to come; nil for the present one.
    var month: CivilDate?
    /// Lines, each a title by itself, that were pasted into that field and wait for an answer.
    public internal(set) var pastedLines: [String] = []
}
