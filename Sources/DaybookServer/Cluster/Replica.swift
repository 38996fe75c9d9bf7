import DaybookCore
import DaybookPostgres
import DaybookStorage
import Foundation
import HTTPTypes
import Synchronization

/// Keeps a `Book` in memory at what PostgreSQL has of an account's book. The book is a cache: nothing is only there.
///
/// Works out what a request writes on the copy, takes that back, and writes it to PostgreSQL, on the condition that nobody
/// has written meanwhile. Then it comes back as everything else does.
///
/// It relies on the lock that a push takes in PostgreSQL: registers that were worked out at a head are kept at that head or
/// not at all. So no answer speaks of what isn't kept, and a read after a write through the same server sees it. A
/// copy that may be wrong is thrown away, never mended.
final class Replica: BookWriter {
    /// The database has other data than before, and this copy is no use any more.
    struct Outdated: Error {}

    private let log: PostgresBook
    private let loading: CopyLoading
    private let turn = AsyncLock()
    /// The head of the copy, and how many bytes it takes.
    private let state = Mutex((head: BookHead?.none, size: 0))
    /// How often a write is worked out again, since somebody else was first.
    private static let greatestCount = 8

    init(_ log: PostgresBook, _ loading: CopyLoading) {
        self.log = log
        self.loading = loading
    }

    /// In bytes, about.
    var size: Int { state.withLock { $0.size } }

    /// Brings the copy to what PostgreSQL has now.
    ///
    /// - Throws: `Outdated`.
    ///
    /// - Parameters:
    ///   - head: what PostgreSQL had when that was asked for; nil if it wasn't.
    ///   - remembers: whether also what the book remembers for itself is needed.
    func refresh(_ book: Book, asOf head: BookHead?, remembers: Bool) async throws {
        try await turn.take {
            if state.withLock({ $0.head == nil }) {
                // Who wants the same book waits for this one, and takes no other's turn.
                try await loading.turns.take { try await load(book) }
            } else if !has(head) {
                try await follow(book)
            }
            if remembers { try await recall(book) }
        }
    }

    /// Tells whether the copy has all that PostgreSQL had.
    private func has(_ head: BookHead?) -> Bool {
        guard let head, let own = state.withLock({ $0.head }) else { return false }
        return own.epoch == head.epoch && own.seq >= head.seq
    }

    private func recall(_ book: Book) async throws {
        try Self.replace(await log.memory(), in: book)
    }

    private static func replace(_ memory: LocalState, in book: Book) throws {
        try book.write { try $0.replaceMemory(memory) }
    }

    func write<Result: Sendable>(
        to book: Book, at now: Timestamp, by key: Digest?,
        _ body: @escaping @Sendable (BookTransaction) throws -> Result
    ) async throws -> Result {
        try await turn.take {
            for _ in 0..<Self.greatestCount {
                let draft = try book.draft(at: now, body)
                let told = draft.told.flatMap { log.telling($0.client, $0.texts) }
                let others = (draft.memory.map { log.storing($0) } ?? []) + told
                if draft.registers.isEmpty, draft.recordings.isEmpty, others.isEmpty { return draft.result }
                guard let head = state.withLock({ $0.head }) else { break }
                if case .kept(let next) = try await log.write(
                    draft.registers, draft.recordings, others: others, at: head, by: key)
                {
                    // It is kept, whatever comes of this; the next request follows anyway.
                    if let next {
                        let seqs = draft.registers.map { _ in next.seq }
                        try? await take(draft.registers, seqs, to: next, into: book)
                    } else {
                        try? await follow(book)
                    }
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

    /// Fills a copy that has nothing.
    private func load(_ book: Book) async throws {
        var head: BookHead?
        while true {
            let (page, seqs) = try await log.commits(after: head?.seq ?? 0)
            let next = BookHead(seq: page.cursor, epoch: page.epoch)
            if let head, head.epoch != next.epoch || next.seq < head.seq { throw Outdated() }
            try await loading.cold {
                try Self.copy(page.registers, seqs, to: next, into: book, showing: false)
                if !page.hasMore { try Self.show(book) }
            }
            head = next
            if !page.hasMore { break }
        }
        let size = try book.size()
        state.withLock { $0 = (head, size) }
    }

    private func follow(_ book: Book) async throws {
        while let known = state.withLock({ $0.head }) {
            let (page, seqs) = try await log.commits(after: known.seq)
            let next = BookHead(seq: page.cursor, epoch: page.epoch)
            if known.epoch != next.epoch || next.seq < known.seq { throw Outdated() }
            guard next.seq > known.seq else { return }
            try await take(page.registers, seqs, to: next, into: book)
            if !page.hasMore { return }
        }
    }

    /// Takes over commits that lead to a head.
    private func take(
        _ registers: [Register], _ seqs: [UInt64], to head: BookHead, into book: Book
    ) async throws {
        try await loading.warm { try Self.copy(registers, seqs, to: head, into: book, showing: true) }
        let size = try book.size()
        state.withLock { $0 = (head, size) }
    }

    private static func copy(
        _ registers: [Register], _ seqs: [UInt64], to head: BookHead, into book: Book, showing: Bool
    ) throws {
        try book.write { try $0.copy(registers, seqs: seqs, to: head, showing: showing) }
    }

    private static func show(_ book: Book) throws { try book.write { try $0.showCopied() } }
}

/// Where copies take over what PostgreSQL has. On the threads that answer requests it would keep all others waiting.
final class CopyLoading: Sendable {
    /// Turns for loads of whole books: few at a time, since each takes a processor, and memory.
    let turns: AsyncLock
    private let (warmQueue, coldQueue) = (OperationQueue(), OperationQueue())

    init(atOnce count: Int = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount / 2))) {
        turns = AsyncLock(count)
        coldQueue.maxConcurrentOperationCount = count
        coldQueue.qualityOfService = .utility
        warmQueue.qualityOfService = .userInitiated
    }

    func cold(_ body: @escaping @Sendable () throws -> Void) async throws { try await Self.run(coldQueue, body) }

    func warm(_ body: @escaping @Sendable () throws -> Void) async throws { try await Self.run(warmQueue, body) }

    private static func run(_ queue: OperationQueue, _ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.addOperation { continuation.resume(with: Result { try body() }) }
        }
    }
}

/// Lets one at a time, or some, in the order in which they come.
final class AsyncLock: Sendable {
    private struct State {
        var taken = 0
        /// The most that were taken at once.
        var most = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let count: Int
    private let state = Mutex(State())

