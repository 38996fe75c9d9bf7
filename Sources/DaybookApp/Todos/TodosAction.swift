public import DaybookCore

/// The actions of a person on the list of to-dos, and on the field that adds some.
public indirect enum TodosAction: Equatable {
    case setFilter(Filter)
    /// The text in the search; empty shows everything.
    case search(String)
    /// The text in the field that adds a to-do by now.
    case typeNew(String)
    /// Puts an example into that field.
    case tryLine(String)
    /// Words in that field are title, and mean nothing.
    case takeLiterally(String)
    /// Adds the to-do of that field, unless it is blank.
    case addNew
    /// Asks whether each line of a pasted text becomes a to-do.
    case pasteLines(String)
    /// They do; those that can't be titles go into the field.
    case acceptLines
    /// They go into the field, with spaces between them.
    case keepAsOneLine
    /// Shows the month after, before (-1), or the present one (0).
    case showMonth(Int)
    /// Opens the form of a new to-do that is due on a day.
    case addOn(CivilDate)
    /// How far the list is scrolled by now, and how much of it can be seen, in CSS pixels.
    case scrolled(offset: Int, height: Int)
}
