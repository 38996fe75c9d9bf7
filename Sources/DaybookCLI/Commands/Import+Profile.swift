import DaybookCore
import DaybookExchange
import DaybookBook
import DaybookStorage

extension Import {
    /// Takes what was said of the last file of this kind, where nothing is said of this one.
    mutating func recall(_ bytes: [UInt8]) throws {
        guard !todos, format == nil || format == .csv, let kind = ImportProfile.kind(of: bytes) else { return }
        let found = try book.look { book -> (ImportProfile, String?)? in
            // Without anything to recall the account is nobody's business as yet.
            guard try !book.importAnswers(of: kind).isEmpty else { return nil }
            let chosen = try account?.account(in: book).id
            let profile = try ImportProfile.last(of: kind, into: chosen, asks: true, in: book)
            return try profile.map { ($0, try $0.account.flatMap { try book.account($0)?.name }) }
        }
        guard let (profile, name) = found else { return }
        var options = options
        options.take(profile.options)
        (usualDateOrder, leaveOut, decimalMark) = (options.usualDateOrder, options.leftOut, options.decimalMark)
        (negate, column) = (options.isNegated, options.columns.map { "\($0.key)=\($0.value)" }.sorted())
        var words = profile.words
        if account == nil, profile.tellsAccount, let id = profile.account, let name {
            account = AccountName(argument: id.text)
            words.insert("--account \"\(name)\"", at: 0)
        }
        guard !words.isEmpty else { return }
        Self.tell("As for the last file of this kind: \(words.joined(separator: " "))")
    }

    /// Keeps what was said of a file of some kind for the next one.
    func remember(_ kind: String?, in book: BookTransaction) throws {
        guard let kind, format == nil || format == .csv else { return }
        try ImportProfile(kind: kind, account: account?.account(in: book.reader).id, options).remember(in: book)
    }
}
