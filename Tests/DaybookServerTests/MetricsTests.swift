import DaybookStorage
import HTTPTypes
import Testing

@testable import DaybookServer

/// Numbers for programs that watch a server.
@Suite struct MetricsTests {
    @Test("009.10 The numbers tell what was asked for and what came of it, in Prometheus' format, and of nobody")
    func numbers() async throws {
        let server = try ServerUnderTest()
        _ = try await server.send(.post, "/api/v1/todos", json: #"{"title":"secret plan"}"#)
        _ = try await server.send(.get, "/api/v1/todos/nothing")
        _ = try await server.send(.get, "/v1/pull")
        let answer = try await server.send(.get, "/metrics")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = answer.text.split(separator: "\n")
        for line in [
            #"daybook_requests_total{route="rest",status="201"} 1"#,
            #"daybook_requests_total{route="rest",status="404"} 1"#,
            #"daybook_requests_total{route="pull",status="200"} 1"#,
            #"daybook_request_seconds_bucket{route="rest",le="+Inf"} 2"#, "# TYPE daybook_requests_total counter",
            #"daybook_request_seconds_count{route="rest"} 2"#, "daybook_live_streams 0",
        ] {
            #expect(lines.contains { $0 == line }, "\(line)\n\(answer.text)")
        }
        for line in lines where !line.hasPrefix("#") {
            #expect(line.wholeMatch(of: #/[a-z_]+({[a-z]+="[^"]*"(,[a-z]+="[^"]*")*})? [0-9.e-]+/#) != nil, "\(line)")
        }
        #expect(!answer.text.contains("secret"))
    }

    @Test("009.10 The numbers are for this machine, and for who shows the token, not for whom a proxy lets through")
    func readers() async throws {
        let book = try Book.inMemory()
        let open = try ServerUnderTest(.one(book), book: book, transport: .tls)
        let guarded = try ServerUnderTest(.one(book), book: book, transport: .tls, metricsToken: "0123456789abcdef")
        let proxied = try ServerUnderTest(
            .one(book), book: book, transport: .plain(proxies: ["127.0.0.1"]), metricsToken: "0123456789abcdef")
        func status(
            _ server: ServerUnderTest, _ headers: [String: String] = [:], from peer: String
        ) async throws -> Int {
            try await server.send(.get, "/metrics", headers, host: "book.example", peer: peer).status
        }
        let token = ["Authorization": "Bearer 0123456789abcdef"]
        #expect(try await status(open, from: "127.0.0.1") == 200)
        #expect(try await status(open, from: "192.0.2.7") == 403)
        #expect(try await status(open, token, from: "192.0.2.7") == 403)
        #expect(try await status(guarded, token, from: "192.0.2.7") == 200)
        #expect(try await status(guarded, from: "192.0.2.7") == 403)
        #expect(try await status(guarded, ["Authorization": "Bearer 0123456789abcdeg"], from: "192.0.2.7") == 401)
        #expect(try await status(proxied, from: "127.0.0.1") == 200)
        #expect(try await status(proxied, ["X-Forwarded-For": "192.0.2.7"], from: "127.0.0.1") == 403)
        #expect(try await status(proxied, ["X-Forwarded-For": "127.0.0.1"], from: "127.0.0.1") == 403)
        #expect(try await status(proxied, ["X-Forwarded-Host": "book.example"], from: "127.0.0.1") == 403)
        #expect(
            try await status(
                proxied, token.merging(["X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"]) { $1 },
                from: "127.0.0.1") == 200)
    }

    @Test(
        "009.10 Requests are counted by what they are about",
        arguments: [
            ("/v1/push", Metrics.Kind.push), ("/v1/blobs/x", .blobs), ("/api/v1/todos", .rest), ("/login", .signIn),
            ("/dav/ann/", .caldav), ("/feed/x", .feed), ("/readyz", .health), ("/", .other), ("/apiary", .other),
        ])
    func kinds(path: String, kind: Metrics.Kind) { #expect(Metrics.Kind(path: path) == kind) }
}
