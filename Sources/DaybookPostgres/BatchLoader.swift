import Synchronization

/// Answers those who ask at the same time by one statement, on one thread that waits for PostgreSQL.
///
/// Who asks while a statement is under way is answered by the next one: no answer is older than its question.
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

    /// - Parameter load: asks for what there is of some keys. It may run again where the first attempt failed.
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

    /// What there is of a key; nil if there is nothing.
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
