import Foundation
import Synchronization

/// A server of PostgreSQL on a socket in a folder of its own, which goes with the tests.
public final class Postgres: Sendable {
    /// Why there is none.
    public struct Missing: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    /// Of the newest version that is installed.
    private static let programs: URL = {
        let versions = URL(filePath: "/usr/lib/postgresql")
        let newest = (try? FileManager.default.contentsOfDirectory(atPath: versions.path))?.compactMap { Int($0) }.max()
        return versions.appending(path: "\(newest ?? 15)/bin")
    }()
    private static let one = Mutex<Result<Postgres, any Error>?>(nil)

    /// The server that most tests share, each with a database of its own.
    public static func shared() throws -> Postgres {
        try one.withLock { one in
            let server = one ?? Result { try Postgres() }
            one = server
            return try server.get()
        }
    }

    private let folder: String
    private let isDurable: Bool
    /// Further options of the server, in the shell's words.
    private let options: String
    /// The shell that runs the server and ends it once this is closed, also where the tests crash.
    private let shell = Mutex<(process: Process, leash: Pipe)?>(nil)

    /// A server of a test's own.
    ///
    /// - Parameter isDurable: whether commits are on the disk, as those of real servers are.
    public convenience init(isDurable: Bool = false) throws {
        try self.init(isDurable, Self.making)
        try trust("local all locked scram-sha-256\nlocal all,replication all trust\n")
        try start()
    }

    /// A server that can also be reached at some addresses, by who is on their network, and whose disk can be filled.
    ///
    /// - Parameter megabytes: the size of the disk.
    public convenience init(at addresses: [String], megabytes: Int) throws {
        try self.init(
            false, Self.making,
            on: """
                mkdir "$1/data"
                mount -t tmpfs -o size=\(megabytes)m,mode=700 tmpfs "$1/data"
                chown postgres "$1/data"
                """,
            "-c listen_addresses=\(addresses.joined(separator: ",")) -c port=5432 -c max_wal_size=48MB")
        try trust("local all all trust\nhost all all samenet trust\n")
        try start()
    }

    private static let making = """
        initdb --no-sync --no-instructions --auth trust --username postgres --encoding UTF8 --locale C \
            --pgdata "$1/data" >"$1/log" 2>&1
        """

