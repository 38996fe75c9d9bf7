public import DaybookPostgres
import DaybookCore
import DaybookStorage
import Foundation
import Sworm

extension PostgresAccounts {
    /// Brings the accounts of a folder into a database without accounts, all of them or none: their names, passwords,
    /// tokens, feeds and books. Browsers stay those of their accounts, and sign in again. Devices send what the books lack.
    ///
    /// - Returns: how many there were.
    public static func take(_ folder: Accounts, into address: PostgresAddress) throws -> Int {
        let rows = try folder.access { try $0.query(AccountRow.self) { $0.order(AccountRow.id) } }
        let tokens = try folder.access { try $0.query(TokenRow.self) { $0.order(TokenRow.number) } }
        let feeds = try folder.access { try $0.query(FeedRow.self) { $0.order(FeedRow.account) } }
        return try BookDatabase.connect(address).whole { connection in
            try connection.run("LOCK TABLE accounts IN EXCLUSIVE MODE")
            guard try connection.run("SELECT 1 FROM accounts LIMIT 1").count == 0 else {
                throw PostgresError.isThere("The database has accounts already. Import into an empty one")
            }
            for row in rows {
                try connection.run(
                    """
                    INSERT INTO accounts (id, name, created_at, scrypt_rounds, scrypt_block_size, scrypt_parallelism, salt, key)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                    """,
                    [.number(row.account.id), .text(row.account.name), .number(row.account.createdAt.milliseconds)]
                        + row.password.parameters)
                try load(folder.bookPath(of: row.account), into: row.account.id, connection)
            }
            for token in tokens {
                try connection.run(
                    "INSERT INTO tokens (number, account, sha256, label, created_at) VALUES ($1, $2, $3, $4, $5)",
                    [
                        .number(token.token.number), .number(token.account), .bytes(token.digest.bytes),
                        .text(token.token.label), .number(token.token.createdAt.milliseconds),
                    ])
            }
            for feed in feeds {
                try connection.run(
                    "INSERT INTO feeds (account, sha256, created_at) VALUES ($1, $2, $3)",
                    [.number(feed.account), .bytes(feed.digest.bytes), .number(feed.createdAt.milliseconds)])
            }
            // No id is given twice, also not one of an account that was removed from the folder.
            for (table, column) in [("accounts", "id"), ("tokens", "number")] {
                try connection.run(
                    """
                    SELECT setval(pg_get_serial_sequence('\(table)', '\(column)'), max(\(column)) + 1000)
                    FROM \(table) HAVING max(\(column)) IS NOT NULL
                    """)
            }
            return rows.count
        }
    }

    private static func load(_ path: String, into account: Int64, _ connection: PostgresConnection) throws {
        // The first sign-in makes it.
        guard FileManager.default.fileExists(atPath: path) else {
            return try PostgresBook.load(into: account, connection) { _ in }
        }
        try Book.read(at: path) { book in
            try PostgresBook.load(into: account, connection) { take in
                var cursor: UInt64 = 0
                while true {
                    let page = try book.page(after: cursor, now: .now())
                    try take(page.registers)
                    cursor = page.cursor
                    if !page.hasMore { break }
                }
            }
            for digest in try book.namedRecordings() {
                guard let bytes = try book.blob(digest), let recording = try? Recording(bytes) else { continue }
                try PostgresBook.store(recording, for: account, connection)
            }
        }
    }
}
