public import DaybookCore
public import DaybookPostgres

/// The accounts in a database of PostgreSQL, which several servers use at once. Nothing of them is kept in memory, so
/// whoever is shut out by one server is shut out by all.
public final class PostgresAccounts: ServedAccounts {
    let database: BookDatabase
    private let passwords: Passwords
    /// Whom a token admits, by its SHA-256.
    private let tokens: BatchLoader<Digest, Account>
    /// Whom a session admits, and until when.
    private let sessions: BatchLoader<Digest, (account: Account, end: Timestamp)>

    /// Asks nothing yet.
    public convenience init(_ database: BookDatabase) { self.init(database, cost: .usual) }

    init(_ database: BookDatabase, cost: PasswordHash.Cost) {
        self.database = database
        passwords = Passwords(cost: cost)
        tokens = BatchLoader(database) { connection, digests throws(PostgresError) in
            let rows = try connection.run(
                """
                SELECT id, name, accounts.created_at, sha256, seq, epoch # (SELECT salt FROM installation)
                FROM tokens JOIN accounts ON accounts.id = tokens.account JOIN books ON books.account = accounts.id
                WHERE sha256 = ANY ($1)
                """, [.bytes(each: digests.map(\.bytes))])
            return try rows.byDigest(at: 3) { row throws(PostgresError) in try Account(rows, row, headFrom: 4) }
        }
        sessions = BatchLoader(database) { connection, digests throws(PostgresError) in
            let rows = try connection.run(
                """
                SELECT id, name, created_at, sha256, ends_at, seq, epoch # (SELECT salt FROM installation)
                FROM sessions JOIN accounts ON accounts.id = sessions.account
                    JOIN books ON books.account = accounts.id
                WHERE sha256 = ANY ($1)
                """, [.bytes(each: digests.map(\.bytes))])
            return try rows.byDigest(at: 3) { row throws(PostgresError) in
                (try Account(rows, row, headFrom: 5), Timestamp(milliseconds: try rows.number(row, 4)))
            }
        }
    }

    public func close() { database.close() }

    public func add(_ name: String, password: String, now: Timestamp) async throws(AccountError) -> Account {
        guard Account.isName(name) else { throw .badName(name) }
        let hash = try await passwords.hash(password)
        let id = try await ask(repeats: false, taken: .nameTaken(name)) { connection throws(PostgresError) in
            try connection.transaction { connection throws(PostgresError) in
                let id = try connection.run(
                    """
                    INSERT INTO accounts (name, created_at, scrypt_rounds, scrypt_block_size, scrypt_parallelism, salt, key)
                    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id
                    """, [.text(name), .number(now.milliseconds)] + hash.parameters
                ).number(0, 0)
                try Self.addBook(id, connection)
                return id
            }
        }
        return Account(id: id, name: name, createdAt: now)
    }

    static func addBook(_ account: Int64, _ connection: PostgresConnection) throws(PostgresError) {
        try connection.run(
            "INSERT INTO books (account, epoch, seq, clock, time, wall) VALUES ($1, $2, 0, 0, 0, 0)",
            [.number(account), .number(.random(in: .min ... .max))])
    }

    public func list() async throws(AccountError) -> [Account] {
        try await ask { connection throws(PostgresError) in
            let rows = try connection.run("SELECT id, name, created_at FROM accounts ORDER BY name")
            var accounts: [Account] = []
            for row in 0..<rows.count { accounts.append(try Account(rows, row)) }
            return accounts
        }
    }

    @discardableResult
    public func remove(_ name: String) async throws(AccountError) -> Account {
        let sql = "DELETE FROM accounts WHERE name = $1 RETURNING id, name, created_at"
        guard let account = try await find(sql, [.text(name)]) else { throw .noAccount(name) }
        return account
    }

    public func setPassword(of name: String, to password: String) async throws(AccountError) {
        let hash = try await passwords.hash(password)
        let isThere = try await ask { connection throws(PostgresError) in
            try connection.transaction { connection throws(PostgresError) in
                let rows = try connection.run(
                    """
                    UPDATE accounts SET (scrypt_rounds, scrypt_block_size, scrypt_parallelism, salt, key)
                    = ($2, $3, $4, $5, $6) WHERE name = $1 RETURNING id
                    """, [.text(name)] + hash.parameters)
                guard rows.count == 1 else { return false }
                try connection.run("DELETE FROM sessions WHERE account = $1", [.number(rows.number(0, 0))])
                return true
            }
        }
        guard isThere else { throw .noAccount(name) }
    }

    public func checkExists(_ name: String) async throws(AccountError) {
        guard try await find("SELECT id, name, created_at FROM accounts WHERE name = $1", [.text(name)]) != nil else {
            throw .noAccount(name)
        }
    }

    /// Throws what `add` would say of the name before it looks at the password.
    public func checkIsNew(_ name: String) async throws(AccountError) {
        guard Account.isName(name) else { throw .badName(name) }
        guard try await !list().contains(where: { $0.name == name }) else { throw .nameTaken(name) }
    }

