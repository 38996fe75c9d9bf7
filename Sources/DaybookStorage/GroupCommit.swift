import Dispatch
import Sworm
import Synchronization

/// Gathers the writes that arrive while one commit is under way into the next one, so that many writers share the wait
/// for the disk. Each is kept or taken back by itself, and answered after the commit.
///
/// It relies on one writer at a time: all of them run on its queue, in the order in which they came. A job is answered once,
/// and never before the disk has what it wrote. Of jobs that share a transaction one that throws leaves nothing behind,
/// and the others run again without it. So a job may run twice, and keeps nothing outside of the book.
final class GroupCommit: Sendable {
    private struct Job: Sendable {
        /// Runs in the shared transaction; throws to be taken back. Runs once more if another that shares it throws.
        let run: @Sendable (Connection) throws -> Void
        /// Called once, after the commit: with nil, or with what made the job or the commit fail.
        let finish: @Sendable ((any Error)?) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isRunning = false
    }

    private let database: Database
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "daybook.commit")

    init(_ database: Database) {
        self.database = database
    }

    func write<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let result = Mutex<Result?>(nil)
            submit(
                Job(
                    run: { db in
                        let value = try body(db)
                        result.withLock { $0 = value }
                    },
                    finish: { error in
                        if let error {
                            continuation.resume(throwing: error)
                        } else if let value = result.withLock({ $0 }) {
                            continuation.resume(returning: value)
                        }
                    }))
        }
    }

    private func submit(_ job: Job) {
        let starts = state.withLock { state in
            state.waiting.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { queue.async { self.commitAll() } }
    }

    private func commitAll() {
        while true {
            let jobs = state.withLock { state in
                let jobs = state.waiting
                state.waiting = []
                if jobs.isEmpty { state.isRunning = false }
                return jobs
            }
            if jobs.isEmpty { return }
            let failures = commit(jobs)
            for (job, failure) in zip(jobs, failures) { job.finish(failure) }
        }
    }

    private func commit(_ jobs: [Job]) -> [(any Error)?] {
        do {
            try database.write { db in
                for job in jobs { try job.run(db) }
            }
            return jobs.map { _ in nil }
        } catch {
            return jobs.count == 1 ? [error] : commitEachByItself(jobs)
        }
    }

    /// Only done once a job has failed: SQLite keeps a copy of every page that is changed under a savepoint.
    private func commitEachByItself(_ jobs: [Job]) -> [(any Error)?] {
        do {
            return try database.write { db in
                try jobs.map { job in
                    do {
                        try db.savepoint { try job.run(db) }
                        return nil
                    } catch  where db.isInTransaction {
                        return error
                    }
                    // SQLite took back the whole transaction, as it does when the disk is full: so fail they all.
                }
            }
        } catch {
            return jobs.map { _ in error }
        }
    }
}
