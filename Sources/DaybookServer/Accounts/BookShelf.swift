import DaybookStorage
import Synchronization

/// The books of the accounts, opened as they are asked for. A bounded number is kept open for the next request; one that
/// is still in use stays open beyond that.
final class BookShelf: Sendable {
    private struct Place {
        weak var book: Book?
    }

    private struct State {
        var places: [Int64: Place] = [:]
        /// What is kept open, the one that was asked for last at the end.
        var kept: [(id: Int64, book: Book)] = []
    }

    private let accounts: Accounts
    private let greatestCount: Int
    private let state = Mutex(State())

    init(_ accounts: Accounts, keepingOpen count: Int = 64) {
        self.accounts = accounts
        greatestCount = count
    }

    /// The account's book, which is made if it is missing.
    func book(of account: Account) throws(BookError) -> Book {
        let result = state.withLock { state -> Result<Book, BookError> in
            if let book = state.places[account.id]?.book {
                Self.keep(book, account.id, &state, greatestCount)
                return .success(book)
            }
            do throws(BookError) {
                let book = try Book(path: accounts.bookPath(of: account))
                state.places = state.places.filter { $0.value.book != nil }
                state.places[account.id] = Place(book: book)
                Self.keep(book, account.id, &state, greatestCount)
                return .success(book)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Closes all books that are open.
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

    /// How many are kept open.
    var count: Int { state.withLock { $0.kept.count } }

    private static func keep(_ book: Book, _ id: Int64, _ state: inout State, _ limit: Int) {
        if state.kept.last?.id == id { return }
        state.kept.removeAll { $0.id == id }
        state.kept.append((id, book))
        if state.kept.count > limit { state.kept.removeFirst() }
    }
}
