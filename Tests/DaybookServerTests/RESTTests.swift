import DaybookCore
import DaybookStorage
import Fixtures
import HTTPTypes
import Testing

@testable import DaybookServer

/// To-dos as JSON resources.
@Suite struct RESTTests {
    let server: ServerUnderTest
    let path = "/api/v1/todos"

    init() throws { server = try ServerUnderTest() }

    /// Makes a to-do and answers where it is.
    private func create(_ json: String) async throws -> String {
        let answer = try await server.send(.post, path, json: json)
        #expect(answer.status == 201)
        let location = try #require(answer.headers[.location])
        return String(location.dropFirst("http://localhost".count))
    }

    @Test("006.19 POST with parse=1 reads the title as the line that adds does; what the body says stays")
    func parse() async throws {
        let line = #"{"title":"Dentist tomorrow 3pm 20 eur every year"}"#
        let read = try await server.send(.post, path + "?parse=1&day=2026-12-31", json: line)
        #expect(read.status == 201)
        for (name, value) in [
            ("title", "Dentist"), ("due", "2027-01-01"), ("dueTime", "15:00"), ("amount", "20.00"), ("currency", "EUR"),
            ("repeat", "FREQ=YEARLY"), ("repeatMode", "every"),
        ] {
            #expect(try read.member(name) == .string(value))
        }
        for query in ["", "?parse=0"] {
            let plain = try await server.send(.post, path + query, json: line)
            #expect(try plain.member("title") == .string("Dentist tomorrow 3pm 20 eur every year"))
            #expect(try plain.member("due") == nil)
        }
        let given = #"{"title":"Call tomorrow 5 EUR","due":"2027-05-05","amount":null}"#
        let kept = try await server.send(.post, path + "?parse=1", json: given)
        #expect(try kept.member("title") == .string("Call tomorrow 5 EUR"))
        #expect(try kept.member("due") == .string("2027-05-05"))
        for (query, field) in [("?parse=yes", "parse"), ("?parse=1&day=soon", "day")] {
            let refused = try await server.send(.post, path + query, json: line)
            #expect(refused.status == 400 && refused.text.contains(field))
        }
        #expect(try server.titles().count == 4)
    }

    @Test("006.19 POST with parse=1 reads each phrase of the table as all faces do")
    func phrases() async throws {
        var count = 0
        for phrase in QuickPhrase.all {
            // The minute is that of the server, and no country says what 元 is.
            let isSame = [0, QuickPhrase.now.minute, 1_439].allSatisfy { minute in
                let now = LocalTime(day: QuickPhrase.now.day, minute: minute)
                return QuickPhrase.reading(QuickTodo(phrase.line, now: now, usual: .usDollar)) == phrase.reading
            }
            guard isSame else { continue }
            count += 1
            let title = phrase.line.replacing("\"", with: "\\\"")
            let answer = try await server.send(
                .post, path + "?parse=1&day=\(QuickPhrase.now.day.text)", json: "{\"title\":\"\(title)\"}")
            #expect(answer.status == 201)
            func text(_ name: String) throws -> String? {
                if case .string(let text)? = try answer.member(name) { text } else { nil }
            }
            let amount = try text("amount").map { number in
                try Amount("\(number) \(try text("currency") ?? "")", usual: .usDollar).text
            }
            let reading = QuickPhrase.reading(
                title: try text("title") ?? "", due: try text("due"), time: try text("dueTime"),
                rule: try text("repeat"), mode: try text("repeatMode"), amount: amount)
            #expect(reading == phrase.reading)
        }
        #expect(count >= 300)
    }

