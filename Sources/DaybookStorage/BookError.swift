public import DaybookCore
import Foundation
import Sworm

/// Why a book can't be opened, read or written. Whatever failed, the book is as it was before.
public enum BookError: Error, Equatable, Sendable {
    /// The file isn't a book: another program made it, or it isn't an SQLite file.
    case notABook(path: String)
    /// The backup can't be restored, for a reason such as `it is empty`.
    case noBackup(path: String, reason: String)
    /// The book was written by a later version of Daybook.
    case newerThanProgram(path: String, version: Int, known: Int)
    /// The file or its folder may not be written.
    case readOnly(path: String)
    /// There is no room for the change.
    case diskFull(path: String)
    /// Another program kept the book locked for longer than the time a writer waits.
    case busy(path: String)
    /// The file can't be opened or made, for a reason such as `it is a folder`.
    case cannotOpen(path: String, reason: String)
    /// There is a file where a copy was to be made.
    case isThere(path: String)
    /// A book was here, and was moved or deleted without its log.
    case logWithoutBook(path: String, log: String)
    /// The file isn't any more where it was when it was opened, or another has taken its place.
    case moved(path: String)
    /// The contents of the file are no longer whole.
    case damaged(path: String)
    /// Anything else that SQLite reports.
    case failed(path: String, reason: String)
    /// The book has no server to sync with.
    case noRemote(path: String)
    /// The action can't be done; the book is fine.
    case refused(ItemError)

    /// Says what happened, where, and what to do, in English.
    public var message: String {
        switch self {
        case .notABook(let path):
            "\(path) is not a Daybook book. Name another file with --book, or move this one away."
        case .noBackup(let path, let reason):
            "\(path) can't be restored: \(reason). Nothing was changed. Name another backup."
        case .newerThanProgram(let path, let version, let known):
            "\(path) was written by a newer Daybook (version \(version) of the book; this program knows \(known)). "
                + "The book was not changed. Update Daybook."
        case .readOnly(let path):
            "\(path) can't be written. Make the file and its folder writable, or name another with --book."
        case .diskFull(let path):
            "The disk that holds \(path) is full. Nothing was changed. Make room and try again."
        case .busy(let path):
            "\(path) is locked by another program. Nothing was changed. Try again when that program is done."
        case .cannotOpen(let path, let reason):
            "\(path) can't be opened: \(reason). Check the path and its permissions, or name another with --book."
        case .isThere(let path):
            "\(path) is there already. Nothing was changed; name another file, or replace it with --force."
        case .logWithoutBook(let path, let log):
            "There is no book at \(path), but \(log) holds changes of a book that was moved or deleted. "
                + "Nothing was changed. Put that book back, or move its log away too."
        case .moved(let path):
            "\(path) was moved, deleted or replaced while it was in use. Nothing was changed. Put it back. If another file is to "
                + "stay there, end this program, move the files -wal and -shm beside it away (they belong to the file "
                + "before), and start the program again."
        case .damaged(let path):
            "\(path) is damaged. Nothing was changed. Move it away with the files -wal and -shm beside it, and put a backup "
                + "in its place: daybook restore BACKUP --book \(path)"
        case .failed(let path, let reason):
            "\(path): \(reason). Nothing was changed."
        case .noRemote(let path):
            "\(path) has no server to sync with. Name one: daybook remote add URL."
        case .refused(let error):
            error.message
        }
    }
}

extension BookError {
    /// Makes of another error what it means for the book at `path`.
    init(_ error: any Error, path: String) {
        switch error {
        case MissingRow.book: self = .notABook(path: path)
        case MissingRow.remote: self = .noRemote(path: path)
        case let error as BookError: self = error
        case let error as ItemError: self = .refused(error)
        case SwormError.newerFile(let version, let newest):
            self = .newerThanProgram(path: path, version: version, known: newest)
        case SwormError.cannotOpen(_, let failure): self = BookError(failure, path: path, isOpening: true)
        case SwormError.sqlite(let failure): self = BookError(failure, path: path, isOpening: false)
        case let error as SwormError: self = .failed(path: path, reason: Self.reason(of: error))
        default: self = .cannotOpen(path: path, reason: Self.reason(of: error))
        }
    }

    /// Tells what the system or SQLite says of an error, as the middle of a sentence.
    public static func reason(of error: any Error) -> String {
        // Foundation tells the number alone of a code that it doesn't translate.
        if let error = error as? CocoaError, [.fileReadUnknown, .fileWriteUnknown].contains(error.code),
            let cause = error.underlying as? POSIXError
        {
            return String(cString: strerror(cause.code.rawValue))
        }
        let text = (error as? SwormError)?.description ?? error.localizedDescription
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// Makes of an error what it means for the backup at `path`.
    init(ofBackup error: any Error, path: String) {
        switch BookError(error, path: path) {
        case .notABook: self = .noBackup(path: path, reason: "it isn't a Daybook book")
        case .damaged: self = .noBackup(path: path, reason: "it is damaged")
        case .cannotOpen(_, let reason), .failed(_, let reason): self = .noBackup(path: path, reason: reason)
        // It is the copy that has no room.
        case .diskFull: self = .diskFull(path: FileManager.default.temporaryDirectory.path)
        case let error: self = error
        }
    }

    private init(_ failure: SQLiteFailure, path: String, isOpening: Bool) {
        switch failure.code.primary {
        case .notADatabase: self = .notABook(path: path)
        case .readOnly: self = .readOnly(path: path)
        // Where the whole file system is read-only SQLite can't make the log.
        case .cannotOpen where access(path, R_OK) == 0 && access(path, W_OK) != 0: self = .readOnly(path: path)
        case _ where failure.code.isDiskFull: self = .diskFull(path: path)
        case .busy, .locked: self = .busy(path: path)
        case .corrupt: self = .damaged(path: path)
        default:
            self =
                isOpening
                ? .cannotOpen(path: path, reason: failure.code.meaning)
                : .failed(path: path, reason: failure.description)
        }
    }
}

/// A row of which a book has one, and this one none.
enum MissingRow: Error {
    case book
    case remote
}
