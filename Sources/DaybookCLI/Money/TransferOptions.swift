import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

/// Options that commands for transfers share, beside the first amount and the accounts.
struct TransferOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How much comes in, where that is another currency, such as 93.50 or \"93.50 EUR\".", valueName: "amount"),
        transform: TypedText.plain)
    var toAmount: String?

    @Option(
        name: [.customLong("on"), .customLong("date")],
        help: ArgumentHelp("The day, such as 2026-11-21 or yesterday.", valueName: "day"),
        transform: { try TypedDay.one($0, .past) })
    var day: CivilDate?

    @Option(
        help: ArgumentHelp("The day on which it comes in, if that is another one.", valueName: "day"),
        transform: { try TypedDay.one($0, .past) })
    var arrives: CivilDate?

    @Option(help: ArgumentHelp("What it is for; \"\" for nothing.", valueName: "text"), transform: TypedText.plain)
    var note: String?

    @OptionGroup var budget: EnvelopeOptions

    var isEmpty: Bool { toAmount == nil && day == nil && arrives == nil && note == nil && budget.envelope == nil }

    /// Tells what they say, with an amount and accounts.
    ///
    /// - Parameter present: the transfer as it is; nil for a new one.
    func changes(
        _ amount: String?, from: MoneyAccount?, to: MoneyAccount?, changing present: Transfer?, in book: BookReader
    ) throws -> Changes {
        var changes = Changes()
        changes[.account] = from.map { .entity($0.id) }
        changes[.toAccount] = to.map { .entity($0.id) }
        changes[.day] = day.map { .day($0) }
        changes[.toDay] = arrives.map { .day($0) }
        changes[.note] = note.map { .text($0) }
        changes[.envelope] = try budget.value(in: book)
        for (text, account, old, field) in [
            (amount, from, present?.from, Field.amount), (toAmount, to, present?.to, .toAmount),
        ] {
            guard let text else { continue }
            changes[field] = .amount(
                try Amount(typed: text, of: nil) {
                    try account?.currency ?? old?.amount.currency ?? book.currency()
                })
        }
        return changes
    }
}

struct AccountNames {
    private let names: [EntityID: String]
    private let owners: AccountSums

    init(_ book: BookReader) throws {
        names = try book.accountNames()
        owners = AccountSums(try book.accounts().map(\.account))
    }

    /// The name of the account of a side of a transfer: of the default one, where the one that it names is gone.
    func name(of leg: Transfer.Leg) -> String { name(leg.account, leg.amount.currency) }

    /// The name of the account of an entry; empty where it has no amount.
    func name(of entry: Entry) -> String {
        entry.amount.map { name(entry.extraFields[.account]?.entity, $0.currency) } ?? ""
    }

    func name(_ account: EntityID?, _ currency: Currency) -> String {
        names[owners.owner(of: account, currency)] ?? currency.code
    }
}

extension Output {
    /// Says what was done to a transfer.
    mutating func append(_ verb: String, _ row: TransferRow, _ names: AccountNames) {
        append("\(verb) t\(row.number): ")
        append(transfer: row.transfer, amountWidth: 0, names)
        append("\n" as StaticString)
    }

    /// Transfers, a line for each: number, day, amount, accounts, note.
    mutating func append(transfers rows: [TransferRow], _ names: AccountNames) {
        let width = rows.map { $0.transfer.from.amount.text.utf8.count }.max() ?? 0
        for row in rows {
            append("t\(row.number)", right: 6)
            append("  \(row.transfer.from.day.text)  ")
            append(transfer: row.transfer, amountWidth: width, names)
            append("\n" as StaticString)
        }
    }

    /// The amount, from where it goes to where, how much comes in on which day if that is another, and the note.
    private mutating func append(transfer: Transfer, amountWidth: Int, _ names: AccountNames) {
        append(transfer.from.amount.text, right: amountWidth)
        append("  " as StaticString)
        append(terminal: names.name(of: transfer.from))
        append(" → " as StaticString)
        append(terminal: names.name(of: transfer.to))
        if transfer.to.amount != transfer.from.amount { append(" \(transfer.to.amount.text)") }
        if transfer.to.day != transfer.from.day { append(" on \(transfer.to.day.text)") }
        guard !transfer.note.isEmpty else { return }
        append("  " as StaticString)
        append(terminal: transfer.note)
    }

    /// A side of a transfer among the entries of an account: number, amount with its sign, the other side, note.
    mutating func append(leg: AccountLeg, amountWidth: Int, _ names: AccountNames) {
        let transfer = leg.row.transfer
        let (own, other) = leg.isOut ? (transfer.from, transfer.to) : (transfer.to, transfer.from)
        append("t\(leg.row.number)", right: 6)
        append("  \(leg.isOut ? "-" : "+")")
        append(own.amount.text, right: amountWidth)
        append("  \(leg.isOut ? "→" : "←") ")
        append(terminal: names.name(of: other))
        if !transfer.note.isEmpty {
            append("  " as StaticString)
            append(terminal: transfer.note)
        }
        append("\n" as StaticString)
    }
}

/// A side of a transfer, as the account has it whose rows are shown.
struct AccountLeg {
    let row: TransferRow
    let isOut: Bool

    var leg: Transfer.Leg { isOut ? row.transfer.from : row.transfer.to }

    /// The transfers of an account among the entries that a filter asks for, the newest first.
    static func all(_ filter: EntryFilter, in book: BookReader) throws -> [AccountLeg] {
        guard let account = filter.account, filter.kinds.isEmpty, filter.tags.isEmpty else { return [] }
        let wanted = TransferFilter(from: filter.from, through: filter.through, account: account, text: filter.text)
        let legs = try book.transferRows(wanted).flatMap { row in
            [true, false].map { AccountLeg(row: row, isOut: $0) }.filter { wanted.contains($0.leg) }
        }
        return legs.sorted {
            ($0.leg.day, $0.row.transfer.createdAt, $0.row.transfer.id)
                > ($1.leg.day, $1.row.transfer.createdAt, $1.row.transfer.id)
        }
    }
}

/// Pairs of entries that may be one transfer, as people are shown them.
struct ProposedPairs {
    let proposals: [TransferProposal]
    fileprivate let numbers: [EntityID: Int64]
    fileprivate let names: AccountNames

    init(_ proposals: [TransferProposal], in book: BookReader) throws {
        self.proposals = proposals
        var numbers: [EntityID: Int64] = [:]
        for entry in proposals.flatMap({ [$0.from, $0.to] }) {
            numbers[entry.id] = try book.entryRow(entry.id)?.number
        }
        self.numbers = numbers
        names = try AccountNames(book)
    }
}

extension Output {
    mutating func append(_ pairs: ProposedPairs) {
        for proposal in pairs.proposals {
            for entry in [proposal.from, proposal.to] {
                append(pairs.numbers[entry.id] ?? 0, width: 6)
                append("  \(entry.day.text)  ")
                append(entry: entry, amountWidth: 0)
                append(" [" as StaticString)
                append(terminal: pairs.names.name(of: entry))
                append("]\n" as StaticString)
            }
            let pair = [proposal.from, proposal.to].map { String(pairs.numbers[$0.id] ?? 0) }.joined(separator: " ")
            append("        To join them: daybook transfers join \(pair)\n")
        }
    }
}
