import DaybookStorage
import Foundation
import HTTPTypes
import Logging
import Testing

@testable import DaybookServer

/// Who may talk to a server without a login.
@Suite struct SecurityTests {
    let site = "https://todo.example"

    @Test(
        "A request that is addressed to another name is refused: DNS rebinding",
        arguments: [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:81", "localhost:080",
            "localhost:", "localhost:80:80", "localhos", "locakhost", "[::2]", "::1",
        ])
    func foreignHost(host: String) async throws {
        let server = try ServerUnderTest()
        let answer = try await server.send(.get, "/todos", host: host)
        #expect(answer.status == 421)
        if host == "evil.example" { #expect(answer.text.contains("localhost, 127.0.0.1 and [::1] only")) }
        #expect(answer.headers[.contentType] == "application/problem+json")
    }

    @Test(
        "A request that names no server, or none that can be, is malformed",
        arguments: ["local host", "loc\u{212A}host", "localhost,localhost", "a@localhost", "", nil])
    func badHost(host: String?) async throws {
        #expect(try await ServerUnderTest().send(.get, "/todos", host: host).status == 400)
    }

    @Test("A server's name has up to 255 bytes: each address in an answer repeats it")
    func longHost() async throws {
        try await TestAccounts.with { test in
            let account = try #require(try test.accounts.list().first)
            let pool = BookPool(test.accounts, logger: Logger(label: "test") { _ in Log() })
            let server = try ServerUnderTest(
                .accounts(test.accounts, pool, now: { .now() }), book: await pool.book(of: account),
                transport: .plain(proxies: ["192.0.2.1"]))
            var headers = ["Authorization": "Bearer \(try test.accounts.addToken(for: account.name, label: "").text)"]
            for (length, status) in [(255, 200), (256, 400), (60_000, 400)] {
                let host = String(repeating: "x", count: length)
                headers["X-Forwarded-Host"] = nil
                #expect(try await server.send(.get, "/api/v1/todos", headers, host: host).status == status)
                headers["X-Forwarded-Host"] = host
                headers["X-Forwarded-Proto"] = "https"
                let proxied = try await server.send(.get, "/api/v1/todos", headers, peer: "192.0.2.1")
                #expect(proxied.status == status)
            }
        }
    }

    @Test(
        "What is a person's own nobody keeps on the way, and only who encrypts has browsers come encrypted from then on",
        arguments: [
            (HTTPRequest.Method.get, "/api/v1/todos"), (.get, "/todos"), (.get, "/api/v1/entries"), (.get, "/nothing"),
            (.get, "/version"), (.put, "/todos"), (.post, "/api/v1/todos"), (.get, "/v1/pull"),
        ])
    func notKept(method: HTTPRequest.Method, path: String) async throws {
        let plain = try await ServerUnderTest().send(method, path)
        #expect(plain.headers[.cacheControl] == "no-store")
        #expect(plain.headers[.strictTransportSecurity] == nil)
        let book = try Book.inMemory()
        for (transport, policy) in [(RequestGuard.Transport.tls, "max-age=15552000"), (.plain(proxies: [""]), nil)] {
            let server = try ServerUnderTest(.one(book), book: book, transport: transport)
            let answer = try await server.send(method, path, ["X-Forwarded-Proto": "https"])
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(answer.headers[.strictTransportSecurity] == policy)
        }
    }

    @Test(
        "This machine's own names are let in",
        arguments: ["localhost", "LOCALHOST", "127.0.0.1", "[::1]", "localhost:80", "LocalHost:80", "[::1]:80"])
    func ownHost(host: String) async throws {
        #expect(try await ServerUnderTest().send(.get, "/todos", host: host).status == 200)
    }

    @Test(
        "A page of another site is refused",
        arguments: [
            "https://evil.example", "http://localhost:81", "http://localhost:+80", "https://localhost", "null",
            "http://localhost.evil", "http://", "localhost",
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

    @Test("A proxy is known by its address, also if that comes as one of IPv6")
    func proxy() async throws {
        try await TestAccounts.with { test in
            let accounts = test.accounts
            let account = try #require(try accounts.list().first)
            let pool = BookPool(accounts, logger: Logger(label: "test") { _ in Log() })
            let token = try accounts.addToken(for: account.name, label: "")
            let server = try ServerUnderTest(
                .accounts(accounts, pool, now: { .now() }), book: await pool.book(of: account),
                transport: .plain(proxies: ["192.0.2.1", "192.0.2.7"]))
            let headers = ["Authorization": "Bearer \(token.text)", "X-Forwarded-Proto": "https"]
            for (peer, status) in [
                ("192.0.2.1", 200), ("192.0.2.7", 200), ("::ffff:192.0.2.1", 200), ("127.0.0.1", 200),
                ("::ffff:127.0.0.1", 200),
                ("::1", 200),
                ("192.0.2.2", 403), ("::ffff:192.0.2.2", 403), ("2001:db8::1", 403),
            ] {
                #expect(try await server.send(.get, "/todos", headers, peer: peer).status == status, "\(peer)")
            }
            // What it says of the address is believed, and of nobody else.
            for (host, scheme, peer, status) in [
                ("book.example", "https", "192.0.2.1", 200), ("book.example", "http", "192.0.2.1", 403),
                ("other.example", "https", "192.0.2.1", 403), ("book.example", "https", "127.0.0.1", 403),
            ] {
                let said = ["Origin": "https://book.example", "X-Forwarded-Host": host, "X-Forwarded-Proto": scheme]
                let answer = try await server.send(.get, "/todos", headers.merging(said) { $1 }, peer: peer)
                #expect(answer.status == status, "\(host) \(scheme) \(peer)")
            }
            // It can't know its own name from a proxy that doesn't say it.
            let silent = try await server.send(
                .get, "/todos", ["Origin": "https://book.example"], peer: "192.0.2.1")
            #expect(silent.status == 403 && silent.text.contains("X-Forwarded-Host"))
        }
    }

    @Test(
        "What a proxy got over http shows neither a book nor a way in, but to this machine, and that is no name",
        arguments: [
            (["X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"], true),
            (["X-Forwarded-Proto": "http", "X-Forwarded-For": "192.0.2.7"], false),
            (["X-Forwarded-Proto": "http"], false), (["X-Forwarded-Host": "book.example"], false),
            (["X-Forwarded-For": "192.0.2.7"], false), (["X-Forwarded-Proto": "https, http"], false),
            (["X-Forwarded-For": "127.evil"], false), (["X-Forwarded-For": "127.0.0.1.evil"], false),
            (["X-Forwarded-For": "127.1"], false), (["X-Forwarded-For": "unknown"], false),
            (["X-Forwarded-For": "127.0.0.1"], true), (["X-Forwarded-For": "::ffff:127.0.0.1"], true),
            (["X-Forwarded-For": "192.0.2.7, ::1"], true), ([:], true),
        ])
    func plainProxy(said: [String: String], isLetIn: Bool) async throws {
        try await TestAccounts.with { test in
            let pool = BookPool(test.accounts, logger: Logger(label: "test") { _ in Log() })
            let ann = try #require(try test.accounts.list().first)
            let server = try ServerUnderTest(
                .accounts(test.accounts, pool, now: { .now() }), book: await pool.book(of: ann),
                transport: .plain(proxies: ["127.0.0.1"]), metricsToken: "0123456789abcdef")
            let token = try test.accounts.addToken(for: "ann", label: "").text
            let bearer = said.merging(["Authorization": "Bearer \(token)"]) { $1 }
            let basic = said.merging(["Authorization": "Basic \(Data("ann:\(token)".utf8).base64EncodedString())"]) {
                $1
            }
            let metrics = said.merging(["Authorization": "Bearer 0123456789abcdef"]) { $1 }
            let feed = try test.accounts.addFeed(for: "ann").text
            let form = Array("name=ann&password=\(test.password)".utf8)
            for (method, path, headers, body) in [
                (HTTPRequest.Method.get, "/api/v1/todos", bearer, []), (.get, "/v1/pull", bearer, []),
                (.post, "/login", said, form), (.init("PROPFIND")!, "/dav/calendars/ann/", basic, []),
                (.get, "/feed/\(feed).ics", said, []), (.get, "/metrics", metrics, []), (.get, "/login", said, []),
            ] {
                let answer = try await server.send(method, path, headers, body: body, peer: "127.0.0.1")
                let isGiven = (200..<400).contains(answer.status)
                #expect(isGiven == isLetIn, "\(path): \(answer.status) \(answer.text)")
            }
            // Who leads requests here may ask how it is.
            if said["X-Forwarded-For"] == nil {
                #expect(try await server.send(.get, "/healthz", said, peer: "127.0.0.1").status == 200)
            }
        }
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
        let methods = try #require(preflight.headers[.accessControlAllowMethods])
        for route in server.routes {
            let method = try #require(route.split(separator: " ").first)
            #expect(methods.split(separator: ", ").contains(method))
        }
        for name in ["content-type", "content-encoding", "authorization"] {
            #expect(preflight.headers[.accessControlAllowHeaders]?.contains(name) == true)
        }

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
        #expect(try await server.send(.get, "/v1/pull").headers[.vary] == "Accept-Encoding, Origin")
    }

    @Test(
        "An origin is a scheme, a host and perhaps a port",
        arguments: [
            ("https://todo.example", true), ("http://localhost:3000", true), ("http://[::1]:3000", true),
            ("*", false), ("todo.example", false), ("https://todo.example/", false), ("https://", false),
            ("file:///etc", false), ("https://a b", false), ("https://Todo.example", false), ("null", false),
            // No browser sends these.
            ("https://todo.example:443", false), ("http://todo.example:80", false), ("http://todo.example:443", true),
            ("https://:", false), ("http://[", false), ("https://a:99999", false), ("https://a:08443", false),
            ("https://a:", false),
        ])
    func origins(text: String, isOne: Bool) {
        #expect((WebOrigin(text) != nil) == isOne)
    }

    @Test(
        "Without accounts the server listens on this machine only",
        arguments: [
            ("127.0.0.1", true), ("::1", true), ("[::1]", true), ("localhost", true), ("LOCALHOST", true),
            ("0.0.0.0", false), ("::", false), ("192.168.1.2", false), ("example.org", false),
        ])
    func addresses(host: String, isLoopback: Bool) throws {
        let address = try #require(ListeningAddress(host: host, port: 0))
        let book = try Book.inMemory()
        let server = try? BookServer(book: book, address: address, logger: Logger(label: "test"))
        #expect((server != nil) == isLoopback)
    }

    @Test("There is no port below 0 or above 65535, and no address without a name")
    func ports() {
        #expect(ListeningAddress(host: "localhost", port: 65_535) != nil)
        for port in [-1, 65_536] { #expect(ListeningAddress(host: "localhost", port: port) == nil) }
        for host in ["", "[]"] { #expect(ListeningAddress(host: host, port: 80) == nil) }
    }

    @Test("The address that is printed can be opened, and is the origin that browsers name")
    func printedAddress() throws {
        let here = try #require(ListeningAddress(host: "[::1]", port: 0))
        #expect(here.url(port: 8_080, isSecure: false) == "http://[::1]:8080")
        #expect(here.url(port: 80, isSecure: false) == "http://[::1]")
        let elsewhere = try #require(ListeningAddress(host: "Book.example", port: 443))
        #expect(elsewhere.url(port: 443, isSecure: true) == "https://book.example")
        #expect(elsewhere.url(port: 80, isSecure: true) == "https://book.example:80")
    }

    @Test("A path that exists with other methods answers 405 and names them; another answers 404")
    func methods() async throws {
        let server = try ServerUnderTest()
        for (method, path, allowed) in [
            (HTTPRequest.Method.put, "/api/v1/todos", "DELETE, GET, HEAD, POST"),
            (.post, "/api/v1/todos/0123", "DELETE, GET, HEAD, PATCH"), (.get, "/v1/push", "POST"),
            (.post, "/todos/", "GET, HEAD"), (.delete, "/", "GET, HEAD"),
            (.get, "/v1/blobs/missing", "POST"), (.trace, "/todos", "GET, HEAD"), (.get, "//v1//push/", "POST"),
            (.post, "/v1/blobs/\(String(repeating: "0", count: 64))", "GET, HEAD, PUT"),
        ] {
            let answer = try await server.send(method, path)
            #expect(answer.status == 405)
            #expect(answer.headers[.allow] == allowed)
            #expect(answer.headers[.contentType] == "application/problem+json")
            // Whose book it would be makes no difference.
            let other = try await server.send(method, path, ["Daybook-Account": "1-2"])
            #expect(other.status == 405 && other.headers[.allow] == allowed)
        }
        #expect(try await server.send(.get, "/todos", ["Daybook-Account": "1-2"]).status == 412)
        for path in ["/nothing", "/api/v1", "/api/v1/todos/1/2"] {
            #expect(try await server.send(.get, path).status == 404)
        }
        // What is there but unknown stays a 404.
        #expect(try await server.send(.get, "/api/v1/todos/0123").status == 404)
    }
}
