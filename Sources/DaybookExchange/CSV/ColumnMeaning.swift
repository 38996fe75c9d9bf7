import DaybookCore

/// What a column of a bank's CSV says of a row.
public enum ColumnMeaning: String, CaseIterable, Sendable {
    case day, valueDay, payee, text, amount
    /// What went out, and what came in, each without a sign.
    case out, into = "in"
    /// A word that says whether the amount went out or came in.
    case sign
    case currency, balance, account
    /// What was paid beside the amount.
    case fee
    /// What the bank calls the row.
    case reference
    case tags
    /// Whether the row is booked.
    case state
    case none

    /// The meaning that a person gives with `--column`; nil for a word that means nothing.
    public init?(named name: String) {
        switch name.asColumn {
        case "day", "date", "bookingdate": self = .day
        case "valueday", "valuedate": self = .valueDay
        case "payee": self = .payee
        case "text", "note", "notes", "memo", "description": self = .text
        case "amount", "value", "sum": self = .amount
        case "out", "outflow", "debit", "expense": self = .out
        case "in", "inflow", "credit", "income": self = .into
        case "sign", "kind", "type": self = .sign
        case "currency": self = .currency
        case "balance": self = .balance
        case "fee": self = .fee
        case "account": self = .account
        case "reference", "id": self = .reference
        case "tags", "tag", "category", "labels": self = .tags
        case "state", "status": self = .state
        case "none", "": self = .none
        default: return nil
        }
    }

    /// Whether several columns may have it.
    var mayRepeat: Bool { [.payee, .text, .tags, .none].contains(self) }

    /// Those that a person may choose, in the order in which they are offered.
    public static let choices: [ColumnMeaning] = [
        .day, .valueDay, .payee, .text, .amount, .out, .into, .fee, .sign, .currency, .balance, .account, .reference,
        .tags,
        .state, .none,
    ]
}

/// A column of a bank's CSV, and what it is taken for.
public struct BankColumn: Equatable, Sendable {
    /// As the file has it; `Column 3` where it has none.
    public let name: String
    /// The first values of it that differ.
    public let samples: [String]
    public internal(set) var meaning: ColumnMeaning
    /// Whether it has any value.
    public let isEmpty: Bool
}
