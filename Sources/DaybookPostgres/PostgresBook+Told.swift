public import DaybookCore

/// Keeps what clients of CalDAV were told, for all servers. What they were told of another epoch counts no more: the book is
/// another than they know.
extension PostgresBook {
    private static let epoch = """
        (SELECT epoch # (SELECT salt FROM installation) FROM books WHERE account = $1)
        """

    /// The tags of what a client was told last of some to-dos.
    public func toldTags(_ client: EntityID, _ todos: [EntityID]) async throws(PostgresError) -> [EntityID: [UInt8]] {
        try await database.run { [account] connection throws(PostgresError) in
            let rows = try connection.run(
                """
                SELECT todo, tag FROM told_texts
                WHERE account = $1 AND client = $2 AND todo = ANY ($3) AND epoch = \(Self.epoch)
                """, [.number(account), .id(client), .ids(todos)])
            var tags: [EntityID: [UInt8]] = [:]
            for row in 0..<rows.count {
                guard let todo = rows.bytes(row, 0).flatMap({ EntityID(bytes: $0) }) else { continue }
                tags[todo] = rows.bytes(row, 1)
            }
            return tags
        }
    }

    /// Reads what a client was told of a to-do, the last first; empty for nothing.
    public func toldBases(_ client: EntityID, _ todo: EntityID) async throws(PostgresError) -> [UInt8] {
        try await database.run { [account] connection throws(PostgresError) in
            try connection.run(
                """
                SELECT base FROM told_texts
                WHERE account = $1 AND client = $2 AND todo = $3 AND epoch = \(Self.epoch)
                """, [.number(account), .id(client), .id(todo)]
            ).bytes(0, 0) ?? []
        }
    }

    /// Remembers what a client was told of to-dos, before what it was told earlier.
    public func tell(
        _ client: EntityID, _ texts: [ToldText], most: Int = ToldText.most
    ) async throws(PostgresError) {
        let calls = telling(client, texts, most: most)
        try await database.run { connection throws(PostgresError) in
            try connection.transaction { connection throws(PostgresError) in
                for call in calls { _ = try connection.run(call.sql, call.parameters) }
            }
        }
    }

    /// The statements of `tell`.
    public func telling(
        _ client: EntityID, _ texts: [ToldText], most: Int = ToldText.most
    ) -> [PostgresConnection.Call] {
        let told = PostgresConnection.Call(
            """
            INSERT INTO told_texts AS old (account, client, todo, tag, base, epoch)
            SELECT $1, $2, todo, tag, base, \(Self.epoch)
            FROM unnest($3::uuid[], $4::bytea[], $5::bytea[]) AS new (todo, tag, base) ORDER BY todo
            ON CONFLICT (account, client, todo) DO UPDATE
            SET tag = excluded.tag, epoch = excluded.epoch, number = excluded.number,
                base = CASE WHEN old.epoch = excluded.epoch
                    THEN substring(excluded.base || old.base FROM 1 FOR greatest($6, octet_length(excluded.base))::int)
                    ELSE excluded.base END
            """,
            [
                .number(account), .id(client), .ids(texts.map(\.todo)), .bytes(each: texts.map(\.tag)),
                .bytes(each: texts.map(\.base)), .number(Int64(ToldText.mostBytes)),
            ])
        // Counting takes a while, and it is enough where there are about so many.
        guard texts.count * 100 > Int.random(in: 0..<most) || most < 100 else { return [told] }
        let bound = PostgresConnection.Call(
            """
            DELETE FROM told_texts WHERE account = $1 AND number <= (
                SELECT number FROM told_texts WHERE account = $1 ORDER BY number DESC OFFSET $2 LIMIT 1)
            """, [.number(account), .number(Int64(most))])
        return [told, bound]
    }
}
