public import DaybookCore
import Foundation
import Sworm
import Synchronization

/// One SQLite file with everything a person keeps: the registers, and the tables that are read from them.
///
/// Other programs may have the same file open; this one should open it once, since closing a file that is open twice
/// gives up its locks. Calls may come from any thread.
public final class Book: Sendable {
    /// The file's path; `:memory:` for a book that is gone with its object.
    public let path: String
    let database: Database
    private let commits: GroupCommit
    /// Not as urgent as the rest, and so on threads of their own; and not so many at once that nothing else could be read.
    private let longReads: OperationQueue = {
        let queue = OperationQueue()
        queue.qualityOfService = .utility
        queue.maxConcurrentOperationCount = 3
        return queue
    }()
    /// The most commits that a device that listens has missed.
    private static let fewCommits: UInt64 = 8
    /// In bytes.
    private static let longLog = 4 << 20
    /// Which file it is; nil in memory.
    private let file: FileIdentity?
    let watch: BookWatch
    let random: BookRandom
    /// The tables of the kinds that it knows.
    let kinds: [any KindTable.Type]
    /// Writes in the place of a copy; nil for a book of its own.
    private let writer: (any BookWriter)?
    /// The book's own row, and the state of the file for which it stands.
    private let known = Mutex<(version: Int64, row: BookRow)?>(nil)

    /// Opens the book at `path`, and brings one of an older version up to date. The file, and the folders on the way to
    /// it, are made if they are missing, for their owner's eyes alone.
    ///
    /// - Parameters:
    ///   - random: where ids and the noise in positions come from.
    ///   - kinds: those that it knows; what is of another it keeps and hands on.
    public init(
        path: String, random: BookRandom = BookRandom(), kinds: [any KindTable.Type] = Book.kinds
    ) throws(BookError) {
        do {
            try Self.check(path)
            try Self.checkLog(path)
            try Self.makeFolder(of: path)
            // Where that isn't possible, SQLite tells why.
            Database.makeFile(path)
            database = try Database(path: path)
            try Self.tune(database)
            try Self.prepare(database, random, kinds)
        } catch {
            throw BookError(error, path: path)
        }
        self.path = path
        self.kinds = kinds
        self.random = random
        writer = nil
        watch = BookWatch()
        file = FileIdentity(of: path)
        commits = GroupCommit(database)
    }

    /// A book that no file holds: it is gone with the program.
    public static func inMemory(
        random: BookRandom = BookRandom(), kinds: [any KindTable.Type] = Book.kinds
    ) throws(BookError) -> Book {
        try Book(random: random, kinds: kinds)
    }

    init(
        random: BookRandom = BookRandom(), watch: BookWatch = BookWatch(), writer: (any BookWriter)? = nil,
        kinds: [any KindTable.Type] = Book.kinds
    ) throws(BookError) {
        path = ":memory:"
        self.writer = writer
        self.random = random
        self.kinds = kinds
        self.watch = watch
        do {
            database = try Database()
            try Self.prepare(database, random, kinds)
        } catch {
            throw BookError(error, path: path)
        }
        file = nil
        commits = GroupCommit(database)
    }

    /// Reads. Everything in `body` sees the book at one moment, whatever is written meanwhile.
    ///
    /// - Throws: `BookError`, or what `body` throws of its own.
    public func read<Result>(_ body: (BookReader) throws -> Result) throws -> Result {
        do {
            return try database.read { try body(BookReader($0, kinds: kinds)) }
        } catch {
            throw meaning(of: error)
        }
    }

