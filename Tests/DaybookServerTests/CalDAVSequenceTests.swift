import DaybookCore
import DaybookStorage
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

/// What apps send one after the other, from the address alone to a to-do that is finished.
@Suite struct CalDAVSequenceTests {
    private typealias Client = CalDAVTests.Client
    private static let (home, inbox) = (CalDAVTests.home, CalDAVTests.inbox)
    private static let spaces =
        #"xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/""#

    private func propfind(
        _ client: Client, _ path: String, _ depth: String, _ names: String, agent: String
    ) async throws -> Answer {
        try await client.send(
            "PROPFIND", path, ["Depth": depth, "User-Agent": agent, "Content-Type": "text/xml"],
            #"<?xml version="1.0" encoding="UTF-8"?><propfind \#(Self.spaces)><prop>\#(names)</prop></propfind>"#)
    }

    private func report(_ client: Client, _ path: String, _ name: String, _ body: String) async throws -> Answer {
        try await client.send(
            "REPORT", path, ["Depth": "1", "Content-Type": "application/xml"],
            "<\(name) \(Self.spaces)><prop><getetag/><C:calendar-data/></prop>\(body)</\(name)>")
    }

    /// The etag of each member in an answer, by its name.
    private func tags(_ answer: Answer) -> [String: String] {
        var tags: [String: String] = [:]
        for part in answer.text.components(separatedBy: "<D:response><D:href>").dropFirst() {
            let name = part.prefix { $0 != "<" }.split(separator: "/").last.map { String($0) } ?? ""
            guard let tag = part.firstMatch(of: /<D:getetag>([^<]*)</) else { continue }
            tags[name] = String(tag.1).replacing("&quot;", with: "\"")
        }
        return tags
    }

    @Test("007.1 Reminders of iOS and macOS set up, make a list, add a reminder with an alarm, and finish it")
    func reminders() async throws {
        try await CalDAVTests.with { client in
            let agent = "iOS/26.0 (23A341) remindd/1.0"
            let found = try await client.server.send(.propfind, "/.well-known/caldav", ["Depth": "0"])
            #expect(found.status == 301)
            let closed = try await client.server.send(
                .propfind, "/dav/", ["Depth": "0", "User-Agent": agent], peer: "127.0.0.1")
            #expect(closed.status == 401)
            let names = "<current-user-principal/><principal-URL/><resourcetype/>"
            for path in ["/dav/", "/", "/principals/"] {
                let root = try await propfind(client, path, "0", names, agent: agent)
                #expect(root.text.contains("<D:response><D:href>\(path)</D:href>"))
                #expect(root.text.contains("<D:current-user-principal><D:href>/dav/principals/ann/</D:href>"))
            }
            let options = try await client.send("OPTIONS", "/dav/principals/ann/", ["User-Agent": agent])
            let classes = options.headers[try #require(HTTPField.Name("DAV"))] ?? ""
            #expect(options.status == 200 && classes.contains("calendar-access") && !classes.contains("2"))
            let principal = try await propfind(
                client, "/dav/principals/ann/", "0",
                """
                <C:calendar-home-set/><C:calendar-user-address-set/><current-user-principal/><displayname/>\
                <CS:dropbox-home-URL/><CS:email-address-set/><CS:notification-URL/><principal-collection-set/>\
                <principal-URL/><resource-id/><C:schedule-inbox-URL/><C:schedule-outbox-URL/><supported-report-set/>
                """, agent: agent)
            #expect(principal.text.contains("<C:calendar-home-set><D:href>\(Self.home)</D:href>"))
            let stop = try await client.send(
                "PROPPATCH", Self.home, ["User-Agent": agent],
                "<propertyupdate \(Self.spaces)><set><prop><C:default-alarm-vevent-date/></prop></set></propertyupdate>"
            )
            #expect(stop.status == 207, "macOS stops at a 403")
            let made = try await client.send(
                "MKCALENDAR", Self.home + "0F5E9A1C-1/", ["User-Agent": agent],
                """
                <?xml version="1.0" encoding="UTF-8"?><C:mkcalendar \(Self.spaces)><set><prop>
                <A:calendar-order>3</A:calendar-order><displayname>Erinnerungen</displayname>
                <A:calendar-color symbolic-color="blue">#1BADF8FF</A:calendar-color>
                <C:calendar-free-busy-set><NO/></C:calendar-free-busy-set>
                <C:supported-calendar-component-set><C:comp name='VTODO'/></C:supported-calendar-component-set>
                <C:calendar-timezone>BEGIN:VCALENDAR&#13;END:VCALENDAR</C:calendar-timezone></prop></set></C:mkcalendar>
                """)
            #expect(made.status == 201)
            let list = Self.home + "0F5E9A1C-1/"
            let before = try await propfind(client, list, "0", "<CS:getctag/><sync-token/>", agent: agent)
            let text = CalDAVTests.todo(
                "5A-B", "SUMMARY:Milch", "DUE;TZID=Europe/Berlin:20301130T090000", "X-APPLE-SORT-ORDER:680000000",
                "BEGIN:VALARM", "UID:77", "X-WR-ALARMUID:77", "ACTION:DISPLAY", "DESCRIPTION:Reminder",
                "TRIGGER;VALUE=DATE-TIME:20301130T080000Z", "END:VALARM")
            let put = try await client.send(
                "PUT", list + "5A-B.ics", ["If-None-Match": "*", "Content-Type": "text/calendar"], text)
            #expect(put.status == 201 && put.headers[.eTag] != nil)
            let after = try await propfind(client, list, "0", "<CS:getctag/><sync-token/>", agent: agent)
            #expect(after.text != before.text)
            let done = text.replacing(
                "SUMMARY:Milch",
                with: "SUMMARY:Milch\nSTATUS:COMPLETED\nPERCENT-COMPLETE:100\nCOMPLETED:20261127T090000Z")
            let tag = try #require(put.headers[.eTag])
            #expect(try await client.send("PUT", list + "5A-B.ics", ["If-Match": tag], done).status == 204)
            let todo = try #require(try client.ann.read { try $0.rows() }.first?.todo)
            #expect(todo.isCompleted && todo.reminders.map(\.text) == ["2030-11-30T08:00[UTC]"])
            #expect(try await client.send("GET", list + "5A-B.ics").text == done.replacing("\n", with: "\r\n"))
        }
    }

    @Test("007.1 007.6 Tasks.org syncs by query and multiget, writes without If-Match and makes lists by MKCOL")
    func tasks() async throws {
        try await CalDAVTests.with { client in
            let agent = "org.tasks/141000 (okhttp3) Android/16"
            let made = try await client.send(
                "MKCOL", Self.home + "6a2c/", ["User-Agent": agent],
                """
                <mkcol \(Self.spaces)><set><prop><resourcetype><collection/><C:calendar/></resourcetype>
                <displayname>Haus</displayname><A:calendar-color>#FF2968FF</A:calendar-color>
                <C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>
                </prop></set></mkcol>
                """)
            #expect(made.status == 201)
            let home = try await propfind(
                client, Self.home, "1",
                """
                <resourcetype/><displayname/><C:supported-calendar-component-set/><CS:getctag/><A:calendar-color/>\
                <sync-token/><share-access/><current-user-privilege-set/>
                """, agent: agent)
            #expect(home.text.contains("<D:displayname>Haus</D:displayname>"))
            #expect(home.text.contains("<D:privilege><D:write/></D:privilege>"))
            let list = Self.home + "6a2c/"
            func text(_ title: String, _ priority: Int) -> String {
                CalDAVTests.todo(
                    "t-1", "SUMMARY:\(title)", "PRIORITY:\(priority)", "DTSTART;VALUE=DATE:20301129",
                    "DUE;VALUE=DATE:20301130", "X-APPLE-SORT-ORDER:733300000")
            }
            let put = try await client.send("PUT", list + "t-1.ics", ["User-Agent": agent], text("Miete", 9))
            #expect(put.status == 201)
            let filter =
                #"<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"/></C:comp-filter></C:filter>"#
            let query = try await report(client, list, "C:calendar-query", filter)
            #expect(tags(query).keys.sorted() == ["t-1.ics"])
            let got = try await report(client, list, "C:calendar-multiget", "<href>\(list)t-1.ics</href>")
            #expect(tags(got) == tags(query) && got.text.contains("SUMMARY:Miete&#13;"))
            let id = try #require(try client.ann.read { try $0.rows() }.first?.todo.id)
            try await client.ann.write { try $0.perform(.edit(.todo, id, .todo(title: "Miete, neu"))) }
            #expect(try await client.send("PUT", list + "t-1.ics", [:], text("Miete", 1)).status == 204)
            let todo = try #require(try client.ann.read { try $0.rows() }.first?.todo)
            #expect(todo.title == "Miete, neu" && todo.extraFields[.priority]?.choice == 1)
            #expect(todo.start == CivilDate("2030-11-29") && todo.due == CivilDate("2030-11-30"))
            #expect(try await client.send("DELETE", list + "t-1.ics", ["User-Agent": agent]).status == 204)
            #expect(try await client.send("DELETE", list, ["User-Agent": agent]).status == 204)
        }
    }

    @Test("007.4 DAVx5 finds its way, names the version that it changes, and hears of one that isn't the present one")
    func davx() async throws {
        try await CalDAVTests.with { client in
            let agent = "DAVx5/4.5.12-ose (dav4jvm; okhttp) Android/16"
            let root = try await propfind(
                client, "/dav/", "0", "<resourcetype/><displayname/><C:calendar-home-set/><current-user-principal/>",
                agent: agent)
            #expect(root.text.contains("<C:calendar-home-set/></D:prop><D:status>HTTP/1.1 404"))
            let home = try await propfind(
                client, Self.home, "1",
                """
                <resourcetype/><displayname/><owner/><current-user-privilege-set/><A:calendar-color/>\
                <C:calendar-description/><C:calendar-timezone/><C:supported-calendar-component-set/><CS:source/>\
                <sync-token/><CS:getctag/><supported-report-set/><C:max-resource-size/>
                """, agent: agent)
            #expect(home.text.contains("<D:report><D:sync-collection"))
            let text = CalDAVTests.todo("d1", "SUMMARY:Brot", "STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:0")
            let put = try await client.send("PUT", Self.inbox + "d1.ics", ["If-None-Match": "*"], text)
            let tag = try #require(put.headers[.eTag])
            let filter =
                #"<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"/></C:comp-filter></C:filter>"#
            #expect(tags(try await report(client, Self.inbox, "C:calendar-query", filter)) == ["d1.ics": tag])
            let id = try #require(try client.ann.read { try $0.rows() }.first?.todo.id)
            try await client.ann.write { try $0.perform(.check(id)) }
            let stale = text.replacing("Brot", with: "Brötchen")
            #expect(try await client.send("PUT", Self.inbox + "d1.ics", ["If-Match": tag], stale).status == 412)
            let got = try await report(client, Self.inbox, "C:calendar-multiget", "<href>\(Self.inbox)d1.ics</href>")
            let now = try #require(tags(got)["d1.ics"])
            #expect(now != tag && got.text.contains("STATUS:COMPLETED&#13;") && got.text.contains("SUMMARY:Brot&#13;"))
            #expect(try await client.send("DELETE", Self.inbox + "d1.ics", ["If-Match": now]).status == 204)
        }
    }
}
