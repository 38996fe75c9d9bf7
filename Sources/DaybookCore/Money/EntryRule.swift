extension Field {
    /// UTF-8: what a rule asks for and does, on one line.
    public static let ruleText = Field(rawValue: 94)
}

/// Changes the entries that it is about. The text is kept as it was typed: a newer device may have terms that this
/// one doesn't know.
public struct EntryRule: Hashable, Sendable {
    public let id: EntityID
    /// The terms and the actions.
    public var text: String
    /// Its place among the rules: the first that says something of an entry counts.
    public var position: Position
    public var isSynced = true
    public var extraFields = FieldValues()

}

extension EntryRule: Entity {
    public static let kind: Kind = Kind(12, "rule", "rules", by: .position, needs: [.ruleText], fields.bare)

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        text = ""
        position = Position(bytes: [])
    }

    public static let fields = FieldList<EntryRule>([
        FieldSpec(
            .ruleText, "text", .text, since: Payee.version, isOptional: false, [.input, .output, .search],
            get: { .text($0.text) }, set: { $0.text = $1.text }),
        FieldSpec(
            .todoPosition, "position", .position, since: Payee.version, isOptional: false, .output,
            get: { .position($0.position) }, set: { $0.position = $1.position }),
    ])
}
