public import DaybookCore
public import DaybookStorage
import Foundation
import Sworm
import Synchronization

/// The people who have a book on this server, what lets them in, and where their books are: a folder with
/// `accounts.sqlite`, and a book for each account beside it.
///
/// The server and the command line may use the same folder at once.
public final class Accounts: Sendable {
    /// Where they are kept.
    public let folder: String
    let database: Database
    private let file: FileIdentity?
    let passwords: Passwords
    private let throttles = Mutex([LoginThrottle.Door: LoginThrottle]())

    /// Opens the accounts in `folder`. It is made for its owner's eyes alone if it is missing; one that is there keeps
    /// its permissions, and is refused where everybody may write to it. `accounts.sqlite` is for its owner's eyes alone
    /// in either.
    ///
    /// - Parameter isReadOnly: whether not a byte in the folder changes, nor any permission.
    public convenience init(folder: String, isReadOnly: Bool = false) throws(AccountError) {
        try self.init(folder: folder, isReadOnly: isReadOnly, cost: .usual)
    }

    init(folder: String, isReadOnly: Bool = false, cost: PasswordHash.Cost) throws(AccountError) {
        // SQLite would read the names of its files as URIs.
        let folder = folder.hasPrefix("file:") ? "./" + folder : folder
        self.folder = folder
        passwords = Passwords(cost: cost)
        let path = Self.path(in: folder)
        do {
            if !isReadOnly {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
            try Self.checkFolder(folder, path)
            try Book.checkLog(path)
            try Self.checkIsOurs(path)
            guard !isReadOnly else {
                var options = Database.Options()
                options.isReadOnly = true
                database = try Database(path: path, options: options)
                try Self.checkVersion(database)
                file = FileIdentity(of: path)
                return
            }
            // Before it is opened: what SQLite lays beside a file gets its permissions.
            Database.makeFile(path)
            for file in [path, path + "-wal", path + "-shm"] where FileManager.default.fileExists(atPath: file) {
                let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
                guard permissions != 0o600 else { continue }
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            }
            database = try Database(path: path)
            try database.migrate(to: Self.schema)
            file = FileIdentity(of: path)
        } catch {
            throw AccountError(error, path: path)
        }
    }

    /// Throws where the file has other tables than it should, or is newer. An older one stays as it is.
    private static func checkVersion(_ database: Database) throws {
        let version = try database.read { db in
            try db.rows(sql: "PRAGMA user_version").map { try $0.get(at: 0, as: Int.self) }.first ?? 0
        }
        try database.migrate(to: Schema(schema.versions.filter { $0.number <= max(1, version) }))
    }

    /// Throws where anybody on the machine could put accounts and books of their own there.
    private static func checkFolder(_ folder: String, _ path: String) throws {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IWOTH != 0 else { return }
        throw AccountError.failed(
            path: path, reason: "everybody on this machine may write to its folder; take that away: chmod o-w \(folder)"
        )
    }

    private static func path(in folder: String) -> String { folder + "/accounts.sqlite" }

    /// Tells whether accounts were ever made in `folder`; an empty file has none. Where that can't be looked at there may be
    /// some, and opening them tells why not.
    public static func exist(in folder: String) -> Bool {
        var file = stat()
        guard stat(path(in: folder), &file) == 0 else { return ![ENOENT, ENOTDIR].contains(errno) }
        return file.st_size > 0
    }

    /// Throws where the file is another program's, which opening it for writing would change.
    private static func checkIsOurs(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        var options = Database.Options()
        options.isReadOnly = true
        let database = try Database(path: path, options: options)
        defer { try? database.close() }
        let names = try database.read { db in
            try db.rows(sql: "SELECT name FROM sqlite_schema").map { try $0.get(at: 0, as: String.self) }
        }
        guard names.isEmpty || Set(names).isSuperset(of: ["accounts", "tokens", "sessions"]) else {
            throw AccountError.failed(path: path, reason: "it is another program's file; name another folder")
        }
    }

    /// Closes the file, and brings everything into it if no other program has it open. Calls after that throw.
    public func close() { try? database.close() }

    /// Throws what `add` would say of the name before it looks at the password. Makes nothing.
    ///
    /// - Throws: `badName`, `nameTaken`, or what keeps the file from being read.
    public static func checkIsNew(_ name: String, in folder: String) throws(AccountError) {
        guard Account.isName(name) else { throw .badName(name) }
        guard exist(in: folder) else { return }
        let accounts = try Accounts(folder: folder, isReadOnly: true)
        defer { accounts.close() }
        guard try !accounts.list().contains(where: { $0.name == name }) else { throw .nameTaken(name) }
    }

    /// Throws `noAccount` unless there is one of this name.
    public func checkExists(_ name: String) throws(AccountError) {
        _ = try access { database in try database.read { try Self.row(name, $0) } }
    }

    /// Makes an account, and stores nothing of the password but what it is checked by.
    ///
    /// - Throws: `badName`, `badPassword`, `nameTaken`, or what keeps the file from being written.
    public func add(_ name: String, password: String, now: Timestamp = .now()) async throws(AccountError) -> Account {
        guard Account.isName(name) else { throw .badName(name) }
        let row = AccountRow(
            account: Account(id: 0, name: name, createdAt: now), password: try await passwords.hash(password))
        return try access { database in
            try database.write { db in
                guard try db.find(AccountRow.self, AccountRow.name, name) == nil else {
                    throw AccountError.nameTaken(name)
                }
                return Account(id: try insert(row, db), name: name, createdAt: now)
            }
        }
    }

    /// Inserts an account under the next number that no book bears: a book without an account is a removed one's, or
    /// was there when an older `accounts.sqlite` was put back.
    private func insert(_ row: AccountRow, _ db: Connection) throws -> Int64 {
        while true {
            let id = try db.insert(row)
            let path = bookPath(id)
            if ![path, path + "-wal"].contains(where: { Self.isEntry($0) }) { return id }
            try db.delete(AccountRow.self, AccountRow.id, id)
        }
    }

    /// All of them, by name.
    public func list() throws(AccountError) -> [Account] {
        try access { try $0.query(AccountRow.self) { $0.order(AccountRow.name) }.map(\.account) }
    }

    /// Ends the account, its sessions and its tokens. Its book stays where it is.
    ///
    /// - Returns: who it was.
    /// - Throws: `noAccount` if there is none of this name.
    @discardableResult
    public func remove(_ name: String) throws(AccountError) -> Account {
        try access { database in
            try database.write { db in
                let account = try Self.row(name, db).account
                try db.delete(AccountRow.self, AccountRow.id, account.id)
                return account
            }
        }
    }

    /// Sets a new password, and ends the sessions that the old one began.
    ///
    /// - Throws: `badPassword`, or `noAccount` if there is none of this name.
    public func setPassword(of name: String, to password: String) async throws(AccountError) {
        let hash = try await passwords.hash(password)
        try access { database in
            try database.write { db in
                let account = try Self.row(name, db).account
                try db.run(AccountRow.table.filter(AccountRow.id == account.id).update(AccountRow.setters(hash)))
                try db.run(SessionRow.table.filter(SessionRow.account == account.id).delete())
            }
        }
    }

    /// Where the account's book is.
    public func bookPath(of account: Account) -> String { bookPath(account.id) }

    /// Opens the account's book, which is made if it is missing.
    ///
    /// - Throws: `cannotOpen` also for a link that leads to where nothing is: who laid it there would choose where the
    ///   book goes.
    public func openBook(of account: Account) throws(BookError) -> Book {
        let path = bookPath(of: account)
        guard FileManager.default.fileExists(atPath: path) || !Self.isEntry(path) else {
            throw .cannotOpen(path: path, reason: "it is a link to where nothing is")
        }
        return try Book(path: path)
    }

    /// Tells whether there is something of this name, if only a link that leads nowhere.
    private static func isEntry(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private func bookPath(_ id: Int64) -> String { "\(folder)/\(id).sqlite" }

    static func row(_ name: String, _ db: Connection) throws -> AccountRow {
        guard let row = try db.find(AccountRow.self, AccountRow.name, name) else { throw AccountError.noAccount(name) }
        return row
    }

    func throttle<Result: Sendable>(
        _ door: LoginThrottle.Door, _ account: String?, _ address: String,
        _ body: @escaping @Sendable (inout LoginThrottle) -> Result
    ) async throws(AccountError) -> Result {
        throttles.withLock { body(&$0[door, default: LoginThrottle()]) }
    }

    func access<Result>(_ body: (Database) throws -> Result) throws(AccountError) -> Result {
        let path = Self.path(in: folder)
        // In one that was moved, deleted or replaced, nobody would ever be shut out again.
        guard file == FileIdentity(of: path) else { throw .moved(path: path) }
        do {
            return try body(database)
        } catch {
            throw AccountError(error, path: path)
        }
    }
}
