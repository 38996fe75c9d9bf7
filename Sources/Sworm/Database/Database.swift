import Foundation
import GRDB
import Synchronization

/// An SQLite database: one writer, and readers beside it that see the last commit.
///
///     let database = try Database(path: "members.sqlite")
///     try database.write { db in try db.insert(member) }
///     let members = try database.read { db in try db.query(Member.self) }
///
/// These block the thread that calls; in an `async` function they are the same with `try await`, and block none. Calls
/// may come from any thread or task. A `write` inside a `write` on the same thread is a savepoint. A `write` inside a
/// `read` commits by itself, whatever becomes of the `read`; in memory, where there is one connection, the `read` sees
/// it.
public final class Database: Sendable {
    /// First, so that it is gone before the writer is.
    let dataVersion: DataVersion?
    let base: any GRDB.DatabaseWriter
    let connections: Connections
    /// The file's path from the root; nil if in memory.
    public let path: String?
    let isReadOnly: Bool

    /// How to open a file.
    public struct Options: Sendable {
        /// True where nothing may be written. No byte of the file changes then, and nothing stays beside it. Reads take
        /// turns.
        public var isReadOnly = false
        /// How long to wait for another program's lock, in seconds, from 0 to 2,147,483. What is beyond counts as the
        /// nearest.
        public var busyTimeout = 5.0
        /// How many reads may run at once.
        public var maximumReaders = 5
        /// True where errors carry the values that were bound. They may then hold what people entered.
        public var errorsShowValues = false

        /// For reading and writing, with five readers and a wait of five seconds.
        public init() {}

        var busyMode: GRDB.Database.BusyMode {
            // SQLite counts milliseconds in 32 bits.
            .timeout(busyTimeout.isNaN ? 0 : Swift.min(Swift.max(busyTimeout, 0), 2_147_483))
        }
    }

    /// Opens or creates a file, in WAL mode and with every commit on the disk before it is reported (`synchronous =
    /// FULL`). Opening it writes to the file's header; its content stays.
    public init(path: String, options: Options = Options()) throws {
        guard !path.isEmpty, path != ":memory:" else {
            throw SwormError.misuse(
                "\(path.isEmpty ? "An empty path" : path) isn't a valid file name. For a database in memory, use Database()."
            )
        }
        guard !path.utf8.contains(0) else {
            throw SwormError.misuse("The path contains a NUL, where the system would end it.")
        }
        self.path = Database.absolute(path)
        isReadOnly = options.isReadOnly
        connections = Connections(showsValues: options.errorsShowValues)
        var configuration = Database.configuration(options, connections)
        configuration.maximumReaderCount = Swift.max(1, options.maximumReaders)
        do {
            if options.isReadOnly {
                guard FileManager.default.fileExists(atPath: path) else {
                    throw GRDB.DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "there is no such file")
                }
                base = try Database.reading(self.path ?? path, configuration)
            } else {
                let pool = try GRDB.DatabasePool(path: self.path ?? path, configuration: configuration)
                try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
                base = pool
            }
            dataVersion = DataVersion(path: self.path ?? path)
        } catch let error as GRDB.DatabaseError {
            throw SwormError.cannotOpen(path: path, SQLiteFailure(error))
        }
    }

    /// Opens a database in memory, which is gone with this object.
    public init(options: Options = Options()) throws {
        path = nil
        isReadOnly = options.isReadOnly
        dataVersion = nil
        connections = Connections(showsValues: options.errorsShowValues)
        do {
            var configuration = Database.configuration(options, connections)
            configuration.readonly = options.isReadOnly
            base = try GRDB.DatabaseQueue(configuration: configuration)
        } catch let error as GRDB.DatabaseError {
            throw SwormError.cannotOpen(path: ":memory:", SQLiteFailure(error))
        }
    }

    deinit { connections.endObservations() }

    /// Closes the file. Calls after that throw, and observations end. Inside a `read` or a `write` it is refused.
    ///
    /// It waits for reads that are under way. If nobody else has the file open, what lies in the write-ahead log is
    /// brought into it, and the log is gone; where a read begins in the same moment the log may stay, for the next program that opens
    /// the file next.
    public func close() throws {
        guard !connections.areUsedHere else {
            throw SwormError.misuse(
                "`close` was called inside `read` or `write`. Close the database when they are done.")
        }
        // First, so that none hears of the closing as of an error.
        connections.endObservations()
        connections.close()
        dataVersion?.close()
        do {
            if let pool = base as? GRDB.DatabasePool {
                // Reads that are under way come to their end first: a reader that is in use would outlive the writer.
                try? pool.barrierWriteWithoutTransaction { _ in }
                pool.invalidateReadOnlyConnections()
            }
            try base.close()
        } catch let error as GRDB.DatabaseError {
            throw SwormError.sqlite(SQLiteFailure(error))
        }
    }

    /// Breaks off whatever statement is running; it throws ``SQLiteCode/interrupted``.
    public func interrupt() {
        base.interrupt()
    }

    /// A connection that changes no byte of a file.
    ///
    /// A log that another program left beside it would be brought into the file by the last who closes it and may write,
    /// so this one may not. Where there is no log SQLite makes one, and only who may write tidies it up again.
    private static func reading(_ path: String, _ configuration: GRDB.Configuration) throws -> GRDB.DatabaseQueue {
        var configuration = configuration
        configuration.readonly = !isAtRest(path)
        let queue = try GRDB.DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { try $0.execute(sql: "PRAGMA query_only = 1") }
        return queue
    }

    /// Readers are opened later, perhaps when the program works in another folder. A URI stays as it is.
    private static func absolute(_ path: String) -> String {
        let folder = FileManager.default.currentDirectoryPath
        return path.hasPrefix("/") || path.hasPrefix("file:") || folder.isEmpty ? path : "\(folder)/\(path)"
    }

    private static func configuration(_ options: Options, _ connections: Connections) -> GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.busyMode = options.busyMode
        configuration.prepareDatabase { base in
            addDecimalFunctions(to: base)
            try connections.add(base)
        }
        return configuration
    }
}

