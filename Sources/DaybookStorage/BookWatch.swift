public import DaybookCore
import Synchronization

extension Book {
    /// The head, now and after each commit, whichever program made it: at once after one of this book, within some 50 ms
    /// after another's. Of several commits within 20 ms only the last one comes. The same head comes again every 15
    /// seconds, as a sign of life.
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
        /// Has it look, while it does so at all.
        var wake: AsyncStream<Void>.Continuation?
        /// True where it is to look once more after a while.
        var isAlarmSet = false
    }

    /// How often it looks for what other programs commit, and how long it rests after it looked.
    private static let (interval, rest) = (Duration.milliseconds(50), Duration.milliseconds(20))
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

    /// The book was committed to, perhaps.
    func wake() { _ = state.withLock { $0.wake?.yield() } }

    func heads(of book: Book) -> AsyncStream<BookHead> {
        let (heads, listener) = AsyncStream.makeStream(of: BookHead.self, bufferingPolicy: .bufferingNewest(1))
        let (number, wakes) = state.withLock { state -> (Int, AsyncStream<Void>?) in
            state.nextListener += 1
            state.listeners[state.nextListener] = listener
            state.hasNewListener = true
            var wakes: AsyncStream<Void>?
            if state.wake == nil {
                let (stream, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
                (wakes, state.wake) = (stream, wake)
            }
            state.wake?.yield()
            return (state.nextListener, wakes)
        }
        listener.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        let head: @Sendable () -> BookHead? = { [weak book] in
            guard let book, !book.isReplaced, let row = try? book.bookRow() else { return nil }
            return BookHead(seq: row.seq, epoch: row.epoch)
        }
        if let wakes { Task { await look(at: head, wakes) } }
        return heads
    }

    /// Only this tells heads, so that no listener hears of an older one last.
    private func look(at book: @Sendable () -> BookHead?, _ wakes: AsyncStream<Void>) async {
        var alarm: Task<Void, Never>?
        defer { alarm?.cancel() }
        var last: BookHead?
        var told = now()
        for await _ in wakes {
            let hasNewListener = state.withLock { state in
                defer { state.hasNewListener = false }
                if state.listeners.isEmpty { state.wake = nil }
                return state.listeners.isEmpty ? nil : state.hasNewListener
            }
            guard let hasNewListener else { return }
            guard let head = book() else { break }
            let now = now()
            if hasNewListener || head != last || now - told >= lifeSign {
                last = head
                told = now
                for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(head) }
            }
            let isAlarmSet = state.withLock { state in
                defer { state.isAlarmSet = true }
                return state.isAlarmSet
            }
            if !isAlarmSet {
                alarm = Task {
                    await pause(Self.interval)
                    state.withLock { $0.isAlarmSet = false }
                    wake()
                }
            }
            await pause(Self.rest)
        }
        let left = state.withLock { state in
            defer { (state.listeners, state.wake) = ([:], nil) }
            return Array(state.listeners.values)
        }
        for listener in left { listener.finish() }
    }
}
