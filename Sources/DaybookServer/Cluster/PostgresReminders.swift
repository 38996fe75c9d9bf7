import DaybookCore
import DaybookPostgres
import DaybookStorage
import Synchronization

/// The notifications that the servers of a database keep. One of them reminds the browsers of an account: the one that has
/// its lease. When that server fails, another takes the lease once it has ended.
final class PostgresReminders: ReminderStore {
    /// How long a lease lasts from its last use, and how often a server looks for free ones.
    private static let (lease, pause) = ("interval '60 s'", Duration.seconds(20))
    /// How many a server takes at a time, so that all of them get some.
    private static let most: Int64 = 500

    /// A device ends with its session or token. One that was taken in before that was noted has neither, and gets nothing.
    private static let isTied = "coalesce(session, token) IS NOT NULL"

    private let database: BookDatabase
    private let node = Int64.random(in: .min ... .max)
    private let waiting = Mutex<[AsyncStream<Void>.Continuation]>([])

    init(_ database: BookDatabase) { self.database = database }

    func key() async throws -> PushKey {
        let new = PushKey().bytes
        let bytes = try await database.run { connection throws(PostgresError) in
            try connection.run("INSERT INTO push_key (private_key) VALUES ($1) ON CONFLICT DO NOTHING", [.bytes(new)])
            return try connection.run("SELECT private_key FROM push_key").bytes(0, 0)
        }
        return try PushKey(bytes ?? [])
    }

    func add(_ device: PushDevice) async throws {
        try await database.run { connection throws(PostgresError) in
            try connection.transaction { connection throws(PostgresError) in
                // It goes on from where it was, unless it is somebody else's now.
                try connection.run(
                    "DELETE FROM push_devices WHERE endpoint = $1 AND account <> $2",
                    [.text(device.endpoint), .number(device.account)])
                let taken = try connection.run(
                    """
                    INSERT INTO push_devices (
                        account, endpoint, public_key, secret, zone, texts, origin, created_at, name, session, token)
                    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, sessions.sha256, tokens.sha256
                    FROM (VALUES ($10::bytea)) AS given (key) LEFT JOIN sessions ON sessions.sha256 = key
                    LEFT JOIN tokens ON tokens.sha256 = key
                    WHERE sessions.sha256 IS NOT NULL OR tokens.sha256 IS NOT NULL
                    ON CONFLICT (endpoint) DO UPDATE
                    SET public_key = excluded.public_key, secret = excluded.secret, zone = excluded.zone,
                        texts = excluded.texts, origin = excluded.origin, name = excluded.name,
                        session = excluded.session, token = excluded.token
                    RETURNING 1
                    """,
                    [
                        .number(device.account), .text(device.endpoint), .bytes(device.recipient.key),
                        .bytes(device.recipient.secret), .text(device.zone),
                        .text(device.texts.joined(separator: "\n")), .text(device.origin),
                        .number(device.createdAt.milliseconds), .text(device.name), .bytes(device.key?.bytes),
                    ])
                guard taken.count == 1 else { throw .shutOut }
                try connection.run(
                    """
                    DELETE FROM push_devices WHERE number IN (
                        SELECT number FROM push_devices WHERE account = $1 ORDER BY number DESC OFFSET $2)
                    """, [.number(device.account), .number(Int64(PushDevice.most))])
            }
        }
        for continuation in waiting.withLock({ $0 }) { continuation.yield() }
    }

    func remove(_ endpoint: String, of account: Int64) async throws {
        try await database.run { connection throws(PostgresError) in
            _ = try connection.run(
                "DELETE FROM push_devices WHERE endpoint = $1 AND account = $2", [.text(endpoint), .number(account)])
        }
    }

    func devices(of account: Int64) async throws -> [PushDevice] {
        try await database.run { connection throws(PostgresError) in
            let rows = try connection.run(
                """
                SELECT number, endpoint, public_key, secret, zone, texts, origin, push_devices.created_at, name,
                    coalesce(session, token)
                FROM push_devices LEFT JOIN sessions ON sessions.sha256 = session
                WHERE push_devices.account = $1 AND (token IS NOT NULL OR ends_at > $2) ORDER BY number
                """, [.number(account), .number(Timestamp.now().milliseconds)])
            var devices: [PushDevice] = []
            for row in 0..<rows.count {
                guard let recipient = PushRecipient(key: rows.bytes(row, 2) ?? [], secret: rows.bytes(row, 3) ?? [])
                else { continue }
                devices.append(
                    PushDevice(
                        number: try rows.number(row, 0), account: account,
                        key: rows.bytes(row, 9).flatMap { Digest(bytes: $0) }, name: try rows.text(row, 8),
                        endpoint: try rows.text(row, 1),
                        recipient: recipient, zone: try rows.text(row, 4),
                        texts: try rows.text(row, 5).split(separator: "\n", omittingEmptySubsequences: false).map {
                            String($0)
                        }, origin: try rows.text(row, 6),
                        createdAt: Timestamp(milliseconds: try rows.number(row, 7))))
            }
            return devices
        }
    }

