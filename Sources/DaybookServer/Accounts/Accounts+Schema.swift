import Sworm

extension Accounts {
    static let schema = Schema([
        SchemaVersion(1, tables: people),
        SchemaVersion(2, tables: people + [feeds]),
    ])

    private static let people: [TableDefinition] = [
        AccountRow.table.definition { table in
            table.column(AccountRow.id, primaryKey: .autoincrement)
            table.column(AccountRow.name, unique: true)
            table.column(AccountRow.createdAt)
            table.column(AccountRow.rounds)
            table.column(AccountRow.blockSize)
            table.column(AccountRow.parallelism)
            table.column(AccountRow.salt)
            table.column(AccountRow.key)
        },
        TokenRow.table.definition { table in
            table.column(TokenRow.number, primaryKey: .autoincrement)
            table.column(
                TokenRow.account,
                references: Reference(AccountRow.table, AccountRow.id, onDelete: .cascade))
            table.column(TokenRow.digest, unique: true)
            table.column(TokenRow.label)
            table.column(TokenRow.createdAt)
            table.index(TokenRow.account)
        },
        SessionRow.table.definition { table in
            table.column(SessionRow.digest, unique: true)
            table.column(
                SessionRow.account,
                references: Reference(AccountRow.table, AccountRow.id, onDelete: .cascade))
            table.column(SessionRow.endsAt)
            table.index(SessionRow.account)
        },
    ]

    private static let feeds = FeedRow.table.definition { table in
        table.column(
            FeedRow.account, unique: true,
            references: Reference(AccountRow.table, AccountRow.id, onDelete: .cascade))
        table.column(FeedRow.digest, unique: true)
        table.column(FeedRow.createdAt)
    }
}
