import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

/// Histories from seeds: an app of CalDAV that names the version it changes, one that doesn't, and a person at the app of
/// Daybook, each by what it has seen last.
@Suite struct CalDAVHistoryTests {
    private static let path = "/dav/calendars/book/inbox/"
    private static let count = 60

    /// How a client finishes an occurrence.
    private enum Way: CaseIterable { case rolled, override, master }

    /// A client's own copy of a to-do.
    private struct Copy {
        var text: String
        var tag: String
    }

    private struct Client {
        let namesVersions: Bool
        let way: Way
        var copies: [String: Copy] = [:]
    }

    private struct History {
        var server: ServerUnderTest
        var random: SeededRandom
        var clients: [Client]
        /// What each field of each to-do was set to last, by whomever.
        var wanted: [String: [String: String]] = [:]
        /// The days that somebody finished, of the one that comes again.
        var finished: Set<String> = []
        var trace: [String] = []

        mutating func note(_ text: String) { trace.append(text) }

        func fetch(_ name: String, _ client: Int) async throws -> Copy {
            let answer = try await server.send(
                .get, CalDAVHistoryTests.path + name, ["Authorization": "Basic \(client)"])
            return Copy(text: answer.text, tag: answer.headers[.eTag] ?? "")
        }

        func todo(_ name: String) throws -> Todo {
            let todo = try server.book.read { try $0.calendarItem(name, in: CalendarList.inbox(in: $0))?.todo }
            return try #require(todo)
        }
    }

    private static let start = [
        "a.ics": CalDAVTests.todo("a", "SUMMARY:0", "DESCRIPTION:0", "PRIORITY:5", "X-KEPT;P=\"a:b\":1", "GEO:1;2"),
        "r.ics": CalDAVTests.todo(
            "r", "SUMMARY:0", "DESCRIPTION:0", "PRIORITY:5", "X-KEPT:1", "X-DAYBOOK-AMOUNT:5 EUR",
            "DTSTART;VALUE=DATE:20300107", "DUE;VALUE=DATE:20300107", "RRULE:FREQ=WEEKLY"),
    ]

    @Test(
        "007.5 007.6 However apps and the book take turns, no change is lost, and each occurrence is finished once",
        arguments: Array(stride(from: 0, to: count, by: 20)))
    func histories(from first: Int) async throws {
        for seed in first..<first + 20 {
            var random = SeededRandom(UInt64(seed))
            let clients = [true, false].map {
                Client(namesVersions: $0, way: random.pick(Way.allCases) ?? .rolled)
            }
            var history = History(server: try ServerUnderTest(), random: random, clients: clients)
            for (name, text) in Self.start.sorted(by: { $0.key < $1.key }) {
                let body = Array(text.replacing("\n", with: "\r\n").utf8)
                #expect(try await history.server.send(.put, Self.path + name, body: body).status == 201)
                history.wanted[name] = ["SUMMARY": "0", "DESCRIPTION": "0", "PRIORITY": "5"]
                for index in history.clients.indices {
                    history.clients[index].copies[name] = try await history.fetch(name, index)
                }
            }
            for _ in 0..<24 { try await step(&history) }
            try await check(history, seed)
        }
    }

    private func step(_ history: inout History) async throws {
        // A server that starts again has the book, and nothing else.
        if history.random.chance(20) { history.server = try ServerUnderTest(book: history.server.book) }
        let name = history.random.chance(60) ? "r.ics" : "a.ics"
        let finishes = name == "r.ics" && history.random.chance(40)
        let client = history.random.below(4)
        if client < 2 {
            if history.random.chance(30) {
                history.clients[client].copies[name] = try await history.fetch(name, client)
            } else {
                try await act(client, name, finishes, &history)
            }
            return
        }
        let todo = try history.todo(name)
        if finishes {
            history.finished.insert(todo.due?.text ?? "")
            history.note("the person finishes \(todo.due?.text ?? "")")
            try await history.server.book.write { try $0.perform(.check(todo.id)) }
        } else {
            let (field, value) = change(&history)
            var edit = Changes()
            switch field {
            case "SUMMARY": edit[.title] = .text(value)
            case "DESCRIPTION": edit[.notes] = .text(value)
            default: edit[.priority] = .choice(UInt8(value) ?? 0)
            }
            history.note("the person sets \(field) of \(name) to \(value)")
            history.wanted[name]?[field] = value
            try await history.server.book.write { [edit] in try $0.perform(.edit(.todo, todo.id, edit)) }
        }
    }

