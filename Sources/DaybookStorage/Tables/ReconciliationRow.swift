public import DaybookCore
public import Sworm

/// A statement with which an account was reconciled, as a copy of a book has it.
public struct ReconciliationRow: ItemRow, Equatable, Sendable {
    /// Given once in this copy of the book.
    public let number: Int64
    /// Made of the registers.
    public let reconciliation: Reconciliation

    public var item: Reconciliation { reconciliation }
}

extension ReconciliationRow: Model {
    public static var table: Tablex { Tablex("reconciliations") }
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let day = Expression<CivilDate>("day")
    public static let synced = Expression<Bool>("synced")
    static let columns = FieldTable(Reconciliation.fields)

    public static func parse(_ row: Row) throws -> ReconciliationRow {
        ReconciliationRow(number: try row.get(key), reconciliation: try columns.item(row))
    }

    /// All but the number, which SQLite gives.
    public func setter() -> [Setter] { Self.columns.setters(reconciliation) }

    /// The table as a version of the schema had it.
    static func definition(_ version: Int) -> TableDefinition { columns.definition(of: table, upTo: version) }
}

extension BookReader {
    /// The statements with which accounts were reconciled, the newest day first.
    ///
    /// - Parameter account: nil for those of all accounts.
    public func reconciliations(of account: EntityID? = nil) throws -> [ReconciliationRow] {
        try db.all(
            Query(ReconciliationRow.self).order(ReconciliationRow.day.descending, ReconciliationRow.id.ascending)
        )
        .filter { account == nil || $0.reconciliation.account == account }
    }

    /// The statement with this id; nil if there is none, or it is deleted.
    public func reconciliationRow(_ id: EntityID) throws -> ReconciliationRow? {
        try db.find(ReconciliationRow.self, ReconciliationRow.id, id)
    }

    /// The rows of an account, the newest entries first, then sides of transfers, each with the statement that has it.
    public func rows(of account: MoneyAccount) throws -> [StatementRow] {
        let scope = try scope(of: account)
        let known = Set(try reconciliations().map(\.reconciliation.id))
        let marks = [
            DaybookCore.Field.reconciled: try values(of: .reconciled), .toReconciled: try values(of: .toReconciled),
        ]
        func row(_ source: StatementRow.Source, _ number: Int64) -> StatementRow {
            let row = StatementRow(source, number: number, reconciliation: nil)
            let statement = marks[row.field]?[row.id].flatMap { EntityID(bytes: $0) }
            return StatementRow(
                source, number: number, reconciliation: statement.flatMap { known.contains($0) ? $0 : nil })
        }
        var filter = EntryFilter(kinds: [.income, .expense])
        filter.account = scope
        let entries = try entryRows(filter).map { row(.entry($0.entry), $0.number) }
        let sides = try transferRows(TransferFilter(account: scope)).flatMap { transfer in
            [true, false].filter { scope.contains($0 ? transfer.transfer.from : transfer.transfer.to) }
                .map { row(.side(transfer.transfer, isOut: $0), transfer.number) }
        }
        return entries + sides
    }

    /// The statement with which an entry was reconciled, or a side of a transfer; nil if none was.
    public func reconciliation(ofRow id: EntityID) throws -> Reconciliation? {
        let record = try record(id)
        for field in [DaybookCore.Field.reconciled, .toReconciled] {
            if let statement = record[field].flatMap({ EntityID(bytes: $0.value) }),
                let found = try reconciliationRow(statement)?.reconciliation
            {
                return found
            }
        }
        return nil
    }
}

extension BookTransaction {
    /// Remembers that rows were held against a statement.
    ///
    /// - Throws: `ItemError` if the balance is too large to be an amount.
    @discardableResult
    public func reconcile(
        _ rows: [StatementRow], of account: EntityID, _ balance: Sum, on day: CivilDate
    ) throws -> ReconciliationRow {
        guard let changes = Changes.reconciliation(of: account, balance, on: day) else {
            throw ItemError.sumTooLarge(balance.currency)
        }
        let id = EntityID(using: &random)
        try perform(.add(.reconciliation, id, changes))
        try perform { stamp in rows.map { Register($0.id, $0.field, stamp, id.bytes) } }
        guard let row = try reader.reconciliationRow(id) else { throw ItemError.notFound(.reconciliation, id) }
        return row
    }

    /// Writes the row of a reconciliation, or takes it away.
    func projectReconciliation(_ record: Record) throws {
        try write(
            record.id, Reconciliation(record).map { said in { ReconciliationRow(number: $0, reconciliation: said) } })
    }
}
