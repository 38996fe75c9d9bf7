import DaybookCore
import Foundation
import Sworm

extension Book {
    /// The version of the tables that this program writes.
    public static var schemaVersion: Int { schema.versions.last?.number ?? 0 }

    /// Marks a file as a book: "Dbok" as `PRAGMA application_id`.
    fileprivate static let applicationID: Int64 = 0x4462_6F6B

    /// The last version of the tables beside those that fields brought.
    private static let latest = AccountSumRow.version

    static let schema = schema(from: 0)

    /// The versions of the tables. A field that says since which version it is there makes that version by itself.
    ///
    /// - Parameter version: the one of the file that is opened.
    static func schema(
        from version: Int, _ todos: FieldTable<Todo> = TodoRow.columns, _ entries: FieldTable<Entry> = EntryRow.columns,
        kinds: [any KindTable.Type] = kinds
    ) -> Schema {
        let newest = kinds.map { $0.version }.reduce(max(latest, todos.version, entries.version), max)
        return Schema(
            (1...newest).map { number in
                var tables = [
                    registers(number), TodoRow.definition(number, todos), book(hasTime: number >= 4),
                ]
                if number >= 2 { tables += [remote, EntryRow.definition(number, entries)] + money }
                if number >= 6 { tables.append(occurrences) }
                for kind in kinds where number >= kind.since { tables.append(kind.definition(number)) }
                switch number {
                case AccountSumRow.version...: tables.append(AccountSumRow.definition)
                case AccountSumRow.oldVersion...: tables.append(AccountSumRow.oldDefinition)
                default: break
                }
                let isLast = number == newest && version > 0
                return SchemaVersion(
                    number, tables: tables,
                    drops: number == AccountSumRow.version ? [AccountSumRow.oldDefinition.table] : [],
                    mappings: isLast ? unread(since: version, todos, entries, kinds) + unadded(since: version) : [])
            })
    }

    /// A newer device may have sent what a book of `version` kept unread. Once all columns are there, it is read.
    private static func unread(
        since version: Int, _ todos: FieldTable<Todo>, _ entries: FieldTable<Entry>, _ kinds: [any KindTable.Type]
    ) -> [Mapping] {
        var fields = todos.fields.specs.filter { $0.since > version }.map(\.field)
        // Version 2 brought entries as a whole.
        fields += version < 2 ? [.kind, .tag] : entries.fields.specs.filter { $0.since > version }.map(\.field)
        for kind in kinds { fields += kind.since > version ? [.type] : kind.fields(after: version) }
        guard !fields.isEmpty else { return [] }
        return [
            Mapping(
                from: RegisterRow.self, keepsSource: true, rows: { _, _ in },
                relate: { [fields] row, migration in
                    guard fields.contains(row.register.field) else { return }
                    let book = try BookTransaction(
                        migration.db, now: row.register.stamp.time, BookRandom(), kinds: kinds)
                    let record = try book.reader.record(row.register.entity)
                    try book.project([(record, record)])
                })
        ]
    }

    /// Makes the sums that version 20 keeps, once all entries are read.
    private static func unadded(since version: Int) -> [Mapping] {
        guard version < AccountSumRow.version else { return [] }
        return [
            Mapping(
                from: BookRow.self, keepsSource: true, rows: { _, _ in },
                relate: { _, migration in
                    try BookTransaction(migration.db, now: Timestamp(milliseconds: 0), BookRandom()).countSums()
                })
        ]
    }

    /// Makes the tables of a new book, brings an old one up to date, and goes on with one whose making was broken off.
    ///
    /// The mark is the first thing in a new file, so that what comes after a break is known for a book.
    static func prepare(
        _ database: Database, _ random: BookRandom, _ kinds: [any KindTable.Type] = kinds
    ) throws {
        guard try !database.read({ try isWhole($0) }) else {
            // It takes the copy away.
            if database.hasMigrationCopy { try database.migrate(to: schema) }
            return
        }
        let version = try database.read { try $0.value(sql: "PRAGMA user_version", as: Int.self) ?? 0 }
        try database.write { db in
            if try !isMarked(db) { try db.execute(sql: "PRAGMA application_id = \(applicationID)") }
        }
        try database.migrate(to: schema(from: version, kinds: kinds))
        try database.write { db in
            guard try !db.exists(Query(BookRow.self)) else { return }
            var random = random
            try db.insert(
                BookRow(node: random.next(), epoch: random.next(), seq: 0, clock: 0, nextNumber: 1, time: 0, wall: 0))
        }
    }

    /// Tells whether the book has the newest version, and its making came to its end.
    ///
    /// - Throws: `MissingRow.book` where a table of its own is none.
    static func isWhole(_ db: Connection) throws -> Bool {
        guard try isMarked(db) else { return false }
        try checkTables(db)
        return try db.value(sql: "PRAGMA user_version") == schemaVersion && db.exists(Query(BookRow.self))
    }

