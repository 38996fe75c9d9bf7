public import DaybookCore
import Sworm

extension BookTransaction {
    /// Takes over commits of the book of which this one is a copy. The copy has the numbers and the epoch of that, so that it
    /// tells the same of what changed since when as every other copy.
    ///
    /// - Parameters:
    ///   - seqs: the number of the commit of each register.
    ///   - head: what the copy has with them.
    ///   - showing: whether people are to see it already; else `showCopied` is called in the end, once for all.
    public func copy(_ registers: [Register], seqs: [UInt64], to head: BookHead, showing: Bool) throws {
        let changes =
            showing
            ? try PushMerge.changes(registers, arePending: false) { id throws in try reader.record(id) } : []
        let known = Dictionary(changes.map { ($0.before.id, $0.before) }) { $1 }
        for (register, seq) in zip(registers, seqs) {
            clock.observe(register.stamp)
            book.time = max(book.time, register.stamp.time.milliseconds)
            let row = RegisterRow(register: register, seq: seq, isPending: false)
            if showing, known[register.entity] == nil || known[register.entity]?[register.field] != nil {
                try db.upsert(row, RegisterRow.entity, and: RegisterRow.field)
            } else {
                try db.insert(row)
            }
        }
        try project(changes.map { ($0.before, $0.after) })
        book.epoch = head.epoch
        book.seq = head.seq
        try save()
    }

    /// Shows all that was copied.
    public func showCopied() throws {
        var changes: [Change] = []
        var record: Record?
        func end() {
            if let record { changes.append((Record(id: record.id), record)) }
        }
        try db.each(Query(RegisterRow.self).order(RegisterRow.entity)) { row in
            if record?.id != row.register.entity {
                end()
                record = Record(id: row.register.entity)
                if changes.count >= 1_000 {
                    try project(changes)
                    changes = []
                }
            }
            record?.merge(row.register, isPending: false)
        }
        end()
        try project(changes)
        try save()
    }
}

extension Book {
    /// In bytes: what a book in memory takes of that.
    public func size() throws -> Int {
        try read { reader in
            try reader.db.value(sql: "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()") ?? 0
        }
    }
}
