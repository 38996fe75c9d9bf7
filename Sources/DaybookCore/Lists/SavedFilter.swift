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
    public var query = ""
    public var isSynced = true
    public var extraFields = FieldValues()

    /// The version of the schema that brought filters.
    public static let version = 11

}

extension SavedFilter: Entity {
    public static let kind: Kind = Kind(3, "filter", "filters", by: .position, needs: [.title], in: .todos, fields.bare)

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        name = ""
        position = Position(bytes: [])
    }

    public static let fields = FieldList<SavedFilter>([
        FieldSpec(
            .title, "name", .text, since: version, isOptional: false, [.input, .output, .search],
            get: { .text($0.name) }, set: { $0.name = $1.text }),
        FieldSpec(
            .todoPosition, "position", .position, since: version, isOptional: false, .output,
            get: { .position($0.position) }, set: { $0.position = $1.position }),
        FieldSpec(
            .query, "query", .text, since: version, isOptional: false,
            get: { .text($0.query) }, set: { $0.query = $1.text }),
    ])
}
