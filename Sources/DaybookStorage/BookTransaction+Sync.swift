public import DaybookCore
import Sworm

extension BookTransaction {
    /// Syncs with the server at `url` from now on. Another one than before gets everything that is here.
    public func setRemote(url: String) throws {
        guard try reader.remote()?.url != url else { return }
        try db.upsert(Remote(url: url, progress: .init()), Remote.id)
        try markAllPending()
    }

    /// Stops syncing; what is here stays.
    public func removeRemote() throws {
        try db.delete(Remote.self, Remote.id, 1)
    }

    /// Writes what a `SyncClient` says, in the order in which it says it.
    public func apply(_ writes: [SyncClient.Write]) throws {
        for write in writes {
            switch write {
            case .merge(let registers):
                receivedCount += try merge(registers, arePending: false)
                // The server that they come from has looked at their time.
                for register in registers { book.time = max(book.time, register.stamp.time.milliseconds) }
            case .acknowledge(let registers): try acknowledge(registers)
            case .restampPending(let limit, let time): try restampPending(after: limit, from: time)
            case .markAllPending: try markAllPending()
            case .save(let progress):
                guard let remote = try reader.remote() else { throw MissingRow.remote }
                try db.upsert(Remote(url: remote.url, progress: progress), Remote.id)
            }
        }
        try save()
    }

    /// Marks an item as not synced: a client of the classic interface says that it isn't.
    public func markPending(_ id: EntityID) throws {
        let before = try reader.record(id)
        var after = before
        after.markAllPending()
        guard after != before else { return }
        try store(after, replacing: before)
        try project([(before, after)])
    }

    private func acknowledge(_ registers: [Register]) throws {
        try change(registers) { record, registers in
            for register in registers { record.acknowledge(register.field, register.stamp) }
        }
    }

    private func restampPending(after limit: Timestamp, from time: Timestamp) throws {
        let writtenAnew = clock.restamp(try reader.pendingRegisters(), after: limit, from: time)
        // Who syncs with this book may have taken what they were before for settled, and what is newer wouldn't win
        // there. While this clock is ahead itself, what they gave back would be taken, and rewritten once more,
        // without end.
        if !writtenAnew.isEmpty, now <= limit { book.epoch = random.next() }
        try change(writtenAnew) { record, registers in record = record.replacing(registers) }
    }

    private func markAllPending() throws {
        try db.run(RegisterRow.table.filter(!RegisterRow.pending).update(RegisterRow.pending <- true))
        for item in Book.items { try item.markAllPending(db) }
        try db.run(EntryTagRow.table.filter(EntryTagRow.synced).update(EntryTagRow.synced <- false))
    }

    /// Calls `body` with each record that `registers` speak of and those of its registers, and stores what comes out.
    private func change(_ registers: [Register], _ body: (inout Record, [Register]) -> Void) throws {
        var groups: [EntityID: [Register]] = [:]
        for register in registers { groups[register.entity, default: []].append(register) }
        for (id, registers) in groups.sorted(by: { $0.key < $1.key }) {
            let before = try reader.record(id)
            var after = before
            body(&after, registers)
            guard after != before else { continue }
            try store(after, replacing: before)
            try project([(before, after)])
        }
    }
}
