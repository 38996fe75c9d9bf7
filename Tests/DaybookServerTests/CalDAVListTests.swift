import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

/// What apps of CalDAV learn of lists that come and go, and what they can't say of them.
@Suite struct CalDAVListTests {
    private typealias Client = CalDAVTests.Client
    private static let (home, inbox) = (CalDAVTests.home, CalDAVTests.inbox)

    private func todo(_ uid: String) -> String { CalDAVTests.todo(uid, "SUMMARY:\(uid)") }

    private func sync(
        _ client: Client, _ list: String, since token: String, limit: Int? = nil
    ) async throws -> (there: [String], gone: [String], isCut: Bool, token: String) {
        let limit = limit.map { "<d:limit><d:nresults>\($0)</d:nresults></d:limit>" } ?? ""
        let answer = try await client.report(
            list,
            "<d:sync-collection><d:sync-token>\(token)</d:sync-token><d:sync-level>1</d:sync-level>\(limit)<d:prop>"
                + "<d:getetag/></d:prop></d:sync-collection>")
        #expect(answer.status == 207, "\(answer.text)")
        func names(_ pattern: Regex<(Substring, Substring)>) -> [String] {
            answer.text.matches(of: pattern).map { String($0.1.split(separator: "/").last ?? "") }.sorted()
        }
        let found = answer.text.firstMatch(of: /<D:sync-token>([^<]*)</).map { String($0.1) }
        return (
            names(/<D:href>([^<]*)<\/D:href><D:propstat>/), names(/<D:href>([^<]*)<\/D:href><D:status>HTTP\/1.1 404/),
            answer.text.contains("HTTP/1.1 507"), try #require(found)
        )
    }

    /// All that a client gets that begins with nothing and asks for some at a time.
    private func all(_ client: Client, _ list: String, limit: Int) async throws -> [String] {
        var (found, token): ([String], String) = ([], "")
        for _ in 0..<50 {
            let part = try await sync(client, list, since: token, limit: limit)
            #expect(part.there.count + part.gone.count <= limit)
            found += part.there
            token = part.token
            if !part.isCut { return found.sorted() }
        }
        Issue.record("it doesn't end")
        return found
    }

    @Test("007.4 Where a list is made, goes or comes back, a token of the inbox stays good, and tells what moved")
    func lists() async throws {
        try await CalDAVTests.with { client in
            _ = try await client.send("PUT", Self.inbox + "a.ics", [:], todo("a"))
            let first = try await sync(client, Self.inbox, since: "").token
            _ = try await client.send("MKCALENDAR", Self.home + "work/")
            let made = try await sync(client, Self.inbox, since: first)
            #expect(made.there == [] && made.gone == [])
            for uid in ["b", "c"] { _ = try await client.send("PUT", Self.home + "work/\(uid).ics", [:], todo(uid)) }
            let filled = try await sync(client, Self.inbox, since: made.token)
            #expect(filled.there == [])
            let work = try await sync(client, Self.home + "work/", since: first)
            #expect(work.there == ["b.ics", "c.ics"])

            #expect(try await client.send("DELETE", Self.home + "work/").status == 204)
            let deleted = try await sync(client, Self.inbox, since: filled.token)
            #expect(deleted.there == ["b.ics", "c.ics"] && deleted.gone == [])
            #expect(try await sync(client, Self.inbox, since: first).there == ["b.ics", "c.ics"])

            let id = CalendarList.id(ofName: "work")
            try await client.ann.write { try $0.perform { [Register(id, .title, $0, Array("back".utf8))] } }
            let back = try await sync(client, Self.inbox, since: deleted.token)
            #expect(back.there == [] && back.gone == ["b.ics", "c.ics"])
            #expect(try await sync(client, Self.home + "work/", since: work.token).there == ["b.ics", "c.ics"])
        }
    }

