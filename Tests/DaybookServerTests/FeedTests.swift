import DaybookCore
import DaybookStorage
import Foundation
import HTTPTypes
import Logging
import Sworm
import Synchronization
import Testing

@testable import DaybookServer

/// The address at which calendars read what has a day.
@Suite struct FeedTests {
    private struct Setup {
        let accounts: Accounts
        let server: ServerUnderTest
        let ann: Book
        let bob: Book
    }

    private func setup(
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        _ body: (Setup) async throws -> Void
    ) async throws {
        try await TestAccounts.with { test in
            let pool = BookPool(test.accounts, logger: logger)
            let people = try test.accounts.list()
            let (ann, bob) = (try await pool.book(of: people[0]), try await pool.book(of: people[1]))
            let server = try ServerUnderTest(
                .accounts(test.accounts, pool, now: { .now() }), book: ann, transport: .plain(proxies: []),
                logger: logger)
            try await body(Setup(accounts: test.accounts, server: server, ann: ann, bob: bob))
        }
    }

    private func add(_ title: String, _ due: String?, to book: Book) throws {
        _ = try book.write { try $0.add(todo: .todo(title: title, due: due.map { CivilDate($0) })) }
    }

    @Test("006.22 A feed has the days of its account and of no other, and once it is revoked it is gone")
    func life() async throws {
        try await setup { setup in
            try add("Dentist", "2027-01-31", to: setup.ann)
            try add("Someday", nil, to: setup.ann)
            try add("Bob's secret", "2027-02-01", to: setup.bob)
            let feed = try setup.accounts.addFeed(for: "ann")
            let path = "/feed/\(feed.text).ics"
            let answer = try await setup.server.send(.get, path)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(answer.headers[.cacheControl] == "private, no-cache")
            #expect(answer.headers[.setCookie] == nil)
            for line in [
                "BEGIN:VEVENT", "SUMMARY:Dentist", "DTSTART;VALUE=DATE:20270131", "DTEND;VALUE=DATE:20270201",
            ] { #expect(answer.text.contains(line + "\r\n"), "\(line)") }
            #expect(!answer.text.contains("Someday") && !answer.text.contains("Bob"))
            #expect(!answer.text.contains("VTODO"))

            let head = try await setup.server.send(.head, path)
            #expect(head.status == 200 && head.bytes.isEmpty)
            let tag = try #require(answer.headers[.eTag])
            #expect(tag.hasPrefix("\""), "strong")
            let same = try await setup.server.send(.get, path, ["If-None-Match": tag])
            #expect(same.status == 304 && same.bytes.isEmpty)
            try add("Rent", "2027-02-01", to: setup.ann)
            #expect(try await setup.server.send(.get, path, ["If-None-Match": tag]).status == 200)
            for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
                #expect(try await setup.server.send(method, path).status == 405, "\(method)")
            }

            // It opens nothing else.
            for path in ["/api/v1/todos", "/v1/pull"] {
                let other = try await setup.server.send(.get, path, ["Authorization": "Bearer \(feed.text)"])
                #expect(other.status == 401)
            }
            try setup.accounts.revokeFeed(of: "ann")
            let gone = try await setup.server.send(.get, path, ["If-None-Match": tag])
            #expect(gone.status == 404 && !gone.text.contains("Dentist"))
        }
    }

    @Test("006.22 What isn't the secret of a feed gets 404")
    func badSecrets() async throws {
        try await setup { setup in
            let feed = try setup.accounts.addFeed(for: "ann").text
            let token = try setup.accounts.addToken(for: "ann", label: "").text
            for file in [
                "\(feed)", "\(feed).ICS", "\(feed).ics.ics", "\(feed.dropLast()).ics", "\(feed)0.ics", ".ics",
                "%00.ics",
                "\(token).ics", "\(Secret().text).ics", "\(feed).ics/x", "..%2F\(feed).ics",
                String(repeating: "é", count: 32) + ".ics",
            ] {
                let answer = try await setup.server.send(.get, "/feed/\(file)")
                #expect(answer.status == 404, "\(file)")
            }
            let one = try ServerUnderTest()
            #expect(try await one.send(.get, "/feed/\(feed).ics").status == 404)
        }
    }

    @Test("006.22 The secret of a feed is stored as its SHA-256 alone, and no log has it")
    func secrecy() async throws {
        let log = WholeLog()
        try await setup(logger: Logger(label: "test") { _ in log }) { setup in
            let feed = try setup.accounts.addFeed(for: "ann")
            for method in [HTTPRequest.Method.get, .head, .post] {
                _ = try await setup.server.send(method, "/feed/\(feed.text).ics")
            }
            _ = try await setup.server.send(.get, "/feed/\(feed.text)")
            try setup.accounts.revokeFeed(of: "ann")
            _ = try await setup.server.send(.get, "/feed/\(feed.text).ics")
            let lines = log.lines.withLock { $0 }
            #expect(lines.contains { $0.contains("/feed/") })
            #expect(!lines.contains { $0.contains(feed.text) })
            let other = try setup.accounts.addFeed(for: "ann")
            let bytes = try #require(Digest(other.text)).bytes
            for file in try FileManager.default.contentsOfDirectory(atPath: setup.accounts.folder) {
                let data = try #require(FileManager.default.contents(atPath: setup.accounts.folder + "/" + file))
                #expect(data.firstRange(of: bytes) == nil && data.firstRange(of: Array(other.text.utf8)) == nil)
            }
        }
    }

