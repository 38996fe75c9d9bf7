import DaybookCore

/// The tags that stand for the categories of a program: a category's name, and before it that of its group where several groups
/// have a category of that name.
struct CategoryTags: Equatable, Sendable {
    /// The groups that have a category of a name.
    private var groups: [[UInt8]: Set<[UInt8]>] = [:]

    mutating func add(_ name: String, of group: String) {
        guard !group.isBlank else { return }
        groups[SearchQuery.fold(name), default: []].insert(SearchQuery.fold(group))
    }

    /// Tells whether several groups have a category of a name.
    func isShared(_ name: String) -> Bool { groups[SearchQuery.fold(name)].map { $0.count > 1 } ?? false }

    /// The tag of a category; empty where nothing of its name can be in one.
    func tag(_ name: String, of group: String) -> String {
        Self.tag(isShared(name) && !group.isBlank ? "\(group): \(name)" : name)
    }

    /// A text without what no tag may have.
    static func tag(_ text: String) -> String {
        if ItemTag.isName(text) { return text }
        let kept = text.unicodeScalars.filter { $0 != "," && ItemTag.isName(String($0)) || $0 == " " }
        var tag = String(String.UnicodeScalarView(kept)).split(separator: " ").joined(separator: " ")
        while tag.utf8.count > ItemError.longestTag { tag.removeLast() }
        return tag
    }
}
