import DaybookCore
import DaybookStorage
import Foundation
import HTTPTypes
import Logging
import Testing

@testable import DaybookServer

/// What apps for calendars and to-dos do with a server.
@Suite struct CalDAVTests {
    struct Client {
        let accounts: Accounts
        let server: ServerUnderTest
        let ann: Book
        var headers: [String: String] = [:]

        /// Sends XML, or iCalendar with line feeds alone.
        func send(
            _ method: String, _ path: String, _ more: [String: String] = [:], _ body: String = ""
        ) async throws -> Answer {
            let method = try #require(HTTPRequest.Method(method))
            let isCalendar = body.hasPrefix("BEGIN")
            let text = isCalendar ? body.replacing("\n", with: "\r\n") : body
            return try await server.send(
                method, path, headers.merging(more) { $1 }, body: Array(text.utf8), peer: "127.0.0.1")
        }

        func propfind(_ path: String, depth: Int = 0, _ names: String) async throws -> Answer {
            try await send(
                "PROPFIND", path, ["Depth": "\(depth)"],
                """
                <?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" \
                xmlns:cs="http://calendarserver.org/ns/" xmlns:i="http://apple.com/ns/ical/"><d:prop>\(names)</d:prop>\
                </d:propfind>
                """)
        }

        func report(_ path: String, _ body: String) async throws -> Answer {
            try await send(
                "REPORT", path, [:],
                body.replacing(
                    ">", with: #" xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">"#, maxReplacements: 1))
        }

        var titles: [String] { get throws { try server.titles() } }
    }

    static let home = "/dav/calendars/ann/"
    static let inbox = home + "inbox/"

    static func todo(_ uid: String, _ lines: String...) -> String {
        """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Other//App//EN
        BEGIN:VTODO
        UID:\(uid)
        DTSTAMP:20261120T090000Z
        \(lines.joined(separator: "\n"))
        END:VTODO
        END:VCALENDAR

        """
    }

    static func with(_ body: (Client) async throws -> Void) async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        try await TestAccounts.with { test in
            let pool = BookPool(test.accounts, logger: logger)
            let ann = try await pool.book(of: try test.accounts.list()[0])
            let server = try ServerUnderTest(
                .accounts(test.accounts, pool, now: { .now() }), book: ann, transport: .plain(proxies: []),
                logger: logger)
            var client = Client(accounts: test.accounts, server: server, ann: ann)
            let token = try test.accounts.addToken(for: "ann", label: "phone")
            client.headers["Authorization"] = basic("ann", token.text)
            try await body(client)
        }
    }

    static func basic(_ name: String, _ password: String) -> String {
        "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()
    }

    private func hrefs(_ answer: Answer) -> [String] {
        answer.text.matches(of: /<D:response><D:href>([^<]*)</).map { String($0.1) }
    }

