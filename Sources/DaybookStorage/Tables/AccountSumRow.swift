public import DaybookCore
import Sworm

/// A row of `account_sums`: what the entries and parts that name the same account, envelope and tags, or the sides of transfers
/// of an account, come to from a day on. Another begins with each month and with each period of the budget. So a balance and
/// a sheet read some rows a month, and no entries.
struct AccountSumRow {
    /// The version of the schema that brought them, and the one of `account_months`, which it replaces.
    static let version = 20
    static let oldVersion = 14

    static var table: Tablex { Tablex("account_sums") }
    /// The 16 bytes of the account that they name; empty for none.
    static let account = Expression<[UInt8]>("account")
    static let currency = Expression<Currency>("currency")
    static let scale = Expression<Int>("scale")
    /// The kind of the entries; `unsorted` for sides of transfers.
    static let kind = Expression<EntryKind>("kind")
    /// The 16 bytes of the envelope that they name; empty for none.
    static let envelope = Expression<[UInt8]>("envelope")
    /// A line each.
    static let tags = Expression<String>("tags")
    static let day = Expression<CivilDate>("day")
    // The sum is `high × 2^32 + low`, below zero where it went out. No number of rows makes either overflow.
    static let high = Expression<Int64>("high")
    static let low = Expression<Int64>("low")
    /// The number of what was added or taken away; 0 where nothing is left.
    static let count = Expression<Int64>("count")
    /// The number of entries, without their parts.
    static let entries = Expression<Int64>("entries")

    static let definition = table.definition(withoutRowID: true) { table in
        table.column(currency)
        table.column(account)
        table.column(scale)
        table.column(kind)
        table.column(envelope)
        table.column(tags)
        table.column(day)
        table.column(high)
        table.column(low)
        table.column(count)
        table.column(entries)
        table.primaryKey(currency, account, scale, kind, envelope, tags, day)
    }

    /// The table of before.
    static let oldDefinition = Tablex("account_months").definition(withoutRowID: true) { table in
        let (month, legs) = (Expression<CivilDate>("month"), Expression<Int64>("legs"))
        table.column(account)
        table.column(currency)
        table.column(scale)
        table.column(month)
        table.column(high)
        table.column(low)
        table.column(entries)
        table.column(legs)
        table.primaryKey(account, currency, scale, month)
    }
}

/// The change that an entry, a part of one, or a side of a transfer makes to the account that it names.
private struct AccountChange: Equatable {
    let account: EntityID?
    let day: CivilDate
    let amount: Amount
    let isOut: Bool
    /// See `AccountSumRow.kind`.
    let kind: EntryKind
    var envelope: EntityID?
    var tags: [String] = []
    var isEntry = false

    /// Tells what an entry does; nothing while it isn't sorted. A part is taken from the whole, and counts by itself.
    static func of(_ entry: Entry?) -> [AccountChange] {
        guard let entry, entry.kind != .unsorted, let amount = entry.amount else { return [] }
        let (kind, isOut) = (entry.kind, entry.kind == .expense)
        func change(
            _ amount: Amount, isOut: Bool, _ fields: FieldValues, _ tags: [String], isEntry: Bool = false
        ) -> AccountChange {
            AccountChange(
                account: entry.extraFields[.account]?.entity, day: entry.day, amount: amount, isOut: isOut, kind: kind,
                envelope: fields[.envelope]?.entity, tags: tags, isEntry: isEntry)
        }
        var changes = [change(amount, isOut: isOut, entry.extraFields, entry.tags, isEntry: true)]
        for part in entry.parts where part.amount.currency == amount.currency {
            changes.append(change(part.amount, isOut: !isOut, entry.extraFields, entry.tags))
            changes.append(change(part.amount, isOut: isOut, part.extraFields, part.tags))
        }
        return changes
    }

    /// Tells what a transfer does; nothing while it doesn't count.
    static func of(_ row: TransferRow?) -> [AccountChange] {
        guard let row, !row.isHidden else { return [] }
        return [(row.transfer.from, true), (row.transfer.to, false)].map { leg, isOut in
            AccountChange(account: leg.account, day: leg.day, amount: leg.amount, isOut: isOut, kind: .unsorted)
        }
    }
}

