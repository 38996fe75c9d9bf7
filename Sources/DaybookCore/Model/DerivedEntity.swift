/// A thing whose id is made of what it is about. Devices that say something of the same write the same entity, and the last
/// counts.
public protocol DerivedEntity: RecordEntity {
    /// The thing that has these values; nil where one of them is missing, or isn't valid.
    init?(_ values: FieldValues)
}

extension DerivedEntity {
    /// The thing that a record holds; nil if it is deleted, or is none: one under another id would be there twice.
    public init?(_ record: Record) {
        guard Self.kind.holds(record) else { return nil }
        var values = FieldValues()
        for spec in Self.fields.specs {
            if let register = record[spec.field] { values[spec.field] = spec.shape.value(register.value) }
        }
        guard let made = Self(values), made.id == record.id else { return nil }
        self = made
        isSynced = record.isSynced
    }

    /// The changes of which `BookAction.add` makes it.
    public var changes: Changes {
        var changes = Changes()
        for spec in Self.fields.specs { changes[spec.field] = spec.get(self) }
        return changes
    }

    /// Creates it, or changes it, unless a record says the same already.
    ///
    /// - Parameter changes: what it is to be, or what is to be another one of it.
    static func registers(
        _ changes: Changes, of id: EntityID, in record: Record, _ stamp: Stamp
    ) -> Result<[Register], ItemError> {
        let present = Self(record)
        var values = present?.changes.values ?? FieldValues()
        values.take(changes.values)
        guard let made = Self(values), made.id == id else { return .failure(.notFound(Self.kind, id)) }
        if present?.changes == made.changes { return .success([]) }
        return .success(
            [Register(id, .type, stamp, Self.kind.type)]
                + Self.fields.specs.map { Register(id, $0.field, stamp, $0.get(made).bytes) })
    }
}