    /// Throws where something else has the name of a table of the book: to read a view, or a column that is computed,
    /// may take for ever.
    private static func checkTables(_ db: Connection) throws {
        let own = Set((schema.versions.last?.tables ?? []).map(\.table.name))
        let impostors = try db.rows(
            sql: """
                SELECT lower(name) FROM sqlite_schema AS entry WHERE type IN ('table', 'view') AND NOT (
                    type = 'table' AND rootpage > 0 AND sql LIKE 'CREATE TABLE %'
                    AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(entry.name) WHERE hidden <> 0))
                """)
        guard try !impostors.contains(where: { own.contains(try $0.get(at: 0, as: String.self)) }) else {
            throw MissingRow.book
        }
    }

    /// Throws where a newer program has brought the book to its version since it was opened here.
    static func checkVersion(_ db: Connection) throws {
        let version = try db.value(sql: "PRAGMA user_version", as: Int.self) ?? 0
        guard version <= schemaVersion else { throw SwormError.newerFile(version: version, newest: schemaVersion) }
    }

    private static func isMarked(_ db: Connection) throws -> Bool {
        try db.value(sql: "PRAGMA application_id", as: Int64.self) == applicationID
    }

    /// Throws unless the file at `path` is a book that this program knows, is empty, or isn't there.
    ///
    /// Reads the file's header, since opening a database for writing may already change the file: somebody else's, or a
    /// newer program's, is to stay as it is.
    static func check(_ path: String) throws {
        // SQLite would make files of the folder's name, for all eyes.
        if ["", ".", ".."].contains(path.split(separator: "/", omittingEmptySubsequences: false).last) {
            throw BookError.cannotOpen(path: path, reason: "it is the name of a folder")
        }
        var status = stat()
        if stat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw BookError.cannotOpen(path: path, reason: "it is a folder")
            // Opening a pipe would wait for its writer.
            default: throw BookError.cannotOpen(path: path, reason: "it is a pipe, a device or a socket")
            }
        }
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { try? file.close() }
        let start = [UInt8](try file.read(upToCount: DatabaseHeader.size) ?? Data())
        if start.isEmpty { return }
        guard let header = DatabaseHeader(start) else { throw BookError.notABook(path: path) }
        if header.isBook {
            guard header.version <= schemaVersion else {
                throw BookError.newerThanProgram(path: path, version: header.version, known: schemaVersion)
            }
            return
        }

        // A book whose first commits are still in its write-ahead log has no mark in the file itself.
        guard try content(of: path) != .foreign else { throw BookError.notABook(path: path) }
    }

    /// Throws where no book is at `path`, but the log of one that was moved or deleted: SQLite would delete the log
    /// once it makes a file there, and with it what only the log holds.
    ///
    /// The logs are looked at before the file, since a book that another program makes meanwhile has its file first.
    public static func checkLog(_ path: String) throws(BookError) {
        func size(_ path: String) -> Int? {
            var file = stat()
            return stat(path, &file) == 0 ? Int(file.st_size) : nil
        }
        let file = target(of: path)
        guard let log = ["-wal", "-journal"].first(where: { size(file + $0) ?? 0 > 0 }) else { return }
        switch size(file) {
        case nil: throw .logWithoutBook(path: path, log: file + log)
        // With a journal it is a book whose making is under way, or was broken off: nothing is in it yet.
        case 0 where log == "-wal": throw .logWithoutBook(path: path, log: file + log)
        default: return
        }
    }

    /// Where a link leads, also one to where nothing is yet: the log of a link's file lies beside the file.
    static func target(of path: String) -> String {
        var target = path
        // Linux follows as many.
        for _ in 0..<40 {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else { break }
            target = next.hasPrefix("/") ? next : (target.lastIndex(of: "/").map { target[...$0] } ?? "") + next
        }
        return target
    }

    enum Content {
        case book
        /// Nothing at all, or a book whose making was broken off before anything could be written to it.
        case nothing
        case foreign
    }

    /// Tells what the database at `path` holds.
    static func content(of path: String) throws -> Content {
        var options = Database.Options()
        options.isReadOnly = true
        let database = try Database(path: path, options: options)
        defer { try? database.close() }
        return try database.read { try content($0) }
    }

    static func content(_ db: Connection) throws -> Content {
        do {
            try checkTables(db)
        } catch is MissingRow {
            return .foreign
        }
        let names = try db.rows(sql: "SELECT name FROM sqlite_schema")
        let parts = Set(try names.map { try $0.get(at: 0, as: String.self) })
        let version = try db.value(sql: "PRAGMA user_version", as: Int.self) ?? 0
        if parts.isEmpty, version == 0, try isMarked(db) || db.value(sql: "PRAGMA application_id") == 0 {
            return .nothing
        }
        if parts.isSuperset(of: ["registers", "todos", "book"]), (1...schemaVersion).contains(version),
            try !db.exists(Query(BookRow.self))
        {
            return .nothing
        }
        return try isMarked(db) ? .book : .foreign
    }
}

/// The first bytes of a file of SQLite (its file format, 1.3).
public struct DatabaseHeader {
    /// In bytes, as far as it is of use here.
    static let size = 72

    /// True where it is marked as a book.
    public let isBook: Bool
    /// `PRAGMA user_version`.
    let version: Int

    /// - Parameter bytes: the first of the file; nil if it isn't SQLite's.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.size, bytes.starts(with: "SQLite format 3\0".utf8) else { return nil }
        func number(at offset: Int) -> Int64 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) } }
        isBook = number(at: 68) == Book.applicationID
        version = Int(number(at: 60))
    }
}
