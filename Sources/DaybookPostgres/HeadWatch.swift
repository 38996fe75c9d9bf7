import DaybookCore
import Foundation
import Synchronization

/// Tells of commits those who want to hear of them, whichever server made them.
///
/// A server tells its own streams at once and the others by `NOTIFY`, after the commit and a few at a time: in the
/// transaction itself it would make all commits of the database wait for each other. One connection a server listens.
/// With each sign of life a server reads all heads again, so a lost notice delays a device until then.
final class HeadWatch: Sendable {
    private struct Place {
        var listeners: [Int: AsyncStream<BookHead>.Continuation] = [:]
        /// The head that they were told last.
        var head: BookHead?
    }

    private struct State {
        var places: [Int64: Place] = [:]
        var nextListener = 0
        /// The heads that other servers have yet to hear.
        var unsent: [Int64: UInt64] = [:]
        var isListening = false
        var isClosed = false
    }

    private static let channel = "daybook"
    /// How long commits are gathered, and how many bytes a notice has at most: PostgreSQL takes fewer than 8,000.
    private static let (rest, greatestSize) = (Duration.milliseconds(10), 7_900)
    /// How often the thread looks whether it is to end, in milliseconds.
    private static let glance: Int32 = 250

    private let pool: ConnectionPool
    private let lifeSign: Duration
    private let state = Mutex(State())

    init(_ pool: ConnectionPool, lifeSign: Duration) {
        self.pool = pool
        self.lifeSign = lifeSign
    }

    func heads(of account: Int64) -> AsyncStream<BookHead> {
        let (heads, listener) = AsyncStream.makeStream(of: BookHead.self, bufferingPolicy: .bufferingNewest(1))
        let starts = state.withLock { state -> Bool? in
            if state.isClosed { return nil }
            state.nextListener += 1
            let number = state.nextListener
            state.places[account, default: Place()].listeners[number] = listener
            listener.onTermination = { [weak self] _ in self?.remove(number, account) }
            defer { state.isListening = true }
            return !state.isListening
        }
        switch starts {
        case nil: listener.finish()
        case true?: Thread.detachNewThread { self.listen() }
        case false?: break
        }
        Task { try? await pool.run { connection throws(PostgresError) in try self.read(connection, [account]) } }
        return heads
    }

    private func remove(_ listener: Int, _ account: Int64) {
        state.withLock { state in
            state.places[account]?.listeners[listener] = nil
            if state.places[account]?.listeners.isEmpty == true { state.places[account] = nil }
        }
    }

    /// Ends all streams, and the thread that listens.
    func close() {
        let places = state.withLock { state in
            defer { (state.places, state.isClosed) = ([:], true) }
            return state.places
        }
        for listener in places.values.flatMap(\.listeners.values) { listener.finish() }
    }

    /// This server committed to an account's book.
    func committed(_ account: Int64, _ seq: UInt64) {
        hear([account: seq])
        let starts = state.withLock { state in
            defer { state.unsent[account] = max(seq, state.unsent[account] ?? 0) }
            return state.unsent.isEmpty
        }
        guard starts else { return }
        Task {
            try? await Task.sleep(for: Self.rest)
            let unsent = state.withLock { state in
                defer { state.unsent = [:] }
                return state.unsent
            }
            // Where it fails, the sign of life will do.
            try? await pool.run { connection throws(PostgresError) in
                for notice in Self.notices(unsent) {
                    _ = try connection.run([
                        .init("BEGIN"), .init("SET LOCAL synchronous_commit = off"),
                        .init("SELECT pg_notify('\(Self.channel)', $1)", [.text(notice)]), .init("COMMIT"),
                    ])
                }
            }
        }
    }

    /// Makes as few texts as hold all: `account:seq`, with a comma between two.
    static func notices(_ heads: [Int64: UInt64]) -> [String] {
        var notices: [String] = []
        var notice = ""
        for (account, seq) in heads {
            let text = "\(account):\(seq)"
            if !notice.isEmpty, notice.utf8.count + text.utf8.count + 1 > greatestSize {
                notices.append(notice)
                notice = ""
            }
            notice += (notice.isEmpty ? "" : ",") + text
        }
        return notice.isEmpty ? notices : notices + [notice]
    }

    static func heads(_ notice: String) -> [Int64: UInt64] {
        var heads: [Int64: UInt64] = [:]
        for part in notice.split(separator: ",") {
            let numbers = part.split(separator: ":")
            guard numbers.count == 2, let account = Int64(numbers[0]), let seq = UInt64(numbers[1]) else { continue }
            heads[account] = max(seq, heads[account] ?? 0)
        }
        return heads
    }

    /// Tells the streams of commits that are newer than what they know. Notices of several servers may overtake each other.
    private func hear(_ news: [Int64: UInt64]) {
        state.withLock { state in
            for (account, seq) in news {
                guard let place = state.places[account], let known = place.head, seq > known.seq else { continue }
                let head = BookHead(seq: seq, epoch: known.epoch)
                state.places[account]?.head = head
                for listener in place.listeners.values { listener.yield(head) }
            }
        }
    }

    /// Reads heads and tells them, also those that are known: as signs of life.
    private func read(_ connection: PostgresConnection, _ accounts: [Int64]) throws(PostgresError) {
        if accounts.isEmpty { return }
        let heads = try PostgresBook.heads(connection, of: accounts).mapValues(\.head)
        state.withLock { state in
            for (account, read) in heads {
                guard let place = state.places[account] else { continue }
                var head = read
                // Somebody told of a later one since it was read.
                if let known = place.head, known.epoch == read.epoch, known.seq > read.seq { head = known }
                state.places[account]?.head = head
                for listener in place.listeners.values { listener.yield(head) }
            }
        }
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    /// On a thread of its own, until the end.
    private func listen() {
        var pause = 0.1
        while !isClosed {
            do throws(PostgresError) {
                let connection = try pool.connect()
                try connection.execute("LISTEN \(Self.channel)")
                pause = 0.1
                try follow(connection)
            } catch {
                Thread.sleep(forTimeInterval: pause * .random(in: 0.5...1.5))
                pause = min(pause * 2, 2)
            }
        }
    }

    private func follow(_ connection: PostgresConnection) throws(PostgresError) {
        // News from before it listened was told to nobody.
        var next = ContinuousClock.now
        while !isClosed {
            if .now >= next {
                try read(connection, state.withLock { Array($0.places.keys) })
                next = .now + lifeSign
            }
            for notice in try connection.notifications(wait: Self.glance) { hear(Self.heads(notice)) }
        }
    }
}
