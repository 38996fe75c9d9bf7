import Synchronization

/// Sends PostgreSQL one statement for all callers that wait at the same time.
///
/// A caller that comes while a statement runs waits for the next statement. So no answer is older than its question.
public final class BatchLoader<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Question = (
        key: Key, continuation: CheckedContinuation<Result<Value?, PostgresError>, Never>
    )

    private struct State {
        var waiting: [Question] = []
        var isRunning = false
    }

    private let pool: ConnectionPool
    private let load: @Sendable (PostgresConnection, [Key]) throws(PostgresError) -> [Key: Value]
    private let state = Mutex(State())

    /// - Parameter load: reads the values of some keys. The pool runs it again after a failure that passes.
    public convenience init(
        _ database: BookDatabase,
        _ load: @escaping @Sendable (PostgresConnection, [Key]) throws(PostgresError) -> [Key: Value]
    ) {
        self.init(database.pool, load)
    }

    init(
        _ pool: ConnectionPool,
        _ load: @escaping @Sendable (PostgresConnection, [Key]) throws(PostgresError) -> [Key: Value]
    ) {
        self.pool = pool
        self.load = load
    }

    /// The value of a key; nil if there is none.
    public func value(of key: Key) async throws(PostgresError) -> Value? {
        let answer = await withCheckedContinuation { continuation in
            let starts = state.withLock { state in
                state.waiting.append((key, continuation))
                defer { state.isRunning = true }
                return !state.isRunning
            }
            if starts { Task { await answerAll() } }
        }
        return try answer.get()
    }

    /// How many wait for the next statement.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func answerAll() async {
        while true {
            let questions = state.withLock { state in
                let questions = state.waiting
                state.waiting = []
                if questions.isEmpty { state.isRunning = false }
                return questions
            }
            if questions.isEmpty { return }
            let answer = await answer(Array(Set(questions.map(\.key))))
            for question in questions { question.continuation.resume(returning: answer.map { $0[question.key] }) }
        }
    }

    private func answer(_ keys: [Key]) async -> Result<[Key: Value], PostgresError> {
        do throws(PostgresError) {
            return .success(
                try await pool.run { [load] connection throws(PostgresError) in try load(connection, keys) })
        } catch {
            return .failure(error)
        }
    }
}
