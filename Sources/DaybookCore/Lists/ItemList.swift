extension Field {
    /// One byte: a place in `ItemList.colours`; 0 or nothing for none.
    public static let colour = Field(rawValue: 67)
    /// When a list was put away, as `createdAt`; empty while it is in use.
    public static let archivedAt = Field(rawValue: 68)
}

/// A list in which to-dos lie. A to-do that names none, or one that isn't there, lies in the inbox.
public struct ItemList: Hashable, Sendable {
    public let id: EntityID
    /// The name; not blank.
    public var name: String
    /// Its place among the lists.
    public var position: Position
    public var isSynced = true
    public var extraFields = FieldValues()

    /// The names of colours. Screens say what they look like.
    public static let colours = ["none", "red", "orange", "yellow", "green", "blue", "purple", "grey"]

    /// True where it was put away.
    public var isArchived: Bool { extraFields[.archivedAt] != nil }
}

extension ItemList: Entity {
    public static let kind: Kind = Kind(2, "list", "lists", by: .position, needs: [.title], in: .todos, fields.bare)

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        name = ""
        position = Position(bytes: [])
    }

    public static let fields = FieldList<ItemList>([
        FieldSpec(
            .title, "name", .text, since: 7, isOptional: false, [.input, .output, .search],
            get: { .text($0.name) }, set: { $0.name = $1.text }),
        FieldSpec(
            .todoPosition, "position", .position, since: 7, isOptional: false, .output,
            get: { .position($0.position) }, set: { $0.position = $1.position }),
        FieldSpec(.colour, "colour", .choice(ItemList.colours), since: 7),
        FieldSpec(.archivedAt, "archivedAt", .time, since: 7),
    ])
}