    init(_ count: Int = 1) { self.count = count }

    /// How many went on at once, at the most.
    var mostAtOnce: Int { state.withLock { $0.most } }

    func take<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        await begin()
        defer { end() }
        return try await body()
    }

    private func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.taken < count else {
                    state.waiting.append(continuation)
                    return false
                }
                state.taken += 1
                state.most = max(state.most, state.taken)
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.taken -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}

/// The copies of some accounts' books: those that were asked for last.
final class ReplicaPool: Sendable {
    private struct Place {
        let account: Int64
        let book: Book
        let replica: Replica
    }

    /// In bytes, of all copies that are kept: a copy of a book of 50,000 to-dos takes some tens of megabytes. One that is in use
    /// stays beyond that.
    static let usualSize = 256 << 20

    private let database: BookDatabase
    private let greatestSize: Int
    let loading: CopyLoading
    /// The one that was asked for last at the end.
    private let places = Mutex<[Place]>([])

    init(_ database: BookDatabase, keeping greatestSize: Int = usualSize, _ loading: CopyLoading = CopyLoading()) {
        self.database = database
        self.greatestSize = greatestSize
        self.loading = loading
    }

    /// How many copies are kept, and how many bytes they take.
    var kept: (count: Int, size: Int) {
        places.withLock { places in (places.count, places.reduce(0) { $0 + $1.replica.size }) }
    }

    /// The account's book as PostgreSQL has it now.
    ///
    /// - Parameters: as of `Replica.refresh`.
    func book(_ account: Int64, asOf head: BookHead?, remembers: Bool) async throws -> Book {
        let place = try place(account)
        do {
            try await place.replica.refresh(place.book, asOf: head, remembers: remembers)
            makeRoom()
            return place.book
        } catch {
            // Half of a page may be in it, or all of another book.
            places.withLock { $0.removeAll { $0.replica === place.replica } }
            guard error is Replica.Outdated else { throw error }
            let fresh = try self.place(account)
            try await fresh.replica.refresh(fresh.book, asOf: nil, remembers: remembers)
            makeRoom()
            return fresh.book
        }
    }

    private func place(_ account: Int64) throws -> Place {
        try places.withLock { places in
            let place = try places.first { $0.account == account } ?? makePlace(account)
            places.removeAll { $0.account == account }
            places.append(place)
            return place
        }
    }

    /// Lets go of the copies that were asked for longest ago, as far as they are too large together. They end outside of the
    /// lock.
    private func makeRoom() {
        let gone = places.withLock { places in
            var gone: [Place] = []
            var size = places.reduce(0) { $0 + $1.replica.size }
            // One that is being filled has no size yet.
            while size > greatestSize, let index = places.dropLast().firstIndex(where: { $0.replica.size > 0 }) {
                let place = places.remove(at: index)
                size -= place.replica.size
                gone.append(place)
            }
            return gone
        }
        withExtendedLifetime(gone) {}
    }

    private func makePlace(_ account: Int64) throws -> Place {
        let replica = Replica(database.book(account), loading)
        return Place(account: account, book: try Book.copy(writer: replica), replica: replica)
    }
}
