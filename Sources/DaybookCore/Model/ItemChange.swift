/// The fields of one entity before and after a change; whether it was deleted is kept separately.
public struct ItemChange: Equatable, Sendable {
    public let entity: EntityID
    public let wasAlive: Bool
    public let isAlive: Bool
    var fields: [FieldChange]

    struct FieldChange: Equatable, Sendable {
        let field: Field
        let before: [UInt8]?
        var after: [UInt8]
    }

    /// - Parameter before: nil, or without registers, for an entity that is new.
    public init(before: Record?, after: Record) {
        entity = after.id
        // A tag or reminder, or what was refused, comes and goes by its value, an occurrence by the moment when it was done.
        wasAlive =
            after[.tag] != nil || after[.reminders] != nil || after[.refused] != nil || after.isOccurrence
            || entity == Settings.id
            || before.map { $0.isAlive && $0.name != nil } ?? false
        isAlive = after.isAlive
        // A thing that comes back is as new, also where it has what it had: taken back, it goes with all that.
        let isBack = before.map { !$0.isAlive } ?? false && isAlive
        fields = after.registers.compactMap { register in
            let old = before?[register.field]
            guard old?.value != register.value || isBack, register.field != .deleted else { return nil }
            if after.isOccurrence, before?[.type] == nil, ![.completedAt, .amount].contains(register.field) {
                return nil
            }
            let isTag = register.field == .tag || register.field == .reminders
            let absent = isTag ? [0] + register.value.dropFirst() : nil
            return FieldChange(field: register.field, before: old?.value ?? absent, after: register.value)
        }
    }

    /// True where it finished a to-do, or opened one again; nil where it did neither.
    public var isFinishing: Bool? {
        fields.first { $0.field == .completedAt }.map { !$0.after.isEmpty }
    }

    /// The two as one, if both changed the same field.
    public func joined(with next: ItemChange) -> ItemChange? {
        guard entity == next.entity, wasAlive, next.isAlive, fields.count == 1, next.fields.count == 1,
            fields[0].field == next.fields[0].field
        else { return nil }
        var joined = self
        joined.fields[0].after = next.fields[0].after
        return joined
    }

    /// The registers that make the entity again as it was before (or, to redo, after). A field that somebody wrote
    /// since then is left alone. Nil if the whole step is to stay: somebody deleted the item since, finished it or
    /// opened it again, or wrote in what would go.
    ///
    /// - Parameters:
    ///   - bearsMore: see `BookSource.bearsMore(_:than:)`.
    ///   - kinds: others that are known here.
    public func registers(
        undoing: Bool, record: Record?, bearsMore: Bool, stamp: Stamp, kinds: [Kind] = []
    ) -> [Register]? {
        guard let record else { return [] }
        // Whatever is written to it would bring it back; or a newer program made something else of it.
        if wasAlive && isAlive && !record.isAlive || !record.isKnown && !record.isOf(kinds) { return nil }
        let lives = undoing ? wasAlive : isAlive
        var registers: [Register] = []
        if !lives {
            guard record.isAlive else { return [] }
            // A booked entry goes with its to-do, whatever was written in it.
            if undoing, record[.todo] == nil,
                bearsMore
                    || record.registers.contains(where: { register in
                        // A field that is empty again says nothing.
                        !register.value.isEmpty && register.field != .deleted && register.field != .byHand
                            && !fields.contains { $0.field == register.field && $0.after == register.value }
                    })
            {
                return nil
            }
            registers.append(Register(entity, .deleted, stamp, []))
        }
        // A thing that goes has its old values again, for the step before may bring it back. It never had those that came with
        // it.
        for change in fields where lives || change.before != nil {
            let present = record[change.field]?.value ?? []
            let expected = undoing ? change.after : change.before ?? []
            let wanted = undoing ? change.before ?? [] : change.after
            if present != expected, change.field == .completedAt, wasAlive, isAlive { return nil }
            guard present == expected, present != wanted else { continue }
            registers.append(Register(entity, change.field, stamp, wanted))
        }
        // Newer content brings a deleted one back, if that is what the step was about.
        if lives, !record.isAlive, wasAlive != isAlive, let name = record.name,
            !registers.contains(where: { $0.field == name.field })
        {
            registers.append(name.restamped(stamp))
        }
        return registers
    }
}

extension Record {
    /// The register that makes it what it is.
    public var name: Register? { self[.title] ?? self[.kind] ?? self[.type] }
}

extension BookSource {
    /// Tells whether somebody gave a thing tags, reminders or parts after it was made or brought back, which `step` did. They
    /// are entities of their own; `tagsChanged` in the thing's own record says when they changed.
    public func bearsMore(_ record: Record?, than step: [ItemChange]) throws(Failure) -> Bool {
        guard let record, let changed = record[.tagsChanged], let name = record.name, changed.stamp > name.stamp else {
            return false
        }
        var borne: [EntityID] = []
        if let entry = try entry(record.id) {
            borne = entry.tags.map { ItemTag.id($0, of: record.id) } + entry.parts.map { $0.id }
        } else if let todo = try todo(record.id) {
            borne = (todo.tags + todo.reminders.map { ItemTag.mark + $0.text }).map { ItemTag.id($0, of: record.id) }
        }
        return borne.contains { id in !step.contains { $0.entity == id } }
    }
}
