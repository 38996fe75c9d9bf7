/// Which entries are wanted. What is nil or empty asks for nothing.
public struct EntryFilter: Hashable, Sendable {
    /// Says whether an entry has to bear all of the tags, or one of them.
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
    /// No entry bears any of these, in the spelling of `tags`.
    public var without: [String] = []
    /// Words that all have to occur in the note, the payee, the `@place`, a `#tag` or the amount, in upper or lower case.
    public var text: String { didSet { query = SearchQuery(text) } }
    /// The first day that is wanted.
    public var from: CivilDate?
    /// The last day that is wanted.
    public var through: CivilDate?
    /// The account whose entries they are.
    public var account: AccountScope?
    /// The payee whose entries they are.
    public var payee: PayeeScope?
    private var query: SearchQuery
    private var shown = ShownPayees()

    /// The payees of the book, so that a text also finds the names that rows show. They ask for nothing, so filters that differ
    /// in them alone are equal.
    public var payees: PayeeNames {
        get { shown.names }
        set { shown.names = newValue }
    }

    private struct ShownPayees: Hashable, Sendable {
        var names = PayeeNames([])

        static func == (left: ShownPayees, right: ShownPayees) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

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

    /// Tells whether an entry is all that is asked for.
    public func contains(_ entry: Entry) -> Bool {
        if !kinds.isEmpty, !kinds.contains(entry.kind) { return false }
        if !contains(entry.day) { return false }
        if let account, !account.contains(entry) { return false }
        if let payee, !payee.contains(entry) { return false }
        return (!entry.parts.isEmpty || containsTags(entry.tags)) && containsText(entry)
    }

    /// Tells whether a day is one of those that are wanted.
    func contains(_ day: CivilDate) -> Bool { from.map { $0 <= day } != false && through.map { $0 >= day } != false }

    /// True where it lets through all of an entry, or nothing.
    public var asksForNoPortion: Bool { tags.isEmpty && without.isEmpty && query.isEmpty }

    /// Tells whether it lets a portion of an entry through that is otherwise all that is asked for.
    public func contains(_ portion: Portion, of entry: Entry) -> Bool {
        guard containsTags(portion.tags) else { return false }
        return query.isEmpty || matches(entry, entry.searchTexts(portion, hasDigits: query.hasDigit))
    }

    private func containsTags(_ own: [String]) -> Bool {
        if tags.isEmpty && without.isEmpty { return true }
        let present = TagNames.keys(own)
        if TagNames.keys(without).contains(where: { present.contains($0) }) { return false }
        if tags.isEmpty { return true }
        let wanted = TagNames.keys(tags)
        let found = wanted.count { present.contains($0) }
        return found > 0 && (matching == .any || found == wanted.count)
    }

    /// Tells whether it asks for a tag, however that is spelled.
    public func asks(forTag tag: String) -> Bool { TagNames.keys(tags).contains(TagNames.key(tag)) }

    /// The part of the filter that asks for text; of an entry with parts also that for tags, since one of its portions has to
    /// be all that is asked for.
    public func containsText(_ entry: Entry) -> Bool {
        if !entry.parts.isEmpty, !asksForNoPortion { return entry.portions.contains { contains($0, of: entry) } }
        return query.isEmpty || matches(entry, entry.searchTexts(hasDigits: query.hasDigit))
    }

    private func matches(_ entry: Entry, _ texts: [String]) -> Bool {
        query.matches(SearchQuery.fold(texts + payees.searchTexts(of: entry)))
    }
}
