import HTTPTypes
import Testing

@testable import DaybookServer

/// Who may talk to a server without a login.
@Suite struct SecurityTests {
    let site = "https://todo.example"

    @Test(
        "A request that is addressed to another name is refused: DNS rebinding",
        arguments: [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:81", "[::2]", "", nil,
        ])
    func foreignHost(host: String?) async throws {
        let server = try ServerUnderTest()
        let answer = try await server.send(.get, "/todos", host: host)
        #expect(answer.status == 421)
        #expect(answer.headers[.contentType] == "application/problem+json")
    }

    @Test(
        "This machine's own names are let in",
        arguments: ["localhost", "LOCALHOST", "127.0.0.1", "[::1]", "localhost:80"])
    func ownHost(host: String) async throws {
        #expect(try await ServerUnderTest().send(.get, "/todos", host: host).status == 200)
    }

    @Test(
        "A page of another site is refused",
        arguments: [
            "https://evil.example", "http://localhost:81", "https://localhost", "null", "http://localhost.evil",
        ])
    func foreignOrigin(origin: String) async throws {
        let server = try ServerUnderTest()
        for (method, path) in [(HTTPRequest.Method.post, "/api/v1/todos"), (.get, "/todos"), (.delete, "/deleteAll")] {
            #expect(try await server.send(method, path, ["Origin": origin], json: "{}").status == 403)
        }
    }

    @Test("The server's own page is let in")
    func ownOrigin() async throws {
        let answer = try await ServerUnderTest().send(
            .post, "/api/v1/todos", ["Origin": "http://127.0.0.1", "Sec-Fetch-Site": "same-origin"],
            json: #"{"title":"x"}"#)
        #expect(answer.status == 201)
    }

    @Test("A write that another site caused is refused even without an origin; following a link is not")
    func crossSite() async throws {
        let server = try ServerUnderTest()
        let headers = ["Sec-Fetch-Site": "cross-site"]
        #expect(try await server.send(.delete, "/deleteAll", headers).status == 403)
        #expect(try await server.send(.get, "/todos", headers).status == 200)
    }

    @Test("Without --allow-origin no preflight is answered")
    func noPreflight() async throws {
        let headers = ["Origin": site, "Access-Control-Request-Method": "POST"]
        let answer = try await ServerUnderTest().send(.options, "/api/v1/todos", headers)
        #expect(answer.status == 403)
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
    }

    @Test("--allow-origin answers the preflights of that site, and lets it read answers and errors")
    func allowedOrigin() async throws {
        let server = try ServerUnderTest(allowedOrigin: site)
        let preflight = try await server.send(
            .options, "/api/v1/todos/1", ["Origin": site, "Access-Control-Request-Method": "PATCH"])
        #expect(preflight.status == 204)
        #expect(preflight.headers[.accessControlAllowOrigin] == site)
        #expect(preflight.headers[.accessControlAllowMethods]?.contains("PATCH") == true)
        #expect(preflight.headers[.accessControlAllowHeaders]?.contains("content-type") == true)

        let headers = ["Origin": site, "Sec-Fetch-Site": "cross-site"]
        let created = try await server.send(.post, "/api/v1/todos", headers, json: #"{"title":"x"}"#)
        #expect(created.status == 201)
        #expect(created.headers[.accessControlAllowOrigin] == site)
        #expect(created.headers[.accessControlExposeHeaders] == "location")
        let refused = try await server.send(.post, "/api/v1/todos", headers, json: "[")
        #expect(refused.status == 400)
        #expect(refused.headers[.accessControlAllowOrigin] == site)
    }

    @Test("--allow-origin lets in no other site")
    func otherOrigin() async throws {
        let server = try ServerUnderTest(allowedOrigin: site)
        let answer = try await server.send(.get, "/todos", ["Origin": "https://evil.example"])
        #expect(answer.status == 403)
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
        #expect(try await server.send(.get, "/todos").headers[.vary] == "Origin")
    }

    @Test(
        "An origin is a scheme, a host and perhaps a port",
        arguments: [
            ("https://todo.example", true), ("http://localhost:3000", true), ("http://[::1]:3000", true),
            ("*", false), ("todo.example", false), ("https://todo.example/", false), ("https://", false),
            ("file:///etc", false), ("https://a b", false), ("https://Todo.example", false), ("null", false),
        ])
    func origins(text: String, isOne: Bool) {
        #expect((WebOrigin(text) != nil) == isOne)
    }

    @Test(
        "The server listens on this machine only",
        arguments: [
            ("127.0.0.1", 8080, true), ("::1", 0, true), ("localhost", 65_535, true), ("0.0.0.0", 8080, false),
            ("::", 8080, false), ("192.168.1.2", 8080, false), ("example.org", 8080, false), ("", 8080, false),
            ("127.0.0.1", -1, false), ("127.0.0.1", 65_536, false),
        ])
    func addresses(host: String, port: Int, isOne: Bool) {
        #expect((ListeningAddress(host: host, port: port) != nil) == isOne)
    }
}