    @Test("003.4 POST makes a to-do, says where it is, and answers it whole")
    func post() async throws {
        let answer = try await server.send(
            .post, path, json: #"{"title":" Buy milk\n","description":"2 l","notes":"\u00e9\ud83d\ude00"}"#)
        #expect(answer.status == 201)
        guard case .object(let members) = try answer.json() else {
            Issue.record("\(answer.text)")
            return
        }
        #expect(
            Set(members.keys) == [
                "id", "url", "title", "description", "notes", "completed", "completedAt", "createdAt", "synced",
            ])
        #expect(members["title"] == .string("Buy milk"))
        #expect(members["description"] == .string("2 l"))
        #expect(members["notes"] == .string("é😀"))
        #expect(members["completed"] == .bool(false))
        #expect(members["completedAt"] == .null)
        #expect(members["synced"] == .bool(false))
        guard case .string(let id) = members["id"], case .string(let url) = members["url"] else {
            Issue.record("\(answer.text)")
            return
        }
        #expect(EntityID(id) != nil)
        #expect(url == "http://localhost/api/v1/todos/\(id)")
        #expect(answer.headers[.location] == url)
    }

    @Test("003.2 GET of its url answers the to-do, with and without a slash at the end")
    func get() async throws {
        let url = try await create(#"{"title":"x"}"#)
        #expect(try await server.send(.get, url).member("title") == .string("x"))
        #expect(try await server.send(.get, url + "/").status == 200)
        let head = try await server.send(.head, url)
        #expect(head.status == 200 && head.bytes.isEmpty)
    }

    @Test("003.1 003.5 GET lists the to-dos, and a filter picks some")
    func list() async throws {
        #expect(try await server.send(.get, path).text == "[]")
        _ = try await create(#"{"title":"open"}"#)
        _ = try await create(#"{"title":"done","completed":true}"#)
        let all = try await server.send(.get, path)
        #expect(try all.count() == 2)
        #expect(try all.member("title", at: 0) == .string("open"))
        for (filter, title) in [("active", "open"), ("completed", "done")] {
            let answer = try await server.send(.get, path + "?filter=\(filter)")
            #expect(try answer.count() == 1)
            #expect(try answer.member("title", at: 0) == .string(title))
        }
        #expect(try await server.send(.get, path + "?filter=unsynced").count() == 2)
        let done = try #require(try server.book.read { try $0.rows() }.last)
        try await server.book.write { try $0.acknowledge(done.todo.id) }
        let unsynced = try await server.send(.get, path + "?filter=unsynced")
        #expect(try unsynced.count() == 1 && unsynced.member("title", at: 0) == .string("open"))
        let unknown = try await server.send(.get, path + "?filter=late")
        #expect(unknown.status == 400)
        #expect(try unknown.member("field") == .string("filter"))
    }

    @Test("003.3 PATCH changes any subset of the fields")
    func patch() async throws {
        let url = try await create(#"{"title":"a","description":"b","notes":"c"}"#)
        let answer = try await server.send(.patch, url, json: #"{"notes":"d"}"#)
        #expect(answer.status == 200)
        #expect(try answer.member("title") == .string("a"))
        #expect(try answer.member("description") == .string("b"))
        #expect(try answer.member("notes") == .string("d"))
        #expect(try await server.send(.patch, url, json: "{}").status == 200)
        #expect(try await server.send(.patch, url, json: #"{"title":"e"}"#).member("title") == .string("e"))
    }

    @Test("002.5 002.6 002.22 Added first, checked first of the finished, unchecked last of the to-dos")
    func places() async throws {
        var urls: [String] = []
        for title in ["1", "2", "3"] { urls.append(try await create(#"{"title":"\#(title)"}"#)) }
        #expect(try server.titles() == ["3", "2", "1"])
        _ = try await server.send(.patch, urls[0], json: #"{"completed":true}"#)
        let checked = try await server.send(.patch, urls[2], json: #"{"completed":true}"#)
        guard case .string = try checked.member("completedAt") else {
            Issue.record("\(checked.text)")
            return
        }
        #expect(try server.titles() == ["2", "(3)", "(1)"])
        let unchecked = try await server.send(.patch, urls[2], json: #"{"completed":false}"#)
        #expect(try unchecked.member("completedAt") == .null)
        #expect(try server.titles() == ["2", "3", "(1)"])
    }

    @Test("A number as order decides the place among the to-dos, and comes back as it was")
    func order() async throws {
        _ = try await create(#"{"title":"b","order":2}"#)
        let url = try await create(#"{"title":"c","order":1e2}"#)
        _ = try await create(#"{"title":"a","order":-0.5}"#)
        _ = try await create(#"{"title":"new"}"#)
        #expect(try server.titles() == ["new", "a", "b", "c"])
        let answer = try await server.send(.patch, url, json: #"{"order":1.5}"#)
        #expect(answer.text.contains(#""order":1.5"#))
        #expect(try server.titles() == ["new", "a", "c", "b"])
        #expect(try await server.send(.get, path).member("order", at: 3) == .number(2))
    }

    @Test("An order that is no finite number is left out, as one that was never set")
    func infiniteOrder() async throws {
        let url = try await create(#"{"title":"a","order":2}"#)
        let id = try #require(EntityID(String(url.suffix(32))))
        let position = try #require(Position.number(.infinity))
        let register = Register(id, .todoPosition, Stamp(clock: Stamp.greatestClock >> 1, node: 9), position.bytes)
        try await server.book.write(at: Timestamp(milliseconds: .max)) {
            _ = try $0.accept(PushRequest(node: 9, changes: [register]))
        }
        #expect(try await !server.send(.get, url).text.contains("order"))
    }

    @Test("DELETE takes out one, or all, and answers nothing")
    func delete() async throws {
        let url = try await create(#"{"title":"1"}"#)
        _ = try await create(#"{"title":"2"}"#)
        let answer = try await server.send(.delete, url)
        #expect(answer.status == 204 && answer.bytes.isEmpty)
        #expect(try server.titles() == ["2"])
        #expect(try await server.send(.get, url).status == 404)
        #expect(try await server.send(.delete, path).status == 204)
        #expect(try server.titles() == [])
    }

    @Test("An id that doesn't exist, or is none, is not found", arguments: [HTTPRequest.Method.get, .patch, .delete])
    func notFound(method: HTTPRequest.Method) async throws {
        for id in ["00000000000000000000000000000001", "1", "..%2f", "💥"] {
            let answer = try await server.send(method, "\(path)/\(id)", json: "{}")
            #expect(answer.status == 404)
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(try answer.member("status") == .number(404))
            #expect(try answer.member("title") == .string("Not Found"))
        }
    }

    @Test(
        "A known member of a wrong type is refused by its name, and nothing is stored",
        arguments: [
            ("title", "1"), ("title", "null"), ("title", "[]"), ("description", "true"), ("notes", "{}"),
            ("completed", "1"), ("completed", #""true""#), ("order", #""1""#), ("order", "null"),
        ])
    func wrongType(field: String, value: String) async throws {
        let url = try await create(#"{"title":"kept"}"#)
        let rest = field == "title" ? "" : #""title":"x","#
        for (method, path) in [(HTTPRequest.Method.post, path), (.patch, url)] {
            let answer = try await server.send(method, path, json: "{\(rest)\"\(field)\":\(value)}")
            #expect(answer.status == 400)
            #expect(try answer.member("field") == .string(field))
        }
        #expect(try server.titles() == ["kept"])
    }

    @Test("Members of other names are ignored, whatever they hold")
    func unknownMembers() async throws {
        let json = #"{"title":"x","id":1,"url":[],"createdAt":{},"color":{"deep":[1,null,"\u0000"]},"synced":"?"}"#
        _ = try await create(json)
        #expect(try server.titles() == ["x"])
    }

    @Test(
        "Bodies that are no JSON object are refused",
        arguments: [
            "", " ", "[]", "1", "nul", "{", #"{"title""#, #"{"title":"x"}}"#, #"{title:"x"}"#,
            #"{"title":"\ud800"}"#, #"{"title":"\x"}"#, "{\"title\":\"\n\"}", #"{"order":1e999,"title":"x"}"#,
            #"{"order":01,"title":"x"}"#, #"{"order":.5,"title":"x"}"#,
        ])
    func malformed(json: String) async throws {
        let answer = try await server.send(.post, path, json: json)
        #expect(answer.status == 400)
        guard case .string = try answer.member("detail") else {
            Issue.record("\(answer.text)")
            return
        }
        #expect(try server.titles() == [])
    }

    @Test("A body that is not UTF-8, or nested without end, is refused")
    func hostile() async throws {
        let invalid = Array(#"{"title":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)
        #expect(try await server.send(.post, path, body: invalid).status == 400)
        let deep = String(repeating: "[", count: 500_000)
        #expect(try await server.send(.post, path, json: deep).status == 400)
        #expect(try await server.send(.post, path, json: #"{"a":"# + deep).status == 400)
    }

    @Test("A body over 1 MiB is refused, with and without its length in front")
    func tooLarge() async throws {
        let body = Array(#"{"title":"x","notes":"\#(String(repeating: "n", count: 1_048_576))"}"#.utf8)
        for headers in [["Content-Length": "\(body.count)"], [:]] {
            let answer = try await server.send(.post, path, headers, body: body)
            #expect(answer.status == 413)
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
        #expect(try server.titles() == [])
    }

    @Test("A title that is missing, blank or over 10,000 characters is refused; 10,000 are taken")
    func titles() async throws {
        for json in ["{}", #"{"title":""}"#, #"{"title":" \t\u3000"}"#] {
            let answer = try await server.send(.post, path, json: json)
            #expect(answer.status == 400)
            #expect(try answer.member("field") == .string("title"))
        }
        let longest = String(repeating: "é", count: 10_000)
        let tooLong = try await server.send(.post, path, json: #"{"title":"x\#(longest)"}"#)
        #expect(tooLong.status == 400)
        #expect(try tooLong.member("field") == .string("title"))
        let spaces = String(repeating: " ", count: 70_000)
        let tooWide = try await server.send(.post, path, json: #"{"title":"x\#(spaces)"}"#)
        #expect(tooWide.status == 400)
        #expect(try tooWide.member("field") == .string("title"))
        #expect(try server.titles() == [])
        _ = try await create(#"{"title":"\#(longest)"}"#)
    }

    @Test("Notes that wouldn't fit a message of sync are refused by name")
    func longNotes() async throws {
        let notes = String(repeating: "n", count: 65_537)
        let answer = try await server.send(.post, path, json: #"{"title":"x","notes":"\#(notes)"}"#)
        #expect(answer.status == 400)
        #expect(try answer.member("field") == .string("notes"))
    }

    @Test("Text is never HTML: it comes back as it was, as JSON that no browser guesses about")
    func markup() async throws {
        let url = try await create(#"{"title":"<script>alert(1)</script>'; DROP TABLE todos; --"}"#)
        let answer = try await server.send(.get, url)
        #expect(try answer.member("title") == .string("<script>alert(1)</script>'; DROP TABLE todos; --"))
        #expect(answer.headers[.contentType] == "application/json")
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
    }

    @Test("An address that isn't there answers a problem")
    func nowhere() async throws {
        for (method, path) in [(HTTPRequest.Method.get, "/nope"), (.put, path + "/1/2"), (.post, "/api")] {
            let answer = try await server.send(method, path)
            #expect(answer.status == 404)
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
    }

    @Test("006.1 The days of a to-do are set, shown, changed and taken away; plannedDay is another name of due")
    func days() async throws {
        let url = try await create(
            #"{"title":"x","plannedDay":"2026-12-01","dueTime":"15:00[Europe/Berlin]","start":"2026-11-28","today":"2026-11-25"}"#
        )
        let todo = try await server.send(.get, url)
        for (name, value) in [
            ("due", "2026-12-01"), ("plannedDay", "2026-12-01"), ("dueTime", "15:00[Europe/Berlin]"),
            ("start", "2026-11-28"), ("today", "2026-11-25"),
        ] {
            #expect(try todo.member(name) == .string(value), "\(name)")
        }
        // The start moves along.
        let moved = try await server.send(.patch, url, json: #"{"due":"2026-12-03"}"#)
        #expect(try moved.member("start") == .string("2026-11-30"))
        #expect(try moved.member("plannedDay") == .string("2026-12-03"))
        let emptied = try await server.send(.patch, url, json: #"{"plannedDay":null,"start":null,"today":null}"#)
        for name in ["due", "plannedDay", "dueTime", "start", "startTime", "today"] {
            #expect(!emptied.text.contains("\"\(name)\""), "\(name)")
        }
        for (json, field) in [
            (#"{"due":"2026-12-01","plannedDay":"2026-12-02"}"#, "due"), (#"{"plannedDay":"soon"}"#, "plannedDay"),
            (#"{"dueTime":"3pm"}"#, "dueTime"), (#"{"startTime":5}"#, "startTime"),
            (#"{"start":"2026-02-30"}"#, "start"),
        ] {
            let refused = try await server.send(.patch, url, json: json)
            #expect(refused.status == 400)
            #expect(try refused.member("field") == .string(field), "\(json): \(refused.text)")
        }
    }

    @Test("006.3 006.4 Today and what is to come are asked for a day that the client names")
    func views() async throws {
        for json in [
            #"{"title":"today","due":"2026-12-01"}"#, #"{"title":"earlier","start":"2026-11-28"}"#,
            #"{"title":"later","due":"2026-12-05"}"#, #"{"title":"overdue","due":"2026-11-20"}"#, #"{"title":"none"}"#,
        ] {
            _ = try await create(json)
        }
        func titles(_ query: String) async throws -> [String] {
            guard case .array(let items) = try await server.send(.get, path + query).json() else { return [] }
            return items.map { item in
                guard case .object(let members) = item, case .string(let title) = members["title"] else { return "" }
                return title
            }
        }
        #expect(try await titles("?view=today&day=2026-12-01") == ["overdue", "earlier", "today"])
        #expect(try await titles("?view=today&day=2026-11-20") == ["overdue"])
        #expect(try await titles("?view=upcoming&day=2026-12-01") == ["overdue", "today", "later"])
        #expect(try await server.send(.get, path + "?view=today").status == 200)
        for (query, field) in [("?view=week", "view"), ("?view=today&day=friday", "day")] {
            let refused = try await server.send(.get, path + query)
            #expect(refused.status == 400)
            #expect(try refused.member("field") == .string(field))
        }
    }

    @Test("A to-do's amount and day are set, shown, changed and taken away; what isn't finished is upcoming")
    func money() async throws {
        let url = try await create(#"{"title":"Rent","amount":"15000","currency":"twd","due":"2026-12-01"}"#)
        _ = try await create(#"{"title":"Tax","amount":"7.5 EUR","due":"2026-11-30"}"#)
        _ = try await create(#"{"title":"Nothing"}"#)
        let rent = try await server.send(.get, url)
        #expect(try rent.member("amount") == .string("15000.00"))
        #expect(try rent.member("currency") == .string("TWD"))
        #expect(try rent.member("due") == .string("2026-12-01"))
        let upcoming = try await server.send(.get, "/api/v1/upcoming")
        #expect(try upcoming.count() == 2)
        #expect(try upcoming.member("title", at: 0) == .string("Tax"))
        #expect(try await server.send(.get, path).member("amount", at: 1) == .string("7.50"))

        // Without a currency the new amount is in that of the old one.
        let changed = try await server.send(.patch, url, json: #"{"amount":"16000","due":null}"#)
        #expect(try changed.member("currency") == .string("TWD"))
        #expect(!changed.text.contains("due"))
        #expect(try await server.send(.patch, url, json: #"{"completed":true}"#).status == 200)
        #expect(try await server.send(.get, "/api/v1/entries").member("amount", at: 0) == .string("16000.00"))
        #expect(try await server.send(.get, "/api/v1/upcoming").count() == 1)
        #expect(try await !server.send(.patch, url, json: #"{"amount":null}"#).text.contains("amount"))
        #expect(try await server.send(.get, "/api/v1/entries").count() == 0)

        for (json, field) in [
            (#"{"amount":"1e400"}"#, "amount"), (#"{"amount":5}"#, "amount"),
            (#"{"amount":"5","currency":"X"}"#, "currency"),
            (#"{"due":"2026-02-30"}"#, "due"),
        ] {
            let refused = try await server.send(.patch, url, json: json)
            #expect(refused.status == 400)
            #expect(try refused.member("field") == .string(field), "\(json): \(refused.text)")
        }
    }
}
