public import DaybookCore
import Sworm

/// A statement with which an account was reconciled, as a copy of a book has it.
public typealias ReconciliationRow = KindRow<Reconciliation>

extension KindRow<Reconciliation> {
    public var reconciliation: Reconciliation { item }
}

extension BookReader {
    /// The statements with which accounts were reconciled, the newest day first.
    ///
    /// - Parameter account: nil for those of all accounts.
    public func reconciliations(of account: EntityID? = nil) throws -> [ReconciliationRow] {
        try all(Reconciliation.self).filter { account == nil || $0.reconciliation.account == account }
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
}

extension BookTransaction {
    /// Reconciles rows with a statement.
    ///
    /// - Throws: `ItemError` where they don't come to its balance.
    @discardableResult
    public func reconcile(_ rows: [StatementRow], with statement: StatementCheck) throws -> ReconciliationRow {
        let id = EntityID(using: &random)
        for action in try statement.reconciling(rows, as: id) { try perform(action) }
        guard let row = try reader.find(Reconciliation.self, id) else { throw ItemError.notFound(.reconciliation, id) }
        return row
    }
}
