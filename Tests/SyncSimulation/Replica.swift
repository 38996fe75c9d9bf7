import DaybookCore
import Fixtures
import Foundation
import Sworm

@testable import DaybookStorage

/// A book that can break and crash: the server's, or a device's.
final class Replica {
    let name: String
    private(set) var book: Book
    /// How far the wall clock is off, in milliseconds.
    var skew: Int64 = 0
    /// The registers of the last commit. Whether they are pending isn't kept up to date.
    private(set) var committed: [RegisterKey: RegisterRow] = [:]
    /// The commit that they are of.
    private var head: UInt64 = 0
    private let folder: URL?
    private var generation = 0
    /// True where the shadow hears of what is written by other means.
    private var isElsewhere = false
    private let random: BookRandom
    /// The same in PostgreSQL, which each commit goes to as well.
    var shadow: PostgresShadow?

    /// - Parameter folder: where to keep the book; nil keeps it in memory.
    init(_ name: String, folder: URL?, random: BookRandom) throws {
        self.name = name
        self.folder = folder
        self.random = random
        book =
            try folder.map { try Book(path: $0.appending(path: "\(name)-0").path, random: random) }
            ?? Book.inMemory(random: random)
    }

    /// Writes. With `breaksAfter`, the disk breaks at that many changed rows.
    ///
    /// - Returns: nil if the disk broke; then the book is as it was.
    func write<Result>(
        at now: Int64, breaksAfter: Int? = nil, _ body: (BookTransaction) throws -> Result
    ) throws -> Result? {
        if let breaksAfter { try plantFault(after: breaksAfter) }
        do {
            let result = try book.write(at: Timestamp(milliseconds: now + skew), body)
            if breaksAfter != nil { try removeFault() }
            let before = head
            try follow()
            if let shadow, !isElsewhere, head > before {
                let rows = committed.values.filter { $0.seq > before }.map(\.register)
                let epoch = try read { try $0.bookRow().epoch }
                try shadow.write(
                    rows, at: Timestamp(milliseconds: now + skew), BookHead(seq: before, epoch: epoch))
            }
            return result
        } catch {
            guard case .failed(_, let reason)? = error as? BookError, reason.contains("broken disk") else {
                if breaksAfter != nil { try removeFault() }
                throw error
            }
            try removeFault()
            try checkStored("\(name): a write that failed left something behind")
            return nil
        }
    }

    /// Takes a push, as a server does.
    func accept(_ push: PushRequest, at now: Int64, breaksAfter: Int? = nil) throws -> PushAnswer? {
        isElsewhere = true
        defer { isElsewhere = false }
        let answer = try write(at: now, breaksAfter: breaksAfter) { try $0.accept(push) }
        if let answer { try shadow?.accept(push, at: Timestamp(milliseconds: now + skew), answer) }
        return answer
    }

    /// Gives what came after a cursor.
    func page(after cursor: UInt64?, at now: Int64, _ count: Int, _ size: Int) throws -> PullPage {
        let now = Timestamp(milliseconds: now + skew)
        let page = try read { try $0.page(after: cursor, now: now, usualCount: count, usualSize: size) }
        try shadow?.check(page, after: cursor, at: now, count, size)
        return page
    }

    /// What PostgreSQL has is all that is here.
    func checkShadow() throws {
        guard let shadow else { return }
        let (rows, book) = try read { (try $0.db.query(RegisterRow.self), try $0.bookRow()) }
        try shadow.check(rows, book)
    }

    private func overwriteShadow() throws {
        guard let shadow else { return }
        let (rows, book) = try read { (try $0.db.query(RegisterRow.self), try $0.bookRow()) }
        try shadow.take(rows, book)
    }

    func read<Result>(_ body: (BookReader) throws -> Result) throws -> Result { try book.read(body) }

    /// The process dies. What was committed must be there when the book is opened again.
    func crash(using random: inout SeededRandom) throws {
        if let folder {
            let old = folder.appending(path: "\(name)-\(generation)").path
            generation += 1
            let new = folder.appending(path: "\(name)-\(generation)").path
            try FileManager.default.copyItem(atPath: old, toPath: new)
            var log = FileManager.default.contents(atPath: old + "-wal") ?? Data()
            // The next commit was on its way to the disk.
            log.append(contentsOf: random.bytes(random.below(6_000)))
            try log.write(to: URL(filePath: new + "-wal"))
            try book.close()
            book = try Book(path: new, random: self.random)
        }
        try checkStored("\(name): a crash lost a commit")
    }

