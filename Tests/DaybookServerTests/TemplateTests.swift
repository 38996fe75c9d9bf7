import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Testing

@testable import DaybookServer

/// Templates as JSON resources, and what they make.
@Suite struct TemplateTests {
    let server: ServerUnderTest
    let path = "/api/v1/templates"

    init() throws { server = try ServerUnderTest() }

    @Test("006.24 A template makes its to-do with its subtasks again and again; days count from the day of making")
    func making() async throws {
        let home = try await server.send(.post, "/api/v1/lists", json: #"{"name":"Home"}"#).member("id")
        let made = try await server.send(
            .post, path,
            json:
                ##"{"name":"Trip","todo":"Pack in 3 days #travel +Home","subtasks":"Tent\nMap !high","notes":"Bags"}"##)
        #expect(made.status == 201)
        guard case .string(let id) = try made.member("id") else { return }
        for _ in 0..<2 {
            let root = try await server.send(.post, "\(path)/\(id)/todos")
            #expect(root.status == 201)
            let url = String(try #require(root.headers[.location]).dropFirst("http://localhost".count))
            #expect(try await server.send(.get, url).json() == root.json())
            #expect(try root.member("title") == .string("Pack") && root.member("notes") == .string("Bags"))
            #expect(try root.member("due") == .string(CivilDate.local().adding(days: 3).text))
            #expect(try root.member("tags") == .array([.string("travel")]) && root.member("list") == home)
            let all = try await server.send(.get, "/api/v1/todos").json()
            guard case .array(let todos) = all else { return }
            let under = todos.compactMap { todo -> [FoundationJSON?]? in
                guard case .object(let members) = todo, (try? members["parent"] == root.member("id")) == true else {
                    return nil
                }
                return [members["title"], members["list"], members["priority"]]
            }
            #expect(under == [[.string("Tent"), home, nil], [.string("Map"), home, .string("high")]])
        }
        #expect(try await server.send(.get, "/api/v1/todos").count() == 6)
        #expect(try await server.send(.delete, "\(path)/\(id)").status == 204)
        #expect(try await server.send(.post, "\(path)/\(id)/todos").status == 404)
        #expect(try await server.send(.get, "/api/v1/todos").count() == 6)
    }

    @Test("006.24 A template without a name, or with one that is taken, is refused") func refused() async throws {
        #expect(try await server.send(.post, path, json: #"{"name":"Trip"}"#).status == 201)
        for json in [#"{"name":" "}"#, #"{"todo":"Pack"}"#, #"{"name":"trip"}"#, #"{"name":"x","subtasks":["a"]}"#] {
            let answer = try await server.send(.post, path, json: json)
            #expect((400..<500).contains(answer.status), "\(json): \(answer.text)")
        }
        #expect(try await server.send(.get, path).count() == 1)
    }
}
