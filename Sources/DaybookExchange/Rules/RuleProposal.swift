public import DaybookCore

/// A rule that would do what a person did by hand, twice or more, to entries of which the bank said the same.
public struct RuleProposal: Equatable, Sendable {
    /// The text as it is typed.
    public let text: String
    /// The entries that a person corrected so, in any order.
    public let entries: [EntityID]

    /// A thing that a person said of an entry by hand.
    private enum Word: Hashable {
        case payee(ByteString)
        case note(ByteString)
        case tag(ByteString)

        var part: Provenance.Part {
            switch self {
            case .payee: .payee
            case .note: .note
            case .tag(let name): .tag(name.text)
            }
        }

        var text: String {
            switch self {
            case .payee(let name): "payee:" + RuleText.quoted(name.text)
            case .note(let text): "note:" + RuleText.quoted(text.text)
            case .tag(let name): "tag:" + RuleText.quoted(name.text)
            }
        }
    }

    /// The rules that none does already, the most frequent first.
    ///
    /// - Parameter entries: each with what of it is a person's.
    public static func all(_ entries: [(entry: Entry, hands: Set<Provenance.Part>)], _ rules: RuleSet) -> [RuleProposal]
    {
        var found: [ByteString: [Word: [EntityID]]] = [:]
        for (entry, hands) in entries {
            guard let phrase = phrase(of: entry.rawText) else { continue }
            let hands = hands.union(entry.provenance.givers.filter { $0.value == .hand }.keys)
            var words: [Word] = []
            if hands.contains(.payee), !entry.payee.isEmpty { words.append(.payee(ByteString(entry.payee))) }
            if hands.contains(.note), !entry.note.isEmpty, !entry.note.contains("\n") {
                words.append(.note(ByteString(entry.note)))
            }
            for tag in entry.tags where hands.contains(.tag(tag)) { words.append(.tag(ByteString(tag))) }
            guard !words.isEmpty else { continue }
            // The entry without the person's word, for the rules to say it.
            var bare = entry
            bare.extraFields[.ruled] = nil
            bare.extraFields[.payee] = nil
            bare.note = entry.rawText
            bare.tags = []
            let ruled = rules.outcome(of: bare).entry
            for word in words where !does(word, ruled) {
                found[phrase, default: [:]][word, default: []].append(entry.id)
            }
        }
        var proposals: [RuleProposal] = []
        for (phrase, words) in found {
            var steps: [(word: Word, ids: [EntityID])] = []
            for kind in [Provenance.Part.payee, .note] {
                let own = words.filter { $0.key.part == kind && $0.value.count > 1 }
                    .sorted { ($1.value.count, $0.key.text) < ($0.value.count, $1.key.text) }
                // Neither of two that are as frequent is meant.
                if let first = own.first, own.count == 1 || own[1].value.count < first.value.count {
                    steps.append((first.key, first.value))
                }
            }
            for (word, ids) in words.sorted(by: { $0.key.text < $1.key.text }) where ids.count > 1 {
                if case .tag = word { steps.append((word, ids)) }
            }
            guard !steps.isEmpty else { continue }
            let text =
                "text:" + RuleText.quoted(phrase.text) + " then " + steps.map(\.word.text).joined(separator: " ")
            proposals.append(RuleProposal(text: text, entries: Set(steps.flatMap(\.ids)).sorted()))
        }
        return proposals.sorted { ($1.entries.count, $0.text) < ($0.entries.count, $1.text) }
    }

    private static func does(_ word: Word, _ entry: Entry) -> Bool {
        switch word {
        case .payee(let name): ByteString(entry.payee) == name
        case .note(let text): ByteString(entry.note) == text
        case .tag(let name): entry.tags.contains { TagNames.key($0) == TagNames.key(name.text) }
        }
    }

    /// How many words of what a bank said are looked for.
    private static let mostWords = 4

    /// The first words of what a bank said that have no digits, since numbers and dates differ each time; nil for too little.
    private static func phrase(of text: String) -> ByteString? {
        let words = String(utf8: PayeeNames.key(text)).split(separator: " ")
        let phrase = words.prefix { !$0.contains(where: \.isNumber) }.prefix(mostWords).joined(separator: " ")
        return phrase.count(where: \.isLetter) >= 3 ? ByteString(phrase) : nil
    }
}
