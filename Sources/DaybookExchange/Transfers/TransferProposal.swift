public import DaybookCore

/// Two entries that may be one transfer.
public struct TransferProposal: Equatable, Sendable {
    public let from: Entry
    public let to: Entry

    /// How many days what came in may be before or after what went out.
    public static let greatestDistance = BankImport.greatestDistance

    /// Pairs of an expense and an income of as much, of two accounts, a few days apart at most. The nearest come first to
    /// each other, and no entry is in two pairs.
    ///
    /// - Parameters:
    ///   - entries: in any order.
    ///   - accounts: those that somebody made or changed.
    public static func all(_ entries: [Entry], among accounts: [MoneyAccount]) -> [TransferProposal] {
        let owners = AccountSums(accounts)
        func owner(_ entry: Entry, _ amount: Amount) -> EntityID {
            owners.owner(of: entry.extraFields[.account]?.entity, amount.currency)
        }
        var incomes: [Amount: [Entry]] = [:]
        for entry in entries where entry.kind == .income {
            if let amount = entry.amount, amount.coefficient > 0 { incomes[amount, default: []].append(entry) }
        }
        var pairs: [(distance: Int64, pair: TransferProposal)] = []
        for entry in entries where entry.kind == .expense {
            guard let amount = entry.amount else { continue }
            for income in incomes[amount] ?? [] where owner(income, amount) != owner(entry, amount) {
                let distance = abs(income.day.daysSince1970 - entry.day.daysSince1970)
                if distance <= greatestDistance {
                    pairs.append((distance, TransferProposal(from: entry, to: income)))
                }
            }
        }
        pairs.sort {
            ($0.distance, $1.pair.from.day, $0.pair.from.id, $0.pair.to.id)
                < ($1.distance, $0.pair.from.day, $1.pair.from.id, $1.pair.to.id)
        }
        var seen: Set<EntityID> = []
        var proposals: [TransferProposal] = []
        for (_, pair) in pairs where !seen.contains(pair.from.id) && !seen.contains(pair.to.id) {
            seen.formUnion([pair.from.id, pair.to.id])
            proposals.append(pair)
        }
        return proposals.sorted { ($1.from.day, $0.from.id) < ($0.from.day, $1.from.id) }
    }
}
