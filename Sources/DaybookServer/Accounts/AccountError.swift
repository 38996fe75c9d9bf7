import DaybookCore
public import DaybookPostgres
import DaybookStorage
import Sworm

/// Why something can't be done with the accounts of a server.
public enum AccountError: Error, Equatable, Sendable {
    /// No name that an account may have: see `Account.name`.
    case badName(String)
    /// There is an account of this name.
    case nameTaken(String)
    case noAccount(String)
    case noToken(Int64)
    case noDevice(Int64)
    /// The account of this name has a feed, and an account has one at most.
    case hasFeed(String)
    /// The account of this name has no feed.
    case noFeed(String)
    /// The password has fewer than `Account.shortestPassword` characters, or more than 1,024 bytes.
    case badPassword
    /// The name or the password is wrong. The answer doesn't say which.
    case signInRefused
    /// Too many attempts failed before this one.
    case tooEarly(milliseconds: Int64)
    /// Too many sign in at once.
    case busy
    /// There is no room for the change.
    case diskFull(path: String)
    /// Another program kept the file locked for longer than the time a writer waits.
    case locked(path: String)
    /// The file or its folder may not be written.
    case readOnly(path: String)
    /// The file isn't any more where it was when it was opened, or another has taken its place.
    case moved(path: String)
    /// The accounts are in a database, which can't be asked.
    case database(PostgresError)
    /// Anything else that keeps the file from being read or written.
    case failed(path: String, reason: String)

    /// Whole seconds that are no less: how long to wait, as people and headers are told.
    static func seconds(_ milliseconds: Int64) -> Int64 { (milliseconds + 999) / 1_000 }

    /// Says what happened and what to do, in English.
    public var message: String {
        switch self {
        case .badName(let name):
            "\"\(name)\" can't be the name of an account. Use up to 64 of the letters a to z, digits, dots, dashes and "
                + "underscores, with a letter or digit first."
        case .nameTaken(let name): "There is an account \(name) already. Choose another name."
        case .noAccount(let name): "There is no account \(name). See: daybook account list"
        case .noToken(let number): "There is no token \(number). See: daybook token list NAME"
        case .noDevice(let number): "There is no device \(number). See: daybook device list NAME"
        case .hasFeed(let name):
            "The account \(name) has a feed. An account can have at most 1. To get a new address: daybook feed revoke "
                + "\(name), then daybook feed add \(name)"
        case .noFeed(let name): "The account \(name) has no feed. See: daybook feed list"
        case .badPassword:
            "A password has at least \(Account.shortestPassword) characters and at most \(Account.longestPassword) bytes."
        case .signInRefused: "The name or the password is wrong."
        case .tooEarly(let milliseconds):
            "Too many attempts failed. Try again in "
                + (milliseconds <= 1_000 ? "a second." : "\(Self.seconds(milliseconds)) seconds.")
        case .busy: "Too many people sign in at the moment. Try again in a minute."
        case .diskFull(let path):
            "The disk that holds \(path) is full. Nothing was changed. Make room and try again."
        case .locked(let path):
            "\(path) is locked by another program. Nothing was changed. Try again when that program is done."
        case .readOnly(let path): "\(path) can't be written. Make the file and its folder writable."
        case .moved(let path):
            "\(path) was moved, deleted or replaced while it was in use. Nobody can sign in. Put it back. If another file is "
                + "to stay there, end this program, move the files -wal and -shm beside it away (they belong to the file "
                + "before), and start the program again."
        case .database(let error): error.message
        case .failed(let path, let reason): "\(path): \(reason). Nothing was changed."
        }
    }

    init(_ error: any Error, path: String) {
        switch error {
        case let error as AccountError: self = error
        case let error as PostgresError: self = .database(error)
        case SwormError.cannotOpen(_, let failure), SwormError.sqlite(let failure):
            switch failure.code.primary {
            case _ where failure.code.isDiskFull: self = .diskFull(path: path)
            case .busy, .locked: self = .locked(path: path)
            case .readOnly: self = .readOnly(path: path)
            default: self = .failed(path: path, reason: failure.code.meaning)
            }
        case SwormError.newerFile(let version, let newest):
            self = .failed(
                path: path, reason: "it was written by a newer Daybook (version \(version), known is \(newest))")
        case BookError.logWithoutBook(_, let log):
            self = .failed(
                path: path,
                reason:
                    "it isn't there, but \(log) holds changes of accounts that were moved or deleted. Put them back, or "
                    + "move the log away too")
        default: self = .failed(path: path, reason: BookError.reason(of: error))
        }
    }
}
