import DaybookCore
import Foundation
import Sworm

extension Book {
    /// The version of the tables that this program writes.
    public static var schemaVersion: Int { schema.versions.last?.number ?? 0 }

    /// Marks a file as a book: "Dbok" as `PRAGMA application_id`.
    private static let applicationID: Int64 = 0x4462_6F6B

    static let schema = Schema([
        SchemaVersion(
            1,
            tables: [
                RegisterRow.table.definition(withoutRowID: true) { table in
                    table.column(RegisterRow.entity)
                    table.column(RegisterRow.field, check: RegisterRow.field >= 0 && RegisterRow.field <= 65_535)
                    table.column(RegisterRow.clock, check: RegisterRow.clock >= 0)
                    table.column(RegisterRow.node)
                    table.column(RegisterRow.value)
                    table.column(RegisterRow.seq)
                    table.column(RegisterRow.pending)
                    table.primaryKey(RegisterRow.entity, RegisterRow.field)
                    table.index(RegisterRow.seq)
                },
                TodoRow.table.definition { table in
                    table.column(TodoRow.number, primaryKey: true)
                    table.column(TodoRow.id, unique: true)
                    table.column(TodoRow.title)
                    table.column(TodoRow.description)
                    table.column(TodoRow.notes)
                    table.column(TodoRow.createdAt)
                    table.column(TodoRow.completedAt)
                    table.column(TodoRow.todoPosition)
                    table.column(TodoRow.donePosition)
                    table.column(TodoRow.synced)
                    table.index(
                        TodoRow.todoPosition, TodoRow.id, where: TodoRow.completedAt == nil, name: "todos_open")
                    table.index(
                        TodoRow.donePosition, TodoRow.id, where: TodoRow.completedAt != nil, name: "todos_finished")
                },
                BookRow.table.definition { table in
                    table.column(BookRow.id, primaryKey: true, check: BookRow.id == 1)
                    table.column(BookRow.node)
                    table.column(BookRow.epoch)
                    table.column(BookRow.seq)
                    table.column(BookRow.clock)
                    table.column(BookRow.nextNumber)
                },
                RemoteRow.table.definition { table in
                    table.column(RemoteRow.id, primaryKey: true, check: RemoteRow.id == 1)
                    table.column(RemoteRow.url)
                    table.column(RemoteRow.cursor, check: RemoteRow.cursor >= 0)
                    table.column(RemoteRow.epoch)
                    table.column(RemoteRow.newest)
                },
            ])
    ])

    /// Makes the tables of a new book and brings an old one up to date.
    static func prepare(_ database: Database, _ random: BookRandom) throws {
        let version = try database.read { try $0.value(sql: "PRAGMA user_version", as: Int.self) ?? 0 }
        guard version != schemaVersion else { return }
        try database.migrate(to: schema)
        try database.write { db in
            guard try db.first(Query(BookRow.self)) == nil else { return }
            var random = random
            try db.insert(BookRow(node: random.next(), epoch: random.next(), seq: 0, clock: 0, nextNumber: 1))
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
    }

    /// Throws unless the file at `path` is a book that this program knows, is empty, or isn't there.
    ///
    /// Reads the file's header, since opening a database for writing may already change the file: somebody else's, or a
    /// newer program's, is to stay as it is.
    static func check(_ path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { try? file.close() }
        let header = [UInt8](try file.read(upToCount: 72) ?? Data())
        if header.isEmpty { return }
        guard header.count == 72, header.starts(with: "SQLite format 3\0".utf8) else {
            throw BookError.notABook(path: path)
        }
        func number(at offset: Int) -> Int64 { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) } }
        if number(at: 68) == applicationID {
            let version = Int(number(at: 60))
            guard version <= schemaVersion else {
                throw BookError.newerThanProgram(path: path, version: version, known: schemaVersion)
            }
            return
        }

        // A book whose first commits are still in its write-ahead log has no mark in the file itself.
        var options = Database.Options()
        options.isReadOnly = true
        let database = try Database(path: path, options: options)
        let isBook = try database.read { db in
            try db.value(sql: "PRAGMA application_id", as: Int64.self) == applicationID
                || db.value(sql: "SELECT count(*) FROM sqlite_schema", as: Int64.self) == 0
        }
        try database.close()
        guard isBook else { throw BookError.notABook(path: path) }
    }
}
