public import DaybookCore
public import DaybookStorage
import Sworm

extension Accounts {
    /// Makes a token for a program. Nobody can tell it once more.
    ///
    /// - Parameter label: tells the account's owner what the token is for.
    /// - Throws: `noAccount` if there is none of this name.
    public func addToken(for name: String, label: String, now: Timestamp = .now()) throws(AccountError) -> Secret {
        let secret = Secret()
        try access { database in
            try database.write { db in
                let token = AccessToken(number: 0, label: label, createdAt: now)
                _ = try db.insert(TokenRow(token: token, account: Self.row(name, db).account.id, digest: secret.digest))
            }
        }
        return secret
    }

    /// An account's tokens, the oldest first.
    ///
    /// - Throws: `noAccount` if there is none of this name.
    public func tokens(of name: String) throws(AccountError) -> [AccessToken] {
        try access { database in
            try database.read { db in
                let account = try Self.row(name, db).account.id
                return try db.query(TokenRow.self) { $0.where(TokenRow.account == account).order(TokenRow.number) }
                    .map(\.token)
            }
        }
    }

    /// Lets a token in no more.
    ///
    /// - Throws: `noToken` if there is none of this number.
    public func revokeToken(_ number: Int64) throws(AccountError) {
        let count = try access { try $0.run(TokenRow.table.filter(TokenRow.number == number).delete()) }
        guard count > 0 else { throw .noToken(number) }
    }

    /// The account that a token was made for; nil where it was revoked or never made, or the account is gone.
    func account(token: Secret) throws(AccountError) -> Account? {
        try access { database in
            try database.read { db in
                guard let row = try db.find(TokenRow.self, TokenRow.digest, token.digest) else { return nil }
                return try db.find(AccountRow.self, AccountRow.id, row.account)?.account
            }
        }
    }
}
