/// A row of an account, as a statement has it: an entry, or a side of a transfer.
public struct StatementRow: Equatable, Sendable {
    /// The kind of row.
    public enum Source: Equatable, Sendable {
        case entry(Entry)
        case side(Transfer, isOut: Bool)
    }

    public let source: Source
    /// The short number by which people name the entry or the transfer.
    public let number: Int64
    public let reconciliation: EntityID?

    public init(_ source: Source, number: Int64, reconciliation: EntityID?) {
        self.source = source
        self.number = number
        self.reconciliation = reconciliation
    }

    /// The entry's, or the transfer's.
    public var id: EntityID {
        switch source {
        case .entry(let entry): entry.id
        case .side(let transfer, _): transfer.id
        }
    }

    /// The register in which the row names its statement.
    public var field: Field {
        switch source {
        case .entry: .reconciled
        case .side(_, let isOut): isOut ? .reconciled : .toReconciled
        }
    }

    public var day: CivilDate {
        switch source {
        case .entry(let entry): entry.day
        case .side(let transfer, let isOut): isOut ? transfer.from.day : transfer.to.day
        }
    }

    /// Below zero for what went out.
    public var sum: Sum {
        switch source {
        case .entry(let entry):
            let sum = Sum(entry.amount ?? .zero(.usDollar))
            return entry.kind == .income ? sum : sum.negated
        case .side(let transfer, let isOut): return isOut ? Sum(transfer.from.amount).negated : Sum(transfer.to.amount)
        }
    }

    public var note: String {
        switch source {
        case .entry(let entry): entry.note
        case .side(let transfer, _): transfer.note
        }
    }
}

/// A statement held against the rows of its account.
public struct StatementCheck: Sendable {
    /// The rows of the account up to the day that no statement has as yet, the oldest first.
    public let open: [StatementRow]
    /// The opening of the account and all that is reconciled up to the day.
    public let settled: Sum
    public let balance: Sum
    /// The account whose statement it is.
    let account: EntityID
    /// The day at whose end it holds.
    let day: CivilDate

    /// - Parameter rows: those of the account, in any order.
    public init(of account: MoneyAccount, _ balance: Sum, on day: CivilDate, _ rows: [StatementRow]) throws(ItemError) {
        var settled = account.opening(on: day)
        var open: [StatementRow] = []
        for row in rows where row.day <= day {
            if row.reconciliation == nil { open.append(row) } else { settled = try settled.adding(row.sum) }
        }
        self.settled = settled
        self.balance = balance
        self.account = account.id
        self.day = day
        self.open = open.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
    }

    /// Tells what the statement says beyond what is settled and some rows.
    public func difference(with rows: [StatementRow]) throws(ItemError) -> Sum {
        var sum = settled
        for row in rows { sum = try sum.adding(row.sum) }
        return try balance.adding(sum.negated)
    }
}
