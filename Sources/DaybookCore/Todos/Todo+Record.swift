extension Todo {
    /// The to-do that a record holds; nil if it is deleted, or is none (it has no title, or a
    /// type that this version doesn't know).
    ///
    /// Values that another program wrote wrongly never trap: text is repaired, anything else counts as absent.
    public init?(_ record: Record) {
        guard record.isAlive, record.isKnown, let title = record[.title] else { return nil }
        self.init(
            id: record.id,
            title: String(utf8: title.value),
            description: record.text(.description),
            notes: record.text(.notes),
            createdAt: record[.createdAt].flatMap { Timestamp(bytes: $0.value) } ?? title.stamp.time,
            completedAt: record[.completedAt].flatMap { Timestamp(bytes: $0.value) },
            todoPosition: Position(bytes: record[.todoPosition]?.value ?? []),
            donePosition: Position(bytes: record[.donePosition]?.value ?? []),
            amount: record[.amount].flatMap { Amount(bytes: $0.value) },
            plannedDay: record[.plannedDay].flatMap { CivilDate(String(utf8: $0.value)) },
            isSynced: record.isSynced)
    }
}

extension Record {
    fileprivate func text(_ field: Field) -> String {
        self[field].map { String(utf8: $0.value) } ?? ""
    }
}
