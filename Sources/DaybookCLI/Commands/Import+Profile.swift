import DaybookCore
import DaybookExchange
import DaybookBook
import DaybookStorage

extension Import {
    /// Recalls what was said of the last file of this kind, and the account to which its entries went.
    func recall(
        _ bytes: [UInt8], in book: BookReader
    ) throws -> (profile: ImportProfile, account: MoneyAccount?)? {
        guard !todos, format == nil || format == .csv, let kind = ImportProfile.kind(of: bytes),
            // Without anything to recall the account is nobody's business as yet.
            try !book.importAnswers(of: kind).isEmpty
        else { return nil }
        let chosen = try account?.account(in: book).id
        guard let profile = try ImportProfile.last(of: kind, into: chosen, asks: true, in: book) else { return nil }
        let known = account == nil && profile.tellsAccount ? try profile.account.flatMap { try book.account($0) } : nil
        return (profile, known)
    }

    /// Takes what was said of the last file, where nothing is said of this one.
    mutating func take(_ recalled: (profile: ImportProfile, account: MoneyAccount?)) {
        var options = options
        options.take(recalled.profile.options)
        (usualDateOrder, leaveOut, decimalMark) = (options.usualDateOrder, options.leftOut, options.decimalMark)
        (negate, column) = (options.isNegated, options.columns.map { "\($0.key)=\($0.value)" }.sorted())
        var words = recalled.profile.words
        if let known = recalled.account {
            account = AccountName(argument: known.id.text)
            words.insert("--account \"\(known.name)\"", at: 0)
        }
        guard !words.isEmpty else { return }
        Self.tell("As for the last file of this kind: \(words.joined(separator: " "))")
    }

    /// Keeps what was said of a file for the next one of its kind.
    func remember(_ bytes: [UInt8], in book: BookTransaction) throws {
        guard format == nil || format == .csv, let kind = ImportProfile.kind(of: bytes) else { return }
        try ImportProfile(kind: kind, account: account?.account(in: book.reader).id, options).remember(in: book)
    }
}
