public import DaybookCore
import Synchronization

/// A push that waits for its turn.
///
/// A server has one transaction an account under way. What comes meanwhile waits in `BookDatabase.waiting` and shares the
/// next one. Of several servers, the lock on the row of the book lets one write at a time. So a `seq` is given in the order of
/// the commits, and a pull never misses one. A job that names a head is kept at that head or not at all.
struct PushJob: Sendable {
    let registers: [Register]
    let recordings: [Recording]
    /// Statements that keep more of the account in the same transaction.
    var others: [PostgresConnection.Call] = []
    /// The head that the book has to have; else nothing is kept. Nil for a device, which needs none.
    let head: BookHead?
    /// The key that let in who pushes; nil for the server itself.
    let key: Digest?
    let finish: @Sendable (Result<PushOutcome, PostgresError>) -> Void

    var size: Int { registers.reduce(0) { $0 + $1.value.count } }
}

/// Says what became of a push.
enum PushOutcome: Sendable {
    case answered(PushAnswer)
    /// The book has another head than was expected.
    case overtaken
    /// The session or token that let it in has ended.
    case shutOut
}

/// Says what became of registers that a server wrote.
public enum WriteOutcome: Sendable {
    /// They are kept. The head is that of the commit that has them and nothing else; nil where there is none.
    case kept(BookHead?)
    /// Somebody else wrote first.
    case overtaken
}

extension PostgresBook {
    /// Keeps what a device pushed, or says why not: see `BookTransaction.accept`.
    public func accept(_ push: PushRequest) async throws(PostgresError) -> PushAnswer {
        switch try await submit(push.changes, head: nil, by: key) {
        case .answered(let answer): return answer
        case .overtaken: throw .unexpected("a push of a device was overtaken")
        case .shutOut: throw .shutOut
        }
    }

    /// Keeps registers and recordings that were made of the book as it is at `head`.
    ///
    /// - Parameter key: what let in who writes; nil for the server itself.
    /// - Returns: what became of them. Nothing was kept if somebody else wrote meanwhile.
    /// - Throws: `PostgresError` or `BlobStoreError`.
    public func write(
        _ registers: [Register], _ recordings: [Recording] = [], others: [PostgresConnection.Call] = [],
        at head: BookHead, by key: Digest? = nil
    ) async throws -> WriteOutcome {
        try await putAside(recordings)
        return switch try await submit(registers, recordings, others, head: head, by: key) {
        case .answered(.accepted(let seq, _, let epoch)):
            .kept(seq == head.seq + 1 ? BookHead(seq: seq, epoch: epoch) : nil)
        case .answered(.clockAhead):
            throw PostgresError.unexpected("the clock of this server is ahead of the database's")
        case .overtaken: .overtaken
        case .shutOut: throw PostgresError.shutOut
        }
    }

    private func submit(
        _ registers: [Register], _ recordings: [Recording] = [], _ others: [PostgresConnection.Call] = [],
        head: BookHead?, by key: Digest?
    ) async throws(PostgresError) -> PushOutcome {
        let result = await withCheckedContinuation { continuation in
            let job = PushJob(registers: registers, recordings: recordings, others: others, head: head, key: key) {
                continuation.resume(returning: $0)
            }
            let starts = database.waiting.withLock { waiting in
                defer { waiting[account, default: []].append(job) }
                return waiting[account] == nil
            }
            if starts { Task { await pushAll() } }
        }
        return try result.get()
    }

    /// Commits pushes. Those that arrive while one commit is under way share the next one: an account never holds more than one
    /// connection, however many of its devices push at once.
    private func pushAll() async {
        while true {
            let jobs = database.waiting.withLock { waiting -> [PushJob] in
                let all = waiting[account] ?? []
                guard !all.isEmpty else {
                    waiting[account] = nil
                    return []
                }
                var (size, count) = (0, 0)
                let jobs = all.prefix { job in
                    // The first in any case.
                    defer { (size, count) = (size + job.size, count + job.registers.count) }
                    return count == 0 || (size + job.size <= PullPage.usualSize && count < PullPage.usualCount)
                }
                waiting[account] = Array(all.dropFirst(jobs.count))
                return Array(jobs)
            }
            if jobs.isEmpty { return }
            do throws(PostgresError) {
                let outcomes = try await database.pool.run { connection throws(PostgresError) in
                    try push(jobs, connection)
                }
                for (job, outcome) in zip(jobs, outcomes.answers) { job.finish(.success(outcome)) }
                if let seq = outcomes.seq { database.watch.committed(account, seq) }
            } catch {
                for job in jobs { job.finish(.failure(error)) }
            }
        }
    }

    /// The lock comes first, and in a statement of its own: one that locks and reads sees the registers as they were
    /// before it waited. The time is read last, after the wait.
    private static let lock = "SELECT seq, epoch, clock, time, wall FROM books WHERE account = $1 FOR NO KEY UPDATE"
    private static let now = """
        SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, (SELECT salt FROM installation)
        """

