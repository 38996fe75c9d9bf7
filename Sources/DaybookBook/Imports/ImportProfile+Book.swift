public import DaybookCore
public import DaybookExchange
public import DaybookStorage

extension ImportProfile {
    /// Recalls what was said of the last file of a kind; nil if nothing was.
    ///
    /// - Parameters:
    ///   - account: where the file goes, if somebody said it; else that has to be clear by what was said before.
    ///   - isDefault: whether somebody said that it goes to the default account.
    ///   - asks: whether to throw where it isn't.
    /// - Throws: `ImportFailure` where files of the kind went to several accounts.
    public static func last(
        of kind: String, into account: EntityID?, isDefault: Bool = false, asks: Bool, in book: BookReader
    ) throws -> ImportProfile? {
        let profiles = try book.importAnswers(of: kind).compactMap { answers in
            ImportProfile(kind: answers.kind, account: answers.account, answers: answers.answers)
        }
        guard !profiles.isEmpty else { return nil }
        // Answers for an account that is gone are gone with it.
        let known = try profiles.filter { profile in
            guard let id = profile.account else { return true }
            return try book.account(id).map { !$0.isClosed } ?? false
        }
        if asks, account == nil, known.first?.tellsAccount == true, Set(known.map(\.account)).count > 1 {
            let names = try known.compactMap { try $0.account.flatMap { try book.account($0)?.name } }
            throw ImportFailure(
                "Files of this kind went to \(names.map { "“\($0)”" }.joined(separator: " and ")). Say with --account where "
                    + "this one goes. Nothing was imported.")
        }
        // Answers for one account say nothing of another account's files.
        let isClear = account == nil && !isDefault && Set(known.map(\.account)).count == 1
        return isClear ? known.first : known.first { $0.account == account }
    }

    /// Keeps it for the next file of its kind.
    public func remember(in book: BookTransaction) throws {
        guard !isEmpty else { return }
        let old = try book.reader.importAnswers(of: kind).first { $0.account == account }
        if old?.answers != answers { try book.remember(answers, of: kind, account) }
    }
}
