import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

/// Filters as JSON resources.
@Suite struct FilterTests {
    let server: ServerUnderTest
    let path = "/api/v1/filters"

    init() throws { server = try ServerUnderTest() }

    @Test("006.16 A filter is saved, found at its address, changed, ordered and deleted")
    func life() async throws {
        let made = try await server.send(.post, path, json: #"{"name":" Soon ","query":"due<=today+7 -tag:work"}"#)
        #expect(made.status == 201)
        let url = String(try #require(made.headers[.location]).dropFirst("http://localhost".count))
        #expect(try await server.send(.post, path, json: #"{"name":"Money","query":"amount:any"}"#).status == 201)
        let soon = try await server.send(.get, url)
        #expect(try soon.member("name") == .string("Soon") && soon.member("query") == .string("due<=today+7 -tag:work"))
        let changed = try await server.send(.patch, url, json: #"{"name":"Today","query":"is:today","order":1}"#)
        #expect(try changed.member("name") == .string("Today") && changed.member("query") == .string("is:today"))
        #expect(try changed.member("order") == .number(1))
        let all = try await server.send(.get, path)
        #expect(try all.count() == 2)
        #expect(all.text.contains("\"Today\"") && all.text.contains("\"Money\""))
        // A filter is no to-do.
        #expect(try await server.send(.get, "/api/v1/todos").text == "[]")
        #expect(try await server.send(.delete, url).status == 204)
        #expect(try await server.send(.get, url).status == 404)
        #expect(try await server.send(.get, path).count() == 1)
    }

    @Test("006.16 What can't be read as a query, and a filter without a name or query, is refused, and nothing is made")
    func refused() async throws {
        for (json, field) in [
            ("{}", "query"), (#"{"query":"rent"}"#, "name"), (#"{"name":"x"}"#, "query"),
            (#"{"name":"x","query":" "}"#, "query"), (#"{"name":"x","query":1}"#, "query"),
            (#"{"name":"x","query":"due<=todya"}"#, "query"),
        ] {
            let answer = try await server.send(.post, path, json: json)
            #expect((400...422).contains(answer.status), "\(json): \(answer.text)")
            #expect(answer.text.contains("\"field\":\"\(field)\""), "\(json): \(answer.text)")
        }
        let column = try await server.send(.post, path, json: #"{"name":"x","query":"rent due<=todya"}"#)
        #expect(column.text.contains("Column 11"), "\(column.text)")
        #expect(try await server.send(.get, path).text == "[]")
        #expect(try await server.send(.patch, path + "/" + String(repeating: "a", count: 32), json: "{}").status == 404)
    }
}
