import DaybookCore

/// An entry and an edit of its tags, both without the tags that it has and is to keep: these stay as they are, also
/// where devices together gave it more than one may have, or another program spelled them as none is written here.
struct EditedEntry: EntrySource {
    private let entry: Entry
    private(set) var edit: EntryEdit

    /// - Parameter tags: all that it is to bear.
    init(_ entry: Entry, _ edit: EntryEdit, tags: [String]) throws(MoneyError) {
        let present = Set(entry.tags.map { Spelling($0) })
        var kept: Set<Spelling> = []
        var added: [String] = []
        for tag in tags {
            let spellings = [Spelling(tag), Spelling(tag.trimmed)]
            if let tag = spellings.first(where: { present.contains($0) }) {
                kept.insert(tag)
            } else {
                added.append(tag)
            }
        }
        let count = kept.count + added.count
        guard added.isEmpty || count <= MoneyError.mostTags else { throw .tooManyTags(count) }
        var rest = entry
        rest.tags.removeAll { kept.contains(Spelling($0)) }
        self.entry = rest
        self.edit = edit
        self.edit.tags = added
    }

    func entry(_ id: EntityID) throws(Never) -> Entry? { entry }
}
