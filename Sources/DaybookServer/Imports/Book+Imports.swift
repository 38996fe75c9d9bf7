public import DaybookCore
public import DaybookExchange
public import DaybookStorage

extension BookReader: ImportSource {
    public func importedAccounts() throws -> [MoneyAccount] { try accounts().map(\.account) }

    public func importedLists() throws -> [ItemList] { try lists().map(\.list) }

    public func importedRules() throws -> RuleSet { try ruleSet() }

    public func freeEntries(on days: ClosedRange<CivilDate>) throws -> [Entry] {
        var entries: [Entry] = []
        try forEachEntry(EntryFilter(from: days.lowerBound, through: days.upperBound)) { entries.append($0.entry) }
        return try entries.filter { try bankRow(.bankRow, $0.id) == nil }
    }

    public func freeSides(on days: ClosedRange<CivilDate>) throws -> [BankImport.Side] {
        let rows = try transferRows(TransferFilter(from: days.lowerBound, through: days.upperBound))
        return try rows.map(\.transfer).flatMap { transfer in
            var sides: [BankImport.Side] = []
            if transfer.others[.fromEntry] == nil, try bankRow(.fromRow, transfer.id) == nil {
                sides.append(BankImport.Side(transfer, isOut: true))
            }
            if transfer.others[.toEntry] == nil, try bankRow(.toRow, transfer.id) == nil {
                sides.append(BankImport.Side(transfer, isOut: false))
            }
            return sides
        }
    }
}

extension BookReader {
    /// The row of a bank for which something stands; nil also where that was taken back.
    private func bankRow(_ field: Field, _ id: EntityID) throws -> EntityID? {
        try value(of: field, id).flatMap { EntityID(bytes: $0) }
    }
}

extension BookTransaction: ImportTarget {}

extension BookReader {
    /// What currencies are worth, as people said it and as transfers show it.
    public func rates() throws -> Rates {
        Rates(try rateRows().map(\.rate), transfers: try transferRows().map(\.transfer))
    }

    /// The statements with which accounts were reconciled, and whether what is in the accounts still is what they say.
    public func ledgerAssertions() throws -> [LedgerAssertion] {
        var balances: [CivilDate: [AccountBalance]] = [:]
        return try reconciliations().compactMap { row in
            let statement = row.reconciliation
            if balances[statement.day] == nil { balances[statement.day] = try self.balances(on: statement.day) }
            let own = balances[statement.day]?.first { $0.account.id == statement.account }
            // One whose account is gone says nothing of any other.
            guard let own, own.balance.currency == statement.balance.currency else { return nil }
            return LedgerAssertion(statement, holds: own.balance == statement.balance)
        }
    }
}
