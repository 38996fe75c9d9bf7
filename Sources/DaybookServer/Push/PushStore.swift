import DaybookCore
import DaybookStorage
import Foundation
import Sworm
import Synchronization

/// Keeps the server's part of notifications: its key, the browsers that allowed them, and what it has sent. It is a file
/// beside the accounts, or beside the book, and no part of a book: it doesn't sync, and no copy of a book has it.
final class PushStore: ReminderStore {
    static let schema = Schema([
        SchemaVersion(1, tables: [key, devices { _ in }, sent]),
        SchemaVersion(
            2,
            tables: [
                key,
                devices { table in
                    table.column(PushDevice.admission, default: [])
                    table.column(PushDevice.name, default: "")
                }, sent,
            ]),
    ])

    private static let key = PushKeyRow.table.definition { table in
        table.column(PushKeyRow.id, primaryKey: true, check: PushKeyRow.id == 1)
        table.column(PushKeyRow.bytes)
    }

    private static func devices(_ more: (inout TableDefinition) -> Void) -> TableDefinition {
        PushDevice.table.definition { table in
            table.column(PushDevice.number, primaryKey: .autoincrement)
            table.column(PushDevice.account)
            table.column(PushDevice.endpoint, unique: true)
            table.column(PushDevice.publicKey)
            table.column(PushDevice.secret)
            table.column(PushDevice.zone)
            table.column(PushDevice.texts)
            table.column(PushDevice.origin)
            table.column(PushDevice.createdAt)
            table.index(PushDevice.account)
            more(&table)
        }
    }

    private static let sent = PushSent.table.definition { table in
        table.column(
            PushSent.device, references: Reference(PushDevice.table, PushDevice.number, onDelete: .cascade))
        table.column(PushSent.todo)
        table.column(PushSent.until)
        table.unique(PushSent.device, PushSent.todo)
    }

    /// Nil in memory.
    let path: String?
    private let opened = Mutex<Database?>(nil)
    private let waiting = Mutex<[AsyncStream<Void>.Continuation]>([])

    /// Tells whether what took a device in still lets in.
    private let isAdmitted: @Sendable (PushDevice) throws -> Bool

    /// - Parameters:
    ///   - path: where the file is, or is to be made once there is something to keep; nil for none.
    ///   - isAdmitted: whether what took a device in still lets in.
    init(path: String?, isAdmitted: @escaping @Sendable (PushDevice) throws -> Bool = { _ in true }) {
        self.path = path
        self.isAdmitted = isAdmitted
    }

    /// Makes the store of the accounts in a folder.
    convenience init(of accounts: Accounts, now: @escaping @Sendable () -> Timestamp = { .now() }) {
        self.init(path: accounts.folder + "/push.sqlite") { device in
            // One that was taken in before that was noted has none.
            try device.key.map { try accounts.admits($0, to: device.account, now: now()) } ?? false
        }
    }

    /// Makes the store of the books of a server.
    convenience init(of books: ServedBooks) {
        switch books {
        case .one(let book): self.init(path: book.path == ":memory:" ? nil : book.path + "-push")
        case .accounts(let accounts, _, let now): self.init(of: accounts, now: now)
        // Has its own: `PostgresReminders`.
        case .database: self.init(path: nil)
        }
    }

    /// The server's key, made at first.
    func key() throws -> PushKey {
        try database().write { db in
            if let row = try db.first(Query(PushKeyRow.self)) { return try PushKey(row.bytes) }
            let key = PushKey()
            try db.insert(PushKeyRow(bytes: key.bytes))
            return key
        }
    }

