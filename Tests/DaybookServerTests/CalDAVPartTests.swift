import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

/// What of a to-do apps of CalDAV change in parts, and what they get in parts.
@Suite struct CalDAVPartTests {
    private typealias Client = CalDAVTests.Client
    private static let (home, inbox) = (CalDAVTests.home, CalDAVTests.inbox)

    private func todo(_ uid: String, _ lines: String...) -> String {
        CalDAVTests.todo(uid, lines.joined(separator: "\n"))
    }

    private func only(_ client: Client) throws -> Todo {
        try #require(try client.ann.read { try $0.rows() }.map(\.todo).first { !$0.isPastOccurrence })
    }

    /// The names that a sync-collection tells of, its status lines that aren't 404, and the token.
    private func sync(
        _ client: Client, since token: String, limit: Int? = nil
    ) async throws -> (there: [String], isCut: Bool, token: String) {
        let limit = limit.map { "<d:limit><d:nresults>\($0)</d:nresults></d:limit>" } ?? ""
        let answer = try await client.report(
            Self.inbox,
            "<d:sync-collection><d:sync-token>\(token)</d:sync-token><d:sync-level>1</d:sync-level>\(limit)<d:prop>"
                + "<d:getetag/></d:prop></d:sync-collection>")
        #expect(answer.status == 207)
        let there = answer.text.matches(of: /<D:href>([^<]*)<\/D:href><D:propstat>/).map { String($0.1) }
        let cut = "<D:href>\(Self.inbox)</D:href><D:status>HTTP/1.1 507"
        let found = answer.text.firstMatch(of: /<D:sync-token>([^<]*)</).map { String($0.1) }
        return (there.map { String($0.dropFirst(Self.inbox.count)) }, answer.text.contains(cut), try #require(found))
    }

    @Test("007.4 A client that asks for a few at a time gets all in the end, each time with a token to go on from")
    func limited() async throws {
        try await CalDAVTests.with { client in
            let names = (1...7).map { "t\($0).ics" }
            for name in names {
                _ = try await client.send(
                    "PUT", Self.inbox + name, [:], todo(String(name.dropLast(4)), "SUMMARY:\(name)"))
            }
            var (found, token, rounds): (Set<String>, String, Int) = ([], "", 0)
            while rounds < 50 {
                rounds += 1
                let part = try await sync(client, since: token, limit: 3)
                #expect(part.there.count <= 3)
                found.formUnion(part.there)
                token = part.token
                if !part.isCut { break }
            }
            #expect(found == Set(names) && rounds > 2 && rounds < 50)
            let rest = try await sync(client, since: token)
            #expect(rest.there == [] && rest.token == token)
        }
    }

    @Test("007.4 sync-collection tells of a to-do that got a tag or a reminder, or lost one") func tagged() async throws
    {
        try await CalDAVTests.with { client in
            _ = try await client.send("PUT", Self.inbox + "a.ics", [:], todo("a", "SUMMARY:a", "DUE:20301130T140000Z"))
            let id = try only(client).id
            for (field, texts) in [(DaybookCore.Field.tag, ["phone"]), (.reminders, ["-15m"]), (.tag, [])] {
                let token = try await sync(client, since: "").token
                var edit = Changes()
                edit[field] = .texts(texts)
                try await client.ann.write { [edit] in try $0.perform(.edit(.todo, id, edit)) }
                #expect(try await sync(client, since: token).there == ["a.ics"])
            }
            let text = try await client.send("GET", Self.inbox + "a.ics").text
            #expect(text.contains("TRIGGER;RELATED=END:-PT15M\r\n") && !text.contains("CATEGORIES"))
        }
    }

    @Test("007.2 007.6 An app's alarm is a reminder; tags and reminders that others added meanwhile stay")
    func alarms() async throws {
        try await CalDAVTests.with { client in
            let path = Self.inbox + "a.ics"
            func text(_ tags: String, _ alarm: String) -> String {
                todo(
                    "a", "SUMMARY:a", "DUE:20301130T140000Z", "CATEGORIES:\(tags)", "BEGIN:VALARM", "ACTION:AUDIO",
                    "TRIGGER:\(alarm)", "X-WR-ALARMUID:5", "END:VALARM")
            }
            _ = try await client.send("PUT", path, [:], text("one", "-PT15M"))
            #expect(try only(client).reminders.map(\.text) == ["-15m"])
            var edit = Changes()
            edit[.tag] = .texts(["one", "app"])
            edit[.reminders] = .texts(["-15m", "-1d", "2030-11-29T08:00"])
            let id = try only(client).id
            try await client.ann.write { [edit] in try $0.perform(.edit(.todo, id, edit)) }
            _ = try await client.send("PUT", path, [:], text("one,two", "-PT30M"))
            #expect(try only(client).tags == ["app", "one", "two"])
            #expect(try only(client).reminders.map(\.text) == ["-1d", "-30m", "2030-11-29T08:00"])
            let now = try await client.send("GET", path)
            #expect(now.text.contains("TRIGGER:-PT30M\r\nX-WR-ALARMUID:5\r\n"))
        }
    }

    @Test("007.2 Apps show the order of the book; a move in an app or in Daybook is one everywhere") func order()
        async throws
    {
        try await CalDAVTests.with { client in
            func titles() throws -> [String] { try client.ann.read { try $0.rows() }.map(\.todo.title) }
            /// The titles in the order that apps show.
            func shown() async throws -> [String] {
                var orders: [(title: String, order: Int)] = []
                for todo in try client.ann.read({ try $0.rows() }).map(\.todo) {
                    let text = try await client.send("GET", Self.inbox + "\(todo.title).ics").text
                    let order = text.firstMatch(of: /X-APPLE-SORT-ORDER:(-?\d+)/).flatMap { Int($0.1) }
                    orders.append((todo.title, try #require(order)))
                }
                return orders.sorted { $0.order < $1.order }.map(\.title)
            }
            func put(_ title: String, _ order: Int) async throws {
                let text = todo(title, "SUMMARY:\(title)", "X-APPLE-SORT-ORDER:\(order)")
                let answer = try await client.send("PUT", Self.inbox + "\(title).ics", [:], text)
                #expect(answer.headers[.eTag] != nil, "the very bytes are there")
            }
            func move(_ title: String, _ place: TodoPlace) async throws {
                let id = CalendarObject.id(ofUID: title)
                try await client.ann.write { try $0.perform(.move(id, place)) }
                #expect(try await shown() == titles())
            }
            for (index, title) in ["a", "b", "c"].enumerated() { try await put(title, 815_000_000 + index) }
            #expect(try titles() == ["a", "b", "c"])
            try await put("c", 814_999_999)
            #expect(try titles() == ["c", "a", "b"])
            try await move("b", .before(CalendarObject.id(ofUID: "a")))
            #expect(try titles() == ["c", "b", "a"])
            try await move("c", .last)
            try await move("b", .after(CalendarObject.id(ofUID: "c")))
            try await move("c", .first)
            #expect(try titles() == ["c", "a", "b"])
            // Which is done and opened again in an app stays where it was.
            try await put("a", 5)
            let done = todo("a", "SUMMARY:a", "X-APPLE-SORT-ORDER:5", "STATUS:COMPLETED")
            _ = try await client.send("PUT", Self.inbox + "a.ics", [:], done)
            try await put("a", 5)
            #expect(try titles() == ["c", "a", "b"])
        }
    }

    @Test("007.2 An app that writes no order gets none, until its to-do is moved") func noOrder() async throws {
        try await CalDAVTests.with { client in
            let text = todo("a", "SUMMARY:a")
            let answer = try await client.send("PUT", Self.inbox + "a.ics", [:], text)
            #expect(answer.headers[.eTag] != nil)
            let id = try only(client).id
            try await client.ann.write { try $0.perform(.move(id, .last)) }
            let moved = try await client.send("GET", Self.inbox + "a.ics").text
            #expect(moved.contains("X-APPLE-SORT-ORDER:"))
            _ = try await client.send("PUT", Self.inbox + "a.ics", [:], todo("a", "SUMMARY:b"))
            #expect(try await client.send("GET", Self.inbox + "a.ics").text.contains("X-APPLE-SORT-ORDER:"))
        }
    }

    @Test("007.5 An occurrence that an app takes out is passed over; one finished in UTC is that of its day")
    func occurrences() async throws {
        try await CalDAVTests.with { client in
            let path = Self.inbox + "r.ics"
            func text(_ more: String...) -> String {
                let lines = ["SUMMARY:Rent", "X-DAYBOOK-AMOUNT:850 EUR", "RRULE:FREQ=MONTHLY"]
                let days = ["DTSTART;TZID=Asia/Taipei:20300101T070000", "DUE;TZID=Asia/Taipei:20300101T070000"]
                return CalDAVTests.todo("r", (lines + days + more).joined(separator: "\n"))
            }
            _ = try await client.send("PUT", path, [:], text())
            _ = try await client.send("PUT", path, [:], text("EXDATE;TZID=Asia/Taipei:20300101T070000"))
            #expect(try only(client).due == CivilDate("2030-02-01"))
            #expect(try client.ann.read { try $0.entryRows() }.isEmpty)
            // 7:00 in Taipei is 23:00 of the day before.
            let done = text(
                "EXDATE;TZID=Asia/Taipei:20300101T070000", "END:VTODO", "BEGIN:VTODO", "UID:r",
                "RECURRENCE-ID:20300131T230000Z", "SUMMARY:Rent", "STATUS:COMPLETED")
            for _ in 0..<2 { #expect(try await client.send("PUT", path, [:], done).status == 204) }
            #expect(try only(client).due == CivilDate("2030-03-01"))
            #expect(try client.ann.read { try $0.entryRows() }.count == 1)
        }
    }

    @Test(
        "007.1 A list that is to have what can't be set isn't made, and the answer names that",
        arguments: [("MKCALENDAR", "C:mkcalendar", 207), ("MKCOL", "mkcol", 424)])
    func refused(method: String, root: String, status: Int) async throws {
        try await CalDAVTests.with { client in
            let kind = "<resourcetype><collection/><C:calendar/></resourcetype>"
            func body(_ more: String) -> String {
                """
                <\(root) xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set><prop>\(kind)
                <displayname>Work</displayname>\(more)</prop></set></\(root)>
                """
            }
            let etag = "<getetag>x</getetag>"
            let refused = try await client.send(method, Self.home + "work/", [:], body(etag))
            #expect(refused.status == status)
            let (first, second) = (
                try #require(refused.text.range(of: "403 Forbidden")), try #require(refused.text.range(of: "getetag"))
            )
            #expect(second.upperBound < first.lowerBound && refused.text.contains("424 Failed Dependency"))
            #expect(refused.text.contains(method == "MKCOL" ? "mkcol-response" : "multistatus"))
            #expect(try await client.send("PROPFIND", Self.home + "work/", ["Depth": "0"]).status == 404)
            #expect(try await client.send(method, Self.home + "work/", [:], body("")).status == 201)
        }
    }

    @Test("007.1 A plain MKCOL makes a list; in a list nothing is made, and a to-do isn't copied") func places()
        async throws
    {
        try await CalDAVTests.with { client in
            #expect(try await client.send("MKCOL", Self.home + "plain/").status == 201)
            #expect(try client.ann.read { try $0.lists() }.map(\.list.name) == ["plain"])
            let nested = try await client.send("MKCALENDAR", Self.home + "plain/inner/")
            #expect(nested.status == 403 && nested.text.contains("<C:calendar-collection-location-ok>"))
            #expect(try await client.send("MKCOL", Self.home + "none/inner/").status == 409)
            #expect(try await client.send("MKCOL", Self.home + "x/", [:], "<a/>").status == 415)
            let book =
                #"<mkcol xmlns="DAV:"><set><prop><resourcetype><collection/></resourcetype></prop></set></mkcol>"#
            let other = try await client.send("MKCOL", Self.home + "x/", [:], book)
            #expect(other.status == 403 && other.text.contains("<D:valid-resourcetype>"))
            _ = try await client.send("PUT", Self.inbox + "a.ics", [:], todo("a", "SUMMARY:a"))
            let copy = try await client.send(
                "COPY", Self.inbox + "a.ics", ["Destination": Self.home + "plain/a.ics"])
            #expect(copy.status == 403 && copy.text.contains("<C:no-uid-conflict>"))
            let nobody = try await client.send(
                "REPORT", "/dav/principals/", [:], #"<principal-property-search xmlns="DAV:"/>"#)
            #expect(nobody.status == 207 && !nobody.text.contains("<D:response>"))
        }
    }
}
