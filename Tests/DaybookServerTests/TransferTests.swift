import HTTPTypes
import Testing

@testable import DaybookServer

/// Transfers between accounts as JSON resources.
@Suite struct TransferTests {
    let server: ServerUnderTest
    let path = "/api/v1/transfers"

    init() throws { server = try ServerUnderTest() }

    private func post(_ path: String, _ json: String) async throws -> (url: String, id: String) {
        let answer = try await server.send(.post, path, json: json)
        #expect(answer.status == 201, "\(answer.text)")
        let url = String(try #require(answer.headers[.location]).dropFirst("http://localhost".count))
        return (url, String(try #require(url.split(separator: "/").last)))
    }

    private func account(_ name: String, _ currency: String) async throws -> String {
        try await post("/api/v1/money-accounts", #"{"name":"\#(name)","currency":"\#(currency)"}"#).id
    }

    private func balances() async throws -> [String] {
        try await server.send(.get, "/api/v1/balances").text
            .matches(of: #/"name":"([^"]+)".*?"balance":"([-0-9.]+)".*?"entries":(\d+),"transfers":(\d+)/#)
            .map { "\($0.1) \($0.2) \($0.3)+\($0.4)" }
    }

    @Test("008.2 A transfer is made, found at its address and in the list, changed and deleted, and balances count it")
    func life() async throws {
        let (bank, cash) = (try await account("Bank", "EUR"), try await account("Cash", "EUR"))
        let dollars = try await account("Dollars", "USD")
        let (url, id) = try await post(
            path, #"{"account":"\#(bank)","toAccount":"\#(cash)","amount":"100","day":"2026-11-03","note":" rent "}"#)
        let made = try await server.send(.get, url)
        #expect(try made.member("amount") == .string("100.00") && made.member("currency") == .string("EUR"))
        #expect(try made.member("toAmount") == .string("100.00") && made.member("toDay") == .string("2026-11-03"))
        #expect(try made.member("note") == .string("rent") && made.member("id") == .string(id))
        #expect(try await balances() == ["Bank -100.00 0+1", "Cash 100.00 0+1", "Dollars 0.00 0+0"])
        _ = try await post(
            path,
            #"{"account":"\#(bank)","toAccount":"\#(dollars)","amount":"5","toAmount":"5.40","day":"2026-11-01"}"#)
        #expect(try await balances() == ["Bank -105.00 0+2", "Cash 100.00 0+1", "Dollars 5.40 0+1"])
        let ids = try await server.send(.get, path).text.matches(of: #/"id":"([0-9a-f]{32})"/#).map { String($0.1) }
        #expect(ids.count == 2 && ids[0] == id)
        for (query, count) in [
            ("?limit=1", 1), ("?account=\(cash)", 1), ("?account=\(bank)", 2), ("?from=2026-11-02", 1),
            ("?through=2026-11-02", 1), ("?text=RENT", 1), ("?text=nothing", 0), ("?limit=0", 0),
        ] { #expect(try await server.send(.get, path + query).count() == count, "\(query)") }
        let changed = try await server.send(.patch, url, json: #"{"amount":"120","toDay":"2026-11-04","note":""}"#)
        #expect(try changed.status == 200 && changed.member("toAmount") == .string("120.00"), "\(changed.text)")
        #expect(try changed.member("toDay") == .string("2026-11-04") && changed.member("day") == .string("2026-11-03"))
        #expect(try await balances() == ["Bank -125.00 0+2", "Cash 120.00 0+1", "Dollars 5.40 0+1"])
        #expect(try await server.send(.get, "/api/v1/entries").text == "[]")
        #expect(try await server.send(.delete, url).status == 204)
        #expect(try await server.send(.get, url).status == 404)
        #expect(try await server.send(.delete, url).status == 404)
        #expect(try await balances() == ["Bank -5.00 0+1", "Cash 0.00 0+0", "Dollars 5.40 0+1"])
    }

    @Test("008.2 Entries are joined to a transfer over REST and parted again, with their ids") func join() async throws
    {
        let (bank, cash) = (try await account("Bank", "EUR"), try await account("Cash", "EUR"))
        let out = try await post(
            "/api/v1/entries", #"{"kind":"expense","amount":"40","currency":"EUR","account":"\#(bank)","tags":["x"]}"#)
        let income = try await post(
            "/api/v1/entries", #"{"kind":"income","amount":"40","currency":"EUR","account":"\#(cash)"}"#)
        let body = #"{"fromEntry":"\#(out.id)","toEntry":"\#(income.id)","note":"cash"}"#
        let (url, _) = try await post(path, body)
        #expect(try await server.send(.get, url).member("fromEntry") == .string(out.id))
        #expect(try await server.send(.get, out.url).status == 404)
        #expect(try await balances() == ["Bank -40.00 0+1", "Cash 40.00 0+1"])
        #expect(try await server.send(.post, path, json: body).status == 400)
        let parted = try await server.send(.post, url + "/part", json: "{}")
        #expect(
            parted.status == 200 && parted.text.contains(out.id) && parted.text.contains(income.id), "\(parted.text)")
        #expect(try await server.send(.get, out.url).text.contains(#""tags":["x"]"#))
        #expect(try await balances() == ["Bank -40.00 1+0", "Cash 40.00 1+0"])
        // One entry, and an account for the other side.
        let one = try await post(path, #"{"fromEntry":"\#(out.id)","toAccount":"\#(cash)"}"#)
        #expect(try await balances() == ["Bank -40.00 0+1", "Cash 80.00 1+1"])
        #expect(try await server.send(.delete, one.url).status == 204)
        #expect(try await balances() == ["Bank 0.00 0+0", "Cash 40.00 1+0"])
    }

    @Test("008.2 What isn't right of a transfer is refused by name, and nothing is made") func refused() async throws {
        let (bank, cash) = (try await account("Bank", "EUR"), try await account("Cash", "EUR"))
        let dollars = try await account("Dollars", "USD")
        let nobody = String(repeating: "a", count: 32)
        let entry = try await post("/api/v1/entries", #"{"kind":"expense","amount":"40","currency":"EUR"}"#)
        for (json, field) in [
            ("{}", nil), (#"{"amount":"x"}"#, nil), ("[]", nil),
            (#"{"account":"\#(bank)","toAccount":"\#(bank)","amount":"5"}"#, "toAccount"),
            (#"{"account":"\#(bank)","toAccount":"\#(nobody)","amount":"5"}"#, "toAccount"),
            (#"{"account":"\#(bank)","toAccount":"\#(dollars)","amount":"5"}"#, "toAccount"),
            (#"{"account":"\#(bank)","toAccount":"\#(cash)","amount":"5","toAmount":"4"}"#, "toAmount"),
            (#"{"account":"\#(bank)","toAccount":"\#(cash)","amount":"0"}"#, "amount"),
            (#"{"account":"\#(bank)","toAccount":"\#(cash)","amount":"5","day":"never"}"#, "day"),
            (#"{"account":"x","toAccount":"\#(cash)","amount":"5"}"#, "account"),
            (#"{"fromEntry":"\#(nobody)","toAccount":"\#(cash)"}"#, "fromEntry"),
            (#"{"toEntry":"\#(entry.id)","account":"\#(cash)"}"#, "toEntry"),
        ] as [(String, String?)] {
            let answer = try await server.send(.post, path, json: json)
            #expect((400...422).contains(answer.status), "\(json): \(answer.text)")
            if let field { #expect(answer.text.contains("\"field\":\"\(field)\""), "\(json): \(answer.text)") }
        }
        #expect(try await server.send(.get, path).text == "[]")
        #expect(try await server.send(.get, "\(path)?account=\(nobody)").status == 404)
        #expect(try await server.send(.patch, "\(path)/\(nobody)", json: "{}").status == 404)
        #expect(try await server.send(.post, "\(path)/\(nobody)/part", json: "{}").status == 404)
        let (url, _) = try await post(path, #"{"account":"\#(bank)","toAccount":"\#(cash)","amount":"5"}"#)
        #expect(try await server.send(.patch, url, json: #"{"amount":null}"#).status >= 400)
        #expect(try await server.send(.patch, url, json: #"{"toAccount":"\#(dollars)"}"#).status == 400)
        #expect(try await server.send(.post, url + "/part", json: "{}").status == 400)
        #expect(try await server.send(.get, url).member("amount") == .string("5.00"))
    }
}
