/// Says what becomes of the tags of a thing. Those that it has may stay as they are: devices together may have given it more
/// than one is given at once, and another program may have spelled them as none is written here.
struct TagChange {
    /// The tags that stay.
    private var kept: [ByteString] = []
    /// Each once, sorted, without white space around them.
    private var added: [ByteString] = []
    private var removed: [ByteString] = []
    /// Why they can't become so.
    private(set) var problem: ItemError?

    /// - Parameter wanted: all that it is to bear, in any order.
    init(from present: [String], to wanted: [String]) {
        let present = present.map { ByteString($0) }
        var new: [String] = []
        for tag in wanted {
            if let tag = present.first(where: { $0 == ByteString(tag) || $0 == ByteString(tag.trimmed) }) {
                if !kept.contains(tag) { kept.append(tag) }
            } else {
                new.append(tag)
            }
        }
        if !new.isEmpty, kept.count + new.count > ItemError.mostTags {
            problem = .tooManyTags(kept.count + new.count)
        } else {
            problem = new.first { !ItemTag.isName($0.trimmed) }.map { .badTag($0) }
        }
        for tag in new.map({ ByteString($0.trimmed) }).sorted() where tag != added.last { added.append(tag) }
        removed = present.filter { !kept.contains($0) }
    }

    /// The tags that it bears then.
    var tags: [String] { (kept + added).sorted().map { $0.text } }

    /// The registers that say so. Of a thing that is there a change of tags is an edit.
    func registers(of owner: EntityID, isNew: Bool, _ stamp: Stamp) -> [Register] {
        var registers: [Register] = []
        for tag in added { registers.append(ItemTag.register(tag.text, of: owner, isPresent: true, stamp)) }
        for tag in removed { registers.append(ItemTag.register(tag.text, of: owner, isPresent: false, stamp)) }
        if !isNew, !registers.isEmpty { registers.append(Register(owner, .tagsChanged, stamp, [])) }
        return registers
    }
}
