public import DaybookCore
public import Sworm

/// An account as a copy of a book has it.
public struct MoneyAccountRow: ItemRow, Equatable, Sendable {
    /// Given once in this copy of the book; 0 for a default account that nobody has changed.
    public let number: Int64
    /// Made of the registers.
    public let account: MoneyAccount

    public var item: MoneyAccount { account }
}

extension MoneyAccountRow: Model {
    public static var table: Tablex { Tablex("accounts") }
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let position = Expression<Position>("position")
    public static let synced = Expression<Bool>("synced")
    static let columns = FieldTable(MoneyAccount.fields)

    public static func parse(_ row: Row) throws -> MoneyAccountRow {
        MoneyAccountRow(number: try row.get(key), account: try columns.item(row))
    }

    /// All but the number, which SQLite gives.
    public func setter() -> [Setter] { Self.columns.setters(account) }

    /// The table as a version of the schema had it.
    static func definition(_ version: Int) -> TableDefinition { columns.definition(of: table, upTo: version) }
}

extension BookReader {
    /// The accounts that somebody made or changed, in their order, those that were closed as well.
    public func accounts() throws -> [MoneyAccountRow] {
        try db.all(Query(MoneyAccountRow.self).order(MoneyAccountRow.position, MoneyAccountRow.id))
    }

    /// The account with this id, a default one also where nobody has changed it; nil if there is none, or it is deleted.
    public func accountRow(_ id: EntityID) throws -> MoneyAccountRow? {
        if let row = try db.find(MoneyAccountRow.self, MoneyAccountRow.id, id) { return row }
        let currency = Currency.all.first { MoneyAccount.defaultID(of: $0) == id }
        return currency.map { MoneyAccountRow(number: 0, account: .default(of: $0)) }
    }

    /// Which entries are those of an account.
    public func scope(of account: MoneyAccount) throws -> AccountScope {
        AccountScope(account, among: try accounts().map(\.account))
    }

    /// The balance of each account at the end of a day: what it opened with, its entries and its sides of
    /// transfers up to then. In the order of
    /// `accounts`, and behind them the default accounts that nobody has changed but that have entries, by currency.
    ///
    /// - Parameter day: nil for all entries, those of days to come as well.
    public func balances(on day: CivilDate? = nil) throws -> [AccountBalance] {
        let accounts = try accounts().map(\.account)
        var sums = AccountSums(accounts)
        try eachAccountSum(through: day) { try sums.add($0, $1, legs: $2, of: $3) }
        return try sums.balances(on: day)
    }
}

extension BookTransaction {
    /// Adds an account.
    @discardableResult
    public func add(account: Changes, id: EntityID? = nil) throws -> MoneyAccountRow {
        let id = id ?? EntityID(using: &random)
        try perform(.add(.account, id, account))
        guard let row = try reader.accountRow(id) else { throw ItemError.notFound(.account, id) }
        return row
    }

    /// Moves all that an account has to another one of its currency, but for what was reconciled.
    public func moveAll(from account: MoneyAccount, to other: MoneyAccount) throws -> AccountMove {
        let move = try AccountMove(
            from: account, to: other, among: reader.accounts().map(\.account), reader.entryRows().map(\.entry),
            reader.transferRows().map(\.transfer)
        ) { id throws(any Error) in try reader.reconciliation(ofRow: id) != nil }
        for action in move.actions { try perform(action) }
        return move
    }

    /// Writes the row of an account, or takes it away.
    func projectAccount(_ record: Record) throws {
        try write(record.id, MoneyAccount(record).map { account in { MoneyAccountRow(number: $0, account: account) } })
    }
}
