/// How tags are spelled, and how often: `#Food` and `#food` are one tag wherever tags are counted, asked for or added up,
/// which is shown as most spell it. What an entry holds stays as it was written.
public struct TagNames: Sendable {
    private var counts = SortedMap<ByteString, (key: ByteString, count: Int)>()

    /// No tag at all.
    public init() {}

    /// Adds `count`, which may be negative, to the uses of a spelling.
    ///
    /// - Returns: the key of the tag, which is worked out once for each spelling.
    @discardableResult
    public mutating func add(_ name: String, _ count: Int = 1) -> ByteString {
        let spelling = ByteString(name)
        let key = counts[spelling]?.key ?? Self.key(name)
        counts.change(spelling, from: (key, 0)) { $0.count += count }
        return key
    }

    /// Does the same for some spellings.
    ///
    /// - Returns: the keys of their tags, each once.
    mutating func add(_ names: [String], _ count: Int = 1) -> [ByteString] {
        var keys: [ByteString] = []
        for name in names {
            let key = add(name, count)
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    /// Each tag by its key, as most spell it (of equals the first by bytes), and all of its spellings.
    public var all: [(key: ByteString, name: String, spellings: [String])] {
        var names = SortedMap<ByteString, (name: String, count: Int, spellings: [String])>()
        for (spelling, (key, count)) in counts.all where count > 0 {
            names.change(key, from: (spelling.text, count, [])) { tag in
                if count > tag.count { (tag.name, tag.count) = (spelling.text, count) }
                tag.spellings.append(spelling.text)
            }
        }
        return names.all.map { (key: $0.key, name: $0.value.name, spellings: $0.value.spellings) }
    }

    /// The key that all spellings of a tag have in common: it in small letters, without marks that nobody sees.
    public static func key(_ name: String) -> ByteString {
        ByteString(String(utf8: SearchQuery.fold(String(name.scalars.filter { !$0.isStray }))))
    }

    /// Tags with how many entries bear them, the most used first.
    ///
    /// - Parameter counts: one for each of the names, in the order of their keys.
    public static func arranged(_ counts: [Int], _ names: TagNames) -> [(name: String, count: Int)] {
        zip(names.all, counts).map { (name: $0.name, count: $1) }
            .sorted { ($1.count, ByteString($0.name)) < ($0.count, ByteString($1.name)) }
    }

    /// The keys of some tags, each once.
    public static func keys(_ names: [String]) -> [ByteString] {
        var keys: [ByteString] = []
        for name in names {
            let key = key(name)
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }
}
