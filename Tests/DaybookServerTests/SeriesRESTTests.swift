import DaybookCore
import DaybookStorage
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

/// Repeating to-dos and what stands under them, over REST.
@Suite struct SeriesRESTTests {
    let server: ServerUnderTest
    let path = "/api/v1/todos"

    init() throws { server = try ServerUnderTest() }

    /// Makes a to-do and answers its id.
    private func create(_ json: String) async throws -> String {
        let answer = try await server.send(.post, path, json: json)
        #expect(answer.status == 201)
        guard case .string(let id)? = try answer.member("id") else { throw ItemError.clockAtEnd }
        return id
    }

    @Test("006.1 A rule without a due begins with the start") func start() async throws {
        let made = try await server.send(
            .post, path, json: #"{"title":"s","start":"2026-12-08","repeat":"FREQ=WEEKLY"}"#)
        #expect(try made.member("due") == .string("2026-12-08") && made.member("start") == .string("2026-12-08"))
        let plain = try await create(#"{"title":"t","start":"2026-12-08"}"#)
        let changed = try await server.send(.patch, path + "/" + plain, json: #"{"repeat":"FREQ=WEEKLY;BYDAY=MO"}"#)
        #expect(try changed.member("due") == .string("2026-12-14") && changed.member("start") == .string("2026-12-08"))
    }

    @Test("006.11 A subtask of a repeating to-do is open again with the next occurrence, and books each time")
    func checklist() async throws {
        let week = try await create(#"{"title":"Week","due":"2026-11-02","repeat":"FREQ=WEEKLY"}"#)
        let lunch = try await create(#"{"title":"Lunch","amount":"20","currency":"EUR","parent":"\#(week)"}"#)
        for round in 1...2 {
            let done = try await server.send(.patch, path + "/" + lunch, json: #"{"completed":true}"#)
            #expect(try done.member("completed") == .bool(true) && done.member("id") == .string(lunch))
            let next = try await server.send(.patch, path + "/" + week, json: #"{"completed":true}"#)
            #expect(try next.member("completed") == .bool(false))
            #expect(try await server.send(.get, path + "/" + lunch).member("completed") == .bool(false))
            #expect(try server.book.read { try $0.entryRows().count } == round)
        }
    }

    @Test("006.15 Of a cycle of parents one has none, in each answer, as in the list") func cycle() async throws {
        let ids = try await [create(#"{"title":"a"}"#), create(#"{"title":"b"}"#)].sorted()
        let (root, other) = (ids[0], ids[1])
        try await server.book.write { book in
            for (id, parent) in [(root, other), (other, root)] {
                let (id, parent) = (try #require(EntityID(id)), try #require(EntityID(parent)))
                try book.perform { [Register(id, .parent, $0, parent.bytes)] }
            }
        }
        #expect(try await server.send(.get, path + "/" + root).member("parent") == nil)
        #expect(try await server.send(.get, path + "/" + other).member("parent") == .string(root))
        #expect(try await server.send(.get, path).text.components(separatedBy: "\"parent\"").count == 2)
        #expect(try await server.send(.get, path + "?parent=" + other).text == "[]")
        #expect(try await server.send(.get, path + "?parent=" + root).text.contains(other))
    }

    @Test(
        "006.11 The to-do of an entry is one that can be opened, also of the last occurrence and of one that is cleared"
    )
    func entries() async throws {
        let id = try await create(
            #"{"title":"Rent","amount":"850","currency":"EUR","due":"2026-11-01","repeat":"FREQ=MONTHLY;COUNT=2"}"#)
        func todos() async throws -> [String] {
            guard case .array(let entries) = try await server.send(.get, "/api/v1/entries").json() else { return [] }
            return entries.compactMap { entry in
                guard case .object(let members) = entry, case .string(let id)? = members["todo"] else { return nil }
                return id
            }
        }
        for _ in 0..<2 {
            _ = try await server.send(.patch, path + "/" + id, json: #"{"completed":true}"#)
            for todo in try await todos() {
                #expect(try await server.send(.get, path + "/" + todo).status == 200, "\(todo)")
            }
        }
        #expect(try await todos().count == 2)
        // Cleared from the list.
        let past = try #require(server.book.read { try $0.rows() }.first { $0.todo.isPastOccurrence }).todo.id.text
        _ = try await server.send(.delete, path + "/" + past)
        #expect(try await todos() == [id, id])
        _ = try await server.send(.delete, path + "/" + id)
        #expect(try await todos().isEmpty)
    }
}
