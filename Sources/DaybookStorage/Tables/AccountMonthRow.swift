import DaybookCore
import Sworm

/// A row of `account_months`: what the entries and the sides of transfers of a month come to that name one account. So a
/// balance reads a row for each month, and what stands in the last one.
struct AccountMonthRow {
    /// The version of the schema that brought them.
    static let version = 14

    static var table: Tablex { Tablex("account_months") }
    /// The 16 bytes of the account that they name; empty for none.
    static let account = Expression<[UInt8]>("account")
    static let currency = Expression<Currency>("currency")
    static let scale = Expression<Int>("scale")
    /// Its first day.
    static let month = Expression<CivilDate>("month")
    // The sum is `high × 2^32 + low`, below zero where it went out. No number of rows makes either overflow.
    static let high = Expression<Int64>("high")
    static let low = Expression<Int64>("low")
    static let entries = Expression<Int64>("entries")
    static let legs = Expression<Int64>("legs")

    static let definition = table.definition(withoutRowID: true) { table in
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

/// The change that an entry, or a side of a transfer, makes to the account that it names.
private struct AccountChange: Equatable {
    let account: EntityID?
    let day: CivilDate
    let amount: Amount
    let isOut: Bool
    let isLeg: Bool

    /// Tells what an entry does; nothing while it isn't sorted.
    static func of(_ entry: Entry?) -> [AccountChange] {
        guard let entry, entry.kind != .unsorted, let amount = entry.amount else { return [] }
        return [
            AccountChange(
                account: entry.extraFields[.account]?.entity, day: entry.day, amount: amount,
                isOut: entry.kind == .expense, isLeg: false)
        ]
    }

    /// Tells what a transfer does; nothing while it doesn't count.
    static func of(_ row: TransferRow?) -> [AccountChange] {
        guard let row, !row.isHidden else { return [] }
        return [(row.transfer.from, true), (row.transfer.to, false)].map { leg, isOut in
            AccountChange(account: leg.account, day: leg.day, amount: leg.amount, isOut: isOut, isLeg: true)
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
        typealias Months = AccountMonthRow
        let start = day?.startOfMonth
        var months = Months.table.filter(Months.entries != 0 || Months.legs != 0)
        if let start { months = months.where(Months.month < start) }
        let sums = months.group(Months.account, Months.currency, Months.scale).select(
            Months.account, Months.currency, Months.scale, Months.high.sum, Months.low.sum, Months.entries.sum,
            Months.legs.sum)
        try db.each(sums) { row in
            try body(
                Self.sum(row.1, row.2, row.3, row.4), Int(row.5 ?? 0), Int(row.6 ?? 0), EntityID(bytes: row.0))
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
}

extension BookTransaction {
    /// Keeps the sums of months right where the row of an entry changes, comes or goes.
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
                INSERT INTO account_months (account, currency, scale, month, high, low, entries, legs) \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET high = high + excluded.high, \
                low = low + excluded.low, entries = entries + excluded.entries, legs = legs + excluded.legs
                """,
            arguments: [
                change.account?.bytes ?? [], change.amount.currency, change.amount.scale, change.day.startOfMonth,
                sign * (coefficient >> 32), sign * (coefficient & 0xFFFF_FFFF), change.isLeg ? 0 : sign,
                change.isLeg ? sign : 0,
            ])
    }

    /// Adds up all months from the start.
    func countMonths() throws {
        try db.execute(sql: "DELETE FROM account_months")
        try db.each(Query(EntryRow.self)) { try count(nil, $0.entry) }
        try db.each(Query(TransferRow.self)) { try count(nil, $0) }
    }
}
