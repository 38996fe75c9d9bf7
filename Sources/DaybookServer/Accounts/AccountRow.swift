import DaybookCore
import DaybookStorage
import Sworm

struct AccountRow {
    let account: Account
    let password: PasswordHash
}

extension AccountRow: Model {
    static var table: Tablex { Tablex("accounts") }
    static let id = Expression<Int64>("id")
    static let name = Expression<String>("name")
    static let createdAt = Expression<Timestamp>("created_at")
    static let rounds = Expression<Int>("scrypt_rounds")
    static let blockSize = Expression<Int>("scrypt_block_size")
    static let parallelism = Expression<Int>("scrypt_parallelism")
    static let salt = Expression<[UInt8]>("salt")
    static let key = Expression<[UInt8]>("key")

    static func parse(_ row: Row) throws -> AccountRow {
        AccountRow(
            account: Account(
                id: try row.get(id), name: try row.get(name),
                createdAt: try row.get(createdAt)),
            password: PasswordHash(
                cost: PasswordHash.Cost(
                    rounds: try row.get(rounds), blockSize: try row.get(blockSize),
                    parallelism: try row.get(parallelism)),
                salt: try row.get(salt), key: try row.get(key)))
    }

    /// All but the id, which SQLite counts up.
    func setter() -> [Setter] {
        [Self.name <- account.name, Self.createdAt <- account.createdAt] + Self.setters(password)
    }

    static func setters(_ password: PasswordHash) -> [Setter] {
        [
            rounds <- password.cost.rounds, blockSize <- password.cost.blockSize,
            parallelism <- password.cost.parallelism, salt <- password.salt, key <- password.key,
        ]
    }
}

struct TokenRow {
    let token: AccessToken
    let account: Int64
    let digest: Digest
}

extension TokenRow: Model {
    static var table: Tablex { Tablex("tokens") }
    static let number = Expression<Int64>("number")
    static let account = Expression<Int64>("account")
    static let digest = Expression<Digest>("sha256")
    static let label = Expression<String>("label")
    static let createdAt = Expression<Timestamp>("created_at")

    static func parse(_ row: Row) throws -> TokenRow {
        TokenRow(
            token: AccessToken(
                number: try row.get(number), label: try row.get(label),
                createdAt: try row.get(createdAt)),
            account: try row.get(account), digest: try row.get(digest))
    }

    func setter() -> [Setter] {
        [
            Self.account <- account, Self.digest <- digest, Self.label <- token.label,
            Self.createdAt <- token.createdAt,
        ]
    }
}

/// A row of `sessions`: a browser in which somebody has signed in.
struct SessionRow {
    let digest: Digest
    let account: Int64
    let endsAt: Timestamp
}

extension SessionRow: Model {
    static var table: Tablex { Tablex("sessions") }
    static let digest = Expression<Digest>("sha256")
    static let account = Expression<Int64>("account")
    static let endsAt = Expression<Timestamp>("ends_at")

    static func parse(_ row: Row) throws -> SessionRow {
        SessionRow(
            digest: try row.get(digest), account: try row.get(account),
            endsAt: try row.get(endsAt))
    }

    func setter() -> [Setter] {
        [Self.digest <- digest, Self.account <- account, Self.endsAt <- endsAt]
    }
}

/// A row of `feeds`: the secret address at which calendars read what has a day in an account's book.
struct FeedRow {
    let account: Int64
    let digest: Digest
    let createdAt: Timestamp
}

extension FeedRow: Model {
    static var table: Tablex { Tablex("feeds") }
    static let account = Expression<Int64>("account")
    static let digest = Expression<Digest>("sha256")
    static let createdAt = Expression<Timestamp>("created_at")

    static func parse(_ row: Row) throws -> FeedRow {
        FeedRow(account: try row.get(account), digest: try row.get(digest), createdAt: try row.get(createdAt))
    }

    func setter() -> [Setter] {
        [Self.account <- account, Self.digest <- digest, Self.createdAt <- createdAt]
    }
}
