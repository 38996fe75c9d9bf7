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
    /// True where the server has all of it.
    public var isSynced = true
    public var others = FieldValues()

    /// The rule that a record holds; nil if it is deleted, or is none.
    public init?(_ record: Record) {
        guard record.isAlive, record.isRule, let text = record[.ruleText] else { return nil }
        self.init(id: record.id, createdAt: text.stamp.time)
        isSynced = record.isSynced
        Self.fields.read(record, into: &self)
    }
}

extension EntryRule: Entity {
    public static var kind: Kind { .rule }

    /// No rule has an amount.
    public var amountKind: EntryKind { .expense }

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        text = ""
        position = Position(bytes: [])
    }

    /// The fields of a rule: the one list of them.
    public static let fields = FieldList<EntryRule>([
        FieldSpec(
            .ruleText, "text", .text, since: Payee.version, isOptional: false, [.form, .answer, .search],
            get: { .text($0.text) }, set: { $0.text = $1.text }),
        FieldSpec(
            .todoPosition, "position", .position, since: Payee.version, isOptional: false, .answer,
            get: { .position($0.position) }, set: { $0.position = $1.position }),
    ])
}

extension Changes {
    /// Creates a rule.
    public func registers(makingRule id: EntityID, _ stamp: Stamp, _ now: Timestamp) -> Result<[Register], ItemError> {
        guard !text(.ruleText).isBlank else { return .failure(.blankTitle(.rule)) }
        var rule = EntryRule(id: id, createdAt: now)
        let start = [
            Register(id, .type, stamp, Record.ruleType), Register(id, .createdAt, stamp, now.bytes),
            Register(id, .todoPosition, stamp, (self[.todoPosition]?.position ?? .last(stamp)).bytes),
        ]
        return .success(start + values.registers(changing: &rule, EntryRule.fields, isNew: true, stamp))
    }

    /// Changes a rule.
    public func registers(changing rule: EntryRule, _ stamp: Stamp) -> Result<[Register], ItemError> {
        if let text = self[.ruleText], text.text.isBlank { return .failure(.blankTitle(.rule)) }
        if let (field, bytes) = values.longText { return .failure(.textTooLong(field, bytes: bytes)) }
        var changed = rule
        var registers = values.registers(changing: &changed, EntryRule.fields, isNew: false, stamp)
        if let place = self[.todoPosition]?.position, place != rule.position {
            registers.append(Register(rule.id, .todoPosition, stamp, place.bytes))
        }
        return .success(registers)
    }
}
