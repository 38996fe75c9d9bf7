import HTTPTypes
import Testing

@testable import DaybookServer

/// Accounts held against statements, over REST.
@Suite struct ReconciliationTests {
    let server: ServerUnderTest
    let path = "/api/v1/reconciliations"

    init() throws { server = try ServerUnderTest() }

    private func post(_ path: String, _ json: String) async throws -> (url: String, id: String) {
        let answer = try await server.send(.post, path, json: json)
        #expect(answer.status == 201, "\(answer.text)")
        let url = String(try #require(answer.headers[.location]).dropFirst("http://localhost".count))
        return (url, String(try #require(url.split(separator: "/").last)))
    }

    @Test("008.9 An account is reconciled over REST at difference 0, and not otherwise") func reconcile() async throws {
        let bank = try await post(
            "/api/v1/money-accounts", #"{"name":"Bank","opening":"10","currency":"EUR","openingDay":"2026-01-01"}"#
        ).id
        let out = try await post(
            "/api/v1/entries",
            #"{"kind":"expense","amount":"4","currency":"EUR","account":"\#(bank)","day":"2026-02-01","note":"tea"}"#
        ).id
        _ = try await post(
            "/api/v1/entries",
            #"{"kind":"income","amount":"1","currency":"EUR","account":"\#(bank)","day":"2026-02-09"}"#)
        let open = "/api/v1/money-accounts/\(bank)/unreconciled?on=2026-02-28"
        let before = try await server.send(.get, open).text
        #expect(
            before.contains(#""settled":"10.00","balance":"7.00","rows":[{"id":"\#(out)","kind":"expense""#),
            "\(before)")
        #expect(before.contains(#""day":"2026-02-01","amount":"-4.00","note":"tea""#), "\(before)")
        let body = #"{"account":"\#(bank)","day":"2026-02-28","balance":"6.00","rows":["\#(out)"]}"#
        for (json, status) in [
            (body.replacing("6.00", with: "7.00"), 409), ("{}", 400), (body.replacing(out, with: bank), 400),
            (body.replacing(#""rows":["\#(out)"]"#, with: #""all":false"#), 400),
            (body.replacing("6.00", with: "x"), 400), (body.replacing("2026-02-28", with: "2026-01-31"), 400),
        ] {
            let answer = try await server.send(.post, path, json: json)
            #expect(answer.status == status, "\(json): \(answer.text)")
        }
        #expect(try await server.send(.get, path).text == "[]")
        let (url, _) = try await post(path, body)
        let made = try await server.send(.get, url)
        #expect(try made.member("balance") == .string("6.00") && made.member("side") == .string("owned"))
        #expect(try await server.send(.get, "\(path)?account=\(bank)").count() == 1)
        #expect(try await server.send(.get, open).text.contains(#""settled":"6.00","balance":"7.00""#))
        // What was reconciled isn't changed in passing.
        let entry = "/api/v1/entries/\(out)"
        #expect(try await server.send(.patch, entry, json: #"{"note":"green tea"}"#).status == 200)
        #expect(try await server.send(.patch, entry, json: #"{"amount":"5"}"#).status == 409)
        #expect(try await server.send(.delete, entry).status == 409)
        #expect(try await server.send(.patch, entry + "?reconciled=change", json: #"{"amount":"4.00"}"#).status == 200)
        _ = try await post(path, #"{"account":"\#(bank)","day":"2026-03-01","balance":"7","all":true}"#)
        #expect(try await server.send(.get, open).text.contains(#""rows":[]"#))
        #expect(try await server.send(.delete, url).status == 204)
        #expect(try await server.send(.get, url).status == 404)
        #expect(try await server.send(.get, open).text.contains(#""settled":"11.00""#))
    }
}
