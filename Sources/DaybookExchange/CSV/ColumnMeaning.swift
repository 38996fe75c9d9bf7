import DaybookCore

/// The meaning of a column of a bank's CSV.
public enum ColumnMeaning: String, CaseIterable, Sendable {
    case day, valueDay, payee, text, amount
    /// Money that went out, and money that came in, each without a sign.
    case out, into = "in"
    /// A word that says whether the amount went out or came in.
    case sign
    case currency, balance, account
    /// A fee beside the amount.
    case fee
    /// The bank's own name of the row.
    case reference
    case tags
    /// Says whether the row is booked.
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

    /// The meanings that a person may choose, in the order in which they are offered.
    public static let choices: [ColumnMeaning] = [
        .day, .valueDay, .payee, .text, .amount, .out, .into, .fee, .sign, .currency, .balance, .account, .reference,
        .tags,
        .state, .none,
    ]
}

/// A column of a bank's CSV, and what it is taken for.
public struct BankColumn: Equatable, Sendable {
    /// The name in the file; `Column 3` where it has none.
    public let name: String
    /// The first values of it that differ.
    public let samples: [String]
    public internal(set) var meaning: ColumnMeaning
    /// True where it has no value.
    public let isEmpty: Bool
}
