import DaybookApp
import DaybookCore
import DaybookStorage

/// What one command changed, as the book remembers it for `daybook undo`.
struct Change {
    let step: UndoStep
    /// In the order in which they were changed. An entity may be there several times.
    let items: [History.Item]

    /// Carries out a change, and remembers it with it.
    static func remembering<Value>(
        _ book: BookTransaction, _ body: (BookTransaction) throws -> Value
    ) throws -> Value {
        var count = 0
        var bytes: [UInt8] = []
        book.onChange = { before, after in
            count += 1
            History.Item(before: before, after: after).append(to: &bytes)
        }
        defer { book.onChange = nil }
        let value = try body(book)
        if count > 0 { try book.remember(bytes) }
        return value
    }

    /// - Parameter undone: whether to look for the last change that was undone.
    static func next(in book: BookTransaction, undone: Bool) throws -> Change? {
        guard let step = try book.step(undone: undone) else { return nil }
        var items: [History.Item] = []
        do {
            var reader = ByteReader(step.items)
            while reader.remaining > 0 { items.append(try History.Item(&reader)) }
        } catch {
            throw CommandFailure("What the book remembers of its last change is damaged. Nothing was changed.")
        }
        return Change(step: step, items: items)
    }

    /// Undoes the change, or does it again: all of it, or throws where something was changed since.
    ///
    /// - Returns: what was done to what, for people.
    func apply(undoing: Bool, in book: BookTransaction) throws -> [(verb: String, row: ChangedRow)] {
        let before = try Self.rows(of: items, in: book.reader)
        for item in undoing ? items.reversed() : items {
            try book.perform { stamp in
                let record = try book.reader.record(item.entity)
                guard let registers = item.registers(undoing: undoing, record: record, stamp: stamp) else {
                    throw CommandFailure(
                        "\(before[item.entity]?.name ?? "Something") was changed since then, so that can't be "
                            + "\(undoing ? "undone" : "done again"). Nothing was changed.")
                }
                return registers
            }
        }
        try book.mark(step, undone: undoing)
        let after = try Self.rows(of: items, in: book.reader)
        var seen: Set<EntityID> = []
        return items.compactMap { item in
            guard let row = after[item.entity] ?? before[item.entity], seen.insert(item.entity).inserted else {
                return nil
            }
            return (verb(item), row)
        }
    }

    /// What the change itself did.
    private func verb(_ item: History.Item) -> String {
        switch (item.wasAlive, item.isAlive) {
        case (false, true): "Added"
        case (_, false): "Deleted"
        case (true, true): item.isFinishing.map { $0 ? "Finished" : "Reopened" } ?? "Changed"
        }
    }

    private static func rows(of items: [History.Item], in book: BookReader) throws -> [EntityID: ChangedRow] {
        var rows: [EntityID: ChangedRow] = [:]
        for item in items where rows[item.entity] == nil {
            if let row = try book.row(item.entity) {
                rows[item.entity] = .todo(row)
            } else if let row = try book.entryRow(item.entity) {
                rows[item.entity] = .entry(row)
            } else if let row = try book.transferRow(item.entity) {
                rows[item.entity] = .transfer(row, try AccountNames(book))
            }
        }
        return rows
    }
}

/// What a change was about.
enum ChangedRow {
    case todo(TodoRow)
    case entry(EntryRow)
    case transfer(TransferRow, AccountNames)

    var name: String {
        switch self {
        case .todo(let row): "The to-do \(row.number)"
        case .entry(let row): "The entry \(row.number)"
        case .transfer(let row, _): "The transfer t\(row.number)"
        }
    }
}
