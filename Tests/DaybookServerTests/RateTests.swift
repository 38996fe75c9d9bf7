import HTTPTypes
import Testing

@testable import DaybookServer

/// Rates of exchange over REST.
@Suite struct RateTests {
    let server: ServerUnderTest

    init() throws { server = try ServerUnderTest() }

    @Test("008.10 A rate is said, found at its address and in the list, said again and deleted, and balances go by it")
    func life() async throws {
        func post(_ json: String) async throws -> String {
            let answer = try await server.send(.post, "/api/v1/rates", json: json)
            #expect(answer.status == 201, "\(answer.text)")
            return String(try #require(answer.headers[.location]).dropFirst("http://localhost".count))
        }
        let url = try await post(#"{"day":"2026-11-01","from":"USD","to":"CHF","rate":"0.88"}"#)
        #expect(try await post(#"{"day":"2026-11-01","from":"usd","to":"chf","rate":"0.90"}"#) == url)
        #expect(try await server.send(.get, url).member("rate") == .string("0.9"))
        _ = try await post(#"{"day":"2026-11-02","from":"JPY","to":"CHF","rate":"0.0057"}"#)
        #expect(try await server.send(.get, "/api/v1/rates").count() == 2)
        #expect(try await server.send(.get, "/api/v1/rates?through=2026-11-01").count() == 1)
        _ = try await server.send(
            .post, "/api/v1/entries", json: #"{"kind":"income","amount":"10","currency":"USD","day":"2026-11-01"}"#)
        let worth = try await server.send(.get, "/api/v1/balances?in=CHF&on=2026-11-01").text
        #expect(worth.contains(#""in":{"currency":"CHF","balance":"9.00","missing":[]}"#), "\(worth)")
        #expect(try await server.send(.delete, url).status == 204)
        #expect(try await server.send(.delete, url).status == 404)
        #expect(try await server.send(.get, url).status == 404)
        let hole = try await server.send(.get, "/api/v1/balances?in=CHF&on=2026-11-01").text
        #expect(
            hole.contains(
                #""in":{"currency":"CHF","balance":null,"missing":[{"currency":"USD","day":"2026-11-01"}]}"#), "\(hole)"
        )
        for json in [
            #"{"from":"USD","to":"CHF","rate":"0.88"}"#, #"{"day":"2026-11-01","from":"USD","to":"USD","rate":"2"}"#,
            #"{"day":"2026-11-01","from":"USD","to":"CHF","rate":"0"}"#,
            #"{"day":"2026-11-01","from":"USD","to":"CHF","rate":0.88}"#,
            #"{"day":"2026-11-01","from":"USD","to":"X","rate":"2"}"#,
        ] { #expect(try await server.send(.post, "/api/v1/rates", json: json).status == 400, "\(json)") }
        #expect(try await server.send(.get, "/api/v1/balances?in=X").status == 400)
    }
}
