public import Sworm

/// A change that a program remembers, to undo it.
public struct UndoStep: Equatable, Sendable {
    /// Later changes have greater numbers.
    public let number: Int64
    /// The things that were changed, in the program's own form.
    public let items: [UInt8]
    /// True where it was undone, and may be done again.
    public let isUndone: Bool
    /// The import that it was, in the program's own form, where it stands in the list of imports; else empty.
    public let note: [UInt8]

    public init(number: Int64, items: [UInt8], isUndone: Bool, note: [UInt8] = []) {
        (self.number, self.items, self.isUndone, self.note) = (number, items, isUndone, note)
    }
}

/// The table is made with the first step. No version of the schema has it, since it says nothing of the book: a program
/// that doesn't know it leaves it alone.
extension UndoStep: Model {
    /// How many steps are remembered, beside imports.
    public static let limit: Int64 = 20

    public static var table: Tablex { Tablex("undo") }
    static let number = Expression<Int64>("id")
    static let items = Expression<[UInt8]>("items")
    static let isUndone = Expression<Bool>("undone")

    public static func parse(_ row: Row) throws -> UndoStep {
        UndoStep(number: try row.get(number), items: try row.get(items), isUndone: try row.get(isUndone))
    }

    public func setter() -> [Setter] {
        [Self.number <- number, Self.items <- items, Self.isUndone <- isUndone]
    }
}

/// The import or run that a step was. It lies beside the steps, so that the list of imports reads none of them.
public struct ImportNote: Equatable, Sendable {
    public let number: Int64
    /// In the program's own form.
    public let note: [UInt8]
    public let isUndone: Bool
}

extension ImportNote: Model {
    /// How many imports are remembered.
    public static let limit: Int64 = 50

    public static var table: Tablex { Tablex("imports") }
    static let number = Expression<Int64>("id")
    static let note = Expression<[UInt8]>("note")
    static let isUndone = Expression<Bool>("undone")

    public static func parse(_ row: Row) throws -> ImportNote {
        ImportNote(number: try row.get(number), note: try row.get(note), isUndone: try row.get(isUndone))
    }

    public func setter() -> [Setter] {
        [Self.number <- number, Self.note <- note, Self.isUndone <- isUndone]
    }
}

extension BookReader {
    /// The imports that can be taken back, the newest first.
    public func importNotes() throws -> [ImportNote] {
        guard try has("imports") else { return [] }
        return try db.all(
            Query(ImportNote.self).where(!ImportNote.isUndone).order(ImportNote.number.descending))
    }

    func has(_ table: String) throws -> Bool {
        try db.value(
            sql: "SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = '\(table)'", as: Int.self)
            ?? 0 > 0
    }
}

extension BookTransaction {
    /// Remembers a change. What was undone before can't be done again then, and the oldest step is forgotten.
    ///
    /// - Parameter note: what it was, if it stands in the list of imports: such a step is remembered longer.
    public func remember(_ items: [UInt8], note: [UInt8] = []) throws {
        changesMemory = true
        try makeSteps()
        try db.run(UndoStep.table.filter(UndoStep.isUndone).delete())
        try db.run(ImportNote.table.filter(ImportNote.isUndone).delete())
        try db.run(UndoStep.table.insert(UndoStep.items <- items, UndoStep.isUndone <- false))
        let number = db.lastInsertedID
        if !note.isEmpty {
            try db.insert(ImportNote(number: number, note: note, isUndone: false))
            try db.execute(
                sql: """
                    DELETE FROM imports WHERE id <= (SELECT id FROM imports ORDER BY id DESC LIMIT 1 OFFSET \(ImportNote.limit))
                    """)
        }
        try db.execute(
            sql: "DELETE FROM undo WHERE id <= ? AND id NOT IN (SELECT id FROM imports)",
            arguments: [number - UndoStep.limit])
    }

    func makeSteps() throws {
        try db.run(
            UndoStep.table.create(ifNotExists: true) { table in
                table.column(UndoStep.number, primaryKey: true)
                table.column(UndoStep.items)
                table.column(UndoStep.isUndone)
            })
        try db.run(
            ImportNote.table.create(ifNotExists: true) { table in
                table.column(ImportNote.number, primaryKey: true)
                table.column(ImportNote.note)
                table.column(ImportNote.isUndone)
            })
    }

    /// The step to undo next, or, of those that were undone, the one to do again next.
    public func step(undone: Bool) throws -> UndoStep? {
        guard try hasSteps() else { return nil }
        let last = try db.value(sql: "SELECT max(id) FROM undo", as: Int64.self) ?? 0
        // An import may be remembered for longer, but not what came after it.
        let query = Query(UndoStep.self).where(
            (undone ? UndoStep.isUndone : !UndoStep.isUndone) && UndoStep.number > last - UndoStep.limit)
        return try noted(
            db.first(query.order(undone ? UndoStep.number.ascending : UndoStep.number.descending).limit(1)))
    }

    /// The step of a number; nil if it is forgotten.
    public func step(number: Int64) throws -> UndoStep? {
        guard try hasSteps() else { return nil }
        return try noted(db.first(Query(UndoStep.self).where(UndoStep.number == number)))
    }

    /// With what it was.
    private func noted(_ step: UndoStep?) throws -> UndoStep? {
        guard let step, try reader.has("imports"),
            let note = try db.first(Query(ImportNote.self).where(ImportNote.number == step.number))
        else { return step }
        return UndoStep(number: step.number, items: step.items, isUndone: step.isUndone, note: note.note)
    }

    /// All steps, each with what it was.
    func steps() throws -> [UndoStep] {
        guard try hasSteps() else { return [] }
        return try db.all(Query(UndoStep.self).order(UndoStep.number)).compactMap { try noted($0) }
    }

    /// Remembers steps as they come, in the place of all others.
    func replaceSteps(_ steps: [UndoStep]) throws {
        try makeSteps()
        try forgetSteps()
        for step in steps {
            try db.insert(step)
            if step.note.isEmpty { continue }
            try db.insert(ImportNote(number: step.number, note: step.note, isUndone: step.isUndone))
        }
    }

    /// Remembers that a step was undone, or done again.
    public func mark(_ step: UndoStep, undone: Bool) throws {
        changesMemory = true
        try makeSteps()
        try db.run(UndoStep.table.filter(UndoStep.number == step.number).update(UndoStep.isUndone <- undone))
        try db.run(ImportNote.table.filter(ImportNote.number == step.number).update(ImportNote.isUndone <- undone))
    }

    /// Forgets all steps: what they were about isn't there any more.
    func forgetSteps() throws {
        try forgetNumbers()
        guard try hasSteps() else { return }
        try makeSteps()
        try db.run(UndoStep.table.delete())
        try db.run(ImportNote.table.delete())
    }

    func hasSteps() throws -> Bool { try reader.has("undo") }
}
