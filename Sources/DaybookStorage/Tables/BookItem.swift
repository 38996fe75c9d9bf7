public import DaybookCore
public import Sworm

/// A row of a book that stands for a thing.
public protocol BookItem: ItemRow, Model, Sendable, SendableMetatype {
    /// The column of `isSynced`.
    static var synced: Expression<Bool> { get }

    /// The row of the thing with this id; nil if there is none, or it is deleted.
    static func find(_ id: EntityID, in book: BookReader) throws -> Self?

    /// Finds what stands for it after a change: itself, or what took its place; nil if there is none.
    func current(in book: BookReader) throws -> Self?
}

/// A table of a kind of which records say that they are by their `type`.
public protocol KindTable: BookItem {
    /// The table as a version of the schema had it.
    static func definition(_ version: Int) -> TableDefinition

    /// Writes the row of what a record holds, or takes it away.
    ///
    /// - Returns: the entries that may show it, or show it no more.
    static func project(_ record: Record, in book: BookTransaction) throws -> [EntityID]
}

extension Book {
    /// The tables of the kinds, in the order in which a new book gets them.
    public static let kinds: [any KindTable.Type] =
        Kind.recorded.map { row(of: $0) } + [TransferRow.self, PartRow.self]
    /// The tables of things.
    static let items: [any BookItem.Type] = [TodoRow.self, EntryRow.self] + kinds

    private static func row<Owner: RecordEntity>(of _: Owner.Type) -> any KindTable.Type { KindRow<Owner>.self }
}

extension BookItem {
    public static func find(_ id: EntityID, in book: BookReader) throws -> Self? {
        try book.db.find(Self.self, Expression<EntityID>("id"), id)
    }

    public func current(in book: BookReader) throws -> Self? { try Self.find(id, in: book) }

    /// Shows all as not synced.
    static func markAllPending(_ db: Connection) throws {
        try db.run(table.filter(synced).update(synced <- false))
    }

    static func eachNumber(_ db: Connection, _ body: (Int64) throws -> Void) throws {
        try db.each(Query(Self.self)) { try body($0.number) }
    }
}

extension KindTable {
    static var owner: any Entity.Type { Owner.self }
    static var kind: Kind { Owner.kind }
    /// The version of the schema that brought it.
    static var since: Int { Owner.fields.specs.map(\.since).min() ?? 1 }
    /// The version of the schema in which it has all columns.
    static var version: Int { Owner.fields.specs.map(\.since).max() ?? 1 }
    /// The fields that the versions behind one brought.
    static func fields(after version: Int) -> [DaybookCore.Field] {
        Owner.fields.specs.filter { $0.since > version }.map(\.field)
    }
}

extension TodoRow: BookItem {
    public static func find(_ id: EntityID, in book: BookReader) throws -> TodoRow? { try book.row(id) }

    /// Where an occurrence is taken back, the to-do that it is one of is open for it again.
    public func current(in book: BookReader) throws -> TodoRow? {
        try book.row(id) ?? todo.occurrence.flatMap { try book.row($0.series) }
    }
}

extension EntryRow: BookItem {
    public static func find(_ id: EntityID, in book: BookReader) throws -> EntryRow? { try book.entryRow(id) }
}

extension TransferRow: KindTable {
    public static func find(_ id: EntityID, in book: BookReader) throws -> TransferRow? { try book.transferRow(id) }

    public static func project(_ record: Record, in book: BookTransaction) throws -> [EntityID] {
        try book.projectTransfer(record)
    }
}

extension PartRow: KindTable {
    public static func project(_ record: Record, in book: BookTransaction) throws -> [EntityID] {
        try book.projectPart(record.id)
    }
}
