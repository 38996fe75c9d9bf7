import DaybookStorage
import Synchronization

/// The state for which a list, or a page, was made.
struct ListKey: Hashable {
    let path: String
    /// The server as it was called: addresses start with it.
    let origin: String
}

/// Keeps lists, or pages, as they were last written out, so that one that is asked for again costs no more than the question
/// whether the book has changed.
final class ListCache<List: Sendable>: Sendable {
    private struct Place: Hashable {
        let key: ListKey
        let book: ObjectIdentifier
    }

    private struct Entry {
        /// Not kept open for a list's sake.
        weak let book: Book?
        let version: Int64
        let list: List
    }

    /// Longer lists are written out again each time, and no more than so many are kept.
    private let greatestSize = 256 * 1_024
    private let greatestCount = 32

    private let size: @Sendable (List) -> Int
    private let entries = Mutex<[Place: Entry]>([:])

    /// - Parameter size: how many bytes a list takes.
    init(size: @escaping @Sendable (List) -> Int) { self.size = size }

    /// The list that `write` writes, or the one that it wrote when the book was the same.
    func list(
        _ key: ListKey, of book: Book, _ write: @escaping @Sendable (BookReader) throws -> List
    ) async throws -> List {
        let version = book.version()
        let place = Place(key: key, book: ObjectIdentifier(book))
        if let version, let entry = entries.withLock({ $0[place] }), entry.book === book, entry.version == version {
            return entry.list
        }
        let list = try await book.readAside(write)
        if let version, size(list) <= greatestSize {
            entries.withLock { entries in
                if entries.count >= greatestCount { entries.removeAll() }
                entries[place] = Entry(book: book, version: version, list: list)
            }
        }
        return list
    }
}
