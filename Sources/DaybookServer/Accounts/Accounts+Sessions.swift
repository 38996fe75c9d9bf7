import DaybookCore
import Sworm

extension Accounts {
    /// 90 days, in milliseconds.
    static let sessionLength: Int64 = 90 * 86_400_000

    /// The account of this name, for who gives the right password.
    ///
    /// - Throws: `signInRefused`.
    func row(_ name: String, password: String) async throws(AccountError) -> AccountRow {
        try await passwords.check(password, of: access { try $0.find(AccountRow.self, AccountRow.name, name) })
    }

    /// Begins a session of an account whose password was right, and ends the one before it as well, or does neither.
    ///
    /// - Throws: `signInRefused` if the password is another by now.
    func beginSession(
        of row: AccountRow, replacing old: Secret? = nil, now: Timestamp
    ) throws(AccountError) -> Secret {
        let secret = Secret()
        let session = SessionRow(
            digest: secret.digest, account: row.account.id,
            endsAt: Timestamp(milliseconds: now.milliseconds + Self.sessionLength))
        try access { database in
            try database.write { db in
                guard try db.find(AccountRow.self, AccountRow.id, row.account.id)?.password == row.password else {
                    throw AccountError.signInRefused
                }
                try db.run(SessionRow.table.filter(SessionRow.endsAt < now).delete())
                if let old { try Self.end(old.digest, db) }
                try db.insert(session)
            }
        }
        return secret
    }

    func endSession(_ key: Digest) throws(AccountError) {
        try access { database in try database.write { try Self.end(key, $0) } }
    }

    private static func end(_ session: Digest, _ db: Connection) throws {
        try db.run(SessionRow.table.filter(SessionRow.digest == session).delete())
    }

    /// The account that a session is of; nil where it has ended, or never began.
    func account(session: Secret, now: Timestamp) throws(AccountError) -> Account? {
        try access { database in
            try database.read { db in
                guard let row = try db.find(SessionRow.self, SessionRow.digest, session.digest), now < row.endsAt
                else { return nil }
                return try db.find(AccountRow.self, AccountRow.id, row.account)?.account
            }
        }
    }

    /// The version of what is committed of the accounts: as long as it is the same, nobody was shut out but by the time.
    func version() -> Int64? { database.version() }

    /// Tells whether a session or a token that an account had lets in, by its SHA-256.
    func admits(_ key: Digest, to account: Int64, now: Timestamp) throws(AccountError) -> Bool {
        try access { database in
            try database.read { db in
                if let token = try db.find(TokenRow.self, TokenRow.digest, key) { return token.account == account }
                guard let session = try db.find(SessionRow.self, SessionRow.digest, key) else { return false }
                return session.account == account && now < session.endsAt
            }
        }
    }
}
