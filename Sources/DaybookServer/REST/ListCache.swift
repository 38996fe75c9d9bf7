import DaybookStorage
import NIOCore
import Synchronization

/// Keeps lists as they were last written out, so that a list that is asked for again costs no more than the question
/// whether the book has changed.
final class ListCache: Sendable {
    /// What a list was made for.
    struct Key: Hashable {
        let path: String
        /// The server as it was called: addresses start with it.
        let origin: String
    }

    private struct Place: Hashable {
        let key: Key
        let connection: ObjectIdentifier
    }

    private struct Entry {
        let version: BookVersion
        let list: ByteBuffer
    }

    /// Longer lists are written out anew each time, and no more than so many are kept.
    private static let greatestSize = 256 * 1_024
    private static let greatestCount = 32

    private let entries = Mutex<[Place: Entry]>([:])

    func list(_ key: Key, in book: BookReader, _ write: () throws -> JSONWriter) throws -> ByteBuffer {
        try list(key, in: book) { ByteBuffer(bytes: try write().bytes) }
    }

    /// The list that `write` writes, or the one that it wrote when the book was the same.
    func list(_ key: Key, in book: BookReader, _ write: () throws -> ByteBuffer) throws -> ByteBuffer {
        let version = try book.version()
        let place = Place(key: key, connection: version.connectionID)
        if let entry = entries.withLock({ $0[place] }), entry.version == version { return entry.list }
        let list = try write()
        if list.readableBytes <= Self.greatestSize {
            entries.withLock { entries in
                if entries.count >= Self.greatestCount { entries.removeAll() }
                entries[place] = Entry(version: version, list: list)
            }
        }
        return list
    }
}
