public import DaybookCore
public import DaybookStorage
import Sworm

extension Accounts {
    /// Makes the secret of the account's feed. Nobody can tell it once more.
    ///
    /// - Throws: `noAccount` if there is none of this name, `hasFeed` if it has a feed.
    public func addFeed(for name: String, now: Timestamp = .now()) throws(AccountError) -> Secret {
        let secret = Secret()
        try access { database in
            try database.write { db in
                let account = try Self.row(name, db).account
                guard try db.find(FeedRow.self, FeedRow.account, account.id) == nil else {
                    throw AccountError.hasFeed(name)
                }
                _ = try db.insert(FeedRow(account: account.id, digest: secret.digest, createdAt: now))
            }
        }
        return secret
    }

    /// The names of the accounts that have a feed, each with the time at which its feed was made, by name.
    public func feeds() throws(AccountError) -> [(name: String, createdAt: Timestamp)] {
        try access { database in
            try database.read { db in
                let feeds = Dictionary(
                    uniqueKeysWithValues: try db.query(FeedRow.self) { $0.order(FeedRow.account) }.map {
                        ($0.account, $0.createdAt)
                    })
                return try db.query(AccountRow.self) { $0.order(AccountRow.name) }.compactMap { row in
                    feeds[row.account.id].map { (row.account.name, $0) }
                }
            }
        }
    }

    /// Ends the account's feed: its address leads to nothing.
    ///
    /// - Throws: `noAccount` if there is none of this name, `noFeed` if it has no feed.
    public func revokeFeed(of name: String) throws(AccountError) {
        try access { database in
            try database.write { db in
                let account = try Self.row(name, db).account
                guard try db.run(FeedRow.table.filter(FeedRow.account == account.id).delete()) > 0 else {
                    throw AccountError.noFeed(name)
                }
            }
        }
    }

    /// The account whose feed a secret opens; nil where the feed was revoked or never made.
    func account(feed: Secret) throws(AccountError) -> Account? {
        try access { database in
            try database.read { db in
                guard let row = try db.find(FeedRow.self, FeedRow.digest, feed.digest) else { return nil }
                return try db.find(AccountRow.self, AccountRow.id, row.account)?.account
            }
        }
    }
}
