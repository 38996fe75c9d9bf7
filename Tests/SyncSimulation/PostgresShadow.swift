import DaybookCore
import Fixtures

@testable import DaybookPostgres
@testable import DaybookStorage

/// The server's book in PostgreSQL, which gets what the simulated server gets, at the same simulated time, and has to
/// answer the same.
final class PostgresShadow {
    /// A database whose clock says what the simulation says.
    struct Base: Sendable {
        fileprivate let address: PostgresAddress

        init() throws {
            let postgres = try Postgres.shared()
            let url = try postgres.database()
            address = try PostgresAddress(url)
            try BookDatabase.initialize(address)
            try postgres.sql(
                """
                UPDATE installation SET salt = 0; CREATE SCHEMA simulated;
                CREATE FUNCTION simulated.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
                $$ SELECT to_timestamp(current_setting('simulated.now')::double precision / 1000) $$
                """, in: url)
        }
    }

    private let connection: PostgresConnection
    private let log: PostgresBook

    init(_ base: Base, account: Int64) throws {
        connection = try BookDatabase.connect(base.address)
        try connection.execute("SET search_path = simulated, pg_catalog, public")
        log = BookDatabase(base.address).book(account)
        try connection.whole { try PostgresBook.load(into: account, $0) { _ in } }
    }

    private func set(_ now: Timestamp) throws {
        try connection.execute("SET simulated.now = '\(now.milliseconds)'")
    }

    func accept(_ push: PushRequest, at now: Timestamp, _ expected: PushAnswer) throws {
        try set(now)
        guard case .answered(expected)? = try submit(push.changes, at: nil) else {
            throw Violation(5, "PostgreSQL doesn't answer \(expected)")
        }
    }

    /// Takes what the server wrote itself, as a copy of a book does on a server with a database.
    func write(_ registers: [Register], at now: Timestamp, _ head: BookHead) throws {
        try set(now)
        let outcome = try submit(registers, at: head)
        guard case .answered(.accepted)? = outcome else {
            throw Violation(5, "PostgreSQL doesn't take what the server wrote: \(outcome.map { "\($0)" } ?? "nothing")")
        }
    }

    private func submit(_ registers: [Register], at head: BookHead?) throws -> PushOutcome? {
        try log.push([PushJob(registers: registers, recordings: [], head: head, key: nil) { _ in }], connection).answers
            .first
    }

    func check(_ expected: PullPage, after cursor: UInt64?, at now: Timestamp, _ count: Int, _ size: Int) throws {
        try set(now)
        let page = try log.page(connection, after: cursor, usualCount: count, usualSize: size)
        func sorted(_ page: PullPage) -> PullPage {
            PullPage(
                epoch: page.epoch, serverTime: page.serverTime, cursor: page.cursor, hasMore: page.hasMore,
                registers: page.registers.sorted { ($0.key, $0.stamp) < ($1.key, $1.stamp) })
        }
        guard sorted(page) == sorted(expected) else {
            throw Violation(6, "PostgreSQL gives another page after \(cursor.map { "\($0)" } ?? "nothing")")
        }
    }

    /// The whole of it.
    func check(_ rows: [RegisterRow], _ book: BookRow) throws {
        let head = try PostgresBook.heads(connection, of: [log.account])[log.account]?.head
        guard head == BookHead(seq: book.seq, epoch: book.epoch) else {
            throw Violation(5, "PostgreSQL is at \(head.map { "\($0)" } ?? "nothing"), not at \(book.seq)")
        }
        let all = try connection.run(
            "SELECT entity, field, clock, node, value, seq FROM registers WHERE account = $1", [.number(log.account)])
        var found: [Register: UInt64] = [:]
        for row in 0..<all.count { found[try all.register(row, from: 0)] = UInt64(clamping: try all.number(row, 5)) }
        guard found == Dictionary(rows.map { ($0.register, $0.seq) }, uniquingKeysWith: max) else {
            throw Violation(4, "PostgreSQL has other registers")
        }
    }

    /// Becomes what the server's disk was put back to.
    func take(_ rows: [RegisterRow], _ book: BookRow) throws {
        try connection.whole { connection in
            try connection.run("DELETE FROM registers WHERE account = $1", [.number(log.account)])
            let call = PostgresBook.insertion(of: rows.map { ($0.register, $0.seq) }, log.account)
            try connection.run(call.sql, call.parameters)
            try connection.run(
                "UPDATE books SET epoch = $2, seq = $3, clock = $4, time = $5, wall = $6 WHERE account = $1",
                [
                    .number(log.account), .number(Int64(bitPattern: book.epoch)), .number(Int64(clamping: book.seq)),
                    .number(Int64(clamping: book.clock)), .number(book.time), .number(book.wall),
                ])
        }
    }
}
