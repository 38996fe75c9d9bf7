import DaybookCore
import DaybookExchange
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

/// Apps of CalDAV that never name the version which they change, while others change the same to-dos.
@Suite struct CalDAVBaseTests {
    private static let inbox = CalDAVTests.inbox

    @Test(
        "007.6 A stale PUT without If-Match takes nothing back, however the servers started again and the app was updated",
        arguments: AppWorld.Keeper.allCases)
    func stale(_ keeper: AppWorld.Keeper) async throws {
        try await AppWorld.with(keeper) { world in
            let id = try await world.add(#"{"title":"Bill","notes":"old","amount":"850","currency":"EUR"}"#)
            try await world.rest("PATCH", "/todos/" + id, #"{"title":"Rent"}"#)
            let path = Self.inbox + id + ".ics"
            let old = try await world.text("phone", path, ["User-Agent": "App/1"])
            #expect(old.contains("SUMMARY:Rent\r\n"))
            try world.restart()
            try await world.rest("PATCH", "/todos/" + id, #"{"notes":"new","completed":true}"#)
            try world.restart()
            let put = try await world.app(
                "phone", "PUT", path, ["User-Agent": "App/2"], old.replacing("Rent", with: "Rent of May"))
            #expect(put.status == 204)
            let now = try await world.todo(id)
            #expect(now.member("title") == .string("Rent of May") && now.member("notes") == .string("new"))
            #expect(now.member("completed") == .bool(true))
            #expect(try await world.booked() == [.string("850.00")])
        }
    }

    @Test("007.5 A stale PUT doesn't take a repeating to-do back to what is done", arguments: AppWorld.Keeper.allCases)
    func rewound(_ keeper: AppWorld.Keeper) async throws {
        try await AppWorld.with(keeper) { world in
            let id = try await world.add(
                #"{"title":"Rent","amount":"850","currency":"EUR","due":"2030-01-07","repeat":"FREQ=WEEKLY"}"#)
            let path = Self.inbox + id + ".ics"
            let old = try await world.text("phone", path)
            try await world.rest("PATCH", "/todos/" + id, #"{"completed":true}"#)
            try world.restart()
            for title in ["Rent 1", "Rent 2"] {
                let text = old.replacing("SUMMARY:Rent", with: "SUMMARY:\(title)")
                #expect(try await world.app("phone", "PUT", path, [:], text).status == 204)
                #expect(try await world.todo(id).member("title") == .string(title))
            }
            #expect(try await world.todo(id).member("due") == .string("2030-01-14"))
            #expect(try await world.booked() == [.string("850.00")])
            // It finishes what it saw, which is done.
            let done = old.replacing("STATUS:NEEDS-ACTION", with: "STATUS:COMPLETED")
            #expect(try await world.app("phone", "PUT", path, [:], done).status == 204)
            #expect(try await world.booked() == [.string("850.00")])
        }
    }

    @Test(
        "007.6 Of an app of which nobody knows what it saw nothing is taken that may be old; what it finishes is finished",
        arguments: AppWorld.Keeper.allCases)
    func unknown(_ keeper: AppWorld.Keeper) async throws {
        try await AppWorld.with(keeper) { world in
            let id = try await world.add(#"{"title":"Rent","notes":"old","amount":"850","currency":"EUR"}"#)
            let path = Self.inbox + id + ".ics"
            let old = try await world.text("phone", path)
            try await world.rest(
                "PATCH", "/todos/" + id, #"{"title":"Rent of May","priority":"high","completed":true}"#)
            let stale = old.replacing("DESCRIPTION:old", with: "DESCRIPTION:mine\r\nLOCATION:Office")
            #expect(try await world.app("tablet", "PUT", path, [:], stale).status == 204)
            let now = try await world.todo(id)
            #expect(now.member("title") == .string("Rent of May") && now.member("priority") == .string("high"))
            #expect(now.member("completed") == .bool(true))
            // Nobody changed the notes since the to-do was made, and no app said anything of a place.
            #expect(now.member("notes") == .string("mine"))
            #expect(try await world.text("phone", path).contains("LOCATION:Office\r\n"))
            #expect(try await world.booked() == [.string("850.00")])

            let series = try await world.add(
                #"{"title":"Water","amount":"5","currency":"EUR","due":"2030-01-07","repeat":"FREQ=WEEKLY"}"#)
            let next = try await world.text("phone", Self.inbox + series + ".ics").replacing(
                "20300107", with: "20300114")
            for _ in 0..<2 {
                #expect(try await world.app("tablet", "PUT", Self.inbox + series + ".ics", [:], next).status == 204)
            }
            #expect(try await world.todo(series).member("due") == .string("2030-01-14"))
            #expect(try await world.booked().count == 2)
        }
    }

    @Test("007.5 007.6 What an app wrote of an occurrence, finished or not, changes no rule and no day that came later")
    func occurrences() async throws {
        try await AppWorld.with(.file) { world in
            func start(_ title: String) async throws -> (id: String, text: String, done: String) {
                let id = try await world.add(
                    #"{"title":"\#(title)","due":"2030-01-07","repeat":"FREQ=WEEKLY"}"#)
                let text = try await world.text("phone", Self.inbox + id + ".ics")
                return (id, text, text.replacing("STATUS:NEEDS-ACTION", with: "STATUS:COMPLETED"))
            }
            func put(_ id: String, _ text: String) async throws -> FoundationJSON {
                let text = text.replacing("SUMMARY:", with: "DESCRIPTION:mine\r\nSUMMARY:")
                let answer = try await world.app("tablet", "PUT", Self.inbox + id + ".ics", [:], text)
                #expect(answer.status == 204)
                return try await world.todo(id)
            }
            // It finished the first occurrence, and changes the notes of that text.
            let rent = try await start("Rent")
            try await world.rest("PATCH", "/todos/" + rent.id, #"{"completed":true}"#)
            var now = try await put(rent.id, rent.done)
            #expect(now.member("repeat") == .string("FREQ=WEEKLY") && now.member("due") == .string("2030-01-14"))
            #expect(now.member("notes") == .string("mine") && now.member("completed") == .bool(false))
            // Somebody stopped the rule: neither the day nor the end of an occurrence is that of the to-do.
            for isDone in [false, true] {
                let water = try await start("Water")
                try await world.rest("PATCH", "/todos/" + water.id, #"{"completed":true}"#)
                let second = try await world.text("phone", Self.inbox + water.id + ".ics")
                try await world.rest("PATCH", "/todos/" + water.id, #"{"repeat":null}"#)
                let before = try await world.todo(water.id)
                now = try await put(water.id, isDone ? water.done : second)
                #expect(now.member("repeat") == before.member("repeat") && now.member("due") == before.member("due"))
                #expect(now.member("repeat") != .string("FREQ=WEEKLY"))
                #expect(now.member("notes") == .string("mine") && now.member("completed") == .bool(false))
            }
        }
    }

    @Test("007.6 An old text of what was done for one occurrence of the to-do above doesn't finish it for the next")
    func steps() async throws {
        try await AppWorld.with(.file) { world in
            let above = try await world.add(#"{"title":"Clean","due":"2030-01-07","repeat":"FREQ=WEEKLY"}"#)
            let step = try await world.add(#"{"title":"Floor","parent":"\#(above)"}"#)
            let path = Self.inbox + step + ".ics"
            let open = try await world.text("phone", path)
            func done(at time: String) -> String {
                open.replacing("STATUS:NEEDS-ACTION", with: "STATUS:COMPLETED\r\nCOMPLETED:\(time)")
            }
            let first = done(at: "20200101T090000Z")
            #expect(try await world.app("phone", "PUT", path, [:], first).status == 204)
            #expect(try await world.todo(step).member("completed") == .bool(true))
            try await world.rest("PATCH", "/todos/" + above, #"{"completed":true}"#)
            #expect(try await world.todo(step).member("completed") == .bool(false))
            // Nobody knows what the tablet saw.
            let old = first.replacing("SUMMARY:", with: "DESCRIPTION:mine\r\nSUMMARY:")
            #expect(try await world.app("tablet", "PUT", path, [:], old).status == 204)
            let now = try await world.todo(step)
            #expect(now.member("completed") == .bool(false) && now.member("notes") == .string("mine"))
            // It is finished now.
            #expect(try await world.app("tablet", "PUT", path, [:], done(at: "20991231T090000Z")).status == 204)
            #expect(try await world.todo(step).member("completed") == .bool(true))
        }
    }

    @Test("007.3 007.6 Lines that Daybook doesn't know merge line by line", arguments: AppWorld.Keeper.allCases)
    func lines(_ keeper: AppWorld.Keeper) async throws {
        try await AppWorld.with(keeper) { world in
            let path = Self.inbox + "a.ics"
            let start = CalDAVTests.todo(
                "a", "SUMMARY:a", "LOCATION:Home", "GEO:1;2", "CLASS:PUBLIC", "X-ONE:1", "COMMENT:first",
                "STATUS:NEEDS-ACTION", "ATTACH:http://a.example/1"
            ).replacing("\n", with: "\r\n")
            #expect(try await world.app("phone", "PUT", path, [:], start).status == 201)
            let other = try await world.text("tablet", path)
            #expect(other == start)
            try world.restart()
            let first =
                start.replacing("LOCATION:Home", with: "LOCATION:Office").replacing("GEO:1;2\r\n", with: "")
                .replacing("NEEDS-ACTION", with: "IN-PROCESS\r\nPERCENT-COMPLETE:40")
                .replacing("COMMENT:first", with: "COMMENT:first\r\nCOMMENT:phone")
            #expect(try await world.app("phone", "PUT", path, [:], first).status == 204)
            let second = other.replacing("CLASS:PUBLIC", with: "CLASS:PRIVATE").replacing("X-ONE:1", with: "X-ONE:2")
                .replacing("COMMENT:first", with: "COMMENT:first\r\nCOMMENT:tablet")
                .replacing("SUMMARY:a", with: "SUMMARY:b")
                .replacing("ATTACH:http://a.example/1", with: "ATTACH:http://a.example/1\r\nURL:http://b.example/")
            #expect(try await world.app("tablet", "PUT", path, [:], second).status == 204)
            let all = try await world.text("phone", path)
            for line in [
                "SUMMARY:b", "LOCATION:Office", "CLASS:PRIVATE", "X-ONE:2", "COMMENT:first", "COMMENT:phone",
                "COMMENT:tablet", "STATUS:IN-PROCESS", "PERCENT-COMPLETE:40", "ATTACH:http://a.example/1",
                "URL:http://b.example/",
            ] { #expect(all.components(separatedBy: "\r\n\(line)\r\n").count == 2, "\(line)\n\(all)") }
            #expect(!all.contains("GEO") && !all.contains("Home") && !all.contains("NEEDS-ACTION"))
            // Of a line that both changed the last writer's counts, once.
            let third = all.replacing("LOCATION:Office", with: "LOCATION:Train")
            #expect(try await world.app("phone", "PUT", path, [:], third).status == 204)
            let fourth = second.replacing("LOCATION:Home", with: "LOCATION:Beach")
            #expect(try await world.app("tablet", "PUT", path, [:], fourth).status == 204)
            let last = try await world.text("phone", path)
            #expect(
                last.contains("\r\nLOCATION:Beach\r\n") && !last.contains("Train") && last.contains("COMMENT:phone"))
        }
    }

    @Test("007.6 Two devices with one token, and one that didn't get the last answer, begin with what they have")
    func shared() async throws {
        try await AppWorld.with(.file) { world in
            let id = try await world.add(#"{"title":"one","notes":"first","priority":"low"}"#)
            let path = Self.inbox + id + ".ics"
            let old = try await world.text("both", path)
            try await world.rest("PATCH", "/todos/" + id, #"{"title":"two","notes":"second"}"#)
            #expect(try await world.text("both", path).contains("two"))
            let stale = old.replacing("PRIORITY:9", with: "PRIORITY:5")
            #expect(try await world.app("both", "PUT", path, [:], stale).status == 204)
            var now = try await world.todo(id)
            #expect(now.member("title") == .string("two") && now.member("notes") == .string("second"))
            #expect(now.member("priority") == .string("medium"))
            // A person who puts a title back means it.
            let back = try await world.text("both", path).replacing("SUMMARY:two", with: "SUMMARY:one")
            #expect(try await world.app("both", "PUT", path, [:], back).status == 204)
            now = try await world.todo(id)
            #expect(now.member("title") == .string("one") && now.member("notes") == .string("second"))
        }
    }

    @Test(
        "007.5 A finished copy under a UID of its own doesn't book the amount once more, in whatever order",
        arguments: [true, false], [true, false])
    func copies(copyFirst: Bool, opensFirst: Bool) async throws {
        for isOwn in [true, false] {
            try await AppWorld.with(.file) { world in
                var path = Self.inbox + "r.ics"
                if isOwn {
                    let text = CalDAVTests.todo(
                        "r", "SUMMARY:Rent", "DTSTART;VALUE=DATE:20300107", "DUE;VALUE=DATE:20300107",
                        "RRULE:FREQ=WEEKLY", "X-DAYBOOK-AMOUNT:850 EUR")
                    #expect(try await world.app("phone", "PUT", path, [:], text).status == 201)
                } else {
                    let id = try await world.add(
                        #"{"title":"Rent","amount":"850","currency":"EUR","due":"2030-01-07","repeat":"FREQ=WEEKLY"}"#)
                    path = Self.inbox + id + ".ics"
                }
                let text = try await world.text("phone", path)
                let uid = try #require(text.firstMatch(of: /\r\nUID:([^\r]*)/)).1
                var copy = text.replacing("UID:\(uid)", with: "UID:copy", maxReplacements: 1).replacing(
                    "RRULE:FREQ=WEEKLY\r\n", with: "")
                copy = copy.replacing("STATUS:NEEDS-ACTION\r\n", with: "")
                let done = copy.replacing(
                    "END:VTODO", with: "STATUS:COMPLETED\r\nCOMPLETED:20300107T090000Z\r\nEND:VTODO")
                func store() async throws {
                    if opensFirst {
                        #expect(try await world.app("phone", "PUT", Self.inbox + "copy.ics", [:], copy).status == 201)
                    }
                    #expect(try await world.app("phone", "PUT", Self.inbox + "copy.ics", [:], done).status < 300)
                }
                if copyFirst { try await store() }
                let rolled = text.replacing("20300107", with: "20300114")
                #expect(try await world.app("phone", "PUT", path, [:], rolled).status == 204)
                if !copyFirst { try await store() }
                // Also where it is opened and finished again.
                #expect(try await world.app("phone", "PUT", Self.inbox + "copy.ics", [:], copy).status == 204)
                #expect(try await world.app("phone", "PUT", Self.inbox + "copy.ics", [:], done).status == 204)
                #expect(try await world.booked() == [.string("850.00")])
                #expect(try await world.text("phone", path).contains("DUE;VALUE=DATE:20300114"))
            }
        }
    }

    @Test("007.5 What an app finished two days ago was done then", arguments: AppWorld.Keeper.allCases)
    func doneBefore(_ keeper: AppWorld.Keeper) async throws {
        try await AppWorld.with(keeper) { world in
            for (json, done) in [
                (#"{"title":"a","amount":"5","currency":"EUR"}"#, "2026-11-20"),
                (
                    #"{"title":"b","amount":"5","currency":"EUR","due":"2026-11-18","repeat":"FREQ=DAILY;INTERVAL=5","repeatMode":"after-done"}"#,
                    "2026-11-25"
                ),
            ] {
                let id = try await world.add(json)
                let path = Self.inbox + id + ".ics"
                let text = try await world.text("phone", path).replacing(
                    "STATUS:NEEDS-ACTION", with: "STATUS:COMPLETED\r\nCOMPLETED:20261120T120000Z")
                #expect(try await world.app("phone", "PUT", path, [:], text).status == 204)
                let todo = try await world.todo(id)
                if done == "2026-11-25" {
                    #expect(todo.member("due") == .string(done))
                } else {
                    #expect(todo.member("completedAt") == .string("2026-11-20T12:00:00.000Z"))
                }
            }
            guard case .array(let entries) = try await world.rest("GET", "/entries").json() else { return }
            #expect(entries.map { $0.member("day") } == [.string("2026-11-20"), .string("2026-11-20")])
        }
    }

    @Test("007.6 What apps were told is bounded, and the same again writes nothing") func bounded() async throws {
        let book = try Book.inMemory()
        let client = EntityID(high: 1, low: 1)
        @Sendable func text(_ number: UInt64) -> ToldText {
            ToldText(todo: EntityID(high: 2, low: number), tag: [UInt8](repeating: 1, count: 16), base: [1])
        }
        for number in 0..<30 as Range<UInt64> { try await book.write { try $0.tell(client, [text(number)], most: 10) } }
        let ids = (0..<30 as Range<UInt64>).map { EntityID(high: 2, low: $0) }
        #expect(try book.read { try $0.toldTags(client, ids) }.count == 10)
        #expect(try book.read { try $0.toldBases(client, ids[29]) } == [1])
        #expect(try book.read { try $0.toldBases(EntityID(high: 1, low: 2), ids[29]) } == [])
        let folder = try TemporaryFolder()
        let kept = try Book(path: folder.path("book.sqlite"))
        let server = try ServerUnderTest(book: kept)
        let text = CalDAVTests.todo("a", "SUMMARY:a").replacing("\n", with: "\r\n")
        let path = "/dav/calendars/book/inbox/a.ics"
        #expect(try await server.send(.put, path, body: Array(text.utf8)).status == 201)
        #expect(try await server.send(.get, path).status == 200)
        let version = kept.version()
        for _ in 0..<3 { #expect(try await server.send(.get, path).text == text) }
        #expect(kept.version() == version)
    }
}