    public func addToken(for name: String, label: String, now: Timestamp) async throws(AccountError) -> Secret {
        let secret = Secret()
        let count = try await ask { connection throws(PostgresError) in
            try connection.run(
                """
                INSERT INTO tokens (account, sha256, label, created_at) SELECT id, $2, $3, $4 FROM accounts
                WHERE name = $1 ON CONFLICT (sha256) DO UPDATE SET label = excluded.label RETURNING number
                """, [.text(name), .bytes(secret.digest.bytes), .text(label), .number(now.milliseconds)]
            ).count
        }
        guard count == 1 else { throw .noAccount(name) }
        return secret
    }

    public func tokens(of name: String) async throws(AccountError) -> [AccessToken] {
        try await checkExists(name)
        return try await ask { connection throws(PostgresError) in
            let rows = try connection.run(
                """
                SELECT number, label, tokens.created_at FROM tokens JOIN accounts ON accounts.id = account
                WHERE name = $1 ORDER BY number
                """, [.text(name)])
            var tokens: [AccessToken] = []
            for row in 0..<rows.count {
                tokens.append(
                    AccessToken(
                        number: try rows.number(row, 0), label: try rows.text(row, 1),
                        createdAt: Timestamp(milliseconds: try rows.number(row, 2))))
            }
            return tokens
        }
    }

    public func revokeToken(_ number: Int64) async throws(AccountError) {
        let count = try await ask(repeats: false) { connection throws(PostgresError) in
            try connection.run("DELETE FROM tokens WHERE number = $1 RETURNING 1", [.number(number)]).count
        }
        guard count > 0 else { throw .noToken(number) }
    }

    public func addFeed(for name: String, now: Timestamp) async throws(AccountError) -> Secret {
        let secret = Secret()
        let count = try await ask(repeats: false, taken: .hasFeed(name)) { connection throws(PostgresError) in
            try connection.run(
                """
                INSERT INTO feeds (account, sha256, created_at) SELECT id, $2, $3 FROM accounts WHERE name = $1 RETURNING 1
                """, [.text(name), .bytes(secret.digest.bytes), .number(now.milliseconds)]
            ).count
        }
        guard count == 1 else { throw .noAccount(name) }
        return secret
    }

    public func feeds() async throws(AccountError) -> [(name: String, createdAt: Timestamp)] {
        try await ask { connection throws(PostgresError) in
            let rows = try connection.run(
                "SELECT name, feeds.created_at FROM feeds JOIN accounts ON accounts.id = account ORDER BY name")
            var feeds: [(name: String, createdAt: Timestamp)] = []
            for row in 0..<rows.count {
                feeds.append((try rows.text(row, 0), Timestamp(milliseconds: try rows.number(row, 1))))
            }
            return feeds
        }
    }

    public func revokeFeed(of name: String) async throws(AccountError) {
        try await checkExists(name)
        let count = try await ask(repeats: false) { connection throws(PostgresError) in
            try connection.run(
                "DELETE FROM feeds USING accounts WHERE accounts.id = account AND name = $1 RETURNING 1", [.text(name)]
            ).count
        }
        guard count > 0 else { throw .noFeed(name) }
    }

    func account(token: Secret) async throws(AccountError) -> Account? { try await find(tokens, token) }

    func account(session: Secret, now: Timestamp) async throws(AccountError) -> Account? {
        guard let (account, end) = try await find(sessions, session), end > now else { return nil }
        return account
    }

    func account(feed: Secret) async throws(AccountError) -> Account? {
        try await find(
            "SELECT id, name, accounts.created_at FROM feeds JOIN accounts ON accounts.id = account WHERE sha256 = $1",
            [.bytes(feed.digest.bytes)])
    }

    func row(_ name: String, password: String) async throws(AccountError) -> AccountRow {
        let row = try await ask { connection throws(PostgresError) in
            let rows = try connection.run(
                """
                SELECT id, name, created_at, scrypt_rounds, scrypt_block_size, scrypt_parallelism, salt, key
                FROM accounts WHERE name = $1
                """, [.text(name)])
            return rows.count == 1 ? try AccountRow(rows) : nil
        }
        return try await passwords.check(password, of: row)
    }

    func beginSession(
        of row: AccountRow, replacing old: Secret?, now: Timestamp
    ) async throws(AccountError) -> Secret {
        let secret = Secret()
        let isRight = try await ask { connection throws(PostgresError) in
            try connection.transaction { connection throws(PostgresError) in
                try connection.run("DELETE FROM sessions WHERE ends_at < $1", [.number(now.milliseconds)])
                if let old {
                    try connection.run("DELETE FROM sessions WHERE sha256 = $1", [.bytes(old.digest.bytes)])
                }
                // Locked, so that a new password that is set meanwhile ends this session as well.
                return try connection.run(
                    """
                    WITH owner AS MATERIALIZED (SELECT id FROM accounts WHERE id = $2 AND key = $4 FOR SHARE)
                    INSERT INTO sessions (sha256, account, ends_at) SELECT $1, id, $3 FROM owner
                    ON CONFLICT (sha256) DO UPDATE SET ends_at = excluded.ends_at RETURNING 1
                    """,
                    [
                        .bytes(secret.digest.bytes), .number(row.account.id),
                        .number(now.milliseconds + Accounts.sessionLength), .bytes(row.password.key),
                    ]
                ).count == 1
            }
        }
        guard isRight else { throw .signInRefused }
        return secret
    }

