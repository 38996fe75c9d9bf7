import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

/// Accounts in which money lies as JSON resources.
@Suite struct MoneyAccountTests {
    let server: ServerUnderTest
    let path = "/api/v1/money-accounts"

    init() throws { server = try ServerUnderTest() }

    private func create(_ json: String) async throws -> (url: String, id: String) {
        let answer = try await server.send(.post, path, json: json)
        #expect(answer.status == 201, "\(answer.text)")
        let url = String(try #require(answer.headers[.location]).dropFirst("http://localhost".count))
        return (url, String(try #require(url.split(separator: "/").last)))
    }

    private func balances(_ query: String = "") async throws -> String {
        try await server.send(.get, "/api/v1/balances" + query).text
    }

    @Test("008.1 An account without an opening day comes back from a file without one", arguments: [true, false])
    func openingDay(hasDay: Bool) async throws {
        let (url, _) = try await create(
            #"{"name":"Old","opening":"100","currency":"EUR","openingDay":"2026-01-02"}"#)
        if !hasDay { #expect(try await server.send(.patch, url, json: #"{"openingDay":null}"#).status == 200) }
        let account = try await server.send(.get, url).text
        #expect(account.contains("openingDay\":\"2026-01-02") == hasDay, "\(account)")
        let file = try await server.send(.get, "/api/v1/exports/entries.json").text
        let copy = try ServerUnderTest()
        let answer = try await copy.send(.post, "/api/v1/imports?name=entries.json", json: file)
        #expect(answer.status == 201, "\(answer.text)")
        #expect(try await copy.send(.get, url).text == account)
    }

    @Test(
        "008.1 An account is made, found at its address, filled, changed, closed and deleted, and told with its balance"
    )
    func life() async throws {
        let (url, id) = try await create(
            #"{"name":" Visa ","kind":"card","opening":"120","currency":"EUR","side":"owed","openingDay":"2026-01-02"}"#
        )
        _ = try await create(#"{"name":"Purse","currency":"JPY"}"#)
        let visa = try await server.send(.get, url)
        #expect(try visa.member("name") == .string("Visa") && visa.member("opening") == .string("120.00"))
        #expect(try visa.member("kind") == .string("card") && visa.member("budget") == .string("on"))
        let made = try await server.send(
            .post, "/api/v1/entries",
            json: #"{"kind":"expense","amount":"5","currency":"EUR","day":"2026-01-03","account":"\#(id)"}"#)
        #expect(made.status == 201 && made.text.contains("\"account\":\"\(id)\""), "\(made.text)")
        let unmade = MoneyAccount.defaultID(of: try #require(Currency("EUR"))).text
        let loose = try await server.send(
            .post, "/api/v1/entries",
            json: #"{"kind":"income","amount":"7","currency":"EUR","account":"\#(unmade)"}"#)
        #expect(loose.text.contains("\"account\":\"\(unmade)\""))
        let all = try await balances()
        #expect(all.contains(#""name":"Visa","kind":"card","currency":"EUR","balance":"-125.00""#), "\(all)")
        #expect(
            all.contains(
                #""name":"EUR","kind":"bank","currency":"EUR","balance":"7.00","budget":"on","entries":1,"transfers":0,"default":true"#
            ))
        #expect(all.contains(#""total":[{"currency":"EUR","balance":"-118.00"},{"currency":"JPY","balance":"0"}]"#))
        #expect(try await balances("?on=2026-01-02").contains(#""balance":"-120.00""#))
        #expect(try await server.send(.get, "/api/v1/entries?account=\(id)").count() == 1)
        let changed = try await server.send(
            .patch, url,
            json: #"{"opening":"20","side":"owned","budget":"off","closedAt":"2026-11-26T00:00:00.000Z","order":1}"#)
        #expect(changed.status == 200 && changed.text.contains("closedAt"), "\(changed.text)")
        #expect(try await balances().contains(#""balance":"15.00""#))
        // The default one, too, is there to be found, named, and asked for its entries.
        let defaultID = MoneyAccount.defaultID(of: try #require(Currency("EUR"))).text
        #expect(try await server.send(.get, "\(path)/\(defaultID)").member("name") == .string("EUR"))
        let named = try await server.send(.patch, "\(path)/\(defaultID)", json: #"{"name":"Wallet"}"#)
        #expect(try named.member("name") == .string("Wallet"))
        #expect(try await server.send(.get, "/api/v1/entries?account=\(defaultID)").count() == 1)
        #expect(try await server.send(.get, path).count() == 3)
        #expect(try await server.send(.delete, url).status == 204)
        #expect(try await server.send(.get, url).status == 404)
        #expect(try await balances().contains(#""name":"Wallet","kind":"bank","currency":"EUR","balance":"2.00""#))
    }

    @Test("12.1 A to-do names the account that pays over REST, too; 12.2 the default one is a setting, and all moves")
    func payer() async throws {
        let loose = try await server.send(
            .post, "/api/v1/entries", json: #"{"kind":"income","amount":"7","currency":"EUR"}"#)
        #expect(loose.text.contains("\"account\":null"))
        let (_, giro) = try await create(#"{"name":"Giro","currency":"EUR"}"#)
        let (_, visa) = try await create(#"{"name":"Visa","kind":"card","currency":"EUR"}"#)
        let (_, yen) = try await create(#"{"name":"Yen","currency":"JPY"}"#)
        let parsed = try await server.send(
            .post, "/api/v1/todos?parse=1", json: #"{"title":"Rent 850 eur from Visa","tags":["home"]}"#)
        #expect(parsed.text.contains("\"account\":\"\(visa)\""), "\(parsed.text)")
        let url = String(try #require(parsed.headers[.location]).dropFirst("http://localhost".count))
        let wrong = try await server.send(.patch, url, json: #"{"account":"\#(yen)"}"#)
        #expect(wrong.status == 400 && wrong.text.contains("“Yen” is in JPY, and the amount in EUR."), "\(wrong.text)")
        #expect(try await server.send(.patch, url, json: #"{"completed":true}"#).status == 200)
        let paid = try await server.send(.get, "/api/v1/entries?account=\(visa)")
        #expect(paid.text.contains("\"tags\":[\"home\"]") && paid.text.contains("850.00"), "\(paid.text)")
        // The first is the default one until another is chosen.
        #expect(try await server.send(.get, "/api/v1/settings").member("account") == .null)
        for (chosen, expected) in [(nil, giro), (visa, visa)] as [(String?, String)] {
            if let chosen {
                let set = try await server.send(.patch, "/api/v1/settings", json: #"{"account":"\#(chosen)"}"#)
                #expect(try set.member("account") == .string(chosen), "\(set.text)")
            }
            let made = try await server.send(
                .post, "/api/v1/entries", json: #"{"kind":"expense","amount":"5","currency":"EUR"}"#)
            #expect(try made.member("account") == .string(expected))
        }
        let bad = try await server.send(.patch, "/api/v1/settings", json: #"{"account":"nothing"}"#)
        #expect(bad.status == 400 && bad.text.contains("isn't a valid account"))
        // What is in the one that nobody made goes along.
        let unmade = MoneyAccount.defaultID(of: try #require(Currency("EUR"))).text
        let moved = try await server.send(.post, "\(path)/\(unmade)/move", json: #"{"to":"\#(giro)"}"#)
        #expect(try moved.status == 200 && moved.member("moved") == .number(1), "\(moved.text)")
        #expect(try await !balances().contains("\"name\":\"EUR\""))
        let other = try await server.send(.post, "\(path)/\(giro)/move", json: #"{"to":"\#(yen)"}"#)
        #expect(other.status == 400 && other.text.contains("another open account in EUR"))
    }

    @Test("008.1 What isn't right of an account, or of the account of an entry, is refused by name") func refused()
        async throws
    {
        for (json, field) in [
            ("{}", "name"), (#"{"name":" "}"#, "name"), (#"{"name":"x","kind":"pig"}"#, "kind"),
            (#"{"name":"x","opening":"-5"}"#, "opening"), (#"{"name":"x","currency":"XXY"}"#, "currency"),
            (#"{"name":"x","openingDay":"never"}"#, "openingDay"), (#"{"name":"x","side":"both"}"#, "side"),
            ("[]", nil),
        ] as [(String, String?)] {
            let answer = try await server.send(.post, path, json: json)
            #expect((400...422).contains(answer.status), "\(json): \(answer.text)")
            if let field { #expect(answer.text.contains("\"field\":\"\(field)\""), "\(json): \(answer.text)") }
        }
        #expect(try await server.send(.get, path).text == "[]")
        let (url, id) = try await create(#"{"name":"Cash","currency":"EUR"}"#)
        let other = try await server.send(.patch, url, json: #"{"currency":"USD"}"#)
        #expect(other.status == 400 && other.text.contains("keeps its currency"), "\(other.text)")
        let nobody = String(repeating: "a", count: 32)
        for account in [nobody, "x", id] {
            let answer = try await server.send(
                .post, "/api/v1/entries",
                json: #"{"kind":"expense","amount":"5","currency":"USD","account":"\#(account)"}"#)
            #expect(answer.status == 400 && answer.text.contains("\"field\":\"account\""), "\(answer.text)")
        }
        #expect(try await server.send(.get, "/api/v1/entries").text == "[]")
        #expect(try await server.send(.get, "/api/v1/entries?account=x").status == 400)
        #expect(try await server.send(.get, "/api/v1/entries?account=\(nobody)").status == 404)
        #expect(try await server.send(.get, "/api/v1/balances?on=never").status == 400)
        #expect(try await server.send(.patch, "\(path)/\(nobody)", json: "{}").status == 404)
    }
}