    /// Purges what was deleted before a moment.
    func purge(deletedBefore time: Timestamp, at now: Int64, breaksAfter: Int?) throws -> Int? {
        isElsewhere = true
        defer { isElsewhere = false }
        let count = try write(at: now, breaksAfter: breaksAfter) { try $0.purge(deletedBefore: time) }
        guard let count else { return nil }
        try overwriteShadow()
        let left = try read { try $0.db.query(RegisterRow.self) }
        for key in Set(committed.keys).subtracting(left.map(\.register.key)) { committed[key] = nil }
        return count
    }

    /// The disk is put back to what it held.
    func restore(_ copy: Copy, at now: Int64) throws {
        isElsewhere = true
        defer { isElsewhere = false }
        _ = try write(at: now) { transaction in
            try transaction.db.run(RegisterRow.table.delete())
            let tables = [
                TodoRow.table, EntryRow.table, EntryTagRow.table, TagRow.table, OccurrenceRow.table,
                AccountSumRow.table,
            ]
            for table in tables + Book.kinds.map({ $0.table }) { try transaction.db.run(table.delete()) }
            var records: [EntityID: Record] = [:]
            for row in copy.rows {
                try transaction.db.insert(row)
                let id = row.register.entity
                records[id, default: Record(id: id)].merge(row.register, isPending: row.isPending)
            }
            try transaction.project(records.values.map { (Record(id: $0.id), $0) })
            transaction.book = copy.book
            try transaction.becomeNewCopy()
        }
        committed = [:]
        head = 0
        try follow()
        try overwriteShadow()
    }

    /// What a backup holds.
    struct Copy {
        fileprivate let rows: [RegisterRow]
        fileprivate let book: BookRow
    }

    func copy() throws -> Copy {
        try read { Copy(rows: try $0.db.query(RegisterRow.self), book: try $0.bookRow()) }
    }

    /// Takes over what the last commit changed.
    private func follow() throws {
        let rows = try read { try $0.db.query(RegisterRow.self) { $0.where(RegisterRow.seq > Int64(head)) } }
        for row in rows {
            committed[row.register.key] = row
            head = max(head, row.seq)
        }
    }

    private func checkStored(_ problem: String) throws {
        let rows = try read { try $0.db.query(RegisterRow.self) }
        guard rows.count == committed.count,
            rows.allSatisfy({ committed[$0.register.key]?.register == $0.register })
        else { throw Violation(4, problem) }
    }

    private static let tables =
        ["registers", "todos", "entries", "entry_tags", "tags", "occurrences", "book", "remote"]
        + Book.kinds.map { $0.table.name }

    private func plantFault(after count: Int) throws {
        try book.database.writeWithoutTransaction { db in
            try db.execute(sql: "CREATE TEMP TABLE fault (writes INTEGER)")
            try db.execute(sql: "INSERT INTO fault VALUES (?)", arguments: [count])
            for table in Self.tables {
                for change in ["INSERT", "UPDATE", "DELETE"] {
                    try db.execute(
                        sql: """
                            CREATE TEMP TRIGGER fault_\(change)_\(table) BEFORE \(change) ON main.\(table) BEGIN
                            UPDATE fault SET writes = writes - 1;
                            SELECT RAISE(ROLLBACK, 'broken disk') WHERE (SELECT writes FROM fault) < 0;
                            END
                            """)
                }
            }
        }
    }

    private func removeFault() throws {
        try book.database.writeWithoutTransaction { db in
            for table in Self.tables {
                for change in ["INSERT", "UPDATE", "DELETE"] {
                    try db.execute(sql: "DROP TRIGGER fault_\(change)_\(table)")
                }
            }
            try db.execute(sql: "DROP TABLE fault")
        }
    }
}

/// An invariant of docs/sync.md that doesn't hold.
struct Violation: Error, CustomStringConvertible {
    let invariant: Int
    let description: String

    init(_ invariant: Int, _ description: String) {
        self.invariant = invariant
        self.description = "invariant \(invariant): \(description)"
    }
}
