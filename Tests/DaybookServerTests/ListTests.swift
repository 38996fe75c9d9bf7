import DaybookCore
import DaybookStorage
import HTTPTypes
import Testing

@testable import DaybookServer

/// Lists as JSON resources.
@Suite struct ListTests {
    let server: ServerUnderTest
    let path = "/api/v1/lists"

    init() throws { server = try ServerUnderTest() }

    private func create(_ json: String) async throws -> String {
        let answer = try await server.send(.post, path, json: json)
        #expect(answer.status == 201)
        return String(try #require(answer.headers[.location]).dropFirst("http://localhost".count))
    }

    @Test("006.13 A list is made, found at its address, changed, ordered and deleted; its to-dos lie in the inbox then")
    func life() async throws {
        let url = try await create(#"{"name":" Home ","colour":"blue"}"#)
        _ = try await create(#"{"name":"Work"}"#)
        let home = try await server.send(.get, url)
        #expect(try home.member("name") == .string("Home") && home.member("colour") == .string("blue"))
        let id = String(try #require(url.split(separator: "/").last))
        #expect(try await server.send(.post, "/api/v1/todos", json: #"{"title":"x","list":"\#(id)"}"#).status == 201)
        #expect(try await server.send(.post, "/api/v1/todos", json: #"{"title":"y"}"#).status == 201)
        let inHome = try await server.send(.get, "/api/v1/todos?list=\(id)")
        #expect(try inHome.count() == 1 && inHome.member("title", at: 0) == .string("x"))
        #expect(try inHome.member("list", at: 0) == .string(id))
        #expect(try await server.send(.get, "/api/v1/todos?list=inbox").count() == 1)
        let changed = try await server.send(
            .patch, url, json: #"{"name":"House","colour":null,"archivedAt":"2026-11-26T00:00:00.000Z","order":1}"#)
        #expect(try changed.member("name") == .string("House") && changed.member("order") == .number(1))
        #expect(!changed.text.contains("colour") && changed.text.contains("archivedAt"))
        let all = try await server.send(.get, path)
        #expect(try all.count() == 2)
        #expect(try await server.send(.delete, url).status == 204)
        #expect(try await server.send(.get, url).status == 404)
        #expect(try await server.send(.get, "/api/v1/todos?list=inbox").count() == 2)
    }

    @Test("006.13 What is finished of a repeating to-do stays in the list of that")
    func finished() async throws {
        let list = String(try #require(try await create(#"{"name":"Chores"}"#).split(separator: "/").last))
        let sweep = try await server.send(
            .post, "/api/v1/todos",
            json: #"{"title":"Sweep","list":"\#(list)","due":"2030-01-07","repeat":"FREQ=DAILY"}"#)
        let url = String(try #require(sweep.headers[.location]).dropFirst("http://localhost".count))
        #expect(try await server.send(.patch, url, json: #"{"completed":true}"#).status == 200)
        #expect(try await server.send(.get, "/api/v1/todos?list=\(list)").count() == 2)
        #expect(try await server.send(.get, "/api/v1/todos?list=inbox").count() == 0)
    }

    @Test("006.13 What isn't right is refused by name, and nothing is made")
    func refused() async throws {
        for (json, field) in [
            ("{}", "name"), (#"{"name":" "}"#, "name"), (#"{"name":1}"#, "name"),
            (#"{"name":"x","colour":"pink"}"#, "colour"),
            ("[]", nil),
        ] as [(String, String?)] {
            let answer = try await server.send(.post, path, json: json)
            #expect((400...422).contains(answer.status), "\(json): \(answer.text)")
            if let field { #expect(answer.text.contains("\"field\":\"\(field)\""), "\(json): \(answer.text)") }
        }
        #expect(try await server.send(.get, path).text == "[]")
        #expect(try await server.send(.get, "/api/v1/todos?list=nothing").status == 400)
        #expect(try await server.send(.get, "/api/v1/todos?list=\(String(repeating: "a", count: 32))").status == 404)
        #expect(try await server.send(.patch, path + "/" + String(repeating: "a", count: 32), json: "{}").status == 404)
    }

    @Test("006.15 A to-do is made under another, listed there, put elsewhere and taken out; what can't be is refused")
    func parent() async throws {
        func make(_ json: String) async throws -> String {
            let made = try await server.send(.post, "/api/v1/todos", json: json)
            #expect(made.status == 201, "\(made.text)")
            return String(try #require(made.text.firstMatch(of: #/"id":"([0-9a-f]{32})"/#)).1)
        }
        let trip = try await make(#"{"title":"Trip"}"#)
        let visa = try await make(#"{"title":"Visa","parent":"\#(trip)"}"#)
        let photo = try await make(#"{"title":"Photo","parent":"\#(visa)"}"#)
        let under = try await server.send(.get, "/api/v1/todos?parent=\(trip)")
        #expect(try under.count() == 1 && under.member("id", at: 0) == .string(visa))
        #expect(try under.member("parent", at: 0) == .string(trip))
        #expect(try await server.send(.get, "/api/v1/todos?parent=\(visa)&filter=completed").count() == 0)
        let nobody = String(repeating: "a", count: 32)
        for parent in [photo, trip, nobody, "x"] {
            let answer = try await server.send(.patch, "/api/v1/todos/\(trip)", json: #"{"parent":"\#(parent)"}"#)
            #expect(answer.status == 400 && answer.text.contains("\"field\":\"parent\""), "\(answer.text)")
        }
        let refused = try await server.send(.post, "/api/v1/todos", json: #"{"title":"x","parent":"\#(nobody)"}"#)
        #expect(refused.status == 400 && refused.text.contains("There is no such to-do under which"))
        #expect(try await server.send(.get, "/api/v1/todos").count() == 3)
        let moved = try await server.send(.patch, "/api/v1/todos/\(photo)", json: #"{"parent":"\#(trip)"}"#)
        #expect(try moved.member("parent") == .string(trip))
        let freed = try await server.send(.patch, "/api/v1/todos/\(photo)", json: #"{"parent":null}"#)
        #expect(freed.status == 200 && !freed.text.contains("\"parent\""))
        // The one above goes, and what stands under it stays.
        #expect(try await server.send(.delete, "/api/v1/todos/\(trip)").status == 204)
        let left = try await server.send(.patch, "/api/v1/todos/\(visa)", json: #"{"parent":"\#(trip)","notes":"n"}"#)
        #expect(left.status == 200, "what it says already may be said again")
        #expect(try await server.send(.get, "/api/v1/todos?parent=x").status == 400)
        #expect(try await server.send(.get, "/api/v1/todos?parent=\(trip)").status == 404)
    }

    @Test("006.14 A to-do is tagged, its tags change as a whole, and those of a tag are listed")
    func tags() async throws {
        let made = try await server.send(.post, "/api/v1/todos", json: #"{"title":"Milk","tags":["food","shop"]}"#)
        #expect(made.status == 201 && made.text.contains(#""tags":["food","shop"]"#), "\(made.text)")
        let read = try await server.send(.post, "/api/v1/todos?parse=1", json: #"{"title":"Call Ann #phone"}"#)
        #expect(read.text.contains(#""tags":["phone"]"#), "\(read.text)")
        #expect(try await server.send(.get, "/api/v1/todos?tag=FOOD").count() == 1)
        #expect(try await server.send(.get, "/api/v1/todos?tag=none").count() == 0)
        #expect(try await server.send(.get, "/api/v1/todos?tag=a%2Cb").status == 400)
        let id = try #require(made.text.firstMatch(of: #/"id":"([0-9a-f]{32})"/#)).1
        let changed = try await server.send(.patch, "/api/v1/todos/\(id)", json: #"{"tags":["shop","tea"]}"#)
        #expect(changed.text.contains(#""tags":["shop","tea"]"#), "\(changed.text)")
        let gone = try await server.send(.patch, "/api/v1/todos/\(id)", json: #"{"tags":null}"#)
        #expect(gone.status == 200 && !gone.text.contains("tags"), "\(gone.text)")
        for json in [#"{"tags":["a,b"]}"#, #"{"tags":"food"}"#, #"{"tags":[1]}"#] {
            let answer = try await server.send(.patch, "/api/v1/todos/\(id)", json: json)
            #expect(answer.status == 400 && answer.text.contains("\"field\":\"tags\""), "\(json): \(answer.text)")
        }
    }

    @Test("006.16 What is overdue is so by the person's clock: a zone, or a day and a time")
    func clock() async throws {
        let clock = try #require(LocalTime.clock(in: "Etc/GMT+12"))
        let west = clock(.now()).day
        for json in [
            #"{"title":"Day","due":"\#(west.text)"}"#, #"{"title":"Minute","due":"2001-11-26","dueTime":"10:01"}"#,
        ] {
            #expect(try await server.send(.post, "/api/v1/todos", json: json).status == 201)
        }
        let url = "/api/v1/todos?query=is:overdue"
        #expect(try await server.send(.get, url + "&zone=Pacific/Kiritimati").count() == 2)
        #expect(try await server.send(.get, url + "&zone=Etc/GMT%2B12").count() == 1)
        #expect(try await server.send(.get, url + "&day=2001-11-26&time=10:01").count() == 0)
        #expect(try await server.send(.get, url + "&day=2001-11-26&time=10:02").count() == 1)
        for wrong in ["zone=Mars/Base", "time=25:00", "day=tomorrow"] {
            let answer = try await server.send(.get, url + "&" + wrong)
            let field = wrong.prefix { $0 != "=" }
            #expect(answer.status == 400 && answer.text.contains("\"field\":\"\(field)\""), "\(answer.text)")
        }
    }

    @Test("006.14 REST takes the numbers of priorities that it gives, and refuses a zone that doesn't exist")
    func priorities() async throws {
        for (sent, told) in [("1", "high"), ("\"4\"", "4"), ("4", "4"), ("9", "low"), ("\"medium\"", "medium")] {
            let made = try await server.send(.post, "/api/v1/todos", json: #"{"title":"x","priority":\#(sent)}"#)
            #expect(made.status == 201 && made.text.contains(#""priority":"\#(told)""#), "\(made.text)")
        }
        #expect(try await server.send(.get, "/api/v1/todos?query=priority:high").count() == 3)
        for json in [
            #"{"title":"x","priority":10}"#, #"{"title":"x","priority":1.5}"#,
            #"{"title":"x","due":"2026-12-24","dueTime":"10:00[Mars/Base]"}"#,
            #"{"title":"x","reminders":["2026-12-24T09:00[Mars/Base]"]}"#,
        ] {
            #expect(try await server.send(.post, "/api/v1/todos", json: json).status == 400, "\(json)")
        }
        let text = #"{"title":"x","due":"2026-12-24","dueTime":"10:00[Europe/Berlin]"}"#
        #expect(try await server.send(.post, "/api/v1/todos", json: text).status == 201)
    }

    @Test("006.16 A query finds to-dos; a wrong one is refused with its column")
    func query() async throws {
        for json in [
            #"{"title":"Rent","due":"2026-12-01","tags":["home"]}"#, #"{"title":"Bike","tags":["home"]}"#,
            #"{"title":"Taxes","due":"2027-03-01"}"#,
        ] {
            #expect(try await server.send(.post, "/api/v1/todos", json: json).status == 201)
        }
        let url = "/api/v1/todos?day=2026-11-26&query="
        let soon = try await server.send(.get, url + "due%3C%3Dtoday%2B7")
        #expect(try soon.count() == 1 && soon.member("title", at: 0) == .string("Rent"))
        #expect(try await server.send(.get, url + "tag:home%20-rent").count() == 1)
        #expect(try await server.send(.get, url + "due:any").count() == 2)
        let wrong = try await server.send(.get, url + "due%3C%3Dsoon")
        #expect(wrong.status == 400 && wrong.text.contains("Column 6: “soon” isn't a day."), "\(wrong.text)")
        #expect(wrong.text.contains(#""field":"query""#))
    }
}
