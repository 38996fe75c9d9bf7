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
    /// True where the server has all of it.
    public var isSynced = true
    public var others = FieldValues()

    /// The names of colours. Screens say what they look like.
    public static let colours = ["none", "red", "orange", "yellow", "green", "blue", "purple", "grey"]

    /// The list that a record holds; nil if it is deleted, or is none.
    public init?(_ record: Record) {
        guard record.isAlive, record.isList, let name = record[.title] else { return nil }
        self.init(id: record.id, createdAt: name.stamp.time)
        isSynced = record.isSynced
        Self.fields.read(record, into: &self)
    }

    /// True where it was put away.
    public var isArchived: Bool { others[.archivedAt] != nil }
}

extension ItemList: Entity {
    public static var kind: Kind { .list }

    /// No list has an amount.
    public var amountKind: EntryKind { .expense }

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        name = ""
        position = Position(bytes: [])
    }

    /// The fields of a list: the one list of them.
    public static let fields = FieldList<ItemList>([
        FieldSpec(
            .title, "name", .text, since: 7, isOptional: false, [.form, .answer, .search],
            get: { .text($0.name) }, set: { $0.name = $1.text }),
        FieldSpec(
            .todoPosition, "position", .position, since: 7, isOptional: false, .answer,
            get: { .position($0.position) }, set: { $0.position = $1.position }),
        FieldSpec(.colour, "colour", .choice(ItemList.colours), since: 7),
        FieldSpec(.archivedAt, "archivedAt", .time, since: 7),
    ])
}

extension Changes {
    func registers(makingList id: EntityID, _ stamp: Stamp, _ now: Timestamp) -> Result<[Register], ItemError> {
        if self[.title] == nil { return .failure(.blankTitle(.list)) }
        if let problem = values.titleProblem(.list) { return .failure(problem) }
        var list = ItemList(id: id, createdAt: now)
        let start = [
            Register(id, .type, stamp, Record.listType), Register(id, .createdAt, stamp, now.bytes),
            Register(id, .todoPosition, stamp, (self[.todoPosition]?.position ?? .last(stamp)).bytes),
        ]
        return .success(
            start + values.withTrimmedTitle.registers(changing: &list, ItemList.fields, isNew: true, stamp))
    }

    func registers(changing list: ItemList, _ stamp: Stamp) -> Result<[Register], ItemError> {
        if let problem = values.titleProblem(.list) { return .failure(problem) }
        var changed = list
        var registers = values.withTrimmedTitle.registers(changing: &changed, ItemList.fields, isNew: false, stamp)
        if let place = self[.todoPosition]?.position, place != list.position {
            registers.append(Register(list.id, .todoPosition, stamp, place.bytes))
        }
        return .success(registers)
    }
}
