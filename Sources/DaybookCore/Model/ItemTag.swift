/// Says whether an entry or a to-do bears a tag: one register in an entity of its own, whose id is made of the thing's and the
/// tag's name. So two devices that tag the same thing write different registers, however the tags are called, and neither
/// takes away what the other added.
///
/// The reminders of a to-do are kept in the same way. Their names begin with a `#`, which those of tags can't have.
public struct ItemTag: Hashable, Sendable {
    /// The id of the tag's own entity: `id(_:of:)` of the owner and the name.
    public let id: EntityID
    /// The entry or to-do, which may not be here yet, or be deleted.
    public let owner: EntityID
    /// On one line, at most 200 bytes of UTF-8: see `isName`. Or that of a reminder: `mark` and `Reminder.text`.
    public let name: String
    /// True where the owner bears it; false once it was taken away.
    public let isPresent: Bool
    /// True where the server has what was written last.
    public let isSynced: Bool

    public init(id: EntityID, owner: EntityID, name: String, isPresent: Bool, isSynced: Bool) {
        self.id = id
        self.owner = owner
        self.name = name
        self.isPresent = isPresent
        self.isSynced = isSynced
    }

    /// Reads what a record says of a tag, or nil if it is deleted, or says nothing of any, or of one that can't be.
    public init?(_ record: Record) {
        guard let register = record[.tag] ?? record[.reminders], register.value.count > 17, record.isAlive,
            record[.type] == nil,
            let owner = EntityID(bytes: register.value[1..<17])
        else { return nil }
        id = record.id
        self.owner = owner
        let text = String(utf8: Array(register.value[17...]))
        let isReminder = register.field == .reminders
        name = isReminder ? Self.mark + text : text
        // Under any other id, or in another form, it would be there twice, and couldn't be taken away.
        guard isReminder ? Reminder(text)?.text == text : Self.isName(text), id == Self.id(name, of: owner) else {
            return nil
        }
        isPresent = register.value[0] == 1
        isSynced = record.isSynced
    }

    /// Tells whether a tag may be called so: on one line, and without what separates tags.
    public static func isName(_ name: String) -> Bool {
        // Not `isBlank`: what makes a tag is to stay what it was.
        guard !name.trimmed.isEmpty, name.utf8.count <= ItemError.longestTag else { return false }
        return name.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0 != "," && $0 != "#" && $0.value != 0x7F && !(0x80...0x9F).contains($0.value)
                && $0.value != 0x2028 && $0.value != 0x2029
        }
    }

    /// The beginning of the names of reminders.
    public static let mark = "#"

    /// The entity that says whether `owner` bears the tag `name`.
    public static func id(_ name: String, of owner: EntityID) -> EntityID {
        let reminder = name.rest(after: mark)
        return EntityID(derivedFrom: owner.bytes + (reminder ?? name).bytes, for: reminder == nil ? "tag" : "reminder")
    }

    /// A byte for whether it is there (so that of two writes with one stamp the one that adds wins), the owner's id,
    /// the name.
    public static func register(
        _ name: String, of owner: EntityID, isPresent: Bool = true, _ stamp: Stamp
    ) -> Register {
        let reminder = name.rest(after: mark)
        return Register(
            id(name, of: owner), reminder == nil ? .tag : .reminders, stamp,
            [isPresent ? 1 : 0] + owner.bytes + (reminder ?? name).bytes)
    }

    /// The names of those that a thing bears, sorted.
    public static func names(_ tags: some Sequence<ItemTag>, of owner: EntityID) -> [String] {
        sorted(tags, of: owner) { $0.begins(with: mark) ? nil : $0 }
    }

    /// The reminders of a to-do, sorted.
    public static func reminders(_ tags: some Sequence<ItemTag>, of owner: EntityID) -> [String] {
        sorted(tags, of: owner) { $0.rest(after: mark) }
    }

    private static func sorted(
        _ tags: some Sequence<ItemTag>, of owner: EntityID, _ name: (String) -> String?
    ) -> [String] {
        var names: [ByteString] = []
        for tag in tags where tag.owner == owner && tag.isPresent {
            if let name = name(tag.name) { names.append(ByteString(name)) }
        }
        return names.sorted().map { $0.text }
    }
}
