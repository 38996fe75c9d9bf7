import DaybookCore

/// Entries that are like one that was corrected: the bank's words, or the note, begin alike, and they have what that one had.
public struct AlikeEntries: Equatable, Sendable {
    /// The others.
    let ids: [EntityID]
    /// The correction.
    let edit: Changes
    /// The text of a rule that makes it in later ones, too; empty where no rule can.
    let rule: String

    /// - Parameters:
    ///   - old: the entry as it was.
    ///   - edit: what a person changed of it.
    ///   - others: all entries.
    /// - Returns: nil where there is none, or neither tags nor payee nor account were corrected.
    init?(_ old: Entry, _ edit: Changes, among others: Entries, isHeld: (EntityID) -> Bool) {
        let words = Self.beginning(of: old)
        guard !words.isEmpty else { return nil }
        var own = Changes()
        var form = RuleForm()
        form[.text] = words
        if let payee = edit[.payee] {
            own[.payee] = payee
            form[.givesPayee] = payee.text
        }
        if let tags = edit[.tag] {
            own[.tag] = tags
            form[.givesTags] = tags.texts.joined(separator: ", ")
        }
        if let account = edit[.account] { own[.account] = account }
        let key = PayeeNames.key(words)
        var ids: [EntityID] = []
        others.each { entry in
            guard entry.id != old.id, entry.kind == old.kind, entry.amount?.currency == old.amount?.currency,
                own[.payee] == nil || ByteString(entry.payee) == ByteString(old.payee),
                own[.tag] == nil || entry.tags.map({ ByteString($0) }) == old.tags.map({ ByteString($0) }),
                own[.account] == nil || entry.extraFields[.account] == old.extraFields[.account] && !isHeld(entry.id),
                PayeeNames.key(Self.beginning(of: entry)) == key
            else { return }
            ids.append(entry.id)
        }
        if ids.isEmpty || own == Changes() { return nil }
        (self.ids, self.edit, rule) = (ids, own, form.text)
    }

    /// The words before the first with a digit, of what the bank said, or else of the note.
    fileprivate static func beginning(of entry: Entry) -> String {
        var words: [String] = []
        for word in (entry.rawText.isEmpty ? entry.note : entry.rawText).parts({ $0.isSpace }) {
            if word.contains(where: { ("0"..."9").contains($0) }) { break }
            words.append(String(word))
        }
        return words.joined(separator: " ")
    }
}

extension RuleForm {
    /// A rule about what begins as all of these do, or is of their payee; it gives what all of them have.
    init(_ entries: [Entry]) {
        self.init()
        guard let first = entries.first else { return }
        let words = AlikeEntries.beginning(of: first)
        let key = PayeeNames.key(words)
        if entries.allSatisfy({ PayeeNames.key(AlikeEntries.beginning(of: $0)) == key }) { self[.text] = words }
        if entries.allSatisfy({ ByteString($0.payee) == ByteString(first.payee) }) {
            self[self[.text].isEmpty ? .payee : .givesPayee] = first.payee
        }
        let tags = first.tags.filter { tag in entries.allSatisfy { $0.tags.contains(tag) } }
        self[.givesTags] = tags.joined(separator: ", ")
    }
}
