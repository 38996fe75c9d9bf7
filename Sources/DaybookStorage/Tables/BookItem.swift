public import DaybookCore

/// A row of a book that stands for a thing.
public protocol BookItem: ItemRow, Sendable, SendableMetatype {
    /// The row of the thing with this id; nil if there is none, or it is deleted.
    static func find(_ id: EntityID, in book: BookReader) throws -> Self?
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
