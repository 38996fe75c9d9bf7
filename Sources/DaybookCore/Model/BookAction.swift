/// Everything that can be done to what a book holds, on every device and through every interface.
public indirect enum BookAction: Equatable, Sendable {
    /// Makes a thing. A to-do is the first of the open ones, a list or account the last, unless there is a `todoPosition`.
    /// A rate that is made takes the place of what was said of the same currencies and day.
    case add(Kind, EntityID, Changes)
    /// Changes some fields of one. To sort a quick record is to give it a kind.
    case edit(Kind, EntityID, Changes)
    /// Takes one out. An edit that comes after it, on any device, brings it back. What lies in a list is in the inbox
    /// from then on, and the entries of an account are in the default one, also what another device puts there meanwhile.
    /// The entries of which a transfer was made are entries again.
    case delete(Kind, EntityID)
    /// Puts a to-do to another place in its section.
    case move(EntityID, TodoPlace)
    /// Passes over the occurrence of a repeating to-do that is open: it isn't done, and the next one is open.
    case skip(EntityID)
    /// Says with which statement a row was reconciled, in a register of it; nil for none. See `StatementRow.field`.
    case reconcile(EntityID, Field, EntityID?)
    /// Takes out all to-dos that are finished.
    case clearCompleted
    /// Takes out all to-dos; what they booked stays.
    case deleteAllTodos

    /// Finishes a to-do: it becomes the first of the finished. Of a repeating one the open occurrence does, and the next
    /// one is open.
    ///
    /// - Parameter moment: when it was done; nil for now. The day of its expense, and an occurrence that counts from when
    ///   the last one was done, follow from it.
    public static func check(_ id: EntityID, at moment: Timestamp? = nil) -> BookAction {
        var changes = Changes.todo(isCompleted: true)
        changes.doneAt = moment
        return .edit(.todo, id, changes)
    }
    /// Opens it again, or takes the last occurrence back: it becomes the last of the to-dos.
    public static func uncheck(_ id: EntityID) -> BookAction { .edit(.todo, id, .todo(isCompleted: false)) }
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

/// Answers what planning an action needs to know of a book. A book in memory and one on disk both can tell.
public protocol BookSource {
    /// The error that a lookup can throw; `Never` for a book in memory.
    associatedtype Failure: Error

    /// The to-do with this id; nil if there is none, or it is deleted.
    func todo(_ id: EntityID) throws(Failure) -> Todo?
    /// The entry with this id; nil if there is none, or it is deleted.
    func entry(_ id: EntityID) throws(Failure) -> Entry?
    /// The registers of a thing of any kind; none of one that isn't known.
    func record(_ id: EntityID) throws(Failure) -> Record
    /// The account with this id, a default one also where nobody has changed it; nil if there is none, or it is deleted.
    func account(_ id: EntityID) throws(Failure) -> MoneyAccount?
    /// The account that what is new is of, if it names none: see `[MoneyAccount].usual`. Nil for the one that nobody made.
    func defaultAccount(in currency: Currency) throws(Failure) -> MoneyAccount?
    /// The balance of an account at the end of a day; nil where that isn't known.
    func balance(of account: MoneyAccount, on day: CivilDate) throws(Failure) -> Sum?
    /// The transfer with this id; nil if there is none, it is deleted, or doesn't count: see `JoinedEntries`.
    func transfer(_ id: EntityID) throws(Failure) -> Transfer?
    /// The envelope with this id; nil if there is none, or it is deleted.
    func envelope(_ id: EntityID) throws(Failure) -> Envelope?
    /// The transfers that name an entry, also those that don't count.
    func transfers(naming entry: EntityID) throws(Failure) -> [EntityID]
    /// The things of a kind that people tell apart by their names: lists, filters, accounts that somebody made, payees and
    /// their other names. None of another kind.
    func names(of kind: Kind) throws(Failure) -> [(id: EntityID, name: String)]
    /// Every to-do of a section, in no particular order.
    func ids(in section: TodoSection) throws(Failure) -> [EntityID]
    /// Up to `limit` items that stand directly before (or after) `todo` in its section, the nearest first.
    func neighbours(of todo: Todo, _ side: TodoSide, limit: Int) throws(Failure) -> [Todo]
    /// The to-dos that name one of these as the one above them, in no particular order.
    func children(of ids: [EntityID]) throws(Failure) -> [Todo]
}

/// A direction in a section: towards its first or towards its last item.
public enum TodoSide: Sendable {
    /// Towards the first.
    case before
    /// Towards the last.
    case after
}