    private func change(_ history: inout History) -> (field: String, value: String) {
        let field = history.random.pick(["SUMMARY", "DESCRIPTION", "PRIORITY"]) ?? "SUMMARY"
        return (field, "\(1 + history.random.below(field == "PRIORITY" ? 9 : 1_000))")
    }

    /// A client changes a field, or finishes an occurrence, of its own copy, and sends that. Where it names the version and
    /// that is over, it fetches the to-do, and may do it again.
    private func act(_ index: Int, _ name: String, _ finishes: Bool, _ history: inout History) async throws {
        guard let copy = history.clients[index].copies[name] else { return }
        let client = history.clients[index]
        var text = copy.text
        let (field, value) = change(&history)
        // It is so in its copy already.
        if !finishes, text.contains("\(field):\(value)\r\n") { return }
        let day = String(text.firstMatch(of: /DUE;VALUE=DATE:(\d+)/)?.1 ?? "")
        if finishes {
            text = try finished(text, day, client.way)
        } else {
            text = text.replacing(try Regex("\(field):[^\r]*\r\n"), with: "")
            text = text.replacing("GEO", with: "\(field):\(value)\r\nGEO", maxReplacements: 1)
            if name == "r.ics" {
                text = text.replacing("X-KEPT", with: "\(field):\(value)\r\nX-KEPT", maxReplacements: 1)
            }
        }
        var headers = ["Authorization": "Basic \(index)"]
        if client.namesVersions { headers["If-Match"] = copy.tag }
        let put = try await history.server.send(.put, Self.path + name, headers, body: Array(text.utf8))
        let what = finishes ? "finishes \(day) by \(client.way)" : "sets \(field) of \(name) to \(value)"
        history.note("client \(index) \(what): \(put.status)")
        if put.status == 412, client.namesVersions {
            history.clients[index].copies[name] = try await history.fetch(name, index)
            return
        }
        #expect(put.status == 204)
        if finishes {
            history.finished.insert("\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))")
        } else {
            history.wanted[name]?[field] = value
        }
        history.clients[index].copies[name] = try await history.fetch(name, index)
    }

    private func finished(_ text: String, _ day: String, _ way: Way) throws -> String {
        switch way {
        case .rolled:
            let date = try #require(CivilDate("\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"))
            return text.replacing("DATE:\(day)", with: "DATE:\(date.adding(days: 7).text.replacing("-", with: ""))")
        case .master:
            let done = "STATUS:COMPLETED\r\nCOMPLETED:20261127T090000Z\r\nX-KEPT"
            return text.replacing("STATUS:NEEDS-ACTION\r\n", with: "")
                .replacing("X-KEPT", with: done, maxReplacements: 1)
        case .override:
            let own = "BEGIN:VTODO\r\nUID:r\r\nRECURRENCE-ID;VALUE=DATE:\(day)\r\nSTATUS:COMPLETED\r\nEND:VTODO\r\n"
            return text.replacing("END:VCALENDAR", with: own + "END:VCALENDAR")
        }
    }

    private func check(_ history: History, _ seed: Int) async throws {
        let told: Comment = "seed \(seed): \(history.trace.joined(separator: "\n"))"
        for (name, fields) in history.wanted {
            let todo = try history.todo(name)
            #expect(todo.title == fields["SUMMARY"], told)
            #expect(todo.notes == fields["DESCRIPTION"], told)
            #expect("\(todo.extraFields[.priority]?.choice ?? 0)" == fields["PRIORITY"], told)
            let text = try await history.fetch(name, 9).text
            let kept = name == "a.ics" ? ["X-KEPT;P=\"a:b\":1", "GEO:1;2"] : ["X-KEPT:1"]
            for line in kept { #expect(text.contains("\r\n\(line)\r\n"), told) }
        }
        let rows = try history.server.book.read { try $0.rows() }.map(\.todo)
        let done = rows.filter(\.isPastOccurrence).compactMap { $0.due?.text }
        #expect(Set(done) == history.finished && done.count == history.finished.count, told)
        #expect(try history.server.book.read { try $0.entryRows() }.count == done.count, told)
        let next = CivilDate("2030-01-07")?.adding(days: Int64(7 * done.count))
        #expect(try history.todo("r.ics").due == next, told)
    }
}
