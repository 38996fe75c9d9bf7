public import DaybookCore

extension PostgresBook {
    /// Gives an account a book with all of another one, under an epoch of its own. To be called in a transaction, for an
    /// account that has none.
    ///
    /// - Parameter registers: calls what it is given with some at a time, each key once.
    public static func load(
        into account: Int64, _ connection: PostgresConnection,
        registers: (_ take: ([Register]) throws -> Void) throws -> Void
    ) throws {
        var (seq, clock) = (UInt64(0), UInt64(0))
        try connection.run(
            "INSERT INTO books (account, epoch, seq, clock, time, wall) VALUES ($1, $2, 0, 0, 0, 0)",
            [.number(account), .number(.random(in: .min ... .max))])
        try registers { part in
            var rest = part[...]
            while !rest.isEmpty {
                // A push is never split over pages, so these aren't one.
                let some = rest.prefix(PullPage.usualCount)
                rest = rest.dropFirst(some.count)
                seq += 1
                let call = insertion(of: some.map { ($0, seq) }, account)
                try connection.run(call.sql, call.parameters)
                clock = some.reduce(clock) { max($0, $1.stamp.clock) }
            }
        }
        try connection.run(
            "UPDATE books SET seq = $2, clock = $3 WHERE account = $1",
            [.number(account), .number(Int64(clamping: seq)), .number(Int64(clamping: clock))])
    }

    /// Keeps a recording in the database, as part of a transaction.
    public static func store(
        _ recording: Recording, for account: Int64, _ connection: PostgresConnection
    ) throws(PostgresError) {
        try connection.run(
            storing, [.number(account), .bytes(recording.digest.bytes), .bytes(recording.bytes)])
    }
}
