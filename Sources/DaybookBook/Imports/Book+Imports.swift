public import DaybookCore
public import DaybookExchange
public import DaybookStorage

extension BookReader: ImportSource {
    public func importedAccounts() throws -> [MoneyAccount] { try accounts().map(\.account) }

    public func importedEnvelopes() throws -> [Envelope] { try all(Envelope.self).map(\.item) }

    public func importedLists() throws -> [ItemList] { try lists().map(\.list) }

    public func importedFilters() throws -> [SavedFilter] { try all(SavedFilter.self).map(\.item) }

    public func importedTodo(_ id: EntityID) throws -> Todo? { try row(id)?.todo }

    public func importedBills() throws -> [Todo] { try upcoming().map(\.todo).filter { $0.rule != nil } }

    public func importedRules() throws -> RuleSet { try ruleSet() }

    public func proposals(with ids: Set<EntityID>) throws -> [TransferProposal] {
        var days: ClosedRange<CivilDate>?
        for id in ids {
            guard let day = try entry(id)?.day else { continue }
            days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
        }
        guard let days else { return [] }
        let reach = TransferProposal.greatestDistance
        let filter = EntryFilter(
            kinds: [.income, .expense], from: days.lowerBound.adding(days: -reach),
            through: days.upperBound.adding(days: reach))
        var entries: [Entry] = []
        try forEachEntry(filter) { entries.append($0.entry) }
        return TransferProposal.all(entries, among: try accounts().map(\.account))
            .filter { ids.contains($0.from.id) || ids.contains($0.to.id) }
    }

    public func presences(of ids: [EntityID]) throws -> [EntityID: BankImport.Presence] {
        try knowledge(of: ids).mapValues { wasDeleted in
            guard let record = wasDeleted, !record.isAlive else { return .present }
            return isTakenBack(record) ? .takenBack : .deleted
        }
    }

    public func candidates(on days: ClosedRange<CivilDate>) throws -> BankImport.Candidates {
        var found = BankImport.Candidates()
        var entries: [Entry] = []
        try forEachEntry(EntryFilter(from: days.lowerBound, through: days.upperBound)) { entries.append($0.entry) }
        let transfers = try transferRows(TransferFilter(from: days.lowerBound, through: days.upperBound)).map(
            \.transfer)
        let sides = transfers.flatMap {
            [$0.extraFields[.fromEntry]?.entity, $0.extraFields[.toEntry]?.entity].compactMap { $0 }
        }
        let marks = try BankMarks(of: entries.map(\.id) + transfers.map(\.id) + sides, in: self)
        for entry in entries {
            if let row = marks.entity(.bankRow, entry.id) {
                if let row = brought(entry, by: row, marks) { found.brought.append(row) }
                continue
            }
            found.entries.append(entry)
            let account = entry.extraFields[.account]?.entity
            if try account != nil && marks.entity(.assumedAccount, entry.id) == account
                && reconciliation(ofRow: entry.id) == nil
            {
                found.assumed.insert(entry.id)
            }
        }
        for transfer in transfers {
            for isOut in [true, false] {
                let side = BankImport.Side(transfer, isOut: isOut)
                if let id = transfer.extraFields[isOut ? .fromEntry : .toEntry]?.entity {
                    if let row = marks.entity(.bankRow, id), let format = marks.format(.rowFormat, id) {
                        found.brought.append(side.brought(by: row, format))
                    }
                } else if let row = marks.entity(isOut ? .fromRow : .toRow, transfer.id) {
                    if let format = marks.format(isOut ? .rowFormat : .toRowFormat, transfer.id) {
                        found.brought.append(side.brought(by: row, format))
                    }
                } else {
                    found.sides.append(side)
                }
            }
        }
        return found
    }

    private func brought(_ entry: Entry, by row: EntityID, _ marks: BankMarks) -> BankImport.Brought? {
        guard let amount = entry.amount, let format = marks.format(.rowFormat, entry.id) else { return nil }
        return BankImport.Brought(
            row: row, format: format, account: entry.extraFields[.account]?.entity, entry.kind, amount, entry.day,
            text: entry.rawText.isEmpty ? entry.note : entry.rawText)
    }
}

/// Says for which rows of banks some entries and transfers stand.
private struct BankMarks {
    private var values: [Field: [EntityID: [UInt8]]] = [:]

    init(of ids: [EntityID], in book: BookReader) throws {
        for field in [Field.bankRow, .assumedAccount, .fromRow, .toRow, .rowFormat, .toRowFormat] {
            values[field] = try book.values(of: field, ids)
        }
    }

    /// The entity that a register names; nil also where that was taken back.
    func entity(_ field: Field, _ id: EntityID) -> EntityID? { values[field]?[id].flatMap { EntityID(bytes: $0) } }

    func format(_ field: Field, _ id: EntityID) -> String? { values[field]?[id].map { String(utf8: $0) } }
}

extension BookTransaction: ImportTarget {}

extension BookReader {
    /// The rates of currencies, as people said them and as transfers show them.
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
