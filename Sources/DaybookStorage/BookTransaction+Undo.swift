public import Sworm

/// A change that a program remembers, to undo it.
public struct UndoStep: Equatable, Sendable {
    /// Later changes have greater numbers.
    public let number: Int64
    /// What was changed, in the program's own form.
    public let items: [UInt8]
    /// Whether it was undone, and may be done again.
    public let isUndone: Bool

    public init(number: Int64, items: [UInt8], isUndone: Bool) {
        (self.number, self.items, self.isUndone) = (number, items, isUndone)
    }
}

/// The table is made with the first step. No version of the schema has it, since it says nothing of the book: a program
/// that doesn't know it leaves it alone.
extension UndoStep: Model {
    /// How many steps are remembered.
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

extension BookTransaction {
    /// Remembers a change. What was undone before can't be done again then, and the oldest step is forgotten.
    public func remember(_ items: [UInt8]) throws {
        changesMemory = true
        try makeSteps()
        try db.run(UndoStep.table.filter(UndoStep.isUndone).delete())
        try db.run(UndoStep.table.insert(UndoStep.items <- items, UndoStep.isUndone <- false))
        try db.run(UndoStep.table.filter(UndoStep.number <= db.lastInsertedID - UndoStep.limit).delete())
    }

    func makeSteps() throws {
        try db.run(
            UndoStep.table.create(ifNotExists: true) { table in
                table.column(UndoStep.number, primaryKey: true)
                table.column(UndoStep.items)
                table.column(UndoStep.isUndone)
            })
    }

    /// The step to undo next, or, of those that were undone, the one to do again next.
    public func step(undone: Bool) throws -> UndoStep? {
        guard try hasSteps() else { return nil }
        let query = Query(UndoStep.self).where(undone ? UndoStep.isUndone : !UndoStep.isUndone)
        return try db.first(query.order(undone ? UndoStep.number.ascending : UndoStep.number.descending).limit(1))
    }

    /// The step of a number; nil if it is forgotten.
    public func step(number: Int64) throws -> UndoStep? {
        guard try hasSteps() else { return nil }
        return try db.first(Query(UndoStep.self).where(UndoStep.number == number))
    }

    /// Remembers that a step was undone, or done again.
    public func mark(_ step: UndoStep, undone: Bool) throws {
        changesMemory = true
        try db.run(UndoStep.table.filter(UndoStep.number == step.number).update(UndoStep.isUndone <- undone))
    }

    /// Forgets all steps: what they were about isn't there any more.
    func forgetSteps() throws {
        try forgetNumbers()
        guard try hasSteps() else { return }
        try db.run(UndoStep.table.delete())
    }

    func hasSteps() throws -> Bool {
        try db.value(
            sql: "SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = 'undo'", as: Int.self)
            ?? 0 > 0
    }
}
