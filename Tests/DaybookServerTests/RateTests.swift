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

    @Test("008.10 A report over REST says each currency, and all in one; a rate that is missing is seen")
    func report() async throws {
        for (day, amount, currency) in [
            ("2026-01-05", "10", "USD"), ("2026-01-06", "3", "CHF"), ("2026-02-01", "5", "EUR"),
        ] {
            let json =
                #"{"kind":"expense","amount":"\#(amount)","currency":"\#(currency)","day":"\#(day)","tags":["food"]}"#
            #expect(try await server.send(.post, "/api/v1/entries", json: json).status == 201)
        }
        for (day, rate) in [("2026-01-01", "0.9"), ("2026-01-31", "0.8")] {
            _ = try await server.send(
                .post, "/api/v1/rates", json: #"{"day":"\#(day)","from":"USD","to":"CHF","rate":"\#(rate)"}"#)
        }
        func report(_ query: String) async throws -> String {
            try await server.send(.get, "/api/v1/report\(query)").text
        }
        func line(_ label: String, _ currency: String, _ sum: String) -> String {
            #"{"label":"\#(label)","currency":"\#(currency)","income":"0.00","expense":"\#(sum)","balance":"-\#(sum)"}"#
        }
        let january = line("2026-01", "CHF", "3.00") + "," + line("2026-01", "USD", "10.00")
        #expect(try await report("?through=2026-01-31") == "[\(january)]")
        func worth(_ sum: String) -> String {
            #","in":"CHF","income":"0.00","expense":"\#(sum)","balance":"-\#(sum)","missing":[]}"#
        }
        #expect(
            try await report("?in=CHF&through=2026-01-31")
                == "[\(january)," + #"{"label":"2026-01""# + worth("12.00") + "]")
        #expect(try await report("?in=CHF&rate=end&through=2026-01-31").contains(worth("11.00")))
        let hole =
            #""in":"CHF","income":null,"expense":null,"balance":null,"missing":[{"currency":"EUR","day":"2026-02-01"}]}"#
        #expect(try await report("?in=CHF").contains(#"{"label":"2026-02",\#(hole)"#))
        #expect(try await report("?in=CHF&by=tag").contains(##"{"label":"#food",\##(hole)"##))
        #expect(try await report("?by=day&kind=income") == "[]")
        for query in ["?in=X", "?by=year", "?rate=x", "?from=x"] {
            #expect(try await server.send(.get, "/api/v1/report\(query)").status == 400, "\(query)")
        }
    }
}
