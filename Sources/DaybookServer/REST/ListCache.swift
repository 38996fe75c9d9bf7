import DaybookStorage
import NIOCore
import Synchronization

/// Keeps lists as they were last written out, so that a list that is asked for again costs no more than the question
/// whether the book has changed.
final class ListCache: Sendable {
    /// The state for which a list was made.
    struct Key: Hashable {
        let path: String
        /// The server as it was called: addresses start with it.
        let origin: String
    }

    private struct Place: Hashable {
        let key: Key
        let book: ObjectIdentifier
    }

    private struct Entry {
        /// Not kept open for a list's sake.
        weak let book: Book?
        let version: Int64
        let list: ByteBuffer
    }

    /// Longer lists are written out again each time, and no more than so many are kept.
    private static let greatestSize = 256 * 1_024
    private static let greatestCount = 32

    private let entries = Mutex<[Place: Entry]>([:])

    /// The list that `write` writes, or the one that it wrote when the book was the same.
    func list(
        _ key: Key, of book: Book, _ write: @escaping @Sendable (BookReader) throws -> ByteBuffer
    ) async throws -> ByteBuffer {
        let version = book.version()
        let place = Place(key: key, book: ObjectIdentifier(book))
        if let version, let entry = entries.withLock({ $0[place] }), entry.book === book, entry.version == version {
            return entry.list
        }
        let list = try await book.readAside(write)
        if let version, list.readableBytes <= Self.greatestSize {
            entries.withLock { entries in
                if entries.count >= Self.greatestCount { entries.removeAll() }
                entries[place] = Entry(book: book, version: version, list: list)
            }
        }
        return list
    }
}
