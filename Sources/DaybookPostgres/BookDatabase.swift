public import DaybookCore
import Foundation
import Synchronization

/// The books of all accounts in a database of PostgreSQL, which any number of servers use at once.
///
/// Nothing is only in the memory of a server: each request is answered from the database.
public final class BookDatabase: Sendable {
    let pool: ConnectionPool
    let watch: HeadWatch
    /// How far books have come, and the time of the database.
    let heads: BatchLoader<Int64, (head: BookHead, time: Timestamp)>
    /// Where the bytes of recordings go; nil where they are in the database.
    let blobs: BlobStore?
    /// The pushes that wait for the one that is under way, by account.
    let waiting = Mutex<[Int64: [PushJob]]>([:])

    /// Nothing is asked yet: see `check`.
    ///
    /// - Parameters:
    ///   - failover: what to make of a new primary.
    ///   - blobs: where the bytes of recordings go, if not into the database. Those that are there stay.
    ///   - connections: how many there are at most, beside one that listens.
    ///   - lifeSign: how long a device waits at most where a server that wrote something couldn't tell the others.
    public init(
        _ address: PostgresAddress, failover: Failover = .lossy, blobs: BlobStore? = nil, connections: Int = 16,
        lifeSign: Duration = .seconds(15)
    ) {
        self.blobs = blobs
        pool = ConnectionPool(address, count: connections) { connection throws(PostgresError) in
            try Self.check(connection, failover)
        }
        watch = HeadWatch(pool, lifeSign: lifeSign)
        heads = BatchLoader(pool) { connection, accounts throws(PostgresError) in
            try PostgresBook.heads(connection, of: accounts)
        }
    }

    /// Throws where the database can't be used: it isn't reached, or is of another version.
    public func check() async throws(PostgresError) {
        try await pool.run { connection throws(PostgresError) in _ = try connection.run("SELECT 1") }
    }

    /// Asks the database something of one's own.
    ///
    /// - Parameter repeats: whether `body` may run again where the first attempt came to an unknown end.
    public func run<Result: Sendable>(
        repeats: Bool = true, _ body: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Result
    ) async throws(PostgresError) -> Result {
        try await pool.run(repeats: repeats, body)
    }

    /// The numbers of what is under way, and of what failed since the start.
    public var counts: DatabaseCounts { pool.counts }

    /// How many standbys stream from the primary, how many of them are waited for, and how many bytes the last one has yet
    /// to get. Some of it is 0 for a user that may not see it (`GRANT pg_monitor`).
    public func standbys() async throws(PostgresError) -> (count: Int, synchronous: Int, lag: Int64) {
        try await pool.run(repeats: false) { connection throws(PostgresError) in
            let rows = try connection.run(
                """
                SELECT count(*), count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')),
                    coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)), 0)::bigint FROM pg_stat_replication
                """)
            return (
                count: Int(clamping: try rows.number(0, 0)), synchronous: Int(clamping: try rows.number(0, 1)),
                lag: try rows.number(0, 2)
            )
        }
    }

    /// The book of an account.
    ///
    /// - Parameter key: the SHA-256 of what let in who writes, to be asked again at each commit; nil for the server itself.
    public func book(_ account: Int64, key: Digest? = nil) -> PostgresBook {
        PostgresBook(database: self, account: account, key: key)
    }

    /// Ends the streams of heads and the connections, after the last request.
    public func close() {
        watch.close()
        pool.forget()
    }
}
