import DaybookCore
public import DaybookExchange
public import DaybookStorage

/// The entries that may be the other side of a transfer which a rule makes.
struct TransferSides {
    /// An entry, and what of it is a person's.
    typealias Side = (row: EntryRow, hands: Set<Provenance.Part>)

    private var sides: [Amount: [Side]] = [:]
    private let accounts: AccountSums
    /// The entries that an import has just brought: their marks say what is to be done.
    var fresh: Set<EntityID> = []
    /// The entries that stand in a transfer now.
    var taken: Set<EntityID> = []

    /// - Parameter accounts: those that somebody made or changed.
    init(_ entries: [Side], _ accounts: [MoneyAccount]) {
        self.accounts = AccountSums(accounts)
        for entry in entries { if let amount = entry.row.entry.amount { sides[amount, default: []].append(entry) } }
    }

    /// The nearest entry of as much in an account that comes in where the other one goes out, or the other way round. What a
    /// rule made a transfer once, and a person took apart, is none.
    ///
    /// In another currency it is the one of which the rules say the same the other way round, if there is just one.
    ///
    /// - Parameter rules: those of the book.
    func side(of entry: Entry, in account: MoneyAccount, _ rules: RuleSet) -> Side? {
        guard let amount = entry.amount else { return nil }
        if amount.currency != account.currency { return foreignSide(of: entry, amount, in: account, rules) }
        let wanted: EntryKind = entry.kind == .expense ? .income : .expense
        func distance(_ other: Entry) -> Int64 { abs(other.day.daysSince1970 - entry.day.daysSince1970) }
        return (sides[amount] ?? []).filter { side in
            let other = side.row.entry
            return other.kind == wanted && distance(other) <= TransferProposal.greatestDistance
                && !taken.contains(other.id) && (other.provenance.givers[.transfer] == nil || fresh.contains(other.id))
                && accounts.owner(of: other.extraFields[.account]?.entity, amount.currency) == account.id
        }.min { (distance($0.row.entry), $0.row.entry.id) < (distance($1.row.entry), $1.row.entry.id) }
    }
}

extension TransferSides {
    private func foreignSide(of entry: Entry, _ amount: Amount, in account: MoneyAccount, _ rules: RuleSet) -> Side? {
        let wanted: EntryKind = entry.kind == .expense ? .income : .expense
        let own = accounts.owner(of: entry.extraFields[.account]?.entity, amount.currency)
        var found: [Side] = []
        for (other, sides) in sides where other.currency == account.currency && other.coefficient > 0 {
            found += sides.filter { side in
                let other = side.row.entry
                return other.kind == wanted && !taken.contains(other.id) && other.provenance.givers[.transfer] == nil
                    && abs(other.day.daysSince1970 - entry.day.daysSince1970) <= TransferProposal.greatestDistance
                    && accounts.owner(of: other.extraFields[.account]?.entity, account.currency) == account.id
                    && rules.outcome(of: other, byHand: side.hands).lacking?.id == own
            }
        }
        return found.count == 1 ? found[0] : nil
    }
}

extension BookTransaction {
    /// Makes a transfer of an entry, to or from another account.
    ///
    /// - Parameter side: the entry that is its other side; nil where none is.
    func makeTransfer(of id: EntityID, _ account: MoneyAccount, with side: TransferSides.Side?) throws {
        guard let entry = try reader.entry(id) else { return }
        if let side, case .rule(let rule)? = entry.provenance.givers[.transfer] {
            try note(side.hands, of: side.row.entry.id)
            let mark = side.row.entry.provenance.adding(side.hands, transferBy: rule)
            try perform { [Register(side.row.entry.id, .ruled, $0, mark.text.bytes)] }
        }
        let other = try side.flatMap { try reader.entry($0.row.entry.id) }
        let isOut = entry.kind == .expense
        var changes = Changes()
        if !entry.note.isEmpty { changes[.note] = .text(entry.note) }
        if other == nil { changes[isOut ? .toAccount : .account] = .entity(account.id) }
        _ = try join(from: isOut ? entry : other, to: isOut ? other : entry, changes)
    }

    /// Writes down what of an entry is a person's, before a mark that is newer: an undo of that gives the old mark back, which
    /// doesn't say it. So it is no part of what is undone.
    func note(_ hands: Set<Provenance.Part>, of entry: EntityID) throws {
        let text = Provenance(byHand: hands).text.bytes
        guard try !hands.isEmpty && reader.record(entry)[.byHand]?.value != text else { return }
        let told = onChange
        onChange = nil
        defer { onChange = told }
        try perform { [Register(entry, .byHand, $0, text)] }
    }

    /// Makes transfers of entries that an import has brought.
    public func makeTransfers(_ wishes: [TransferRequest]) throws {
        guard !wishes.isEmpty else { return }
        let entries = try reader.entriesByHand()
        var sides = TransferSides(entries, try reader.accounts().map(\.account))
        sides.fresh = Set(wishes.map(\.entry))
        let rules = try reader.ruleSet()
        for wish in wishes where !sides.taken.contains(wish.entry) {
            guard let entry = try reader.entry(wish.entry) else { continue }
            let side = sides.side(of: entry, in: wish.account, rules)
            if entry.amount?.currency != wish.account.currency {
                // It is one once it is known how much it is there.
                guard side != nil else { continue }
                let hands = Set(entry.provenance.givers.filter { $0.value == .hand }.keys)
                try perform { rules.outcome(of: entry, byHand: hands, hasSide: true).registers($0) }
            }
            sides.taken.formUnion([wish.entry, side?.row.entry.id].compactMap(\.self))
            try makeTransfer(of: wish.entry, wish.account, with: side)
        }
    }
}