/// The Sworm side of GRDB's connections, made when GRDB opens one.
final class Connections: Sendable {
    private struct Entry: @unchecked Sendable {
        /// Used only on the queue of its GRDB connection.
        let connection: Connection
    }

    /// Nil once the database is closed.
    private let entries = Mutex<[ObjectIdentifier: Entry]?>([:])
    private let observed = Atomic(false)
    /// Nil once there are to be none any more.
    private let observations = Mutex<[Int: @Sendable () -> Void]?>([:])
    /// Each has a number of its own: one that is ending may forget itself twice.
    private let observationCount = Atomic(0)
    private let showsValues: Bool

    init(showsValues: Bool) {
        self.showsValues = showsValues
    }

    /// Throws after ``close()``, for a read that waited for its connection until then.
    func add(_ base: GRDB.Database) throws {
        let entry = Entry(connection: Connection(base, self, showsValues: showsValues))
        let isOpen = entries.withLock { entries in
            // An address may come again after a connection was closed: the newest one counts.
            entries?[ObjectIdentifier(base)] = entry
            return entries != nil
        }
        guard isOpen else { throw Self.closed }
    }

    /// True where GRDB has to hear of every change. Once true it stays so.
    var isObserved: Bool { observed.load(ordering: .relaxed) }

    func observe() {
        observed.store(true, ordering: .relaxed)
    }

    /// Has `end` called once the database is closed or gone.
    ///
    /// - Returns: what ``forgetObservation(_:)`` takes; nil if it is closed.
    func addObservation(_ end: @escaping @Sendable () -> Void) -> Int? {
        let number = observationCount.add(1, ordering: .relaxed).newValue
        return observations.withLock { ends in
            guard ends != nil else { return nil }
            ends?[number] = end
            return number
        }
    }

    func forgetObservation(_ number: Int) {
        observations.withLock { $0?[number] = nil }
    }

    func endObservations() {
        let ends = observations.withLock { ends in
            defer { ends = nil }
            return ends
        }
        for end in (ends ?? [:]).values { end() }
    }

    func connection(of base: GRDB.Database) throws -> Connection {
        guard let entry = entries.withLock({ $0?[ObjectIdentifier(base)] }) else { throw Self.closed }
        return entry.connection
    }

    func contains(where condition: (Connection) -> Bool) -> Bool {
        entries.withLock { $0?.values.contains { condition($0.connection) } ?? false }
    }

    /// Lets go of every connection, and takes in none from here on.
    func close() {
        entries.withLock { $0 = nil }
    }

    private static let closed = SwormError.misuse("The database was closed.")
}
