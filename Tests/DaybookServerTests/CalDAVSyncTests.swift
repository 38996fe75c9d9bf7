import DaybookCore
import DaybookStorage
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

/// What apps of CalDAV learn of changes, make of lists, and do to what comes again.
@Suite struct CalDAVSyncTests {
    private typealias Client = CalDAVTests.Client
    private static let (home, inbox) = (CalDAVTests.home, CalDAVTests.inbox)

    private func todo(_ uid: String, _ lines: String...) -> String {
        CalDAVTests.todo(uid, lines.joined(separator: "\n"))
    }

    /// Asks what changed since a token.
    ///
    /// - Returns: the new token, the names of what is there, and of what is gone; the status where it is none.
    private func sync(
        _ client: Client, _ list: String, since token: String
    ) async throws -> (token: String, there: [String], gone: [String], status: Int) {
        let answer = try await client.report(
            list,
            "<d:sync-collection><d:sync-token>\(token)</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/>"
                + "</d:prop></d:sync-collection>")
        var (there, gone): ([String], [String]) = ([], [])
        for part in answer.text.components(separatedBy: "<D:response><D:href>").dropFirst() {
            let href = String(part.prefix { $0 != "<" })
            let name = String(href.split(separator: "/").last ?? "")
            if part.contains("<D:getetag>") { there.append(name) } else if part.contains("404") { gone.append(name) }
        }
        let found = answer.text.firstMatch(of: /<D:sync-token>([^<]*)</).map { String($0.1) }
        return (found ?? answer.text, there.sorted(), gone.sorted(), answer.status)
    }

    @Test("007.4 sync-collection tells what came, changed and went, and of nothing else") func collection() async throws
    {
        try await CalDAVTests.with { client in
            for uid in ["a", "b", "c"] {
                _ = try await client.send("PUT", Self.inbox + uid + ".ics", [:], todo(uid, "SUMMARY:\(uid)"))
            }
            let made = try await client.send("MKCALENDAR", Self.home + "work/")
            #expect(made.status == 201)
            let first = try await sync(client, Self.inbox, since: "")
            #expect(first.there == ["a.ics", "b.ics", "c.ics"] && first.gone == [])
            let same = try await sync(client, Self.inbox, since: first.token)
            #expect(same.there == [] && same.gone == [] && same.token == first.token)

            let ids = try client.ann.read { try $0.rows() }.map(\.todo)
            let a = try #require(ids.first { $0.title == "a" }?.id)
            try await client.ann.write { try $0.perform(.edit(.todo, a, .todo(title: "a, changed"))) }
            _ = try await client.send("DELETE", Self.inbox + "b.ics")
            let moved = try await client.send(
                "MOVE", Self.inbox + "c.ics", ["Destination": "https://LOCALHOST:443\(Self.home)work/renamed.ics"])
            #expect(moved.status == 201)
            _ = try await client.send("PUT", Self.inbox + "d.ics", [:], todo("d", "SUMMARY:d"))
            let next = try await sync(client, Self.inbox, since: first.token)
            #expect(next.there == ["a.ics", "d.ics"])
            #expect(Set(next.gone).isSuperset(of: ["b.ics", "c.ics"]))
            #expect(next.token != first.token)
            let work = try await sync(client, Self.home + "work/", since: first.token)
            #expect(work.there == ["renamed.ics"])
            #expect(try await client.send("GET", Self.inbox + "c.ics").status == 404)
            #expect(try await client.send("GET", Self.home + "work/renamed.ics").text.contains("UID:c\r\n"))
        }
    }

    @Test("007.4 A token that isn't known, or is from before a restore, is 403 valid-sync-token") func tokens()
        async throws
    {
        try await CalDAVTests.with { client in
            _ = try await client.send("PUT", Self.inbox + "a.ics", [:], todo("a", "SUMMARY:a"))
            let token = try await sync(client, Self.inbox, since: "").token
            try await client.ann.write { try $0.becomeNewCopy() }
            for token in [token, "http://other/1", "urn:daybook:sync:0:1", "urn:daybook:sync:2:0:1", token + "0"] {
                let answer = try await sync(client, Self.inbox, since: token)
                #expect(answer.status == 403 && answer.token.contains("<D:valid-sync-token>"))
            }
        }
    }

