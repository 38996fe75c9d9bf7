public import DaybookCore

/// Entries that rules would make transfers to or from an account of another currency, were it known how much that is there.
public struct LackingAmount: Equatable, Sendable {
    public let account: MoneyAccount
    public let count: Int

    /// Sorts them by the names of the accounts.
    public static func all(_ counts: [MoneyAccount: Int]) -> [LackingAmount] {
        counts.map { LackingAmount(account: $0.key, count: $0.value) }
            .sorted { ($0.account.name, $0.account.id) < ($1.account.name, $1.account.id) }
    }

    /// In English, as sentences.
    public var words: String {
        "\(count) \(count == 1 ? "entry" : "entries") would be a transfer with “\(account.name)”, but the amount in "
            + "\(account.currency.code) isn't known. It becomes one once the row of “\(account.name)” is there, too."
    }
}

extension ImportSummary {
    /// The accounts of which amounts are lacking.
    public var lackingAmounts: [LackingAmount] { LackingAmount.all(lacking) }
}
