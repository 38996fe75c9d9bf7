import HTTPTypes
import Testing

@testable import DaybookServer

/// Several things at one address.
@Suite struct SeveralTests {
    let server: ServerUnderTest

    init() throws { server = try ServerUnderTest() }

    private func create(_ path: String, _ json: String) async throws -> String {
        guard case .string(let id) = try await server.send(.post, path, json: json).member("id") else { return "" }
        return id
    }

    @Test(
        "11.3 PATCH and DELETE take several ids: all of them are changed, or none",
        arguments: [
            ("/api/v1/todos", #"{"title":"Call"}"#, #"{"priority":"high","tags":["home"]}"#, "priority"),
            ("/api/v1/entries", #"{"amount":"5","currency":"EUR"}"#, #"{"tags":["food"],"payee":"Edeka"}"#, "tags"),
            ("/api/v1/lists", #"{"name":"Home"}"#, #"{"colour":"red"}"#, "colour"),
        ])
    func several(_ path: String, _ new: String, _ change: String, _ member: String) async throws {
        var ids: [String] = []
        for number in 1...3 {
            ids.append(try await create(path, new.replacing("Home", with: "Home \(number)")))
        }
        let before = try await server.send(.get, path).text
        // One that isn't there, and one that is no id, leave the others as they are.
        for stray in [String(repeating: "0", count: 32), "x", ""] {
            let address = path + "/" + (ids + [stray]).joined(separator: ",")
            #expect(try await server.send(.patch, address, json: change).status == 404)
            #expect(try await server.send(.delete, address).status == 404)
            #expect(try await server.send(.get, path).text == before)
        }
        // The same id twice is one.
        let two = path + "/" + [ids[2], ids[0], ids[2]].joined(separator: ",")
        let answer = try await server.send(.patch, two, json: change)
        #expect(answer.status == 200)
        guard case .array(let changed) = try answer.json() else {
            Issue.record("\(answer.text)")
            return
        }
        var answered: [String] = []
        for case .object(let members) in changed {
            #expect(members[member] != nil && members[member] != .null)
            if case .string(let id) = members["id"] { answered.append(id) }
        }
        #expect(answered == [ids[2], ids[0]])
        let other = try await server.send(.get, path + "/" + ids[1])
        #expect(try await server.send(.get, path + "/" + ids[0]).member(member) != other.member(member))
        #expect(try await server.send(.delete, two).status == 204)
        guard case .array(let left) = try await server.send(.get, path).json() else { return }
        #expect(left.count == 1 && other.status == 200)
    }

    @Test("11.3 More than 100 ids at once are refused")
    func most() async throws {
        let id = try await create("/api/v1/todos", #"{"title":"Call"}"#)
        let most = Array(repeating: id, count: 100)
        let path = "/api/v1/todos/"
        let taken = try await server.send(.patch, path + most.joined(separator: ","), json: #"{"title":"Phone"}"#)
        #expect(taken.status == 200)
        let refused = try await server.send(.delete, path + (most + [id]).joined(separator: ","))
        #expect(refused.status == 400 && refused.text.contains("at most 100 ids"))
        #expect(try server.titles() == ["Phone"])
    }
}
