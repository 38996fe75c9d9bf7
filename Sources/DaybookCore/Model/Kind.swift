/// A kind of things that people keep in a book.
public enum Kind: Sendable {
    /// See `Todo`.
    case todo
    /// See `Entry`.
    case entry
    /// See `ItemList`.
    case list
}
