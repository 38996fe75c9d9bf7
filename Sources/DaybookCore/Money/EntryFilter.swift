/// Which entries are wanted. What is nil or empty asks for nothing.
public struct EntryFilter: Hashable, Sendable {
    /// Whether an entry has to bear all of the tags, or one of them.
    public enum Matching: String, CaseIterable, Sendable {
        case any
        case all
    }

    public var kinds: Set<EntryKind>
    public var tags: [String]
    public var matching: Matching
    /// Words that all have to occur in the note, the place or the tags, in upper or lower case.
    public var text: String
    public var from: CivilDate?
    /// The last day that is wanted.
    public var through: CivilDate?

    public init(
        kinds: Set<EntryKind> = [], tags: [String] = [], matching: Matching = .any, text: String = "",
        from: CivilDate? = nil, through: CivilDate? = nil
    ) {
        self.kinds = kinds
        self.tags = tags
        self.matching = matching
        self.text = text
        self.from = from
        self.through = through
    }

    public func contains(_ entry: Entry) -> Bool {
        if !kinds.isEmpty, !kinds.contains(entry.kind) { return false }
        if let from, entry.day < from { return false }
        if let through, entry.day > through { return false }
        if !tags.isEmpty {
            let found = tags.count { entry.tags.contains($0) }
            if found == 0 || matching == .all && found < tags.count { return false }
        }
        return containsText(entry)
    }

    /// The part of the filter that asks for text.
    public func containsText(_ entry: Entry) -> Bool {
        guard !text.isEmpty else { return true }
        let words = text.lowercased().split { $0.isWhitespace }
        guard !words.isEmpty else { return true }
        var whole = entry.note.lowercased() + "\n" + entry.place.lowercased()
        for tag in entry.tags { whole += "\n" + tag.lowercased() }
        let bytes = Array(whole.utf8)
        return words.allSatisfy { Self.occurs(Array($0.utf8), in: bytes) }
    }

    private static func occurs(_ word: [UInt8], in text: [UInt8]) -> Bool {
        guard let first = word.first, word.count <= text.count else { return word.isEmpty }
        for start in 0...(text.count - word.count) where text[start] == first {
            if text[start..<start + word.count].elementsEqual(word) { return true }
        }
        return false
    }
}