    func account(ofDevice number: Int64) async throws -> Int64? {
        try await database.run { connection throws(PostgresError) in
            let rows = try connection.run("SELECT account FROM push_devices WHERE number = $1", [.number(number)])
            return rows.count == 1 ? try rows.number(0, 0) : nil
        }
    }

    func sent(to device: PushDevice) async throws -> [EntityID: Timestamp] {
        try await database.run { connection throws(PostgresError) in
            let rows = try connection.run(
                "SELECT todo, until FROM push_sent WHERE device = $1", [.number(device.number)])
            var sent: [EntityID: Timestamp] = [:]
            for row in 0..<rows.count {
                guard let todo = rows.bytes(row, 0).flatMap({ EntityID(bytes: $0) }) else { continue }
                sent[todo] = Timestamp(milliseconds: try rows.number(row, 1))
            }
            return sent
        }
    }

    func note(_ sent: PushSent, now: Timestamp) async throws {
        let oldest = now.milliseconds - Reminder.longestDelay - 86_400_000
        try await database.run { connection throws(PostgresError) in
            try connection.run(
                "DELETE FROM push_sent WHERE device = $1 AND until < $2", [.number(sent.device), .number(oldest)])
            try connection.run(
                """
                INSERT INTO push_sent (device, todo, until) SELECT number, $2, $3 FROM push_devices WHERE number = $1
                ON CONFLICT (device, todo) DO UPDATE SET until = excluded.until
                """, [.number(sent.device), .id(sent.todo), .number(sent.until.milliseconds)])
        }
    }

    func claim(among existing: Set<Int64>?) async throws -> Set<Int64> {
        try await database.run { [node] connection throws(PostgresError) in
            let rows = try connection.run(
                """
                INSERT INTO push_leases AS lease (account, node, until)
                SELECT account, $1::bigint, clock_timestamp() + \(Self.lease)
                FROM push_devices LEFT JOIN push_leases AS old USING (account)
                WHERE \(Self.isTied) AND (old.until IS NULL OR old.until < clock_timestamp())
                GROUP BY account ORDER BY account LIMIT $2
                ON CONFLICT (account) DO UPDATE SET node = excluded.node, until = excluded.until
                WHERE lease.until < clock_timestamp() RETURNING account
                """, [.number(node), .number(Self.most)])
            var accounts: Set<Int64> = []
            for row in 0..<rows.count { accounts.insert(try rows.number(row, 0)) }
            return accounts
        }
    }

    func holds(_ account: Int64) async throws -> Bool {
        try await database.run { [node] connection throws(PostgresError) in
            let count = try connection.run(
                """
                UPDATE push_leases SET node = $2, until = clock_timestamp() + \(Self.lease)
                WHERE account = $1 AND (node = $2 OR until < clock_timestamp())
                    AND EXISTS (SELECT 1 FROM push_devices WHERE account = $1 AND \(Self.isTied)) RETURNING 1
                """, [.number(account), .number(node)]
            ).count
            if count == 1 { return true }
            // Whoever gets the account's next browser shall have it at once.
            try connection.run(
                "DELETE FROM push_leases WHERE account = $1 AND node = $2", [.number(account), .number(node)])
            return false
        }
    }

    func release() async {
        // Else the lease ends by itself.
        _ = try? await database.run(repeats: false) { [node] connection throws(PostgresError) in
            _ = try connection.run("DELETE FROM push_leases WHERE node = $1", [.number(node)])
        }
    }

    func additions() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        waiting.withLock { $0.append(continuation) }
        let clock = Task {
            while !Task.isCancelled {
                continuation.yield()
                try? await Task.sleep(for: Self.pause)
            }
        }
        continuation.onTermination = { _ in clock.cancel() }
        return stream
    }

    func close() {}
}
