public import DaybookCore

/// One account's book in PostgreSQL: its registers and recordings. What they mean for a person is for a `Book` to tell.
public struct PostgresBook: Sendable {
    public let database: BookDatabase
    /// Whose it is.
    public let account: Int64
    /// The SHA-256 of the session or the token that let in who writes: a commit asks again whether it does. Nil for the
    /// server itself.
    var key: Digest?

    /// Reads what came after `cursor`, as `BookReader.page` of a SQLite book tells it.
    ///
    /// - Parameter answer: what to make of it, on a thread on which that may take its time.
    public func page<Answer: Sendable>(
        after cursor: UInt64?, _ answer: @escaping @Sendable (PullPage) -> Answer
    ) async throws(PostgresError) -> Answer {
        if let cursor, cursor > 0 {
            // Most of those who ask have everything.
            let (head, time) = try await now()
            if cursor >= head.seq {
                return answer(
                    PullPage(epoch: head.epoch, serverTime: time, cursor: head.seq, hasMore: false, registers: []))
            }
        }
        let count = cursor ?? 0 == 0 ? PullPage.firstCount : PullPage.usualCount
        return try await page(after: cursor, usualCount: count, usualSize: PullPage.usualSize, answer)
    }

    /// Reads the commits after `cursor` for a copy of the book, as many as is good at once: each register with the number of
    /// its commit.
    public func commits(after cursor: UInt64) async throws(PostgresError) -> (page: PullPage, seqs: [UInt64]) {
        if cursor > 0 {
            let (head, time) = try await now()
            if cursor >= head.seq {
                return (
                    PullPage(epoch: head.epoch, serverTime: time, cursor: head.seq, hasMore: false, registers: []), []
                )
            }
        }
        return try await database.pool.run { [account] connection throws(PostgresError) in
            let answer = try Self.page(connection, account, after: cursor, PullPage.firstCount, Self.copiedSize)
            return (answer.page, answer.seqs)
        }
    }

    /// In bytes of values.
    private static let copiedSize = 16 << 20

    func page<Answer: Sendable>(
        after cursor: UInt64?, usualCount: Int, usualSize: Int, _ answer: @escaping @Sendable (PullPage) -> Answer
    ) async throws(PostgresError) -> Answer {
        try await database.pool.run { connection throws(PostgresError) in
            answer(try page(connection, after: cursor, usualCount: usualCount, usualSize: usualSize))
        }
    }

    func page(
        _ connection: PostgresConnection, after cursor: UInt64?, usualCount: Int, usualSize: Int
    ) throws(PostgresError) -> PullPage {
        guard cursor == nil else {
            return try Self.page(connection, account, after: cursor, usualCount, usualSize).page
        }
        // Two statements that see the same.
        try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        let (page, _, marked) = try Self.page(connection, account, after: nil, usualCount, usualSize)
        let records = try Self.records(connection.run(Self.recordsOf, [.number(account), .ids(marked)]))
        try connection.execute("COMMIT")
        let gone = Set(marked.filter { !(records[$0] ?? Record(id: $0)).isAlive })
        return PullPage(
            epoch: page.epoch, serverTime: page.serverTime, cursor: page.cursor, hasMore: page.hasMore,
            registers: page.registers.filter { !gone.contains($0.entity) })
    }

    /// How far it has come.
    public func head() async throws(PostgresError) -> BookHead { try await now().head }

    private func now() async throws(PostgresError) -> (head: BookHead, time: Timestamp) {
        guard let now = try await database.heads.value(of: account) else { throw .noBook(account: account) }
        return now
    }

    /// The head, now and after each commit of any server; the same again as a sign of life.
    public func heads() -> AsyncStream<BookHead> { database.watch.heads(of: account) }

    /// Keeps a recording. Storing it again changes nothing.
    ///
    /// - Throws: `PostgresError` or `BlobStoreError`.
    public func store(_ recording: Recording) async throws {
        try await putAside([recording])
        try await database.pool.run { connection throws(PostgresError) in
            try connection.transaction { connection throws(PostgresError) in
                if let key, try Self.keys(connection.run(Self.letIn, [.bytes(each: [key.bytes])])).isEmpty {
                    throw .shutOut
                }
                _ = try connection.run(Self.storing, storing(recording))
            }
        }
    }

    /// The bytes of a recording; nil if they aren't here.
    ///
    /// - Throws: `PostgresError` or `BlobStoreError`.
    public func blob(_ digest: Digest) async throws -> [UInt8]? {
        let row = try await database.pool.run { connection throws(PostgresError) -> [[UInt8]?] in
            let rows = try connection.run(
                "SELECT bytes FROM blobs WHERE account = $1 AND sha256 = $2", [.number(account), .bytes(digest.bytes)])
            return (0..<rows.count).map { rows.bytes($0, 0) }
        }
        guard let bytes = row.first else { return nil }
        if let bytes { return bytes }
        guard let blobs = database.blobs else { throw BlobStoreError.notNamed }
        return try await blobs.get(BlobStore.key(account, digest))
    }

