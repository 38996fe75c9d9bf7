import DaybookCore
import DaybookStorage
import Foundation
import HTTPTypes
import Logging
import Synchronization

/// The books of the accounts, opened as they are asked for. A bounded number is kept open for the next request; one
/// that is still in use stays open beyond that.
final class BookPool: Sendable {
    /// The place of one account's book.
    private struct Place {
        weak var book: Book?
        /// Everybody who asks meanwhile waits for the same attempt.
        var opening: Task<Book, any Error>?
    }

    private struct State {
        var places: [Int64: Place] = [:]
        /// The books that are kept open, the one that was asked for last at the end.
        var kept: [(id: Int64, book: Book)] = []

        var openCount: Int { places.values.count { $0.book != nil || $0.opening != nil } }
    }

    private let accounts: Accounts
    private let (mostKept, mostOpen): (Int, Int)
    private let logger: Logger
    private let state = Mutex(State())
    /// Opening takes long where the file is locked, or of an older version. On the threads that answer requests it
    /// would keep all others waiting.
    private let openings = OperationQueue()

    /// - Parameter mostOpen: how many may be open, also of those that are in use.
    init(_ accounts: Accounts, keepingOpen count: Int = 64, mostOpen: Int = .max, logger: Logger) {
        self.accounts = accounts
        self.logger = logger
        self.mostOpen = mostOpen
        mostKept = min(count, mostOpen)
        openings.maxConcurrentOperationCount = 8
    }

    /// The account's book, which is made if it is missing: `account add` didn't always make it. It may as well be lost,
    /// so the log tells of it.
    ///
    /// - Throws: `BookError`, or a `Problem` with 503 where too many are in use.
    func book(of account: Account) async throws -> Book {
        let book =
            switch found(account) {
            case .open(let book): book
            case .opening(let opening): try await opening.value
            }
        // Another book may be closed by this, which takes its time: not while everybody waits for the lock.
        let released = state.withLock { Self.keep(book, account.id, &$0, mostKept) }
        withExtendedLifetime(released) {}
        return book
    }

    private enum Found {
        case open(Book)
        case opening(Task<Book, any Error>)
    }

    /// Looks and begins to open under one lock: a file that is open twice gives up its locks once one of the two
    /// closes.
    private func found(_ account: Account) -> Found {
        state.withLock { state in
            if let opening = state.places[account.id]?.opening { return .opening(opening) }
            // It is, after a damaged book was moved away, and a backup restored in its place.
            if let book = state.places[account.id]?.book, !book.isReplaced { return .open(book) }
            let opening = Task {
                var book: Book?
                // Also where it can't be opened: the next request tries again.
                defer { self.state.withLock { $0.places[account.id] = Place(book: book) } }
                let opened = try await open(account)
                book = opened
                return opened
            }
            state.places[account.id, default: Place()].opening = opening
            return .opening(opening)
        }
    }

    private func open(_ account: Account) async throws -> Book {
        try await withCheckedThrowingContinuation { continuation in
            openings.addOperation { [self] in
                continuation.resume(
                    with: Result {
                        try makeRoom()
                        let path = accounts.bookPath(of: account)
                        let isMissing = Self.isMissing(path)
                        let book = try accounts.openBook(of: account)
                        if isMissing { warn(of: path) }
                        return book
                    })
            }
        }
    }

    /// Closes what is only kept open, as far as the next book needs its files. Most that are in use are so for some
    /// milliseconds, which it waits for.
    private func makeRoom() throws {
        var waits = 0
        while state.withLock({ $0.openCount }) > mostOpen {
            if state.withLock({ $0.kept.isEmpty ? nil : $0.kept.removeFirst().book }) != nil { continue }
            waits += 1
            guard waits < 100 else {
                throw Problem(.serviceUnavailable, "Too many books are in use. Try again later.", reason: .crowded)
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    private static func isMissing(_ path: String) -> Bool {
        var file = stat()
        return stat(path, &file) == 0 ? file.st_size == 0 : errno == ENOENT
    }

    private func warn(of path: String) {
        logger.warning(
            "an account had no book, and has an empty one now; its devices give back what they have",
            metadata: ["book": "\(path)", "to restore a backup": "daybook restore BACKUP --book \(path)"])
    }

    func close() throws(BookError) {
        let books = state.withLock { state in
            defer { state = State() }
            return state.places.values.compactMap(\.book)
        }
        var failure: BookError?
        for book in books {
            do throws(BookError) { try book.close() } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// - Returns: what isn't kept open for it any longer.
    private static func keep(_ book: Book, _ id: Int64, _ state: inout State, _ limit: Int) -> [Book] {
        if state.kept.last?.book === book { return [] }
        var released = state.kept.filter { $0.id == id }.map(\.book)
        state.kept.removeAll { $0.id == id }
        state.kept.append((id, book))
        if state.kept.count > limit { released.append(state.kept.removeFirst().book) }
        return released
    }
}
