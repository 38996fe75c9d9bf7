public import DaybookCore
public import DaybookStorage

/// The changes of one command or one import, as the book remembers them for `daybook undo`.
///
/// A change is remembered in the transaction that makes it, so a book has both or neither. `apply` takes all of it back or
/// nothing: it throws where something was changed since. `takeBack` leaves what was changed since as it is, with what belongs
/// to that. Both write registers with new stamps, so other devices see them as any other action.
public struct RememberedChange {
    let step: UndoStep
    /// In the order in which they were changed. An entity may be there several times.
    let items: [ItemChange]

    /// Carries out a change, and remembers it with it.
    ///
    /// - Parameter note: what it was, if it stands in the list of imports.
    public static func remembering<Value>(
        _ book: BookTransaction, noting note: (Value) -> PastImport.Note? = { _ in nil },
        _ body: (BookTransaction) throws -> Value
    ) throws -> Value {
        var count = 0
        var bytes: [UInt8] = []
        book.keepsNumbers = true
        book.onChange = { before, after in
            count += 1
            ItemChange(before: before, after: after).append(to: &bytes)
        }
        defer { book.onChange = nil }
        let value = try body(book)
        if count > 0 { try book.remember(bytes, note: note(value)?.bytes ?? []) }
        return value
    }

    /// Remembers what was deleted and others had changed before, so that undoing brings it back as they had it.
    public static func remember(lost records: [Record], in book: BookTransaction) throws {
        var bytes: [UInt8] = []
        for record in records {
            var former = Record(id: record.id)
            for register in record.registers where register.field != .deleted {
                former.merge(register, isPending: false)
            }
            ItemChange(before: former, after: record).append(to: &bytes)
        }
        try book.remember(bytes)
    }

    /// Does the same as `remembering`, and says by which name the change is found again; nil where nothing was changed.
    public static func naming<Value>(
        _ book: BookTransaction, noting note: (Value) -> PastImport.Note? = { _ in nil },
        _ body: (BookTransaction) throws -> Value
    ) throws -> (Value, EntityID?) {
        let last = try book.step(undone: false)?.number
        let value = try remembering(book, noting: note, body)
        guard let step = try book.step(undone: false), step.number != last else { return (value, nil) }
        return (value, name(of: step))
    }

    /// The change that `naming` named; nil if it is forgotten, or undone.
    public static func named(_ name: EntityID, in book: BookTransaction) throws -> RememberedChange? {
        guard let number = UInt64(bigEndian: name.bytes.prefix(8)),
            let step = try book.step(number: Int64(bitPattern: number)), !step.isUndone, Self.name(of: step) == name
        else { return nil }
        return try RememberedChange(step)
    }

    /// Numbers are given again, so it is made of what was changed as well.
    private static func name(of step: UndoStep) -> EntityID? {
        name(step.number, made: step.note.isEmpty ? step.items : step.note)
    }

    /// - Parameter bytes: what it was, if that is noted, so that the list of imports needn't read what was changed.
    static func name(_ number: Int64, made bytes: [UInt8]) -> EntityID? {
        var name: [UInt8] = []
        name.append(bigEndian: UInt64(bitPattern: number))
        return EntityID(bytes: name + EntityID(derivedFrom: bytes, for: "change").bytes.prefix(8))
    }

    /// - Parameter undone: whether to look for the last change that was undone.
    public static func next(in book: BookTransaction, undone: Bool) throws -> RememberedChange? {
        try book.step(undone: undone).map { try RememberedChange($0) }
    }

    init(_ step: UndoStep) throws(ChangeFailure) {
        self.step = step
        var items: [ItemChange] = []
        do {
            var reader = ByteReader(step.items)
            while reader.remaining > 0 { items.append(try ItemChange(&reader)) }
        } catch {
            throw .damaged
        }
        self.items = items
    }