    @Test("007.1 The address alone leads to the lists, each of which takes to-dos alone") func discovery() async throws
    {
        try await Self.with { client in
            for method in ["GET", "PROPFIND"] {
                let found = try await client.server.send(
                    try #require(HTTPRequest.Method(method)), "/.well-known/caldav")
                #expect(found.status == 301 && found.headers[.location] == "/dav/")
            }
            let root = try await client.propfind("/dav/", "<d:current-user-principal/>")
            #expect(root.status == 207)
            #expect(root.text.contains("<D:current-user-principal><D:href>/dav/principals/ann/</D:href>"))
            let principal = try await client.propfind(
                "/dav/principals/ann/", "<c:calendar-home-set/><d:principal-URL/><c:schedule-inbox-URL/>")
            #expect(principal.text.contains("<C:calendar-home-set><D:href>\(Self.home)</D:href>"))
            #expect(principal.text.contains("<C:schedule-inbox-URL/></D:prop><D:status>HTTP/1.1 404"))
            let options = try await client.send("OPTIONS", "/dav/principals/ann/")
            #expect(options.headers[HTTPField.Name("DAV")!]?.contains("calendar-access") == true)

            let list = try await client.ann.write { try $0.add(ItemList.self, .todo(title: "Home & garden")) }
            let lists = try await client.propfind(
                Self.home, depth: 1,
                "<d:resourcetype/><d:displayname/><c:supported-calendar-component-set/><cs:getctag/><d:sync-token/>")
            #expect(hrefs(lists) == [Self.home, Self.inbox, "\(Self.home)\(list.list.id.text)/"])
            #expect(lists.text.contains("<D:displayname>Home &amp; garden</D:displayname>"))
            #expect(lists.text.components(separatedBy: "<C:comp name=\"VTODO\"/>").count == 3)
            #expect(lists.text.components(separatedBy: "<C:calendar/>").count == 3)
        }
    }

    @Test(
        "007.1 Each property that an app asks for is in the answer, be it found or not",
        arguments: ["/dav/", "/dav/principals/ann/", home, inbox, inbox + "a.ics"])
    func properties(path: String) async throws {
        try await Self.with { client in
            _ = try await client.send("PUT", Self.inbox + "a.ics", [:], Self.todo("a", "SUMMARY:a"))
            // What Reminders asks a server for.
            let names = [
                "D:current-user-principal", "D:principal-URL", "D:resourcetype", "D:displayname", "D:owner",
                "D:supported-report-set", "D:principal-collection-set", "D:current-user-privilege-set", "D:sync-token",
                "D:getetag", "D:quota-available-bytes", "D:resource-id", "C:calendar-home-set",
                "C:calendar-user-address-set",
                "C:schedule-inbox-URL", "C:schedule-outbox-URL", "C:supported-calendar-component-set",
                "C:supported-calendar-component-sets", "C:calendar-timezone", "C:max-resource-size", "CS:getctag",
                "CS:email-address-set", "CS:dropbox-home-URL", "CS:notification-URL", "CS:pre-publish-url",
                "A:calendar-color", "A:calendar-order", "A:refreshrate",
            ]
            let spelled = names.map { name in
                let prefix = ["D": "d", "C": "c", "CS": "cs", "A": "i"][name.prefix { $0 != ":" }.description] ?? ""
                return "<\(prefix):\(name.split(separator: ":")[1])/>"
            }
            let answer = try await client.propfind(path, depth: 1, spelled.joined())
            #expect(answer.status == 207)
            let responses = answer.text.components(separatedBy: "<D:response>").dropFirst()
            #expect(!responses.isEmpty)
            for response in responses {
                for name in names {
                    let count = response.matches(of: try Regex("<\(name)[ />]")).count
                    #expect(count == 1 || name == "D:owner" && count > 0, "\(name)")
                }
            }
            #expect(try await client.send("PROPFIND", path, ["Depth": "infinity"]).status == 403)
            #expect(try await client.send("LOCK", path).status == 405)
        }
    }

    @Test("007.2 A to-do of the app is a VTODO, and one of a phone is a to-do") func there() async throws {
        try await Self.with { client in
            let row = try await client.ann.write {
                try $0.add(todo: .todo(title: "Rent", notes: "by bank", due: CivilDate("2026-12-01")))
            }
            let all = try await client.propfind(Self.inbox, depth: 1, "<d:getetag/><d:getcontenttype/>")
            let href = "\(Self.inbox)\(row.todo.id.text).ics"
            #expect(hrefs(all) == [Self.inbox, href])
            let got = try await client.send("GET", href)
            #expect(got.status == 200)
            for line in ["SUMMARY:Rent", "DESCRIPTION:by bank", "DUE;VALUE=DATE:20261201", "STATUS:NEEDS-ACTION"] {
                #expect(got.text.contains(line + "\r\n"), "\(line)")
            }
            let tag = try #require(got.headers[.eTag])
            #expect(all.text.contains("<D:getetag>\(tag.replacing("\"", with: "&quot;"))</D:getetag>"))

            let text = Self.todo("u1", "SUMMARY:Call Ann", "DUE:20261130T140000Z", "PRIORITY:1", "CATEGORIES:phone")
            let made = try await client.send("PUT", Self.inbox + "u1.ics", ["If-None-Match": "*"], text)
            #expect(made.status == 201)
            let todo = try #require(try client.ann.read { try $0.rows() }.first?.todo)
            #expect(todo.title == "Call Ann" && todo.due == CivilDate("2026-11-30") && todo.tags == ["phone"])
            #expect(todo.dueTime?.text == "14:00[UTC]")
            let mine = try await client.send("GET", Self.inbox + "u1.ics")
            #expect(mine.text == text.replacing("\n", with: "\r\n"))
            #expect(made.headers[.eTag] == mine.headers[.eTag], "the very bytes are there")
        }
    }

    @Test("007.3 007.4 A change of the app changes the tag, and nothing of what it doesn't know") func kept()
        async throws
    {
        try await Self.with { client in
            let text = Self.todo(
                "u1", "SUMMARY:Call", "X-APPLE-SORT-ORDER:5", "RELATED-TO;RELTYPE=X-DEP:a", "BEGIN:VALARM",
                "TRIGGER:-PT5M", "ACTION:DISPLAY", "END:VALARM")
            let path = Self.inbox + "u1.ics"
            let first = try await client.send("PUT", path, [:], text)
            let tag = try #require(first.headers[.eTag])
            let id = try #require(try client.ann.read { try $0.rows() }.first?.todo.id)
            try await client.ann.write { try $0.perform(.edit(.todo, id, .todo(title: "Call now"))) }
            let now = try await client.send("GET", path)
            #expect(now.text == text.replacing("SUMMARY:Call", with: "SUMMARY:Call now").replacing("\n", with: "\r\n"))
            #expect(now.headers[.eTag] != tag)
            let stale = try await client.send("PUT", path, ["If-Match": tag], text)
            #expect(stale.status == 412)
            #expect(try client.titles == ["Call now"])
            let same = try await client.send("GET", path, ["If-None-Match": try #require(now.headers[.eTag])])
            #expect(same.status == 304)
            #expect(try await client.send("PUT", path, ["If-None-Match": "*"], text).status == 412)
            #expect(try await client.send("PUT", Self.inbox + "none.ics", ["If-Match": tag], text).status == 412)
            #expect(try await client.send("DELETE", path, ["If-Match": tag]).status == 412)
            let gone = try await client.send("DELETE", path, ["If-Match": try #require(now.headers[.eTag])])
            #expect(gone.status == 204)
            #expect(try await client.send("GET", path).status == 404)
            #expect(try client.titles == [])
        }
    }

    @Test("007.6 Who writes without If-Match takes back nothing that another changed") func merged() async throws {
        try await Self.with { client in
            let path = Self.inbox + "u1.ics"
            _ = try await client.send(
                "PUT", path, [:], Self.todo("u1", "SUMMARY:Call", "PRIORITY:5", "DUE;VALUE=DATE:20261201"))
            let id = try #require(try client.ann.read { try $0.rows() }.first?.todo.id)
            var edit = Changes.todo(title: "Call now", notes: "0123", due: CivilDate("2026-12-05"))
            edit[.tag] = .texts(["phone"])
            try await client.ann.write { [edit] in try $0.perform(.edit(.todo, id, edit)) }
            // What the client saw before, with another priority.
            let stale = Self.todo("u1", "SUMMARY:Call", "PRIORITY:1", "DUE;VALUE=DATE:20261201")
            #expect(try await client.send("PUT", path, [:], stale).status == 204)
            let todo = try #require(try client.ann.read { try $0.rows() }.first?.todo)
            #expect(todo.title == "Call now" && todo.notes == "0123" && todo.due == CivilDate("2026-12-05"))
            #expect(todo.tags == ["phone"] && todo.extraFields[.priority]?.choice == 1)
        }
    }

    @Test(
        "007.7 A bad body gets the error that RFC 4791 names, and nothing is stored",
        arguments: [
            ("valid-calendar-data", "hello"),
            ("valid-calendar-data", todo("u", "SUMMARY:x", "DTSTART:20261130", "RRULE:FREQ=SECONDLY")),
            ("valid-calendar-data", String(todo("u", "SUMMARY:x").prefix(100))),
            ("valid-calendar-data", todo("", "SUMMARY:x")),
            ("valid-calendar-object-resource", todo("u", "END:VTODO", "BEGIN:VTODO", "UID:v")),
            ("supported-calendar-component", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:u\nEND:VEVENT\nEND:VCALENDAR\n"),
            ("max-resource-size", "long"),
        ])
    func refused(condition: String, body: String) async throws {
        try await Self.with { client in
            let long = Self.todo("u", "SUMMARY:" + String(repeating: "x", count: 1_100_000))
            let answer = try await client.send("PUT", Self.inbox + "u.ics", [:], body == "long" ? long : body)
            #expect(answer.status == (condition == "max-resource-size" ? 413 : 403))
            #expect(answer.text.contains("<C:\(condition)></C:\(condition)>"))
            #expect(try client.titles == [])
            #expect(try await client.send("GET", Self.inbox + "u.ics").status == 404)
        }
    }

    @Test("007.8 Nobody reaches another account's lists; a revoked token ends access, and guessing is slowed")
    func access() async throws {
        try await Self.with { client in
            _ = try await client.send("PUT", Self.inbox + "u1.ics", [:], Self.todo("u1", "SUMMARY:Secret"))
            for path in ["/dav/", Self.home, Self.inbox + "u1.ics"] {
                let nobody = try await client.server.send(.propfind, path, ["Depth": "1"], peer: "127.0.0.1")
                #expect(nobody.status == 401 && !nobody.text.contains("Secret"))
                #expect(nobody.headers[.wwwAuthenticate]?.hasPrefix("Basic realm=") == true)
            }
            let token = try client.accounts.addToken(for: "bob", label: "x")
            var bob = client
            bob.headers["Authorization"] = Self.basic("bob", token.text)
            for method in ["GET", "PROPFIND", "PUT", "DELETE", "REPORT", "MOVE"] {
                let answer = try await bob.send(
                    method, Self.inbox + "u1.ics", [:], method == "PUT" ? Self.todo("u1", "SUMMARY:Mine") : "")
                #expect(answer.status == 404 && !answer.text.contains("Secret"), "\(method)")
            }
            var wrong = client
            wrong.headers["Authorization"] = Self.basic("ann", token.text)
            #expect(try await wrong.send("GET", Self.inbox + "u1.ics").status == 401)
            let open = try await client.server.send(
                .get, Self.inbox + "u1.ics", client.headers, peer: "192.0.2.7")
            #expect(open.status == 403, "not encrypted")

            let number = try #require(try client.accounts.tokens(of: "ann").first?.number)
            try client.accounts.revokeToken(number)
            var statuses: [Int] = []
            for _ in 0..<25 { statuses.append(try await client.send("GET", Self.inbox + "u1.ics").status) }
            #expect(statuses.first == 401 && statuses.contains(429))
            #expect(try client.titles == ["Secret"])
        }
    }

    @Test("007.4 multiget and query give what a list holds; what isn't there is a 404") func reports() async throws {
        try await Self.with { client in
            for (uid, due) in [("a", "20261130"), ("b", "20261215"), ("c/d é%", "20270110")] {
                let name = try #require(uid.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                let answer = try await client.send(
                    "PUT", Self.inbox + name + ".ics", [:], Self.todo(uid, "SUMMARY:T\(uid)", "DUE;VALUE=DATE:\(due)"))
                #expect(answer.status == 201)
            }
            let all = try await client.propfind(Self.inbox, depth: 1, "<d:getetag/>")
            let members = hrefs(all).dropFirst()
            #expect(members.count == 3)
            let got = try await client.report(
                Self.inbox,
                "<c:calendar-multiget><d:prop><d:getetag/><c:calendar-data/></d:prop>"
                    + (members + [Self.inbox + "no.ics"]).map { "<d:href>\($0)</d:href>" }.joined()
                    + "</c:calendar-multiget>")
            #expect(got.status == 207)
            #expect(hrefs(got) == members + [Self.inbox + "no.ics"])
            for title in ["Ta", "Tb", "Tc/d é%"] { #expect(got.text.contains("SUMMARY:\(title)&#13;\n")) }
            #expect(got.text.contains("no.ics</D:href><D:status>HTTP/1.1 404"))
            #expect(got.text.components(separatedBy: "<D:getetag>").count == 4)

            func query(_ filter: String) async throws -> [String] {
                let answer = try await client.report(
                    Self.inbox,
                    #"<c:calendar-query><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR">"#
                        + #"<c:comp-filter name="VTODO">\#(filter)</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>"#
                )
                #expect(answer.status == 207)
                return hrefs(answer).map { String($0.dropFirst(Self.inbox.count)) }.sorted()
            }
            #expect(try await query("").count == 3)
            #expect(try await query(#"<c:time-range start="20261201T000000Z" end="20270101T000000Z"/>"#) == ["b.ics"])
            let text = #"<c:prop-filter name="SUMMARY"><c:text-match>tA</c:text-match></c:prop-filter>"#
            #expect(try await query(text) == ["a.ics"])
            let none = #"<c:prop-filter name="COMPLETED"><c:is-not-defined/></c:prop-filter>"#
            #expect(try await query(none).count == 3)
        }
    }
}