    /// Which of some sessions and tokens let in.
    static let letIn = """
        SELECT sha256 FROM tokens WHERE sha256 = ANY ($1) UNION ALL SELECT sha256 FROM sessions WHERE sha256 = ANY ($1)
        """

    static func keys(_ rows: Rows) -> Set<Digest> {
        Set((0..<rows.count).compactMap { rows.bytes($0, 0).flatMap { Digest(bytes: $0) } })
    }

    /// Fails where a register is there that wins over one of these: then the decision was made of something else.
    private static let insert = """
        WITH written AS (
            INSERT INTO registers AS old (account, entity, field, clock, node, value, seq)
            SELECT $1, entity, field, clock, node, value, seq
            FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bigint[])
                AS new (entity, field, clock, node, value, seq)
            ON CONFLICT (account, entity, field) DO UPDATE
            SET clock = excluded.clock, node = excluded.node, value = excluded.value, seq = excluded.seq
            WHERE (old.clock, old.node, old.value) <= (excluded.clock, excluded.node, excluded.value)
            RETURNING 1)
        SELECT 1 / (count(*) = $8)::int FROM written
        """

    func push(
        _ jobs: [PushJob], _ connection: PostgresConnection
    ) throws(PostgresError) -> (answers: [PushOutcome], seq: UInt64?) {
        let ids = Set(jobs.flatMap { $0.registers.map(\.entity) })
        let found = try connection.run([
            .init("BEGIN"), .init(Self.lock, [.number(account)]),
            .init(Self.recordsOf, [.number(account), .ids(Array(ids))]), .init(Self.now),
            .init(Self.letIn, [.bytes(each: Set(jobs.compactMap(\.key)).map(\.bytes))]),
        ])
        let keys = Self.keys(found[4])
        let book = found[1]
        guard book.count == 1 else { throw .noBook(account: account) }
        var records = try Self.records(found[2])
        let now = Timestamp(milliseconds: try found[3].number(0, 0))
        let epoch = UInt64(bitPattern: try book.number(0, 1) ^ found[3].number(0, 1))
        let stored = UInt64(clamping: try book.number(0, 0))
        var (seq, clock) = (stored, UInt64(clamping: try book.number(0, 2)))
        let time = ServerClock(
            time: min(try book.number(0, 3), Int64(clamping: clock >> 16)), wall: try book.number(0, 4)
        ).time(at: now)

        var written: [RegisterKey: (register: Register, seq: UInt64)] = [:]
        var recordings: [Recording] = []
        var others: [PostgresConnection.Call] = []
        var answers: [PushOutcome] = []
        for job in jobs {
            if let key = job.key, !keys.contains(key) {
                answers.append(.shutOut)
                continue
            }
            if let head = job.head, head != BookHead(seq: seq, epoch: epoch) {
                answers.append(.overtaken)
                continue
            }
            // A server goes on from the clock of the book, which a device may have set as far ahead as is allowed.
            let latest = job.registers.map(\.stamp.clock).max() ?? 0
            let goesOn = job.head != nil && latest >> 16 < (clock >> 16) + 1_000
            if !goesOn, PushRequest(node: 0, changes: job.registers).isAhead(of: time) {
                answers.append(.answered(.clockAhead(serverTime: time)))
                continue
            }
            let merge = PushMerge(job.registers) { records[$0] ?? Record(id: $0) }
            for change in merge.changes { records[change.after.id] = change.after }
            if !merge.writes.isEmpty { seq += 1 }
            for register in merge.writes {
                written[register.key] = (register, seq)
                clock = max(clock, register.stamp.clock)
            }
            recordings += job.recordings
            others += job.others
            let own = merge.holdsPushAlone ? seq : 0
            answers.append(.answered(.accepted(seq: own, serverTime: now, epoch: epoch)))
        }
        guard seq > stored || !recordings.isEmpty || !others.isEmpty else {
            try connection.execute("ROLLBACK")
            return (answers, nil)
        }
        try connection.commit(
            recordings.map { .init(Self.storing, storing($0)) } + others + [
                Self.insertion(of: Array(written.values), account),
                .init(
                    "UPDATE books SET seq = $2, clock = $3, time = $4, wall = $5 WHERE account = $1",
                    [
                        .number(account), .number(Int64(clamping: seq)), .number(Int64(clamping: clock)),
                        .number(time.milliseconds), .number(now.milliseconds),
                    ]),
            ])
        return (answers, seq)
    }

    static func insertion(
        of rows: [(register: Register, seq: UInt64)], _ account: Int64
    ) -> PostgresConnection.Call {
        let registers = rows.map(\.register)
        return .init(
            insert,
            [
                .number(account), .ids(registers.map(\.entity)), .numbers(registers.map { Int64($0.field.rawValue) }),
                .numbers(registers.map { Int64(clamping: $0.stamp.clock) }),
                .numbers(registers.map { Int64(turning: $0.stamp.node) }), .bytes(each: registers.map(\.value)),
                .numbers(rows.map { Int64(clamping: $0.seq) }), .number(Int64(rows.count)),
            ])
    }
}
