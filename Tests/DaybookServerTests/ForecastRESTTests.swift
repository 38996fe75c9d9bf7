import DaybookCore
import DaybookStorage
import Fixtures
import HTTPTypes
import Testing

@testable import DaybookServer

/// Asks over REST for what is to come: the fields of accounts, plans, loans, goals and bills.
@Suite struct ForecastRESTTests {
    private let server: ServerUnderTest

    init() throws { server = try ServerUnderTest() }

    private func add(_ account: String) async throws -> String {
        let made = try await server.send(.post, "/api/v1/money-accounts", json: account)
        #expect(made.status == 201, "\(made.text)")
        guard case .string(let id) = try made.member("id") else { throw ItemError.noAccount(.account) }
        return id
    }

    @Test("14.4 Accounts say over REST what they are to become, and plans, a loan's table and goals follow from it")
    func plans() async throws {
        let car = try await add(
            #"{"name":"Car","kind":"loan","opening":"1200","currency":"EUR","side":"owed","interest":"6","payment":"404.01","term":"3"}"#
        )
        let shown = try await server.send(.get, "/api/v1/money-accounts/\(car)")
        #expect(shown.text.contains(#""interest":"6""#) && shown.text.contains(#""payment":"404.01""#))
        #expect(shown.text.contains(#""paymentCurrency":"EUR""#) && shown.text.contains(#""term":"3""#))
        let loan = try await server.send(.get, "/api/v1/money-accounts/\(car)/loan")
        #expect(loan.status == 200 && loan.text.contains(#""interest":"12.02""#), "\(loan.text)")
        #expect(loan.text.contains(#"{"amount":"404.00","interest":"2.01","principal":"401.99","left":"0.00"}"#))
        let never = try await server.send(.get, "/api/v1/money-accounts/\(car)/loan?pay=1")
        #expect(never.status == 400 && never.text.contains("never ends"))
        let plans = try await server.send(.get, "/api/v1/payoff?extra=100&by=snowball")
        #expect(
            plans.text.contains(#""by":"snowball","months":3"#) && !plans.text.contains("avalanche"), "\(plans.text)")
        #expect(try await server.send(.get, "/api/v1/payoff?by=luck").status == 400)
        for (field, value) in [
            ("interest", "much"), ("term", "0"), ("goal", "9000 by soon"), ("goal", "5.00 USD by 2027-01"),
        ] {
            let refused = try await server.send(
                .patch, "/api/v1/money-accounts/\(car)", json: #"{"\#(field)":"\#(value)"}"#)
            #expect(refused.status == 400, "\(field): \(refused.text)")
        }
        let wrong = try await server.send(
            .patch, "/api/v1/money-accounts/\(car)", json: #"{"payment":"5","paymentCurrency":"USD"}"#)
        #expect(wrong.status == 400, "\(wrong.text)")
        _ = try await add(#"{"name":"Savings","opening":"100 EUR","goal":"400.00 EUR by 2026-01","liquid":"no"}"#)
        let goals = try await server.send(.get, "/api/v1/goals")
        #expect(goals.text.contains(#""saved":"100.00","rest":"300.00","need":"300.00","months":1"#), "\(goals.text)")
    }

    @Test("14.5 Bills and proposals over REST: one is accepted once, one is refused for ever") func bills() async throws
    {
        let today = CivilDate.local()
        func spend(_ payee: String) async throws {
            for days in [15, 8, 1] {
                let body =
                    #"{"kind":"expense","amount":"5","currency":"EUR","payee":"\#(payee)","day":"\#(today.adding(days: Int64(-days)).text)"}"#
                #expect(try await server.send(.post, "/api/v1/entries", json: body).status == 201)
            }
        }
        try await spend("Cleaner")
        try await spend("Paper")
        let offered = try await server.send(.get, "/api/v1/bill-proposals").text
        let ids = offered.matches(of: #/"id":"([0-9a-f]{32})"/#).map { String($0.1) }
        #expect(ids.count == 2, "\(offered)")
        let made = try await server.send(.post, "/api/v1/bill-proposals/\(ids[0])", json: "{}")
        #expect(made.status == 201, "\(made.text)")
        #expect(try await server.send(.delete, "/api/v1/bill-proposals/\(ids[1])").status == 204)
        #expect(try await server.send(.get, "/api/v1/bill-proposals").text == "[]")
        #expect(try await server.send(.post, "/api/v1/bill-proposals/\(ids[0])", json: "{}").status == 404)
        let bills = try await server.send(.get, "/api/v1/bills").text
        #expect(bills.contains(#""count":52"#) && bills.contains(#""year":"260.00""#), "\(bills)")
    }
}
