public import DaybookCore

/// Going from screen to screen, and what lies over them.
public indirect enum ScreenAction: Equatable {
    /// Selects one, deselects the others, and shows it.
    case details(EntityID)
    /// Goes to the list; what was typed is written, if it can be.
    case back
    /// Goes back and forgets what was typed in the form.
    case cancel
    /// Opens the form of a new to-do, with what was typed in it before.
    case openForm
    /// Adds the to-do of the form. What can't be one stays in it.
    case saveForm
    /// At a point in the window.
    case openMenu(EntityID, x: Int, y: Int)
    case openSettings
    /// Offers what a part of things can be, with the words that were typed there before.
    case change(ChangedPart)
    /// Moves the focus to the entry of the menu with this number, from 0.
    case focusMenu(Int)
    case closeOverlay
    /// The same, but what is typed in it is there again once it is opened.
    case leaveOverlay
    /// Opens what covers the screen, and focuses an element of it.
    case open(Overlay, focus: String)
    /// Goes to a screen, and focuses an element of it.
    case visit(Route, focus: String)
    case openShortcuts
    case hideNotice
    /// Leaves deleted what others had changed.
    case hideLost
    /// A key by the browser's name of it (`KeyboardEvent.key`), pressed anywhere.
    case key(String, Event.Modifiers)
}