    /// Takes the change back, but for what was changed since, with what belongs to that.
    ///
    /// - Returns: how many things stay.
    public func takeBack(in book: BookTransaction) throws -> Int {
        var kept: Set<EntityID> = []
        let kinds = book.reader.knownKinds
        for item in items {
            let record = try book.reader.record(item.entity)
            let bearsMore = try book.reader.bearsMore(record, than: items)
            let stamp = Stamp(clock: 0, node: 0)
            if item.registers(undoing: true, record: record, bearsMore: bearsMore, stamp: stamp, kinds: kinds) == nil {
                kept.insert(item.entity)
            }
        }
        _ = try apply(undoing: true, in: book, keeping: kept)
        return kept.count
    }

    /// Undoes the change, or does it again: all of it, or throws where something was changed since.
    ///
    /// - Parameter kept: what stays as it is.
    /// - Returns: what was done to what, for people.
    public func apply(
        undoing: Bool, in book: BookTransaction, keeping kept: Set<EntityID> = []
    ) throws -> [(verb: String, row: ChangedRow)] {
        let before = try Self.rows(of: items, in: book.reader)
        book.keepsNumbers = true
        let kinds = book.reader.knownKinds
        let isOfImport = PastImport.Note(step.note)?.kind == .file
        for item in undoing ? items.reversed() : items {
            try book.perform { stamp in
                let record = try book.reader.record(item.entity)
                if !kept.isEmpty, kept.contains(item.entity) || record.owners.contains(where: { kept.contains($0) }) {
                    return []
                }
                let bearsMore = try book.reader.bearsMore(record, than: items)
                guard
                    let registers = item.registers(
                        undoing: undoing, record: record, bearsMore: bearsMore, stamp: stamp, kinds: kinds)
                else {
                    throw ChangeFailure.changedSince(
                        before[item.entity]?.name ?? "Something", undoing: undoing)
                }
                // The next import brings it again, and a proposal is made again, unlike what somebody deletes.
                let goes =
                    (isOfImport || Todo(record, latest: nil) != nil) && undoing
                    && registers.contains { $0.field == .deleted }
                return goes ? registers + [Register(item.entity, .takenBack, stamp, [])] : registers
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

    /// Tells what the change itself did.
    private func verb(_ item: ItemChange) -> String {
        switch (item.wasAlive, item.isAlive) {
        case (false, true): "Added"
        case (_, false): "Deleted"
        case (true, true): item.isFinishing.map { $0 ? "Finished" : "Reopened" } ?? "Changed"
        }
    }

    private static func rows(of items: [ItemChange], in book: BookReader) throws -> [EntityID: ChangedRow] {
        var rows: [EntityID: ChangedRow] = [:]
        for item in items where rows[item.entity] == nil {
            if let row = try book.row(item.entity) {
                rows[item.entity] = .todo(row)
            } else if let row = try book.entryRow(item.entity) {
                rows[item.entity] = .entry(row)
            } else if let row = try book.transferRow(item.entity) {
                rows[item.entity] = .transfer(row)
            }
        }
        return rows
    }
}

extension Record {
    /// To what it belongs: of a tag, a reminder or a part the thing that has it; of a transfer the entries of which it is.
    fileprivate var owners: [EntityID] {
        [Field.tag, .reminders].compactMap { field in
            self[field].flatMap { $0.value.count > 16 ? EntityID(bytes: $0.value[1..<17]) : nil }
        } + [Field.parts, .fromEntry, .toEntry].compactMap { self[$0].flatMap { EntityID(bytes: $0.value) } }
    }
}

/// Why a change can't be undone or done again. Nothing was changed.
public enum ChangeFailure: Error, Equatable, Sendable {
    /// The memory of the book can't be read.
    case damaged
    /// Somebody changed what is called so.
    case changedSince(String, undoing: Bool)

    /// Says what happened, in English.
    public var message: String {
        switch self {
        case .damaged: "What the book remembers of its last change is damaged. Nothing was changed."
        case .changedSince(let name, let undoing):
            "\(name) was changed since then, so that can't be \(undoing ? "undone" : "done again"). Nothing was changed."
        }
    }
}

/// The row that a change was about.
public enum ChangedRow: Sendable {
    case todo(TodoRow)
    case entry(EntryRow)
    case transfer(TransferRow)

    var name: String {
        switch self {
        case .todo(let row): "The to-do \(row.number)"
        case .entry(let row): "The entry \(row.number)"
        case .transfer(let row): "The transfer t\(row.number)"
        }
    }
}
