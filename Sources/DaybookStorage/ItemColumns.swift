public import DaybookCore
import Sworm

/// A row as it lies in the database, for writing it out without a copy. Valid in the body it is given to.
public struct ItemColumns<Owner: Entity>: FieldSource {
    let row: Row
    let table: FieldTable<Owner>

    // All of them throw if the column holds anything else.
    public var number: Int64 { get throws { try row.get(at: 0) } }
    public var id: EntityID { get throws { try row.get(at: 1) } }
    public var isSynced: Bool { get throws { try row.get(at: 2) } }

    public func value(at index: Int) throws -> FieldValue { try table.value(at: index, in: row) }

    public func withText(at index: Int, _ body: (UnsafeRawBufferPointer) -> Void) throws {
        try table.withText(at: index, in: row, body)
    }
}

/// A row of the list of to-dos.
public typealias TodoColumns = ItemColumns<Todo>

extension TodoColumns {
    /// Tells of rows whether they bear a tag, however it is spelled.
    public static func isTagged(_ name: String) -> (TodoColumns) throws -> Bool {
        let key = TagNames.key(name)
        let place = Todo.fields.index(of: .tag) ?? 0
        return { try $0.value(at: place).texts.contains { TagNames.key($0) == key } }
    }
}
