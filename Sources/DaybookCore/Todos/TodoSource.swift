/// What planning an action needs to know of the to-dos that exist. A list in memory and a book on disk both can tell.
public protocol TodoSource {
    /// The error that a lookup can throw; `Never` for a list in memory.
    associatedtype Failure: Error

    /// The to-do with this id; nil if there is none, or it is deleted.
    func todo(_ id: EntityID) throws(Failure) -> Todo?
    /// Every to-do of a section, in no particular order.
    func ids(in section: TodoSection) throws(Failure) -> [EntityID]
    /// Up to `limit` items that stand directly before (or after) `todo` in its section, the nearest first.
    func neighbours(of todo: Todo, _ side: TodoSide, limit: Int) throws(Failure) -> [Todo]
}

/// A direction in a section: towards its first or towards its last item.
public enum TodoSide: Sendable {
    /// Towards the first.
    case before
    /// Towards the last.
    case after
}
