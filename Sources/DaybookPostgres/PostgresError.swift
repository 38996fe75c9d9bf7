/// Why a database of PostgreSQL can't be asked. No message has a password in it.
public enum PostgresError: Error, Equatable, Sendable {
    /// libpq isn't there, for a reason that the system gives.
    case noLibrary(reason: String)
    /// The text isn't an address of a database.
    case badAddress
    /// No connection came about, or it ended.
    case unreachable(reason: String)
    /// PostgreSQL says no; the code is its SQLSTATE.
    case refused(code: String, reason: String)
    /// The commit may have come about, or not, or isn't on the standby.
    case uncertain(reason: String)
    /// The database has no tables of Daybook.
    case notPrepared
    /// The database has tables of Daybook of another version.
    case otherVersion(Int64, known: Int64)
    /// Others use the tables that are to be changed, in transactions of these processes, as far as they are known.
    case inUse(processes: [Int64])
    /// The thing that was to be made in the database is there already.
    case isThere(String)
    /// The account has no book in the database.
    case noBook(account: Int64)
    /// The session or the token by which a change came has ended.
    case shutOut
    /// The database answers something that this program didn't ask for.
    case unexpected(String)

    /// Says what happened and what to do, in English.
    public var message: String {
        switch self {
        case .noLibrary(let reason):
            "The library libpq can't be used: \(reason). Install it (on Debian and Ubuntu the package libpq5), and start again."
        case .badAddress:
            "The address of the database isn't a valid one. Use the form postgres://USER@HOST:PORT/NAME. Give the password in "
                + "~/.pgpass or $PGPASSWORD."
        case .unreachable(let reason):
            "The database can't be reached: \(reason). Check that PostgreSQL runs, and its address, user and password."
        case .refused(let code, let reason): "PostgreSQL refused what Daybook asked (\(code)): \(reason)."
        case .uncertain(let reason):
            "PostgreSQL didn't confirm a commit: \(reason). It may have been saved. Devices send it again."
        case .notPrepared: "The database has no tables of Daybook. Create them: daybook database init --database URL"
        case .otherVersion(let version, let known) where version < known:
            "The database is of version \(version), and this program needs \(known). Bring it up to date: "
                + "daybook database migrate --database URL. "
                + (version < BookDatabase.servedFrom
                    ? "Stop the servers first." : "Servers that run can go on meanwhile.")
        case .otherVersion(let version, let known):
            "The database was made by a newer Daybook (version \(version), known is \(known)). Nothing was changed. Update "
                + "Daybook."
        case .inUse(let processes):
            "The tables are in use by "
                + (processes.isEmpty
                    ? "a transaction that takes long"
                    : "transactions that take long, of the processes \(processes.map(String.init).joined(separator: ", "))")
                + ". Nothing was changed. Wait until they have ended, or end them in psql with SELECT "
                + "pg_terminate_backend(\(processes.first.map(String.init) ?? "PROCESS")), and run the command again."
        case .isThere(let what): "\(what). Nothing was changed."
        case .noBook(let account): "The account \(account) has no book in the database. It was removed."
        case .shutOut: "The session or the token by which the change came has ended. Nothing was changed."
        case .unexpected(let what): "The database answered something unexpected: \(what)."
        }
    }

    /// One word for it, by which failures are counted.
    var kind: String {
        switch self {
        case .unreachable, .noLibrary, .badAddress: "unreachable"
        case .uncertain: "uncertain"
        case .refused: "refused"
        case .notPrepared, .otherVersion, .inUse, .isThere, .noBook, .shutOut, .unexpected: "unexpected"
        }
    }

    /// True where another attempt, with a new connection, may succeed: a server that starts or stops, a standby that took
    /// over, two transactions in each other's way.
    var isPassing: Bool {
        switch self {
        case .unreachable, .uncertain: true
        case .refused(let code, _):
            ["40001", "40P01", "55P03", "57P01", "57P02", "57P03", "25006"].contains(code) || code.hasPrefix("08")
        default: false
        }
    }
}
