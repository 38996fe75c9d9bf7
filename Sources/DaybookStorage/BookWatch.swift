import Synchronization

/// How far a book has come.
public struct BookHead: Equatable, Sendable {
    /// The number of the last commit.
    public let seq: UInt64
    /// Another one once the data was restored.
    public let epoch: UInt64
}

extension Book {
    /// The head, now and after each commit, whichever program made it; a commit is told within some 20 ms. Where there
    /// are several in between, only the last is told. The same head comes again every 15 seconds, as a sign of life.
    ///
    /// Ends when the book is closed, can't be read, or another file has taken its place.
    public func heads() -> AsyncStream<BookHead> { watch.heads(of: self) }
}

/// Looks for commits on behalf of everybody who wants to hear of them, while there is anybody.
final class BookWatch: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<BookHead>.Continuation] = [:]
        var nextListener = 0
        var hasNewListener = false
        var isLooking = false
    }

    private static let interval = Duration.milliseconds(20)
    private let lifeSign: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let pause: @Sendable (Duration) async -> Void
    private let state = Mutex(State())

    /// - Parameter pause: lets time pass before it looks again; it may take longer.
    init(
        lifeSign: Duration = .seconds(15),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.lifeSign = lifeSign
        self.now = now
        self.pause = pause
    }

    func heads(of book: Book) -> AsyncStream<BookHead> {
        let (heads, listener) = AsyncStream.makeStream(of: BookHead.self, bufferingPolicy: .bufferingNewest(1))
        let (number, starts) = state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = listener
            state.hasNewListener = true
            defer { state.isLooking = true }
            return (state.nextListener, !state.isLooking)
        }
        listener.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        let head: @Sendable () -> BookHead? = { [weak book] in
            guard let book, !book.isReplaced, let row = try? book.bookRow() else { return nil }
            return BookHead(seq: row.seq, epoch: row.epoch)
        }
        if starts { Task { await look(at: head) } }
        return heads
    }

    /// Only this tells heads, so that no listener hears of an older one last.
    private func look(at book: @Sendable () -> BookHead?) async {
        var last: BookHead?
        var told = now()
        while true {
            let hasNewListener = state.withLock { state in
                defer { state.hasNewListener = false }
                state.isLooking = !state.listeners.isEmpty
                return state.isLooking ? state.hasNewListener : nil
            }
            guard let hasNewListener else { return }
            guard let head = book() else { break }
            let now = now()
            if hasNewListener || head != last || now - told >= lifeSign {
                last = head
                told = now
                for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(head) }
            }
            await pause(Self.interval)
        }
        let left = state.withLock { state in
            defer { state.listeners = [:] }
            state.isLooking = false
            return Array(state.listeners.values)
        }
        for listener in left { listener.finish() }
    }
}
