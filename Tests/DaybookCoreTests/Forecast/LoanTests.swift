import DaybookCore
import Testing

/// Loans to the cent, and plans to pay debts off.
@Suite struct LoanTests {
    private func eur(_ text: String) throws -> Amount { try Amount(text, usual: #require(Currency("EUR"))) }
    private func rate(_ text: String) throws -> InterestRate { try #require(InterestRate(text)) }

    @Test("14.4 L1 A loan of a year is paid at 860.66 a month, and the last payment takes the rest")
    func year() throws {
        let loan = try Loan(eur("10000"), at: rate("6"), months: 12)
        #expect(loan.level.text == "860.66 EUR" && loan.last.text == "860.70 EUR")
        #expect(
            loan.payments.map(\.interest.number) == [
                "50.00", "45.95", "41.87", "37.78", "33.66", "29.53", "25.37", "21.20", "17.00", "12.78", "8.54",
                "4.28",
            ])
        #expect(loan.interest.text == "327.96 EUR" && loan.payments.last?.left.number == "0.00")
    }

    @Test(
        "14.4 L2 L4 L5 Longer loans, one without interest and a dear one",
        arguments: [
            ("200000", "6", 360, "1199.10", "1000.00", "199.10", "1200.14", "231677.04"),
            ("1200", "0", 12, "100.00", "0.00", "100.00", "100.00", "0.00"),
            ("5000", "19.9", 24, "254.23", "82.92", "171.31", "254.39", "1101.68"),
        ])
    func others(
        debt: String, percent: String, months: Int, level: String, interest: String, principal: String, last: String,
        all: String
    ) throws {
        let loan = try Loan(eur(debt), at: rate(percent), months: months)
        let first = try #require(loan.payments.first)
        #expect(loan.level.number == level && first.interest.number == interest && first.principal.number == principal)
        #expect(loan.last.number == last && loan.interest.number == all && loan.payments.count == months)
        #expect(first.amount == loan.level)
    }

    @Test(
        "14.4 Python's decimal comes to the same payment and the same interest",
        arguments: [
            ("1", "0.01", 600, "0.00", "0.00"), ("123456.78", "3.125", 300, "593.50", "54595.14"),
            ("999.99", "29.99", 7, "157.49", "102.44"), ("500000", "1.8", 480, "1462.03", "201774.97"),
        ])
    func decimal(debt: String, percent: String, months: Int, level: String, interest: String) throws {
        let loan = try Loan(eur(debt), at: rate(percent), months: months)
        #expect(loan.level.number == level && loan.interest.number == interest)
    }

    @Test("14.4 A loan says for how long a payment lasts, and that one below the interest never ends it")
    func paying() throws {
        let loan = try Loan(eur("1000"), at: rate("12"), paying: eur("300"))
        #expect(loan.payments.map(\.amount.number) == ["300.00", "300.00", "300.00", "122.48"])
        let interest = Sum(try eur("10"))
        #expect(throws: Loan.Problem.neverEnds(interest: interest)) {
            try Loan(eur("1000"), at: rate("12"), paying: eur("10"))
        }
        #expect(throws: Loan.Problem.months(601)) { try Loan(eur("1000000"), at: rate("0"), paying: eur("1")) }
        for months in [0, -1, 601, .max] {
            #expect(throws: Loan.Problem.months(months)) { try Loan(eur("1"), at: rate("1"), months: months) }
        }
    }

    @Test("14.4 The greatest amounts and odd rates are worked out or refused, and never trap")
    func extremes() throws {
        for (debt, isPossible) in [("9999999999999999", false), ("9999999999.99", true), ("0", true)] {
            let debt = try eur(debt)
            for text in ["0", "0.0001", "999.9999", "5.25"] {
                for months in [1, 2, 360, 600] {
                    let loan = try? Loan(debt, at: rate(text), months: months)
                    #expect(loan != nil || !isPossible, "\(debt.text) at \(text) in \(months)")
                    let principal = try loan?.payments.reduce(Sum(.zero(debt.currency))) { try $0.adding($1.principal) }
                    #expect(principal == nil || principal == Sum(debt))
                }
            }
        }
        for text in ["", ".", "-1", "1000", "1e3", "5.12345", "%", "12345678901234567890"] {
            #expect(InterestRate(text) == nil, "\(text)")
        }
        #expect(InterestRate(written: "5,25 %")?.text == "5.25" && InterestRate(written: " 0 % ")?.text == "0")
    }

    @Test("14.4 D1 The highest rate first costs least, the smallest debt first ends one soonest")
    func plans() throws {
        let ids = (1...3).map { EntityID(derivedFrom: [UInt8($0)], for: "debt") }
        let debts = try [("2000", "19.9", "50"), ("5000", "6", "100"), ("800", "0", "40")].enumerated().map {
            index, debt in
            try PayOff.Debt(id: ids[index], balance: eur(debt.0), rate: rate(debt.1), minimum: eur(debt.2))
        }
        let avalanche = try PayOff(debts, extra: eur("200"), by: .avalanche)
        #expect(avalanche.ends == [9, 22, 20] && avalanche.months == 22 && avalanche.interest.number == "519.09")
        let snowball = try PayOff(debts, extra: eur("200"), by: .snowball)
        #expect(snowball.ends == [11, 22, 4] && snowball.months == 22 && snowball.interest.number == "614.47")
        let least = try PayOff(debts, extra: eur("0"), by: .avalanche)
        #expect(least.months == 50 && least.interest.number == "1654.56")
        #expect(try PayOff(debts, extra: eur("200"), by: .minimum) == least)
        let never = try PayOff.Debt(id: ids[0], balance: eur("1000"), rate: rate("24"), minimum: eur("20"))
        #expect(throws: Loan.Problem.neverEnds(interest: Sum(try eur("20")))) {
            try PayOff([never], extra: eur("0"), by: .snowball)
        }
    }
}
