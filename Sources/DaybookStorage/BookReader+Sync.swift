public import DaybookCore
import Sworm

extension BookReader {
    /// The node of the stamps that are made here.
    public func node() throws -> UInt64 { try bookRow().node }

    /// Whether there is no register here: such a device need not hear of what is deleted.
    public func isEmpty() throws -> Bool { try !db.exists(Query(RegisterRow.self)) }

    /// The server that the book syncs with, or nil.
    public func remote() throws -> Remote? { try db.find(Remote.self, Remote.id, 1) }

    /// What the server has yet to get, the oldest first.
    public func pendingRegisters(limit: Int? = nil) throws -> [Register] {
        let pending = Query(RegisterRow.self).where(RegisterRow.pending).order(RegisterRow.clock)
        return try db.all(limit.map { pending.limit($0) } ?? pending).map(\.register)
    }
}
