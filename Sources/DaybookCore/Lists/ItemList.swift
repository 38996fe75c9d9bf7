extension Field {
    /// One byte: a place in `ItemList.colours`; 0 or nothing for none.
    public static let colour = Field(rawValue: 67)
    /// When a list was put away, as `createdAt`; empty while it is in use.
    public static let archivedAt = Field(rawValue: 68)
}

/// A list in which to-dos lie. A to-do that names none, or one that isn't there, lies in the inbox.
public struct ItemList: Hashable, Sendable {
    public let id: EntityID
    /// What it is called; not blank.
    public var name: String
    /// Its place among the lists.
    public var position: Position
    /// Whether the server has all of it.
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

    /// Whether it was put away.
    public var isArchived: Bool { others[.archivedAt] != nil }
}

extension ItemList: Entity {
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

/// Everything that can be done to lists.
public enum ListAction: Equatable, Sendable {
    /// Makes a new one, behind the others unless a place is given.
    case add(EntityID, FieldValues)
    /// Gives some of its fields values.
    case edit(EntityID, FieldValues)
    /// Takes it out. What lies in it is in the inbox from then on, also what another device puts there meanwhile.
    case delete(EntityID)

    /// The registers that carry this action out, as of `TodoAction`.
    ///
    /// - Parameter list: the list with this id as it is; nil if there is none.
    public func registers(
        _ list: ItemList?, clock: inout HybridClock, now: Timestamp
    ) -> Result<[Register], TodoError> {
        if clock.nearsEnd(now: now) { return .failure(.clockAtEnd) }
        let stamp = clock.tick(now: now)
        switch self {
        case .add(let id, let values):
            guard values[.title] != nil else { return .failure(.blankTitle) }
            var list = ItemList(id: id, createdAt: now)
            let start = [
                Register(id, .type, stamp, Record.listType), Register(id, .createdAt, stamp, now.bytes),
                Register(id, .todoPosition, stamp, (values[.todoPosition]?.position ?? .last(stamp)).bytes),
            ]
            return values.registers(writing: &list, isNew: true, stamp).map { start + $0 }
        case .edit(let id, let values):
            guard var list else { return .failure(.notFound(id)) }
            let place = values[.todoPosition]?.position ?? list.position
            let move = place == list.position ? [] : [Register(id, .todoPosition, stamp, place.bytes)]
            return values.registers(writing: &list, isNew: false, stamp).map { $0 + move }
        case .delete(let id):
            return list == nil ? .failure(.notFound(id)) : .success([Register(id, .deleted, stamp, [])])
        }
    }
}

extension FieldValues {
    /// With the white space around the name cut off.
    fileprivate func registers(
        writing list: inout ItemList, isNew: Bool, _ stamp: Stamp
    ) -> Result<[Register], TodoError> {
        if let problem { return .failure(problem) }
        var values = self
        if let name = self[.title] { values[.title] = .text(name.text.trimmed) }
        return .success(values.registers(changing: &list, ItemList.fields, isNew: isNew, stamp))
    }
}
