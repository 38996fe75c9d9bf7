import ArgumentParser
import DaybookCore
import DaybookStorage

/// How a person names an account in which money lies: by its name in any case, by its number at the bank, or by the start of
/// its id. A default account that nobody has changed is called as its currency.
struct AccountName: ExpressibleByArgument, Equatable, Sendable {
    let text: String

    init?(argument: String) {
        text = TypedText.plain(argument)
        if text.isBlank { return nil }
    }

    /// The account that bears the name, or throws `CommandFailure`.
    func account(in book: BookReader) throws -> MoneyAccount {
        let accounts = try book.accounts().map(\.account)
        var found = accounts.filter { $0.name.lowercased() == text.lowercased() }
        if found.isEmpty {
            let number = Self.number(text)
            found = accounts.filter { !$0.bankNumber.isEmpty && Self.number($0.bankNumber) == number }
        }
        if found.isEmpty, let currency = Currency(text),
            let row = try book.accountRow(MoneyAccount.defaultID(of: currency))
        {
            found = [row.account]
        }
        if found.isEmpty, text.count >= ItemName.shortestPrefix {
            found = accounts.filter { $0.id.text.hasPrefix(text.lowercased()) }
        }
        guard let account = found.first else {
            throw CommandFailure("There is no account “\(text)”. 'daybook money-account' shows all.")
        }
        guard found.count == 1 else {
            throw CommandFailure("More than one account is called “\(text)”. Give the start of its id instead.")
        }
        return account
    }

    /// Does the same as `account`, where more is to come into it: throws where it was closed.
    func open(in book: BookReader) throws -> MoneyAccount {
        let account = try account(in: book)
        if account.isClosed { throw ItemError.closedAccount(.account, account.name) }
        return account
    }

    /// Spells a number of an account for comparing: in capitals, without white space.
    static func number(_ text: String) -> String { text.uppercased().filter { !$0.isWhitespace } }
}