    @Test("006.22 Any text arrives whole, in lines of at most 75 bytes")
    func texts() async throws {
        try await setup { setup in
            let title = "Käse, Brot; Wein\\ 明天下午三點交房租 " + String(repeating: "Zürich ", count: 20) + "Ende"
            let changes = Changes.todo(title: title, notes: "one\ntwo; three", due: CivilDate("2027-01-01"))
            _ = try await setup.ann.write { try $0.add(todo: changes) }
            let feed = try setup.accounts.addFeed(for: "ann")
            let text = try await setup.server.send(.get, "/feed/\(feed.text).ics").text
            for line in text.split(separator: "\r\n") { #expect(line.utf8.count <= 75) }
            let unfolded = text.replacing("\r\n ", with: "")
            #expect(unfolded.contains("SUMMARY:Käse\\, Brot\\; Wein\\\\ 明天下午三點交房租 Zürich "))
            #expect(unfolded.contains("Zürich Ende\r\n"))
            #expect(unfolded.contains("DESCRIPTION:one\\ntwo\\; three\r\n"))
        }
    }

    @Test("006.22 The event is on the due, with its time and zone; what repeats says so, and what is done is gone")
    func days() async throws {
        try await setup { setup in
            for json in [
                #"{"title":"both","start":"2027-01-01","due":"2027-01-05"}"#,
                #"{"title":"begun","start":"2027-03-01"}"#,
                #"{"title":"timed","due":"2027-01-06","dueTime":"15:00"}"#,
                #"{"title":"zoned","due":"2027-01-07","dueTime":"09:30[Europe/Berlin]"}"#,
                #"{"title":"weekly","due":"2027-01-08","repeat":"FREQ=WEEKLY;COUNT=3"}"#,
                #"{"title":"until","due":"2027-02-01","dueTime":"08:00","repeat":"FREQ=DAILY;UNTIL=20270204"}"#,
                #"{"title":"done","due":"2027-01-09","completed":true}"#,
            ] {
                let token = try setup.accounts.addToken(for: "ann", label: "")
                let answer = try await setup.server.send(
                    .post, "/api/v1/todos", ["Authorization": "Bearer \(token.text)"], json: json)
                #expect(answer.status == 201, "\(json) \(answer.text)")
            }
            let feed = try setup.accounts.addFeed(for: "ann")
            let text = try await setup.server.send(.get, "/feed/\(feed.text).ics").text
            for line in [
                "DTSTART;VALUE=DATE:20270105", "DTSTART;VALUE=DATE:20270301", "DTSTART:20270106T150000",
                "DTSTART;TZID=Europe/Berlin:20270107T093000", "RRULE:FREQ=WEEKLY;COUNT=3",
                "RRULE:FREQ=DAILY;COUNT=4",
            ] { #expect(text.contains(line + "\r\n"), "\(line)\n\(text)") }
            #expect(!text.contains("20270101") && !text.contains("SUMMARY:done"))
        }
    }

    @Test("006.22 Accounts from before there were feeds can be listed unchanged, and get a feed")
    func olderAccounts() async throws {
        try await TestAccounts.with { test in
            test.accounts.close()
            let path = test.accounts.folder + "/accounts.sqlite"
            let older = try Database(path: path)
            try older.write { db in
                try db.execute(sql: "DROP TABLE feeds")
                try db.execute(sql: "PRAGMA user_version = 1")
            }
            try older.close()
            let reading = try Accounts(folder: test.accounts.folder, isReadOnly: true)
            #expect(try reading.list().map(\.name) == ["ann", "bob"])
            reading.close()
            let accounts = try Accounts(folder: test.accounts.folder, cost: .test)
            defer { accounts.close() }
            let feed = try accounts.addFeed(for: "bob")
            #expect(try accounts.account(feed: feed)?.name == "bob")
            #expect(try accounts.list().map(\.name) == ["ann", "bob"])
        }
    }

    @Test("006.22 Ten thousand to-dos are in a feed")
    func many() async throws {
        try await setup { setup in
            try await setup.ann.write { book in
                for index in 0..<10_000 {
                    _ = try book.add(todo: .todo(title: "\(index)", due: CivilDate("2027-01-01")))
                }
            }
            let feed = try setup.accounts.addFeed(for: "ann")
            let answer = try await setup.server.send(.get, "/feed/\(feed.text).ics")
            #expect(answer.text.split(separator: "\r\n").count { $0 == "BEGIN:VEVENT" } == 10_000)
        }
    }
}

/// Keeps every line, of every level.
private final class WholeLog: LogHandler {
    let lines = Mutex<[String]>([])
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") } }
}
