public import DaybookCore
import Sworm

extension BookReader {
    /// The node of the stamps that are made here.
    public func node() throws -> UInt64 { try bookRow().node }

    /// Tells whether there is no register here.
    public func isEmpty() throws -> Bool { try !db.exists(Query(RegisterRow.self)) }

    /// The server that the book syncs with, or nil.
    public func remote() throws -> Remote? { try db.find(Remote.self, Remote.id, 1) }

    /// Tells what the server has yet to get, the oldest first.
    ///
    /// - Parameter size: how many bytes of values are enough. With long texts that is much less than `limit` allows.
    public func pendingRegisters(limit: Int? = nil, size: Int = .max) throws -> [Register] {
        let pending = Query(RegisterRow.self).where(RegisterRow.pending).order(RegisterRow.clock)
        var registers: [Register] = []
        var left = size
        do {
            try db.each(limit.map { pending.limit($0) } ?? pending) { row in
                registers.append(row.register)
                left -= row.register.value.count
                if left < 0 { throw Enough() }
            }
        } catch is Enough {}
        return registers
    }
}