    func endSession(_ key: Digest) async throws(AccountError) {
        try await ask { connection throws(PostgresError) in
            _ = try connection.run("DELETE FROM sessions WHERE sha256 = $1", [.bytes(key.bytes)])
        }
    }

    /// The keys of an attempt are locked for as long as it is looked at, in one order, so that many attempts at many
    /// servers gain nothing.
    func throttle<Result: Sendable>(
        _ door: LoginThrottle.Door, _ account: String?, _ address: String,
        _ body: @escaping @Sendable (inout LoginThrottle) -> Result
    ) async throws(AccountError) -> Result {
        let keys = LoginThrottle.names(account, address).sorted().map {
            (name: $0, digest: Digest(of: Array("\(door.rawValue) \($0)".utf8)).bytes)
        }
        return try await ask(repeats: false) { connection throws(PostgresError) in
            try connection.transaction { connection throws(PostgresError) in
                var values: [String: (count: Int64, last: Int64)] = [:]
                for key in keys {
                    let rows = try connection.run(
                        """
                        INSERT INTO login_failures AS old (key, count, last) VALUES ($1, 0, 0)
                        ON CONFLICT (key) DO UPDATE SET count = old.count RETURNING count, last
                        """, [.bytes(key.digest)])
                    values[key.name] = (try rows.number(0, 0), try rows.number(0, 1))
                }
                var throttle = LoginThrottle(account, address, values)
                let result = body(&throttle)
                values = throttle.values(account, address)
                for key in keys {
                    let (count, last) = values[key.name] ?? (0, 0)
                    try connection.run(
                        count == 0
                            ? "DELETE FROM login_failures WHERE key = $1"
                            : "UPDATE login_failures SET count = $2, last = $3 WHERE key = $1",
                        [.bytes(key.digest)] + (count == 0 ? [] : [.number(count), .number(last)]))
                }
                return result
            }
        }
    }

    private func find(_ sql: String, _ parameters: [Parameter]) async throws(AccountError) -> Account? {
        try await ask { connection throws(PostgresError) in
            let rows = try connection.run(sql, parameters)
            return rows.count == 1 ? try Account(rows, 0) : nil
        }
    }

    private func find<Value>(
        _ loader: BatchLoader<Digest, Value>, _ secret: Secret
    ) async throws(AccountError) -> Value? {
        do throws(PostgresError) {
            return try await loader.value(of: secret.digest)
        } catch {
            throw .database(error)
        }
    }

    /// - Parameter taken: what it means that something of the kind is there already.
    private func ask<Result: Sendable>(
        repeats: Bool = true, taken: AccountError? = nil,
        _ body: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Result
    ) async throws(AccountError) -> Result {
        do throws(PostgresError) {
            return try await database.run(repeats: repeats, body)
        } catch {
            if let taken, case .refused("23505", _) = error { throw taken }
            throw .database(error)
        }
    }
}

extension Rows {
    /// Its rows by the SHA-256 in a column.
    fileprivate func byDigest<Value>(
        at column: Int, _ value: (_ row: Int) throws(PostgresError) -> Value
    ) throws(PostgresError) -> [Digest: Value] {
        var values: [Digest: Value] = [:]
        for row in 0..<count {
            guard let digest = bytes(row, column).flatMap({ Digest(bytes: $0) }) else { continue }
            values[digest] = try value(row)
        }
        return values
    }
}

extension Account {
    fileprivate init(_ rows: Rows, _ row: Int) throws(PostgresError) {
        self.init(
            id: try rows.number(row, 0), name: try rows.text(row, 1),
            createdAt: Timestamp(milliseconds: try rows.number(row, 2)))
    }

    /// - Parameter column: where the head of its book stands.
    fileprivate init(_ rows: Rows, _ row: Int, headFrom column: Int) throws(PostgresError) {
        try self.init(rows, row)
        head = BookHead(
            seq: UInt64(clamping: try rows.number(row, column)),
            epoch: UInt64(bitPattern: try rows.number(row, column + 1)))
    }
}

extension AccountRow {
    fileprivate init(_ rows: Rows) throws(PostgresError) {
        self.init(
            account: try Account(rows, 0),
            password: PasswordHash(
                cost: PasswordHash.Cost(
                    rounds: Int(clamping: try rows.number(0, 3)), blockSize: Int(clamping: try rows.number(0, 4)),
                    parallelism: Int(clamping: try rows.number(0, 5))),
                salt: rows.bytes(0, 6) ?? [], key: rows.bytes(0, 7) ?? []))
    }
}

extension PasswordHash {
    /// In the order of the columns.
    var parameters: [Parameter] {
        [
            .number(Int64(cost.rounds)), .number(Int64(cost.blockSize)), .number(Int64(cost.parallelism)), .bytes(salt),
            .bytes(key),
        ]
    }
}
