public import DaybookCore
public import Sworm

/// A transfer as a copy of a book has it.
public struct TransferRow: ItemRow, Equatable, Sendable {
    /// Given once in this copy of the book.
    public let number: Int64
    /// Made of the registers.
    public let transfer: Transfer
    /// True where another transfer has an entry of which this one was made: then it isn't there. See `JoinedEntries`.
    var isHidden = false

    public var item: Transfer { transfer }
}

extension TransferRow: Model {
    public static var table: Tablex { Tablex("transfers") }
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let hidden = Expression<Bool>("hidden")
    static let fromEntry = Expression<EntityID?>("from_entry")
    static let toEntry = Expression<EntityID?>("to_entry")
    static let day = Expression<CivilDate>("day")
    static let toDay = Expression<CivilDate>("to_day")
    static let createdAt = Expression<Timestamp>("created_at")
    public static let synced = Expression<Bool>("synced")
    static let columns = FieldTable(Transfer.fields)

    public static func parse(_ row: Row) throws -> TransferRow {
        TransferRow(
            number: try row.get(key), transfer: try columns.item(row), isHidden: try row.get(hidden))
    }

    /// All but the number, which SQLite gives.
    public func setter() -> [Setter] { Self.columns.setters(transfer) + [Self.hidden <- isHidden] }

    /// The table as a version of the schema had it.
    public static func definition(_ version: Int) -> TableDefinition {
        table.definition { table in
            table.column(key, primaryKey: .autoincrement)
            table.column(id, unique: true)
            table.column(synced)
            table.column(hidden)
            columns.define(&table, after: 1, upTo: version)
            table.index(fromEntry, where: fromEntry.isNotNull, name: "transfers_from_entry")
            table.index(toEntry, where: toEntry.isNotNull, name: "transfers_to_entry")
        }
    }
}

extension BookReader {
    /// The transfer with this id; nil if there is none, it is deleted, or doesn't count.
    public func transferRow(_ id: EntityID) throws -> TransferRow? {
        try db.find(TransferRow.self, TransferRow.id, id).flatMap { $0.isHidden ? nil : $0 }
    }

    /// The transfer with this short number; nil if there is none.
    public func transferRow(number: Int64) throws -> TransferRow? {
        try db.find(TransferRow.self, TransferRow.key, number).flatMap { $0.isHidden ? nil : $0 }
    }

    /// Transfers whose id lies in `range`, at most `limit`: how the start of an id is looked up.
    public func transferRows(in range: ClosedRange<EntityID>, limit: Int) throws -> [TransferRow] {
        try db.query(TransferRow.self) {
            $0.where(TransferRow.id >= range.lowerBound && TransferRow.id <= range.upperBound && !TransferRow.hidden)
                .order(TransferRow.id).limit(limit)
        }
    }

    /// The transfers that a filter asks for, the newest first.
    public func transferRows(_ filter: TransferFilter = TransferFilter(), limit: Int? = nil) throws -> [TransferRow] {
        var query = Query(TransferRow.self).where(!TransferRow.hidden)
        if let from = filter.from { query = query.where(TransferRow.day >= from || TransferRow.toDay >= from) }
        if let through = filter.through {
            query = query.where(TransferRow.day <= through || TransferRow.toDay <= through)
        }
        query = query.order(TransferRow.day.descending, TransferRow.createdAt.descending, TransferRow.id.descending)
        let isPlain = filter.account == nil && filter.text.isEmpty && filter.from == nil && filter.through == nil
        if let limit, isPlain { query = query.limit(limit) }
        let rows = try db.all(query)
        return isPlain ? rows : Array(rows.lazy.filter { filter.contains($0.transfer) }.prefix(limit ?? .max))
    }

    /// The transfers in a currency, or to it or from it, but for those between two of some accounts, in no order.
    public func transfers(in currency: Currency, notBetween accounts: [EntityID]) throws -> [Transfer] {
        let (from, to) = (Expression<Currency>("currency"), Expression<Currency>("to_amount_currency"))
        let isWithin =
            from == currency && to == currency && Expression<EntityID>("account").isIn(accounts)
            && Expression<EntityID>("to_account").isIn(accounts)
        return try db.all(
            Query(TransferRow.self).where(!TransferRow.hidden && (from == currency || to == currency) && !isWithin)
        ).map(\.transfer)
    }

    /// The transfer in which an entry stands; nil if it is an entry.
    public func transfer(of entry: EntityID) throws -> TransferRow? {
        try rows(naming: entry).first { !$0.isHidden }
    }

