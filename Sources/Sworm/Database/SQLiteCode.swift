/// A result code of SQLite, with the extended part.
public struct SQLiteCode: RawRepresentable, Sendable, Hashable {
    /// The number, as in `sqlite3.h`.
    public let rawValue: Int32

    /// The code of this number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// `SQLITE_ERROR`: the statement can't be run.
    public static let error = SQLiteCode(rawValue: 1)
    /// `SQLITE_BUSY`: another connection kept its lock for longer than the wait.
    public static let busy = SQLiteCode(rawValue: 5)
    /// `SQLITE_LOCKED`: another statement of this connection is in the way.
    public static let locked = SQLiteCode(rawValue: 6)
    /// `SQLITE_READONLY`: the file can't be written.
    public static let readOnly = SQLiteCode(rawValue: 8)
    /// `SQLITE_INTERRUPT`: see ``Database/interrupt()``.
    public static let interrupted = SQLiteCode(rawValue: 9)
    /// `SQLITE_IOERR`: the disk could not be read or written.
    public static let io = SQLiteCode(rawValue: 10)
    /// `SQLITE_CORRUPT`: the file is damaged.
    public static let corrupt = SQLiteCode(rawValue: 11)
    /// `SQLITE_FULL`: the disk is full.
    public static let full = SQLiteCode(rawValue: 13)
    /// `SQLITE_CANTOPEN`: the file can't be opened.
    public static let cannotOpen = SQLiteCode(rawValue: 14)
    /// `SQLITE_TOOBIG`: a text or blob is larger than SQLite takes.
    public static let tooBig = SQLiteCode(rawValue: 18)
    /// `SQLITE_CONSTRAINT`: a rule of the schema refuses it; the extended codes say which.
    public static let constraint = SQLiteCode(rawValue: 19)
    /// `SQLITE_MISMATCH`: a value is not of the column's type.
    public static let mismatch = SQLiteCode(rawValue: 20)
    /// `SQLITE_NOTADB`: the file is not an SQLite database.
    public static let notADatabase = SQLiteCode(rawValue: 26)
    /// `SQLITE_MISUSE`: what a closed database answers.
    public static let closed = SQLiteCode(rawValue: 21)
    /// `SQLITE_CONSTRAINT_CHECK`
    public static let checkFailed = SQLiteCode(rawValue: 275)
    /// `SQLITE_CONSTRAINT_FOREIGNKEY`
    public static let foreignKeyFailed = SQLiteCode(rawValue: 787)
    /// `SQLITE_CONSTRAINT_NOTNULL`
    public static let notNullFailed = SQLiteCode(rawValue: 1299)
    /// `SQLITE_CONSTRAINT_PRIMARYKEY`
    public static let primaryKeyFailed = SQLiteCode(rawValue: 1555)
    /// `SQLITE_CONSTRAINT_UNIQUE`
    public static let uniqueFailed = SQLiteCode(rawValue: 2067)
    /// `SQLITE_IOERR_SHMSIZE`: there is no room for the file of memory that connections share.
    public static let noSharedMemory = SQLiteCode(rawValue: 4874)
    /// `SQLITE_CONSTRAINT_DATATYPE`: a STRICT table refuses the type.
    public static let dataTypeFailed = SQLiteCode(rawValue: 3091)

    /// The code without its extended part.
    public var primary: SQLiteCode { SQLiteCode(rawValue: rawValue & 0xFF) }

    /// True where the disk has no room left.
    public var isDiskFull: Bool { primary == .full || self == .noSharedMemory }

    /// Says what it means, and what to do about it.
    public var meaning: String {
        switch self {
        case .uniqueFailed, .primaryKeyFailed: return "A row with this unique value is there already"
        case .notNullFailed: return "A required column has no value"
        case .checkFailed: return "A value breaks a check of the table"
        case .foreignKeyFailed: return "A row refers to a row that doesn't exist"
        case .dataTypeFailed: return "A value doesn't have the column's type"
        case _ where isDiskFull: return "The disk is full; make room and try again"
        default: break
        }
        switch primary {
        case .error: return "The statement can't be run"
        case .busy: return "Another program is using the database; try again"
        case .locked: return "A statement that is still running is in the way; end it first"
        case .readOnly:
            return
                "The database can't be written: it was opened read-only, or the file or its folder doesn't permit it"
        case .interrupted: return "The statement was interrupted"
        case .io: return "The disk could not be read or written"
        case .corrupt: return "The database file is damaged; restore a copy"
        case .cannotOpen: return "The file can't be opened; check that its folder exists and may be used"
        case .tooBig: return "A text or blob is too big"
        case .constraint: return "A rule of the database was broken"
        case .mismatch: return "A value doesn't have the column's type"
        case .notADatabase: return "The file is not an SQLite database"
        case .closed: return "The database was closed; open it again"
        default: return "SQLite failed"
        }
    }
}
