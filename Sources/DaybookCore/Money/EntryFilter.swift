/// Which entries are wanted. What is nil or empty asks for nothing.
public struct EntryFilter: Hashable, Sendable {
    /// Whether an entry has to bear all of the tags, or one of them.
    public enum Matching: String, CaseIterable, Sendable {
        case any
        case all
    }

    /// An entry is of one of these; in any order.
    public var kinds: [EntryKind]
    /// Upper and lower case are the same: see `TagNames`.
    public var tags: [String]
    /// Means nothing without `tags`.
    public var matching: Matching
    /// Words that all have to occur in the note, the `@place`, a `#tag` or the amount, in upper or lower case.
    public var text: String { didSet { query = SearchQuery(text) } }
    /// The first day that is wanted.
    public var from: CivilDate?
    /// The last day that is wanted.
    public var through: CivilDate?
    /// The account whose entries they are.
    public var account: AccountScope?
    private var query: SearchQuery

    public init(
        kinds: [EntryKind] = [], tags: [String] = [], matching: Matching = .any, text: String = "",
        from: CivilDate? = nil, through: CivilDate? = nil
    ) {
        self.kinds = kinds
        self.tags = tags
        self.matching = matching
        self.text = text
        query = SearchQuery(text)
        self.from = from
        self.through = through
    }

    /// Whether an entry is all that is asked for.
    public func contains(_ entry: Entry) -> Bool {
        if !kinds.isEmpty, !kinds.contains(entry.kind) { return false }
        if let from, entry.day < from { return false }
        if let through, entry.day > through { return false }
        if let account, !account.contains(entry) { return false }
        if !tags.isEmpty {
            let present = TagNames.keys(entry.tags)
            let wanted = TagNames.keys(tags)
            let found = wanted.count { present.contains($0) }
            if found == 0 || matching == .all && found < wanted.count { return false }
        }
        return containsText(entry)
    }

    /// Whether it asks for a tag, however that is spelled.
    public func asks(forTag tag: String) -> Bool { TagNames.keys(tags).contains(TagNames.key(tag)) }

    /// The part of the filter that asks for text.
    public func containsText(_ entry: Entry) -> Bool {
        query.isEmpty || query.matches(SearchQuery.fold(entry.searchTexts(hasDigits: query.hasDigit)))
    }
}