    @Test("007.1 An app makes, names, colours and deletes a list; its to-dos stay") func lists() async throws {
        try await CalDAVTests.with { client in
            let made = try await client.send(
                "MKCOL", Self.home + "AB-1/", [:],
                """
                <mkcol xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/"><set><prop>
                <resourcetype><collection/><C:calendar/></resourcetype><displayname>Töpfe &amp; co</displayname>
                <A:calendar-color symbolic-color='blue'>#0090F0FF</A:calendar-color>
                <C:supported-calendar-component-set><C:comp name='VTODO'/></C:supported-calendar-component-set>
                </prop></set></mkcol>
                """)
            #expect(made.status == 201)
            #expect(try await client.send("MKCALENDAR", Self.home + "AB-1/").status == 405)
            let list = try #require(try client.ann.read { try $0.lists() }.first?.list)
            #expect(list.name == "Töpfe & co" && list.extraFields[.colour]?.choice == 5)
            let text = todo("a", "SUMMARY:Pot")
            #expect(try await client.send("PUT", Self.home + "AB-1/a.ics", [:], text).status == 201)
            let row = try #require(try client.ann.read { try $0.rows() }.first?.todo)
            #expect(row.extraFields[.list]?.entity == list.id)

            let path = Self.home + "AB-1/"
            let update =
                #"<propertyupdate xmlns="DAV:" xmlns:A="http://apple.com/ns/ical/" xmlns:x="urn:x"><set><prop>"#
            let set = try await client.send(
                "PROPPATCH", path, [:],
                update
                    + "<displayname>Pots</displayname><A:calendar-color>red</A:calendar-color><x:y>z</x:y></prop></set>"
                    + "</propertyupdate>")
            #expect(set.status == 207 && set.text.contains("HTTP/1.1 200"))
            let refused = try await client.send(
                "PROPPATCH", path, [:],
                update + "<displayname>No</displayname><getetag>1</getetag></prop></set></propertyupdate>")
            #expect(refused.text.contains("HTTP/1.1 403") && refused.text.contains("HTTP/1.1 424"))
            let now = try #require(try client.ann.read { try $0.lists() }.first?.list)
            #expect(now.name == "Pots" && now.extraFields[.colour]?.choice == 1)
            let told = try await client.propfind(path, #"<y xmlns="urn:x"/><i:calendar-color/>"#)
            #expect(told.text.contains("<x1:y>z</x1:y>") && told.text.contains(#" xmlns:x1="urn:x""#))
            #expect(told.text.contains("<A:calendar-color>red</A:calendar-color>"))
            try await client.ann.write { book in
                var edit = Changes()
                edit[.colour] = .choice(4)
                try book.perform(.edit(.list, now.id, edit))
            }
            let recoloured = try await client.propfind(path, "<i:calendar-color/>")
            #expect(recoloured.text.contains("<A:calendar-color>#30A46CFF</A:calendar-color>"))

            #expect(try await client.send("DELETE", path).status == 204)
            #expect(try await client.propfind(path, "<displayname/>").status == 404)
            #expect(try client.titles == ["Pot"])
            #expect(try await client.send("GET", Self.inbox + "a.ics").text.contains("SUMMARY:Pot"))
            #expect(try await client.send("DELETE", Self.inbox).status == 403)
        }
    }

    @Test("007.4 The same UID in another list is a move, in whichever order an app sends it") func moved() async throws
    {
        try await CalDAVTests.with { client in
            _ = try await client.send("MKCALENDAR", Self.home + "work/")
            let text = todo("a", "SUMMARY:Pot", "X-KEPT:1")
            _ = try await client.send("PUT", Self.inbox + "a.ics", [:], text)
            let id = try #require(try client.ann.read { try $0.rows() }.first?.todo.id)
            let twice = try await client.send("PUT", Self.inbox + "other.ics", [:], text)
            #expect(twice.status == 403 && twice.text.contains("<D:href>\(Self.inbox)a.ics</D:href>"))
            let other = try await client.send("PUT", Self.inbox + "a.ics", [:], todo("z", "SUMMARY:Z"))
            #expect(other.status == 403 && other.text.contains("<C:no-uid-conflict>"))
            let put = try await client.send("PUT", Self.home + "work/b.ics", ["If-None-Match": "*"], text)
            #expect(put.status == 201)
            #expect(try await client.send("DELETE", Self.inbox + "a.ics").status == 404)
            _ = try await client.send("DELETE", Self.home + "work/b.ics")
            #expect(try await client.send("PUT", Self.inbox + "a.ics", [:], text).status == 201)
            let rows = try client.ann.read { try $0.rows() }
            #expect(rows.map(\.todo.id) == [id])
            #expect(rows.first?.todo.extraFields[.list]?.entity == nil)
            #expect(try await client.send("GET", Self.inbox + "a.ics").text.contains("X-KEPT:1\r\n"))
        }
    }

    @Test(
        "007.5 Each way of apps to finish an occurrence finishes it once, and books its amount once",
        arguments: ["rolled", "override", "master"])
    func finished(way: String) async throws {
        try await CalDAVTests.with { client in
            let path = Self.inbox + "r.ics"
            func text(_ day: String, _ more: String...) -> String {
                let lines = ["SUMMARY:Rent", "X-DAYBOOK-AMOUNT:850 EUR", "RRULE:FREQ=MONTHLY", "DUE;VALUE=DATE:\(day)"]
                return CalDAVTests.todo("r", (lines + ["DTSTART;VALUE=DATE:\(day)"] + more).joined(separator: "\n"))
            }
            #expect(try await client.send("PUT", path, [:], text("20270101")).status == 201)
            let done =
                switch way {
                case "rolled": text("20270201")
                case "master": text("20270101", "STATUS:COMPLETED", "COMPLETED:20261127T090000Z")
                default:
                    text(
                        "20270101", "END:VTODO", "BEGIN:VTODO", "UID:r", "RECURRENCE-ID;VALUE=DATE:20270101",
                        "SUMMARY:Rent", "STATUS:COMPLETED")
                }
            // An app that heard no answer sends it again.
            for _ in 0..<2 { #expect(try await client.send("PUT", path, [:], done).status == 204) }
            let rows = try client.ann.read { try $0.rows() }.map(\.todo)
            #expect(rows.filter { !$0.isCompleted }.map(\.due) == [CivilDate("2027-02-01")])
            #expect(rows.filter(\.isCompleted).map(\.due) == [CivilDate("2027-01-01")])
            let entries = try client.ann.read { try $0.entryRows() }.map(\.entry)
            #expect(entries.map(\.amount) == [try Amount("850 EUR", usual: .usDollar)])
            let now = try await client.send("GET", path)
            #expect(now.text.contains("DUE;VALUE=DATE:20270201") && now.text.contains("RRULE:FREQ=MONTHLY"))
            #expect(!now.text.contains("COMPLETED:2026"))
            let all = try await client.propfind(Self.inbox, depth: 1, "<getetag/>")
            #expect(all.text.components(separatedBy: ".ics<").count == 2, "what is done is no resource of its own")
        }
    }

    @Test("007.2 A subtask is one, also where it comes before its parent") func subtasks() async throws {
        try await CalDAVTests.with { client in
            _ = try await client.send("PUT", Self.inbox + "c.ics", [:], todo("c", "SUMMARY:Child", "RELATED-TO:p"))
            _ = try await client.send("PUT", Self.inbox + "p.ics", [:], todo("p", "SUMMARY:Parent"))
            let rows = try client.ann.read { try $0.rows() }.map(\.todo)
            let parent = try #require(rows.first { $0.title == "Parent" }?.id)
            #expect(rows.first { $0.title == "Child" }?.extraFields[.parent]?.entity == parent)
            var edit = Changes()
            edit[.parent] = .nothing
            let child = try #require(rows.first { $0.title == "Child" }?.id)
            try await client.ann.write { [edit] in try $0.perform(.edit(.todo, child, edit)) }
            #expect(try await !client.send("GET", Self.inbox + "c.ics").text.contains("RELATED-TO"))
            edit[.parent] = .entity(parent)
            try await client.ann.write { [edit] in try $0.perform(.edit(.todo, child, edit)) }
            #expect(try await client.send("GET", Self.inbox + "c.ics").text.contains("RELATED-TO:p\r\n"))
        }
    }

    @Test("006.15 007.2 Of a cycle of parents one has none, in each answer, as in the list") func cycle() async throws {
        try await CalDAVTests.with { client in
            _ = try await client.send("PUT", Self.inbox + "a.ics", [:], todo("a", "SUMMARY:A", "RELATED-TO:b"))
            _ = try await client.send("PUT", Self.inbox + "b.ics", [:], todo("b", "SUMMARY:B", "RELATED-TO:a"))
            let rows = try client.ann.read { try $0.rows() }.map(\.todo).sorted { $0.id < $1.id }
            let (root, other) = (try #require(rows.first), try #require(rows.last))
            // Two devices that don't hear of each other make one, too.
            try await client.ann.write { book in
                for (one, parent) in [(root, other), (other, root)] {
                    try book.perform { [Register(one.id, .parent, $0, parent.id.bytes)] }
                }
            }
            let (name, below) = (root.title.lowercased(), other.title.lowercased())
            #expect(try await !client.send("GET", Self.inbox + name + ".ics").text.contains("RELATED-TO"))
            #expect(try await client.send("GET", Self.inbox + below + ".ics").text.contains("RELATED-TO:\(name)\r\n"))
            let all = try await client.send(
                "REPORT", Self.inbox, ["Depth": "1"],
                """
                <C:calendar-query xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns="DAV:"><prop><C:calendar-data/></prop>\
                <C:filter><C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>
                """)
            #expect(all.text.components(separatedBy: "RELATED-TO").count == 2, "\(all.text)")
        }
    }

    @Test("007.6 An app with one text for two, or without amounts, takes neither away") func texts() async throws {
        try await CalDAVTests.with { client in
            let euros = try Amount("5 EUR", usual: .usDollar)
            let row = try await client.ann.write {
                try $0.add(todo: .todo(title: "Tea", description: "green", notes: "one", amount: euros))
            }
            let path = Self.inbox + row.todo.id.text + ".ics"
            let got = try await client.send("GET", path)
            #expect(got.text.contains("DESCRIPTION:green\\none\r\n"))
            let text = got.text.replacing("green\\none", with: "green\\none\\n\\ntwo").components(separatedBy: "\r\n")
                .filter { !$0.hasPrefix("X-DAYBOOK-AMOUNT") }.joined(separator: "\r\n")
            let put = try await client.server.send(
                .put, path, client.headers.merging(["If-Match": try #require(got.headers[.eTag])]) { $1 },
                body: Array(text.utf8), peer: "127.0.0.1")
            #expect(put.status == 204)
            let now = try #require(try client.ann.read { try $0.rows() }.first?.todo)
            #expect(now.description == "green" && now.notes == "one\n\ntwo" && now.amount == euros)
        }
    }

    @Test("12.1 A VTODO says the account that pays beside the amount; an app changes it, and takes none away")
    func payer() async throws {
        try await CalDAVTests.with { client in
            let (giro, visa) = (EntityID(high: 7, low: 1), EntityID(high: 7, low: 2))
            let dollars = EntityID(high: 7, low: 3)
            let row = try await client.ann.write { book in
                for (id, name, amount) in [
                    (giro, "Giro", "0 EUR"), (visa, "Visa", "0 EUR"), (dollars, "Cash", "0 USD"),
                ] {
                    var draft = Changes.todo(title: name)
                    draft[.amount] = .amount(try Amount(amount, usual: .usDollar))
                    try book.perform(.add(.account, id, draft))
                }
                var draft = Changes.todo(title: "Rent")
                draft[.amount] = .amount(try Amount("850 EUR", usual: .usDollar))
                draft[.account] = .entity(giro)
                return try book.add(todo: draft)
            }
            func account() throws -> EntityID? {
                try client.ann.read { try $0.rows() }.first { $0.todo.id == row.todo.id }?.todo.account
            }
            let path = Self.inbox + row.todo.id.text + ".ics"
            let line = "X-DAYBOOK-ACCOUNT:\(giro.text)"
            #expect(try await client.send("GET", path).text.contains(line + "\r\n"))
            func put(_ other: String) async throws -> EntityID? {
                let got = try await client.send("GET", path)
                let lines = got.text.components(separatedBy: "\r\n").filter { !$0.hasPrefix("X-DAYBOOK-ACCOUNT") }
                let text = lines.joined(separator: "\r\n").replacing("END:VTODO", with: other + "END:VTODO")
                let put = try await client.server.send(
                    .put, path, client.headers.merging(["If-Match": try #require(got.headers[.eTag])]) { $1 },
                    body: Array(text.utf8), peer: "127.0.0.1")
                #expect(put.status == 204, "\(put.text)")
                return try account()
            }
            #expect(try await put("X-DAYBOOK-ACCOUNT:\(visa.text)\r\n") == visa)
            #expect(try await client.send("GET", path).text.contains("X-DAYBOOK-ACCOUNT:\(visa.text)\r\n"))
            // An app may not know the line; one of another currency, or of nothing, pays nothing here.
            #expect(try await put("PRIORITY:1\r\n") == visa)
            for wrong in [dollars.text, EntityID(high: 7, low: 9).text, "Nothing"] {
                #expect(try await put("X-DAYBOOK-ACCOUNT:\(wrong)\r\n") == visa)
            }
            #expect(try await put("X-DAYBOOK-ACCOUNT:Giro\r\n") == giro)
        }
    }

    @Test("14.1 An app is told that a to-do is a transfer or an income, and its edits take nothing of that away")
    func booked() async throws {
        try await CalDAVTests.with { client in
            let (giro, visa) = (EntityID(high: 7, low: 1), EntityID(high: 7, low: 2))
            let row = try await client.ann.write { book in
                for (id, name) in [(giro, "Giro"), (visa, "Visa")] {
                    var draft = Changes.todo(title: name)
                    draft[.amount] = .amount(try Amount("0 EUR", usual: .usDollar))
                    try book.perform(.add(.account, id, draft))
                }
                var draft = Changes.todo(title: "Card")
                draft[.amount] = .amount(try Amount("450 EUR", usual: .usDollar))
                (draft[.account], draft[.paysInto], draft[.estimate]) = (.entity(giro), .entity(visa), .choice(1))
                return try book.add(todo: draft)
            }
            func todo() throws -> Todo {
                try #require(try client.ann.read { try $0.row(row.todo.id) }).todo
            }
            let path = Self.inbox + row.todo.id.text + ".ics"
            let got = try await client.send("GET", path)
            let lines = ["X-DAYBOOK-TO-ACCOUNT:\(visa.text)\r\n", "X-DAYBOOK-ESTIMATE:ABOUT\r\n"]
            #expect(lines.allSatisfy { got.text.contains($0) })
            func put(_ text: String, _ got: (text: String, tag: String)) async throws {
                let put = try await client.server.send(
                    .put, path, client.headers.merging(["If-Match": got.tag]) { $1 }, body: Array(text.utf8),
                    peer: "127.0.0.1")
                #expect(put.status == 204, "\(put.text)")
            }
            // An app that knows none of the lines gives it another amount.
            let left = got.text.components(separatedBy: "\r\n").filter { line in
                !line.hasPrefix("X-DAYBOOK-TO") && !line.hasPrefix("X-DAYBOOK-EST")
            }
            try await put(
                left.joined(separator: "\r\n").replacing("450.00", with: "460.00"),
                (got.text, try #require(got.headers[.eTag])))
            #expect(try todo().amount?.number == "460.00")
            #expect(try todo().books == .transfer(visa) && todo().isAbout)
            let again = try await client.send("GET", path)
            #expect(lines.allSatisfy { again.text.contains($0) }, "the lines are said again")
        }
    }

    @Test("007.1 A server of one book serves it to this machine") func oneBook() async throws {
        let server = try ServerUnderTest()
        let put = try await server.send(
            .put, "/dav/calendars/book/inbox/a.ics",
            body: Array(todo("a", "SUMMARY:Pot").replacing("\n", with: "\r\n").utf8))
        #expect(put.status == 201)
        #expect(try server.titles() == ["Pot"])
        let foreign = try await server.send(
            .put, "/dav/calendars/book/inbox/b.ics", ["Origin": "https://evil.example"],
            body: Array(todo("b", "SUMMARY:Evil").utf8))
        #expect(foreign.status == 403)
        #expect(try server.titles() == ["Pot"])
    }

    @Test(
        "007.7 XML that is none, names entities or is nested without end is a 400",
        arguments: [
            "<a", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a>&b;</a>", "<a></b>", "<a/><b/>", "<x:a/>", "\u{0}",
            String(repeating: "<a>", count: 50),
        ])
    func badXML(text: String) async throws {
        try await CalDAVTests.with { client in
            let answer = try await client.send("PROPFIND", Self.inbox, ["Depth": "0"], text)
            #expect(answer.status == 400)
        }
    }
}