    /// Puts the bytes of recordings where they go, if that isn't the database. Their rows come after that, so that no row
    /// is without its bytes.
    func putAside(_ recordings: [Recording]) async throws {
        guard let blobs = database.blobs else { return }
        for recording in recordings { try await blobs.put(BlobStore.key(account, recording.digest), recording) }
    }

    static let storing = "INSERT INTO blobs (account, sha256, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"

    func storing(_ recording: Recording) -> [Parameter] {
        [.number(account), .bytes(recording.digest.bytes), .bytes(database.blobs == nil ? recording.bytes : nil)]
    }

    /// The recordings among some whose bytes aren't here.
    public func lacking(_ digests: [Digest]) async throws(PostgresError) -> [Digest] {
        try await database.pool.run { connection throws(PostgresError) in
            let rows = try connection.run(
                """
                SELECT digest FROM unnest($2::bytea[]) WITH ORDINALITY AS asked (digest, place)
                WHERE NOT EXISTS (SELECT 1 FROM blobs WHERE account = $1 AND sha256 = digest) ORDER BY place
                """, [.number(account), .bytes(each: digests.map(\.bytes))])
            return (0..<rows.count).compactMap { rows.bytes($0, 0).flatMap { Digest(bytes: $0) } }
        }
    }

    /// `WITH TIES` keeps the last `seq` whole, and the frame counts only what lies before a `seq`, so the size ends a page
    /// with a whole one as well. The count limits what is read at all.
    private static let pageAfter = """
        WITH head AS MATERIALIZED (
            SELECT seq, epoch # (SELECT salt FROM installation) AS epoch,
                (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now FROM books WHERE account = $1),
        page AS (
            SELECT *, sum(octet_length(value)) OVER (ORDER BY seq GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
                AS size
            FROM (
                SELECT entity, field, clock, node, value, seq FROM registers WHERE account = $1 AND seq > $2
                ORDER BY seq FETCH FIRST ($3) ROWS WITH TIES) AS first)
        SELECT head.seq, head.epoch, head.now, page.entity, page.field, page.clock, page.node, page.value, page.seq
        FROM head LEFT JOIN page ON coalesce(page.size, 0) < $4 ORDER BY page.seq
        """

    private static func page(
        _ connection: PostgresConnection, _ account: Int64, after cursor: UInt64?, _ usualCount: Int, _ usualSize: Int
    ) throws(PostgresError) -> (page: PullPage, seqs: [UInt64], marked: [EntityID]) {
        let rows = try connection.run(
            pageAfter,
            [
                .number(account), .number(Int64(clamping: cursor ?? 0)), .number(Int64(usualCount)),
                .number(Int64(usualSize)),
            ])
        guard rows.count > 0 else { throw .noBook(account: account) }
        let head = UInt64(clamping: try rows.number(0, 0))
        var registers: [Register] = []
        registers.reserveCapacity(rows.count)
        var seqs: [UInt64] = []
        if rows.bytes(0, 3) != nil {
            for row in 0..<rows.count {
                registers.append(try rows.register(row, from: 3))
                seqs.append(UInt64(clamping: try rows.number(row, 8)))
            }
        }
        let last = seqs.last ?? head
        let page = PullPage(
            epoch: UInt64(bitPattern: try rows.number(0, 1)),
            serverTime: Timestamp(milliseconds: try rows.number(0, 2)),
            cursor: last, hasMore: last < head, registers: registers)
        return (page, seqs, registers.filter { $0.field == .deleted }.map(\.entity))
    }

    static let recordsOf = """
        SELECT entity, field, clock, node, value FROM registers WHERE account = $1 AND entity = ANY ($2)
        """

    static func records(_ rows: Rows) throws(PostgresError) -> [EntityID: Record] {
        var records: [EntityID: Record] = [:]
        for row in 0..<rows.count {
            let register = try rows.register(row, from: 0)
            records[register.entity, default: Record(id: register.entity)].merge(register, isPending: false)
        }
        return records
    }

    /// How far some books have come, and the time of the database.
    static func heads(
        _ connection: PostgresConnection, of accounts: [Int64]
    ) throws(PostgresError) -> [Int64: (head: BookHead, time: Timestamp)] {
        let rows = try connection.run(
            """
            SELECT account, seq, epoch # (SELECT salt FROM installation),
                (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM books WHERE account = ANY ($1)
            """, [.numbers(accounts)])
        var heads: [Int64: (head: BookHead, time: Timestamp)] = [:]
        for row in 0..<rows.count {
            let head = BookHead(
                seq: UInt64(clamping: try rows.number(row, 1)), epoch: UInt64(bitPattern: try rows.number(row, 2)))
            heads[try rows.number(row, 0)] = (head, Timestamp(milliseconds: try rows.number(row, 3)))
        }
        return heads
    }
}