extension BookReader {
    /// Calls `body` with what entries and sides of transfers come to up to the end of a day, below zero where it went out,
    /// how many of each they are, and the account that they name.
    ///
    /// - Parameter day: nil for all of them.
    func eachAccountSum(
        through day: CivilDate?, _ body: (Sum, _ entries: Int, _ legs: Int, EntityID?) throws -> Void
    ) throws {
        typealias Sums = AccountSumRow
        let start = day?.startOfMonth
        var sums = Sums.table.filter(Sums.count != 0)
        if let start { sums = sums.where(Sums.day < start) }
        let grouped = sums.group(Sums.currency, Sums.account, Sums.scale, Sums.kind).select(
            Sums.account, Sums.currency, Sums.scale, Sums.kind, Sums.high.sum, Sums.low.sum, Sums.count.sum,
            Sums.entries.sum)
        try db.each(grouped) { row in
            let isLeg = row.3 == .unsorted
            try body(
                Self.sum(row.1, row.2, row.4, row.5), isLeg ? 0 : Int(row.7 ?? 0), isLeg ? Int(row.6 ?? 0) : 0,
                EntityID(bytes: row.0))
        }
        guard let start, let day else { return }
        try eachEntrySum(from: start, through: day) { try body($0, $1, 0, $2) }
        let transfers = Query(TransferRow.self).where(
            !TransferRow.hidden && (TransferRow.day >= start || TransferRow.toDay >= start)
                && (TransferRow.day <= day || TransferRow.toDay <= day))
        try db.each(transfers) { row in
            for change in AccountChange.of(row) where change.day >= start && change.day <= day {
                let sum = Sum(change.amount)
                try body(change.isOut ? sum.negated : sum, 0, 1, change.account)
            }
        }
    }

    /// The rows that a sheet counts of the entries in a currency, but for those on some cards: one for each period and all
    /// entries in it that alike name an account, an envelope and tags.
    ///
    /// - Parameter cards: the accounts whose rows a sheet needs one by one.
    public func summedRows(
        in currency: Currency, besides cards: [EntityID], _ finder: inout BudgetRows
    ) throws -> [BudgetRow] {
        typealias Sums = AccountSumRow
        let sums = Sums.table.filter(
            Sums.currency == currency && Sums.kind < EntryKind.unsorted && Sums.count != 0
        ).order(Sums.account, Sums.scale, Sums.kind, Sums.envelope, Sums.tags, Sums.day).select(
            Sums.account, Sums.scale, Sums.kind, Sums.envelope, Sums.tags, Sums.day, Sums.high, Sums.low)
        var rows: [BudgetRow] = []
        var last: (account: [UInt8], kind: EntryKind, envelope: [UInt8], tags: String, row: BudgetRow?)?
        try db.each(sums) { account, scale, kind, envelope, tags, day, high, low in
            let sum = Self.sum(currency, scale, high, low)
            if let last, last.account == account, last.kind == kind, last.envelope == envelope, last.tags == tags {
                if let row = last.row { rows.append(row.alike(on: day, sum)) }
                return
            }
            let row = finder.row(
                EntityID(high: 0, low: 0), day, at: Timestamp(milliseconds: 0), kind, sum,
                of: EntityID(bytes: envelope),
                tags.split(separator: "\n").map { String($0) },
                on: EntityID(bytes: account))
            let counted = row?.card.map { !cards.contains($0) } ?? true ? row : nil
            last = (account, kind, envelope, tags, counted)
            if let counted { rows.append(counted) }
        }
        return rows
    }
}

extension BookTransaction {
    /// Keeps the sums right where the row of an entry changes, comes or goes.
    func count(_ old: Entry?, _ new: Entry?) throws { try count(AccountChange.of(old), AccountChange.of(new)) }

    /// Counts a transfer as an entry is counted.
    func count(_ old: TransferRow?, _ new: TransferRow?) throws {
        try count(AccountChange.of(old), AccountChange.of(new))
    }

    private func count(_ old: [AccountChange], _ new: [AccountChange]) throws {
        guard old != new else { return }
        for change in old { try add(change, -1) }
        for change in new { try add(change, 1) }
    }

    private func add(_ change: AccountChange, _ sign: Int64) throws {
        let coefficient = change.isOut ? -change.amount.coefficient : change.amount.coefficient
        try db.execute(
            sql: """
                INSERT INTO account_sums \
                (currency, account, scale, kind, envelope, tags, day, high, low, count, entries) \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET high = high + excluded.high, \
                low = low + excluded.low, count = count + excluded.count, entries = entries + excluded.entries
                """,
            arguments: [
                change.amount.currency, change.account?.bytes ?? [], change.amount.scale, change.kind,
                change.envelope?.bytes ?? [], change.tags.joined(separator: "\n"), try firstDay(of: change.day),
                sign * (coefficient >> 32), sign * (coefficient & 0xFFFF_FFFF), sign, change.isEntry ? sign : 0,
            ])
    }

    /// The later of the first days of the month and of the period of the budget in which a day lies.
    private func firstDay(of day: CivilDate) throws -> CivilDate {
        let periods = try budgetPeriods ?? reader.settings().budgetPeriods
        budgetPeriods = periods
        if periods == .usual { return day.startOfMonth }
        return max(day.startOfMonth, periods.start(of: periods.number(of: day)))
    }

    /// Adds up all from the start.
    func countSums() throws {
        budgetPeriods = nil
        try db.execute(sql: "DELETE FROM account_sums")
        try db.each(Query(EntryRow.self)) { try count(nil, $0.entry) }
        try db.each(Query(TransferRow.self)) { try count(nil, $0) }
    }
}