    @Test(
        "007.4 Who begins with nothing and asks for some at a time gets all, though a list was made, and of one commit, too"
    )
    func some() async throws {
        try await CalDAVTests.with { client in
            try await client.ann.write { book in
                for number in 0..<10 { try book.add(todo: .todo(title: "t\(number)")) }
            }
            _ = try await client.send("MKCALENDAR", Self.home + "work/")
            _ = try await client.send("PUT", Self.home + "work/b.ics", [:], todo("b"))
            let inbox = try await all(client, Self.inbox, limit: 3)
            #expect(inbox.count == 10 && Set(inbox).count == 10)
            #expect(try await all(client, Self.home + "work/", limit: 1) == ["b.ics"])
            let token = try await sync(client, Self.inbox, since: "").token
            let ids = try client.ann.read { try $0.rows() }.map(\.todo.id)
            try await client.ann.write { book in
                for id in ids.prefix(7) { try book.perform(.edit(.todo, id, .todo(title: "changed"))) }
            }
            var (found, next): ([String], String) = ([], token)
            for _ in 0..<4 {
                let part = try await sync(client, Self.inbox, since: next, limit: 2)
                found += part.there
                next = part.token
                if !part.isCut { break }
            }
            #expect(
                found.sorted()
                    == ids.prefix(7).filter { $0 != CalendarObject.id(ofUID: "b") }.map { $0.text + ".ics" }.sorted())
        }
    }

    @Test("A to-do isn't moved to another server's address, nor is anything done here instead")
    func elsewhere() async throws {
        try await CalDAVTests.with { client in
            _ = try await client.send("MKCALENDAR", Self.home + "work/")
            _ = try await client.send("PUT", Self.inbox + "a.ics", [:], todo("a"))
            for host in [
                "http://other.example", "https://localhost:8443", "//other.example", "ftp://localhost",
                "https://localhost.other.example",
            ] {
                let answer = try await client.send(
                    "MOVE", Self.inbox + "a.ics", ["Destination": host + Self.home + "work/a.ics"])
                #expect(answer.status == 502, "\(host)")
            }
            #expect(try await client.send("GET", Self.inbox + "a.ics").status == 200)
            for target in [Self.home + "work/a.ics", "http://localhost:80\(Self.home)inbox/b.ics"] {
                let path = target.contains("work") ? "inbox/a.ics" : "work/a.ics"
                #expect(try await client.send("MOVE", Self.home + path, ["Destination": target]).status == 201)
            }
        }
    }

    @Test("007.1 What can't be set is 403 by itself, and all others are 424 and as they were")
    func properties() async throws {
        try await CalDAVTests.with { client in
            let path = Self.home + "work/"
            _ = try await client.send("MKCALENDAR", path)
            func patch(_ changes: String) async throws -> Answer {
                try await client.send(
                    "PROPPATCH", path, [:],
                    #"<propertyupdate xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/">"#
                        + changes + "</propertyupdate>")
            }
            for own in [
                "<resourcetype><collection/></resourcetype>", "<C:supported-calendar-component-set/>",
                "<C:supported-collation-set/>", "<C:max-resource-size>1</C:max-resource-size>",
                "<sync-token>1</sync-token>",
                "<displayname> </displayname>",
            ] {
                let answer = try await patch("<set><prop><A:calendar-order>7</A:calendar-order>\(own)</prop></set>")
                #expect(answer.status == 207)
                let stats = answer.text.components(separatedBy: "<D:propstat>").dropFirst()
                #expect(stats.count == 2)
                #expect(
                    stats.first?.contains("calendar-order") == false && stats.first?.contains("HTTP/1.1 403") == true)
                #expect(
                    stats.last?.contains("<A:calendar-order/>") == true && stats.last?.contains("HTTP/1.1 424") == true)
            }
            let order = try await client.propfind(path, "<i:calendar-order/>")
            #expect(order.text.contains("HTTP/1.1 404"))
            let long = String(repeating: "x", count: 40_000)
            let tooLong = try await patch(
                "<set><prop><A:a>\(long)</A:a></prop></set><remove><prop><A:b/></prop></remove>")
            #expect(tooLong.text.contains("<A:a/></D:prop><D:status>HTTP/1.1 507"))
            #expect(tooLong.text.contains("<A:b/></D:prop><D:status>HTTP/1.1 424"))
            let both = try await patch(
                "<remove><prop><A:a/></prop></remove><set><prop><A:a>1</A:a><A:c>2</A:c></prop></set>"
                    + "<remove><prop><A:c/></prop></remove>")
            #expect(both.text.contains("HTTP/1.1 200"))
            let now = try await client.propfind(path, "<i:a/><i:c/>")
            #expect(now.text.contains("<A:a>1</A:a>") && now.text.contains("<A:c/></D:prop><D:status>HTTP/1.1 404"))
        }
    }

    @Test("007.4 A report tells the parts of a to-do that a client asks for, and its occurrences; of too many nothing")
    func parts() async throws {
        try await CalDAVTests.with { client in
            let text = CalDAVTests.todo(
                "a", "SUMMARY:Daily", "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY")
            _ = try await client.send("PUT", Self.inbox + "a.ics", [:], text)
            func query(_ data: String) async throws -> Answer {
                try await client.report(
                    Self.inbox,
                    "<c:calendar-query><d:prop><d:getetag/><c:calendar-data>\(data)</c:calendar-data></d:prop></c:calendar-query>"
                )
            }
            let expanded = try await query(#"<c:expand start="20261210T000000Z" end="20261212T235959Z"/>"#)
            #expect(expanded.text.components(separatedBy: "BEGIN:VTODO").count == 4)
            #expect(expanded.text.contains("RECURRENCE-ID;VALUE=DATE:20261212&#13;"))
            #expect(!expanded.text.contains("RRULE"))
            let title = try await query(
                #"<c:comp name="VCALENDAR"><c:comp name="VTODO"><c:prop name="SUMMARY"/></c:comp></c:comp>"#)
            #expect(
                title.text.contains(
                    "BEGIN:VCALENDAR&#13;\nBEGIN:VTODO&#13;\nSUMMARY:Daily&#13;\nEND:VTODO&#13;\nEND:VCALENDAR&#13;\n"))
            let many = try await query(#"<c:expand start="20261210T000000Z" end="99991213T000000Z"/>"#)
            #expect(many.status == 207)
            #expect(many.text.contains("<D:prop><C:calendar-data/></D:prop><D:status>HTTP/1.1 507"))
            for wrong in [
                #"<c:expand start="20261210T000000Z"/>"#, #"<c:expand start="20261210" end="20261211"/>"#, "<c:comp/>",
                #"<c:expand start="20261213T000000Z" end="20261210T000000Z"/>"#,
            ] {
                #expect(try await query(wrong).status == 403)
            }
        }
    }
}