    /// Does the same as `read`, on another thread, for what takes long in a large book: on those that answer requests it would keep all
    /// others waiting.
    public func readAside<Result: Sendable>(
        _ body: @escaping @Sendable (BookReader) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            longReads.addOperation { continuation.resume(with: Swift.Result { try self.read(body) }) }
        }
    }

    /// Reads what came after `cursor`, as `BookReader.page` tells it, if that are a few commits; nil where it may be much, and is
    /// to be read aside. For a device that has everything nothing is read.
    public func shortPage(after cursor: UInt64?, now: Timestamp = .now()) throws -> PullPage? {
        let book = try bookRow()
        guard let cursor, cursor > 0 || book.seq == 0 else { return nil }
        if cursor >= book.seq {
            return PullPage(epoch: book.epoch, serverTime: now, cursor: book.seq, hasMore: false, registers: [])
        }
        return book.seq - cursor > Self.fewCommits ? nil : try read { try $0.page(after: cursor, now: now) }
    }

    /// Names the state of the book: as long as it is the same, no program has written to it. To be asked for before
    /// what is to stand for that state is read, so that a commit in between makes it another.
    ///
    /// Nil for a book in memory, a closed one, and where the file is locked at the moment. Tells nothing to another
    /// `Book`.
    public func version() -> Int64? { database.version() }

    /// The book's own row as of the last commit, whichever program made it. Read only if there was one since.
    func bookRow() throws -> BookRow {
        let version = version()
        if let version, let known = known.withLock({ $0 }), known.version == version { return known.row }
        let row = try read { try $0.bookRow() }
        if let version { known.withLock { $0 = (version, row) } }
        return row
    }

    /// Changes the book: all of `body`, or nothing if it throws. On the disk when this returns.
    ///
    /// - Parameter now: the wall clock, for the stamps that are made.
    /// - Throws: `BookError`, or what `body` throws of its own.
    public func write<Result>(
        at now: Timestamp = .now(), _ body: (BookTransaction) throws -> Result
    ) throws -> Result {
        do {
            try checkPlace()
            let result = try database.write { try body(BookTransaction($0, now: now, random, kinds: kinds)) }
            watch.wake()
            return result
        } catch {
            throw meaning(of: error)
        }
    }

    /// Changes the book: all of `body`, or nothing if it throws. On the disk when this returns.
    ///
    /// Bodies that arrive together share one commit, so many tasks may write without waiting for a disk each. If one of
    /// them throws, the others are taken back as well and run again: what they do beside the book has to bear that.
    ///
    /// - Parameter key: what let in who writes. The keeper of what a copy is of asks again whether it does.
    public func write<Result: Sendable>(
        at now: Timestamp = .now(), by key: Digest? = nil,
        _ body: @escaping @Sendable (BookTransaction) throws -> Result
    ) async throws -> Result {
        if let writer { return try await writer.write(to: self, at: now, by: key, body) }
        do {
            try checkPlace()
            let result = try await commits.write { [random, kinds] in
                try body(BookTransaction($0, now: now, random, kinds: kinds))
            }
            watch.wake()
            return result
        } catch {
            throw meaning(of: error)
        }
    }

    /// A file that was moved or deleted takes changes as before, and nobody finds them again.
    private func checkPlace() throws(BookError) {
        guard let file else { return }
        guard file == FileIdentity(of: path) else { throw .moved(path: path) }
    }

    /// True where another file has taken the place of the one that was opened.
    public var isReplaced: Bool {
        guard let file, let now = FileIdentity(of: path) else { return false }
        return now != file
    }

    /// Tells what an error says of the book. One that says nothing of any book came from the caller, and stays what it is.
    func meaning(of error: any Error) -> any Error {
        Self.isOfBook(error) ? BookError(error, path: path) : error
    }

    static func isOfBook(_ error: any Error) -> Bool {
        switch error {
        case is BookError, is MissingRow, is ItemError, is SwormError: true
        default: false
        }
    }

    /// Brings what lies in the write-ahead log into the file itself, if that is much: programs that open the book next
    /// would have to read it. Where others use the book at the moment, another time will do.
    public func foldLog() {
        let attributes = try? FileManager.default.attributesOfItem(atPath: Self.target(of: path) + "-wal")
        guard let size = attributes?[.size] as? Int, size > Self.longLog else { return }
        try? database.writeWithoutTransaction { db in
            // While it waited for somebody who reads, nobody could write.
            let patience = try db.value(sql: "PRAGMA busy_timeout", as: Int.self) ?? 0
            _ = try db.rows(sql: "PRAGMA busy_timeout = 0")
            defer { _ = try? db.rows(sql: "PRAGMA busy_timeout = \(patience)") }
            _ = try db.rows(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    deinit { try? database.close() }

    /// Closes the file. Calls after that throw.
    public func close() throws(BookError) {
        do {
            try database.close()
        } catch {
            throw BookError(error, path: path)
        }
    }

    /// A push touches pages all over the file. What it changes has to fit the cache, or is written twice; and a page
    /// that many pushes change is to go from the log into the file once.
    private static func tune(_ database: Database) throws {
        try database.writeWithoutTransaction { db in
            // In kibibytes, as far as it is used.
            try db.execute(sql: "PRAGMA cache_size = -16384")
            // In pages of 4 KiB.
            _ = try db.rows(sql: "PRAGMA wal_autocheckpoint = 16384")
        }
    }

    private static func makeFolder(of path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
}

extension Timestamp {
    /// The system's wall clock.
    public static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
