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

extension Book {
    /// The tables of things, one for each kind.
    static let items: [any BookItem.Type] = [
        TodoRow.self, EntryRow.self, ListRow.self, MoneyAccountRow.self, FilterRow.self, TransferRow.self,
        ReconciliationRow.self, PayeeRow.self, RuleRow.self, PartRow.self, RateRow.self,
    ]
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

    /// Reads all of them.
    static func eachNumber(_ db: Connection, _ body: (Int64) throws -> Void) throws {
        try db.each(Query(Self.self)) { try body($0.number) }
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

extension ListRow: BookItem {}

extension MoneyAccountRow: BookItem {
    public static func find(_ id: EntityID, in book: BookReader) throws -> MoneyAccountRow? { try book.accountRow(id) }
}

extension FilterRow: BookItem {}

extension TransferRow: BookItem {
    public static func find(_ id: EntityID, in book: BookReader) throws -> TransferRow? { try book.transferRow(id) }
}

extension ReconciliationRow: BookItem {}
extension PayeeRow: BookItem {}
extension RuleRow: BookItem {}
extension PartRow: BookItem {}
extension RateRow: BookItem {}
