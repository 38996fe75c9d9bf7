import DaybookCore
import DaybookPostgres
import DaybookStorage
import HTTPTypes
import Synchronization

/// Keeps a `Book` in memory at what PostgreSQL has of an account's book. The book is a cache: nothing is only there.
///
/// What a request writes is worked out on the copy, taken back, and written to PostgreSQL, on the condition that nobody
/// has written meanwhile. Then it comes back as everything else does.
final class Replica: BookWriter {
    /// The database has other data than before, and this copy is no use any more.
    struct Outdated: Error {}

    private let log: PostgresBook
    private let turn = Turn()
    /// What the copy has.
    private let head = Mutex(BookHead?.none)
    /// How often a write is worked out again, since somebody else was first.
    private static let greatestCount = 8

    init(_ log: PostgresBook) { self.log = log }

    /// Brings the copy to what PostgreSQL has now.
    ///
    /// - Throws: `Outdated`.
    ///
    /// - Parameter remembers: whether also what the book remembers for itself is needed.
    func refresh(_ book: Book, remembers: Bool) async throws {
        try await turn.take {
            try await follow(book)
            if remembers { try await recall(book) }
        }
    }

    private func recall(_ book: Book) async throws {
        try Self.replace(await log.memory(), in: book)
    }

    private static func replace(_ memory: BookMemory, in book: Book) throws {
        try book.write { try $0.replaceMemory(memory) }
    }

    func write<Result: Sendable>(
        to book: Book, at now: Timestamp, _ body: @escaping @Sendable (BookTransaction) throws -> Result
    ) async throws -> Result {
        try await turn.take {
            for _ in 0..<Self.greatestCount {
                let draft = try book.draft(at: now, body)
                if draft.registers.isEmpty, draft.recordings.isEmpty, draft.memory == nil { return draft.result }
                guard let head = head.withLock({ $0 }) else { break }
                if try await log.write(
                    draft.registers, draft.recordings, others: draft.memory.map { log.storing($0) } ?? [], at: head)
                {
                    // It is kept, whatever comes of this; the next request follows anyway.
                    try? await follow(book)
                    return draft.result
                }
                // The next request gets another copy, where this one is outdated.
                do {
                    try await follow(book)
                    if draft.memory != nil { try await recall(book) }
                } catch is Outdated {
                    break
                }
            }
            throw Problem(
                .serviceUnavailable, "Others write to the book at the moment. Nothing was changed. Try again later.")
        }
    }

    private func follow(_ book: Book) async throws {
        while true {
            let known = head.withLock { $0 }
            let page = try await log.page(after: known?.seq ?? 0) { $0 }
            if let known, known.epoch != page.epoch || page.cursor < known.seq { throw Outdated() }
            if !page.registers.isEmpty { try Self.merge(page.registers, into: book) }
            head.withLock { $0 = BookHead(seq: page.cursor, epoch: page.epoch) }
            if !page.hasMore { return }
        }
    }

    private static func merge(_ registers: [Register], into book: Book) throws {
        try book.write { try $0.apply([.merge(registers)]) }
    }
}

/// Lets one at a time, in the order in which they come.
final class Turn: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func take<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        await begin()
        defer { end() }
        return try await body()
    }

    private func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken { state.waiting.append(continuation) }
                defer { state.isTaken = true }
                return !state.isTaken
            }
            if isFree { continuation.resume() }
        }
    }

    private func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}

/// The copies of some accounts' books: those that were asked for last.
final class ReplicaShelf: Sendable {
    private struct Place {
        let account: Int64
        let book: Book
        let replica: Replica
    }

    /// A copy of a large book takes some tens of megabytes.
    private static let mostKept = 32

    private let database: BookDatabase
    /// The one that was asked for last at the end.
    private let places = Mutex<[Place]>([])

    init(_ database: BookDatabase) { self.database = database }

    /// The account's book as PostgreSQL has it now.
    func book(_ account: Int64, remembers: Bool) async throws -> Book {
        let place = try place(account)
        do {
            try await place.replica.refresh(place.book, remembers: remembers)
            return place.book
        } catch {
            // Half of a page may be in it, or all of another book.
            places.withLock { $0.removeAll { $0.replica === place.replica } }
            guard error is Replica.Outdated else { throw error }
            let fresh = try self.place(account)
            try await fresh.replica.refresh(fresh.book, remembers: remembers)
            return fresh.book
        }
    }

    private func place(_ account: Int64) throws -> Place {
        try places.withLock { places in
            let place = try places.first { $0.account == account } ?? makePlace(account)
            places.removeAll { $0.account == account }
            places.append(place)
            if places.count > Self.mostKept { places.removeFirst() }
            return place
        }
    }

    private func makePlace(_ account: Int64) throws -> Place {
        let replica = Replica(database.book(account))
        return Place(account: account, book: try Book.copy(writer: replica), replica: replica)
    }
}
