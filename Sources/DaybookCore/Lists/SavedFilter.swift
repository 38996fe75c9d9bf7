extension Field {
    /// UTF-8: what a filter asks for, as `TodoQuery` reads it.
    public static let query = Field(rawValue: 69)
}

/// A query that a person asks again and again, under a name. It is kept as it was typed: a newer device may have
/// terms that this one doesn't know.
public struct SavedFilter: Hashable, Sendable {
    public let id: EntityID
    /// The name; not blank.
    public var name: String
    /// Its place among the filters.
    public var position: Position
    /// The query.
    public var query = ""
    /// True where the server has all of it.
    public var isSynced = true
    public var others = FieldValues()

    /// The version of the schema that brought filters.
    public static let version = 11

    /// The filter that a record holds; nil if it is deleted, or is none.
    public init?(_ record: Record) {
        guard record.isAlive, record.isFilter, let name = record[.title] else { return nil }
        self.init(id: record.id, createdAt: name.stamp.time)
        isSynced = record.isSynced
        Self.fields.read(record, into: &self)
    }
}

extension SavedFilter: Entity {
    public static var kind: Kind { .filter }

    /// No filter has an amount.
    public var amountKind: EntryKind { .expense }

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        name = ""
        position = Position(bytes: [])
    }

    /// The fields of a filter: the one list of them.
    public static let fields = FieldList<SavedFilter>([
        FieldSpec(
            .title, "name", .text, since: version, isOptional: false, [.form, .answer, .search],
            get: { .text($0.name) }, set: { $0.name = $1.text }),
        FieldSpec(
            .todoPosition, "position", .position, since: version, isOptional: false, .answer,
            get: { .position($0.position) }, set: { $0.position = $1.position }),
        FieldSpec(
            .query, "query", .text, since: version, isOptional: false,
            get: { .text($0.query) }, set: { $0.query = $1.text }),
    ])
}

extension Changes {
    /// Creates a filter.
    public func registers(makingFilter id: EntityID, _ stamp: Stamp, _ now: Timestamp) -> Result<[Register], ItemError>
    {
        if self[.title] == nil { return .failure(.blankTitle(.filter)) }
        if let problem = values.titleProblem(.filter) { return .failure(problem) }
        var filter = SavedFilter(id: id, createdAt: now)
        let start = [
            Register(id, .type, stamp, Record.filterType), Register(id, .createdAt, stamp, now.bytes),
            Register(id, .todoPosition, stamp, (self[.todoPosition]?.position ?? .last(stamp)).bytes),
        ]
        return .success(
            start + values.withTrimmedTitle.registers(changing: &filter, SavedFilter.fields, isNew: true, stamp))
    }

    /// Changes a filter.
    public func registers(changing filter: SavedFilter, _ stamp: Stamp) -> Result<[Register], ItemError> {
        if let problem = values.titleProblem(.filter) { return .failure(problem) }
        var changed = filter
        var registers = values.withTrimmedTitle.registers(changing: &changed, SavedFilter.fields, isNew: false, stamp)
        if let place = self[.todoPosition]?.position, place != filter.position {
            registers.append(Register(filter.id, .todoPosition, stamp, place.bytes))
        }
        return .success(registers)
    }
}