    /// Takes a browser in, or what has changed about one. The account's oldest ones make room.
    func add(_ device: PushDevice) throws {
        try database().write { db in
            if let known = try db.find(PushDevice.self, PushDevice.endpoint, device.endpoint) {
                // It goes on from where it was, unless it is somebody else's now.
                if known.account == device.account {
                    let setters = device.setter().filter { $0.column != "created_at" }
                    try db.run(PushDevice.table.filter(PushDevice.number == known.number).update(setters))
                    return
                }
                try db.delete(PushDevice.self, PushDevice.number, known.number)
            }
            try db.insert(device)
            let all = try db.all(
                Query(PushDevice.self).where(PushDevice.account == device.account).order(PushDevice.number.descending))
            for old in all.dropFirst(PushDevice.most) { try db.delete(PushDevice.self, PushDevice.number, old.number) }
        }
        for continuation in waiting.withLock({ $0 }) { continuation.yield() }
    }

    /// Forgets a browser.
    func remove(_ endpoint: String, of account: Int64) throws {
        guard isThere else { return }
        try database().write { db in
            try db.run(
                PushDevice.table.filter(PushDevice.endpoint == endpoint && PushDevice.account == account).delete())
        }
    }

    /// Forgets all browsers of accounts that aren't there any more.
    func keepOnly(_ accounts: Set<Int64>) throws {
        for account in try self.accounts().subtracting(accounts) {
            try database().write { db in try db.run(PushDevice.table.filter(PushDevice.account == account).delete()) }
        }
    }

    /// The accounts that have a browser here.
    func accounts() throws -> Set<Int64> {
        guard isThere else { return [] }
        return Set(try database().read { db in try db.all(Query(PushDevice.self)) }.map(\.account))
    }

    func claim(among existing: Set<Int64>?) throws -> Set<Int64> {
        if let existing { try keepOnly(existing) }
        return try accounts()
    }

    func holds(_ account: Int64) throws -> Bool { try accounts().contains(account) }

    func release() {}

    func devices(of account: Int64) throws -> [PushDevice] {
        guard isThere else { return [] }
        let devices = try database().read { db in try db.all(PushDevice.self, PushDevice.account, account) }
        let ended = try devices.filter { try !isAdmitted($0) }.map(\.number)
        for number in ended { try remove(number) }
        return devices.filter { !ended.contains($0.number) }
    }

    func account(ofDevice number: Int64) throws -> Int64? {
        guard isThere else { return nil }
        return try database().read { db in try db.find(PushDevice.self, PushDevice.number, number)?.account }
    }

    private func remove(_ number: Int64) throws {
        try database().write { db in try db.delete(PushDevice.self, PushDevice.number, number) }
    }

    /// Up to which moment a device was reminded of which to-do.
    func sent(to device: PushDevice) throws -> [EntityID: Timestamp] {
        try database().read { db in
            Dictionary(
                try db.all(PushSent.self, PushSent.device, device.number).map { ($0.todo, $0.until) },
                uniquingKeysWith: max)
        }
    }

    /// Notes that a device was reminded, and forgets what is too old to be sent once more.
    func note(_ sent: PushSent, now: Timestamp) throws {
        try database().write { db in
            guard try db.find(PushDevice.self, PushDevice.number, sent.device) != nil else { return }
            let oldest = Timestamp(milliseconds: now.milliseconds - Reminder.longestDelay - 86_400_000)
            try db.run(PushSent.table.filter(PushSent.until < oldest).delete())
            try db.upsert(sent, PushSent.device, and: PushSent.todo)
        }
    }

    /// Yields at once, and whenever a browser was taken in.
    func additions() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield()
        waiting.withLock { $0.append(continuation) }
        return stream
    }

    func close() { opened.withLock { try? $0?.close() } }

    /// True where anything is kept yet.
    private var isThere: Bool {
        opened.withLock { $0 != nil } || path.map { FileManager.default.fileExists(atPath: $0) } ?? false
    }

    private func database() throws -> Database {
        try opened.withLock { opened in
            if let opened { return opened }
            let database: Database
            if let path {
                try Book.checkLog(path)
                // For its owner's eyes alone.
                Database.makeFile(path)
                database = try Database(path: path)
            } else {
                database = try Database()
            }
            try database.migrate(to: Self.schema)
            opened = database
            return database
        }
    }
}
