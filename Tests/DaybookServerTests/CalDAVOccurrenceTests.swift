import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

/// What apps of CalDAV say of single occurrences, and get to see of them.
@Suite struct CalDAVOccurrenceTests {
    private static let (home, inbox) = (CalDAVTests.home, CalDAVTests.inbox)

    private static func weekly(_ more: String...) -> String {
        let days = [
            "SUMMARY:Rent", "DTSTART;VALUE=DATE:20300107", "DUE;VALUE=DATE:20300107", "RRULE:FREQ=WEEKLY",
        ]
        return CalDAVTests.todo(
            "r", (days + ["X-DAYBOOK-AMOUNT:850 EUR"] + more).joined(separator: "\n"))
    }

    private static func override(_ day: String, _ status: String) -> String {
        "END:VTODO\nBEGIN:VTODO\nUID:r\nRECURRENCE-ID;VALUE=DATE:\(day)\nSUMMARY:Rent\nSTATUS:\(status)"
    }

    @Test(
        "007.2 007.5 A moved occurrence is one by itself: the rule goes on from its own days, and rolling on finishes it"
    )
    func moved() async throws {
        try await AppWorld.with(.file) { world in
            let id = try await world.add(
                #"{"title":"Rent","amount":"850","currency":"EUR","due":"2026-12-07","repeat":"FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"}"#
            )
            let path = Self.inbox + id + ".ics"
            try await world.rest("PATCH", "/todos/" + id, #"{"due":"2026-12-16"}"#)
            for round in 0..<2 {
                let text = try await world.text("phone", path)
                for line in [
                    "DTSTART;VALUE=DATE:20261207", "RECURRENCE-ID;VALUE=DATE:20261207",
                    "DUE;VALUE=DATE:20261216",
                    "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
                ] { #expect(text.contains("\r\n\(line)\r\n"), "\(line)\n\(text)") }
                #expect(text.components(separatedBy: "BEGIN:VTODO").count == 3, "\(round)")
                let titled = text.replacing("SUMMARY:Rent", with: "SUMMARY:Rent \(round)")
                #expect(try await world.app("phone", "PUT", path, [:], titled).status == 204)
                #expect(try await world.todo(id).member("due") == .string("2026-12-16"))
            }
            // An app puts it off once more, by the override that it got.
            let later = try await world.text("phone", path).replacing(
                "DUE;VALUE=DATE:20261216", with: "DUE;VALUE=DATE:20261218")
            #expect(try await world.app("phone", "PUT", path, [:], later).status == 204)
            #expect(try await world.todo(id).member("due") == .string("2026-12-18"))
            // Rolling on goes from the day of the rule.
            let rolled = try await world.text("phone", path)
                .replacing("DTSTART;VALUE=DATE:20261207", with: "DTSTART;VALUE=DATE:20261221")
                .replacing("DUE;VALUE=DATE:20261207", with: "DUE;VALUE=DATE:20261221")
            #expect(try await world.app("phone", "PUT", path, [:], rolled).status == 204)
            #expect(try await world.todo(id).member("due") == .string("2026-12-21"))
            #expect(try await world.booked() == [.string("850.00")])
        }
    }

    @Test(
        "006.22 A moved occurrence is one by itself in the feed and in files, too; what is counted from done says so"
    )
    func exported() throws {
        let book = try Book.inMemory()
        var draft = Changes.todo(
            title: "Rent", amount: try Amount(number: "850", currency: #require(Currency("EUR"))))
        draft[.repeats] = .repeats(
            Repeat(
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=5", .every,
                anchor: try #require(CivilDate("2026-12-07"))))
        draft[.due] = FieldValue(CivilDate("2026-12-07"))
        let id = try book.write { [draft] in try $0.add(todo: draft) }.todo.id
        try book.write { try $0.perform(.check(id)) }
        try book.write { try $0.perform(.edit(.todo, id, .todo(due: CivilDate("2026-12-24")))) }
        var row = try #require(try book.read { try $0.row(id) })
        var bytes: [UInt8] = []
        ICalendar.writeEvents([row.todo], to: &bytes)
        let feed = String(decoding: bytes, as: UTF8.self)
        for line in [
            "DTSTART;VALUE=DATE:20261221", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=4",
            "RECURRENCE-ID;VALUE=DATE:20261221", "DTSTART;VALUE=DATE:20261224",
        ] { #expect(feed.contains("\r\n\(line)\r\n"), "\(line)\n\(feed)") }
        var edit = Changes()
        edit[.repeats] = .repeats(
            Repeat("FREQ=DAILY;INTERVAL=5", .afterDone, anchor: try #require(row.todo.due)))
        edit[.reminders] = .texts(["-1d"])
        try book.write { [edit] in try $0.perform(.edit(.todo, id, edit)) }
        row = try #require(try book.read { try $0.row(id) })
        bytes = []
        ICalendar.write([row], listName: { _ in nil }, to: &bytes)
        let file = String(decoding: bytes, as: UTF8.self)
        for line in [
            "RRULE:FREQ=DAILY;INTERVAL=5", "X-DAYBOOK-REPEAT:AFTER-DONE", "X-DAYBOOK-AMOUNT:850.00 EUR",
            "BEGIN:VALARM",
        ] { #expect(file.contains("\r\n\(line)\r\n"), "\(line)\n\(file)") }
    }

    @Test(
        "007.5 A later occurrence that an app finished is finished once it is its turn; one that it opens again is open"
    )
    func laterAndBack() async throws {
        try await AppWorld.with(.file) { world in
            let path = Self.inbox + "r.ics"
            #expect(try await world.app("desk", "PUT", path, [:], Self.weekly()).status == 201)
            let id = CalendarObject.id(ofUID: "r").text
            let later = Self.weekly(Self.override("20300114", "COMPLETED"))
            #expect(try await world.app("desk", "PUT", path, [:], later).status == 204)
            #expect(try await world.todo(id).member("due") == .string("2030-01-07"))
            #expect(try await world.booked() == [])
            try await world.rest("PATCH", "/todos/" + id, #"{"completed":true}"#)
            let titled = try await world.text("desk", path).replacing(
                "SUMMARY:Rent", with: "SUMMARY:Flat", maxReplacements: 1)
            #expect(try await world.app("desk", "PUT", path, [:], titled).status == 204)
            #expect(try await world.todo(id).member("due") == .string("2030-01-21"))
            #expect(try await world.booked().count == 2)

            let open = try await world.text("desk", path).replacing(
                "STATUS:COMPLETED", with: "STATUS:NEEDS-ACTION")
            #expect(try await world.app("desk", "PUT", path, [:], open).status == 204)
            #expect(try await world.todo(id).member("due") == .string("2030-01-14"))
            #expect(try await world.booked().count == 1)
            #expect(try await !world.text("desk", path).contains("COMPLETED"))
            // Others finish it: the app is told so, whatever it said itself.
            try await world.rest("PATCH", "/todos/" + id, #"{"completed":true}"#)
            try await world.rest("PATCH", "/todos/" + id, #"{"completed":true}"#)
            let now = try await world.text("desk", path)
            #expect(now.contains("RECURRENCE-ID;VALUE=DATE:20300114") && now.contains("STATUS:COMPLETED"))
            let back = now.replacing("STATUS:COMPLETED", with: "STATUS:NEEDS-ACTION")
            #expect(try await world.app("desk", "PUT", path, [:], back).status == 204)
            #expect(try await world.text("desk", path).contains("STATUS:COMPLETED"))
            #expect(try await world.booked().count == 3)
        }
    }

    @Test("007.3 A line that is folded within a letter is read") func folded() async throws {
        try await CalDAVTests.with { client in
            let path = Self.inbox + "f.ics"
            var body = Array(CalDAVTests.todo("f", "SUMMARY:Caf#").replacing("\n", with: "\r\n").utf8)
            let place = try #require(body.firstIndex(of: UInt8(ascii: "#")))
            body.replaceSubrange(place...place, with: [0xC3, 0x0D, 0x0A, 0x20, 0xA9])
            let put = try await client.server.send(
                .put, path, client.headers, body: body, peer: "127.0.0.1")
            #expect(put.status == 201)
            let text = try await client.send("GET", path).text
            #expect(text.contains("SUMMARY:Café\r\n") && !text.contains("\u{FFFD}"))
            body.replaceSubrange(place..<place + 5, with: [0xC3, 0x0D, 0x0A, 0x20, 0x41])
            let bad = try await client.server.send(
                .put, path, client.headers, body: body, peer: "127.0.0.1")
            #expect(bad.status == 403 && bad.text.contains("valid-calendar-data"))
        }
    }

    @Test("007.1 A name is one of its list: two lists may have a to-do of the same name each")
    func names() async throws {
        try await CalDAVTests.with { client in
            for list in ["A", "B"] {
                #expect(try await client.send("MKCOL", Self.home + "\(list)/").status == 201)
                let put = try await client.send(
                    "PUT", Self.home + "\(list)/1.ics", [:], CalDAVTests.todo("u\(list)", "SUMMARY:\(list)"))
                #expect(put.status == 201)
            }
            for list in ["A", "B"] {
                let text = try await client.send("GET", Self.home + "\(list)/1.ics").text
                #expect(text.contains("\r\nUID:u\(list)\r\n"))
                let put = try await client.send(
                    "PUT", Self.home + "\(list)/1.ics", [:], CalDAVTests.todo("u\(list)", "SUMMARY:\(list)2"))
                #expect(put.status == 204)
            }
            // One comes to the other in Daybook, and gets an address of its own there.
            let (a, b) = (CalendarObject.id(ofUID: "uA"), CalendarObject.id(ofUID: "uB"))
            let list = try #require(try client.ann.read { try $0.row(b) }?.todo.extraFields[.list])
            var edit = Changes()
            edit[.list] = list
            try await client.ann.write { [edit] in try $0.perform(.edit(.todo, a, edit)) }
            let members = try await client.propfind(Self.home + "B/", depth: 1, "<d:getetag/>").text
            #expect(
                members.contains("\(Self.home)B/1.ics<") && members.contains("\(Self.home)B/\(a.text).ics<")
            )
            #expect(try await client.send("GET", Self.home + "B/1.ics").text.contains("SUMMARY:B2"))
            #expect(
                try await client.send("GET", Self.home + "B/\(a.text).ics").text.contains("SUMMARY:A2"))
            #expect(try await client.send("GET", Self.home + "A/1.ics").status == 404)
            #expect(try await client.send("DELETE", Self.home + "B/\(a.text).ics").status == 204)
            #expect(try client.titles == ["B2"])
        }
    }
}