    /// The transfers that name an entry, also those that don't count.
    public func transfers(naming entry: EntityID) throws -> [EntityID] { try rows(naming: entry).map(\.transfer.id) }

    /// The same as `transfers(naming:)`, with what they are.
    func rows(naming entry: EntityID) throws -> [TransferRow] {
        try db.all(
            Query(TransferRow.self).where(TransferRow.fromEntry == entry || TransferRow.toEntry == entry)
                .order(TransferRow.id))
    }
}

extension BookTransaction {
    /// Adds a transfer.
    ///
    /// - Parameter id: one of its own, if it comes from elsewhere.
    @discardableResult
    public func add(transfer: Changes, id: EntityID? = nil) throws -> TransferRow {
        let id = id ?? EntityID(using: &random)
        try carryOut(.add(.transfer, id, transfer))
        guard let row = try reader.transferRow(id) else { throw ItemError.notFound(.transfer, id) }
        return row
    }

    /// Makes a transfer of what went out and what came in: see `BookSource.joining`.
    public func join(from: Entry?, to: Entry?, _ changes: Changes = Changes()) throws -> TransferRow {
        let (id, actions) = try reader.joining(from: from, to: to, changes).get()
        for action in actions { try perform(action) }
        guard let row = try reader.transferRow(id) else { throw ItemError.notFound(.transfer, id) }
        return row
    }

    /// Deletes a transfer, and the entries of which it was made.
    public func delete(_ transfer: Transfer) throws {
        for action in try reader.deleting(transfer) { try perform(action) }
    }

    /// Takes a transfer apart: see `BookSource.parting`.
    ///
    /// - Returns: what are entries again; none if it wasn't made of entries.
    public func part(_ transfer: Transfer) throws -> [EntryRow] {
        for action in try reader.parting(transfer) { try perform(action) }
        return try transfer.entries.compactMap { try reader.entryRow($0) }
    }

    /// Remembers for which row of a bank a side of a transfer stands.
    public func link(_ transfer: EntityID, isOut: Bool, toBankRow row: EntityID, _ format: String) throws {
        try perform { stamp in
            [
                Register(transfer, isOut ? .fromRow : .toRow, stamp, row.bytes),
                Register(transfer, isOut ? .rowFormat : .toRowFormat, stamp, Array(format.utf8)),
            ]
        }
    }

    /// Writes the row of a transfer, or takes it away, and hides those that have an entry of another.
    ///
    /// - Returns: the entries that may stand in a transfer since, or in none any more.
    func projectTransfer(_ record: Record) throws -> [EntityID] {
        let old = try db.find(TransferRow.self, TransferRow.id, record.id)
        let new = Transfer(record).map {
            TransferRow(number: old?.number ?? 0, transfer: $0, isHidden: old?.isHidden ?? false)
        }
        if let new, let old {
            try db.update(new, from: old, TransferRow.key, old.number)
        } else if let new {
            try insert(new)
        } else {
            try delete(TransferRow.self, record.id)
        }
        try count(old, new)
        guard old?.transfer.entries ?? [] != new?.transfer.entries ?? [] else { return [] }
        hasJoined = nil
        // Its own row, and those that it shared an entry with, or shares one with now.
        var concerned: [EntityID: TransferRow] = [:]
        for entry in (old?.transfer.entries ?? []) + (new?.transfer.entries ?? []) {
            for row in try reader.rows(naming: entry) { concerned[row.id] = row }
        }
        var entries = old?.transfer.entries ?? []
        for row in concerned.values {
            entries += row.transfer.entries
            let isHidden = try row.transfer.entries.contains { entry in
                try reader.rows(naming: entry).contains { $0.id < row.id }
            }
            guard isHidden != row.isHidden else { continue }
            let shown = TransferRow(number: row.number, transfer: row.transfer, isHidden: isHidden)
            try db.update(shown, from: row, TransferRow.key, row.number)
            try count(row, shown)
        }
        return entries
    }

    /// Tells whether an entry stands in a transfer.
    func isJoined(_ entry: EntityID) throws -> Bool {
        let hasJoined =
            try hasJoined
            ?? db.exists(
                Query(TransferRow.self).where(TransferRow.fromEntry.isNotNull || TransferRow.toEntry.isNotNull))
        self.hasJoined = hasJoined
        return try hasJoined && reader.transfer(of: entry) != nil
    }
}