    /// Says who may connect.
    private func trust(_ lines: String) throws { try Self.run(#"printf "$2" >"$1/data/pg_hba.conf""#, folder, lines) }

    /// A standby that streams from another server.
    public convenience init(standbyOf primary: Postgres) throws {
        try self.init(
            primary.isDurable,
            """
            pg_basebackup --no-sync --checkpoint fast --write-recovery-conf --dbname 'host=\(primary.folder) user=postgres' \
                --pgdata "$1/data" >"$1/log" 2>&1
            """)
        try start()
    }

    private init(
        _ isDurable: Bool, _ making: String, on disk: String = "true", _ options: String = "-c listen_addresses="
    ) throws {
        (self.isDurable, self.options) = (isDurable, options)
        guard FileManager.default.fileExists(atPath: Self.programs.appending(path: "initdb").path) else {
            throw Missing(description: "PostgreSQL is missing. Install it: apt-get install postgresql-15")
        }
        // The path of a socket has at most 107 bytes.
        let number = String(UInt32.random(in: 0...(.max)), radix: 16)
        folder = FileManager.default.temporaryDirectory.appending(path: "pg-\(number)").path
        try Self.run(
            """
            mkdir -m 700 "$1"; if [ "$(id -u)" = 0 ]; then chown postgres "$1"; fi
            \(disk)
            \(Self.user) \(Self.programs.path)/\(making)
            """, folder)
    }

    deinit { shell.withLock { try? $0?.leash.fileHandleForWriting.close() } }

    /// PostgreSQL doesn't run as root.
    private static let user =
        #"$(if [ "$(id -u)" = 0 ]; then echo setpriv --reuid=postgres --regid=postgres --clear-groups; fi)"#

    /// Starts the server once more, after `kill`.
    public func start() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.currentDirectoryURL = URL(filePath: "/")
        let leash = Pipe.alone()
        // Another process that held this end as well would keep the server alive.
        _ = fcntl(leash.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.standardInput = leash
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.arguments = [
            "-c",
            """
            exec 3<&0
            \(Self.user) \(Self.programs.path)/postgres -D "$1/data" -k "$1" \(options) \
                \(isDurable ? "" : "-c fsync=off -c full_page_writes=off") -c max_connections=200 -c shared_buffers=32MB -c autovacuum=off \
                </dev/null >>"$1/log" 2>&1 &
            server=$!
            read -r order <&3
            kill -${order:-QUIT} $server 2>/dev/null
            # Not `wait`: a shell that was started with SIGCHLD blocked would wait for ever.
            while grep -qs '^State:.[^Z]' /proc/$server/status; do sleep 0.02; done
            if [ -z "$order" ]; then umount "$1/data" 2>/dev/null; rm -rf "$1"; fi
            """, "sh", folder,
        ]
        try process.begin()
        try leash.fileHandleForReading.close()
        shell.withLock { $0 = (process, leash) }
        for _ in 0..<400 {
            if (try? sql("SELECT 1")) != nil { return }
            Thread.sleep(forTimeInterval: 0.025)
        }
        throw Missing(description: "PostgreSQL doesn't start: \(Self.text(folder + "/log"))")
    }

    /// Ends the server at once, as a failure of the machine would.
    public func kill() throws {
        let shell = shell.withLock { shell in
            defer { shell = nil }
            return shell
        }
        guard let shell else { return }
        try shell.leash.fileHandleForWriting.write(contentsOf: Data("KILL\n".utf8))
        try shell.leash.fileHandleForWriting.close()
        shell.process.waitUntilExit()
        // Its children notice, and the next server waits for them. One that had ended by itself left none.
        try? FileManager.default.removeItem(atPath: folder + "/data/postmaster.pid")
    }

    /// Leaves no room on its disk.
    public func fillDisk() throws { try Self.run(#"cat /dev/zero >"$1/data/filler" 2>/dev/null || true"#, folder) }

    /// Makes room again, and starts the server if it had to end.
    public func emptyDisk() throws {
        try FileManager.default.removeItem(atPath: folder + "/data/filler")
        for _ in 0..<40 {
            if (try? sql("SELECT 1")) != nil { return }
            Thread.sleep(forTimeInterval: 0.025)
        }
        try kill()
        try start()
    }

    /// Makes a database.
    ///
    /// - Returns: its address.
    public func database() throws -> String {
        let name = "test_\(UInt32.random(in: 0...(.max)))"
        try sql("CREATE DATABASE \(name)")
        return address(name)
    }

    /// The address of a database, for a user and perhaps a password.
    public func address(_ name: String, user: String = "postgres", password: String? = nil) -> String {
        let path = folder.replacing("/", with: "%2F")
        return "postgres://\(user)\(password.map { ":" + $0 } ?? "")@\(path)/\(name)"
    }

    /// The address of a database as who is on the network of `host` reaches it.
    public static func address(of database: String, at host: String) -> String {
        "postgres://postgres@\(host):5432/\(database.split(separator: "/").last ?? "")"
    }

    /// Takes a database away, with all that is connected to it.
    public func drop(_ address: String) throws {
        try sql("DROP DATABASE \(address.split(separator: "/").last ?? "") WITH (FORCE)")
    }

    /// The address of a database on the one of some servers that can be written.
    public static func address(of database: String, on servers: [Postgres]) -> String {
        "postgres:///\(database.split(separator: "/").last ?? "")?user=postgres&host="
            + servers.map(\.folder).joined(separator: ",")
    }

    /// Sets a parameter of the server, for now and for later starts.
    ///
    /// - Parameter value: without the quotation marks around it.
    public func set(_ parameter: String, to value: String) throws {
        try sql("ALTER SYSTEM SET \(parameter) = '\(value.replacing("'", with: "''"))'")
        try sql("SELECT pg_reload_conf()")
    }

    /// Runs SQL that a test wrote.
    ///
    /// - Returns: what came out, without headings.
    @discardableResult
    public func sql(_ sql: String, in address: String? = nil) throws -> String {
        try Self.run(
            #""$1/psql" -v ON_ERROR_STOP=1 -qAtX -d "$2" -c "$3""#, Self.programs.path,
            address ?? self.address("postgres"),
            sql)
    }

    /// Runs a script of pgbench.
    ///
    /// - Returns: what it says.
    public func bench(_ script: String, in address: String, clients: Int, transactions: Int) throws -> String {
        try Self.run(
            """
            printf '%s' "$3" >"$2.sql"
            "$1/pgbench" -n -M prepared -f "$2.sql" -c $5 -j 2 -t $6 "$4" 2>/dev/null; rm "$2.sql"
            """, Self.programs.path, folder + "-bench", script, address, "\(clients)", "\(transactions / clients)")
    }

    @discardableResult
    private static func run(_ line: String, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.currentDirectoryURL = URL(filePath: "/")
        process.arguments = ["-ec", line, "sh"] + arguments
        let (output, errors) = (Pipe.alone(), Pipe.alone())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.begin()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let problem = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let log = arguments.first.map { self.text($0 + "/log") } ?? ""
            throw Missing(description: "\(arguments): \(String(decoding: problem, as: UTF8.self)) \(log)")
        }
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
