import DaybookStorage
import Foundation
import Logging
import Synchronization

/// The books of the accounts, opened as they are asked for. A bounded number is kept open for the next request; one that
/// is still in use stays open beyond that.
final class BookShelf: Sendable {
    /// Where one account's book is. It is locked while the book is opened, which may take long; the others' are not.
    private final class Place: Sendable {
        struct Content {
            weak var book: Book?
        }
        let content = Mutex(Content())
    }

    private struct State {
        var places: [Int64: Place] = [:]
        /// What is kept open, the one that was asked for last at the end.
        var kept: [(id: Int64, book: Book)] = []

        mutating func place(of id: Int64) -> Place {
            let place = places[id] ?? Place()
            places[id] = place
            return place
        }
    }

    private let accounts: Accounts
    private let greatestCount: Int
    private let logger: Logger
    private let state = Mutex(State())

    init(_ accounts: Accounts, keepingOpen count: Int = 64, logger: Logger) {
        self.accounts = accounts
        self.logger = logger
        greatestCount = count
    }

    /// The account's book, which is made if it is missing: `account add` didn't always make it. It may as well be lost, so
    /// the log tells of it.
    func book(of account: Account) throws(BookError) -> Book {
        let place = state.withLock { $0.place(of: account.id) }
        let result = place.content.withLock { content -> Result<Book, BookError> in
            // As after a damaged book was moved away, and a backup restored in its place.
            if let book = content.book, !book.isReplaced { return .success(book) }
            do throws(BookError) {
                let path = accounts.bookPath(of: account)
                let isMissing = Self.isMissing(path)
                let book = try Book(path: path)
                if isMissing { warn(of: path) }
                content.book = book
                return .success(book)
            } catch {
                return .failure(error)
            }
        }
        let book = try result.get()
        // Another book may be closed by this, which takes its time: not while everybody waits for the lock.
        let released = state.withLock { Self.keep(book, account.id, &$0, greatestCount) }
        withExtendedLifetime(released) {}
        return book
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

    /// Closes all books that are open.
    func close() throws(BookError) {
        let books = state.withLock { state in
            defer { state = State() }
            return state.places.values.compactMap { $0.content.withLock { $0.book } }
        }
        var failure: BookError?
        for book in books {
            do throws(BookError) { try book.close() } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// How many are kept open.
    var count: Int { state.withLock { $0.kept.count } }

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
