public import DaybookCore

/// Changing a title in its row, or a field of a form.
public indirect enum EditingAction: Equatable {
    /// Opens the title of a row.
    case begin(EntityID)
    /// The text in that field by now; line breaks become spaces, unless the title had some.
    case type(String)
    /// Writes the title; the focus goes back to its row.
    case commit
    /// Commits since the focus went elsewhere, where it stays.
    case leave
    /// Drops what was typed in the title and isn't written yet.
    case cancel
    /// The text in a field of the form that is open.
    case field(FormField, String)
    /// A day that was picked for that field.
    case pick(FormField, String)
    /// The value of a field, in the form or the details that are open.
    case set(Field, FieldValue)
    /// Changes the to-do of the form or the details that are open.
    case change(TodoChange)
    /// Opens the fields of a chip, or closes them.
    case open(DetailPart)
    /// Writes what was typed in the details. What can't be taken stays in its field.
    case commitDetail
}

/// A field of text in the details or the form of a to-do, or in the form of an entry.
public enum FormField: String, Sendable {
    /// Fields of to-dos; the amount, the day and the tags of entries as well. The day of a to-do is its due.
    case title, description, notes, amount, day, tags
    /// Fields of to-dos alone; the reminders are those at a moment.
    case start, reminders
    // Fields of entries alone.
    case currency, place, note, payee
}
