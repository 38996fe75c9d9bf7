public import DaybookCore
public import Sworm

/// A row of a book that stands for a thing.
public protocol BookItem: ItemRow, Model, Sendable, SendableMetatype {
    /// The column of `isSynced`.
    static var synced: Expression<Bool> { get }

    /// The row of the thing with this id; nil if there is none, or it is deleted.
    static func find(_ id: EntityID, in book: BookReader) throws -> Self?
}

extension Book {
    /// The tables of things, one for each kind.
    static let items: [any BookItem.Type] = [TodoRow.self, EntryRow.self, ListRow.self]
}

extension BookItem {
    /// Shows all as not synced.
    static func markAllPending(_ db: Connection) throws {
        try db.run(table.filter(synced).update(synced <- false))
    }

    /// Reads all of them.
    static func eachNumber(_ db: Connection, _ body: (Int64) throws -> Void) throws {
        try db.each(Query(Self.self)) { try body($0.number) }
    }
}

extension TodoRow: BookItem {
    public static func find(_ id: EntityID, in book: BookReader) throws -> TodoRow? { try book.row(id) }
}

extension EntryRow: BookItem {
    public static func find(_ id: EntityID, in book: BookReader) throws -> EntryRow? { try book.entryRow(id) }
}

extension ListRow: BookItem {
    public static func find(_ id: EntityID, in book: BookReader) throws -> ListRow? { try book.listRow(id) }
}
