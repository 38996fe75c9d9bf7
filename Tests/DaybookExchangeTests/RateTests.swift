import DaybookCore
import Fixtures
import Testing

@testable import DaybookExchange

/// What currencies are worth in each other.
@Suite struct RateTests {
    private func currency(_ code: String) throws -> Currency { try #require(Currency(code)) }

    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    private func rate(_ day: String, _ from: String, _ to: String, _ number: String) throws -> Rate {
        let number = try #require(RateNumber(number))
        return try #require(try Rate(self.day(day), currency(from), currency(to), number))
    }

    private func sum(_ number: String, _ code: String) throws -> Sum {
        Sum(try Amount(number: number, currency: currency(code)))
    }

    private func worth(_ rates: Rates, _ number: String, _ from: String, in to: String, on day: String) throws
        -> String?
    {
        try rates.worth(sum(number, from), in: currency(to), on: self.day(day)).map { $0.rounded.text }
    }

    private func transfer(
        _ day: String, _ from: String, _ to: String, at time: Int64 = 0
    ) throws -> Transfer {
        var transfer = Transfer(id: EntityID(high: 1, low: UInt64(time)), createdAt: Timestamp(milliseconds: time))
        transfer.from = Transfer.Leg(day: try self.day(day), amount: try Amount(from, usual: .usDollar))
        transfer.to = Transfer.Leg(day: try self.day(day), amount: try Amount(to, usual: .usDollar))
        return transfer
    }

    @Test("008.10 The last rate up to a day counts, also the other way round, and none before the first")
    func lookup() throws {
        let rates = Rates([
            try rate("2026-11-10", "USD", "CHF", "0.9"), try rate("2026-11-01", "USD", "CHF", "0.8821"),
            try rate("2026-11-05", "JPY", "CHF", "0.0057"), try rate("2026-11-05", "KWD", "JPY", "483.215"),
        ])
        #expect(try worth(rates, "100", "USD", in: "CHF", on: "2026-10-31") == nil)
        #expect(try worth(rates, "100", "USD", in: "CHF", on: "2026-11-01") == "88.21 CHF")
        #expect(try worth(rates, "100", "USD", in: "CHF", on: "2026-11-09") == "88.21 CHF")
        #expect(try worth(rates, "100", "USD", in: "CHF", on: "2027-01-01") == "90.00 CHF")
        #expect(try worth(rates, "90", "CHF", in: "USD", on: "2027-01-01") == "100.00 USD")
        #expect(try worth(rates, "100", "CHF", in: "CHF", on: "2020-01-01") == "100.00 CHF")
        #expect(try worth(rates, "12345", "JPY", in: "CHF", on: "2026-11-05") == "70.37 CHF")
        #expect(try worth(rates, "1.001", "KWD", in: "JPY", on: "2026-11-05") == "484 JPY")
        // Nothing is chained over a third currency, and nothing is 1 or 0.
        #expect(try worth(rates, "5", "KWD", in: "CHF", on: "2027-01-01") == nil)
        #expect(try worth(rates, "5", "USD", in: "JPY", on: "2027-01-01") == nil)
        let negative = try rates.worth(sum("0.05", "USD").negated, in: currency("CHF"), on: day("2026-11-01"))
        #expect(negative?.rounded.text == "-0.04 CHF")
        #expect(throws: ItemError.sumTooLarge(try currency("CHF"))) {
            try rates.worth(
                Sum(coefficient: Int128.max / 2, scale: 2, currency: currency("USD")), in: currency("CHF"),
                on: day("2026-11-05"))
        }
    }

    @Test("008.10 A transfer between two currencies says a rate, and what is typed counts before it") func transfers()
        throws
    {
        let between = try transfer("2026-11-03", "30 USD", "27 CHF")
        let later = try transfer("2026-11-03", "30 USD", "28 CHF", at: 5)
        let rates = Rates([], transfers: [later, between, try transfer("2026-11-04", "5 USD", "5 USD")])
        #expect(try worth(rates, "15", "USD", in: "CHF", on: "2026-11-03") == "14.00 CHF")
        #expect(try worth(rates, "28", "CHF", in: "USD", on: "2026-11-03") == "30.00 USD")
        #expect(try worth(rates, "15", "USD", in: "CHF", on: "2026-11-02") == nil)
        let typed = Rates([try rate("2026-11-03", "CHF", "USD", "2")], transfers: [between])
        #expect(try worth(typed, "15", "USD", in: "CHF", on: "2026-11-03") == "7.50 CHF")
    }

    @Test("008.10 Sums of several currencies have a hole while a rate is missing, with its first day") func holes()
        throws
    {
        let rates = Rates([try rate("2026-11-05", "USD", "CHF", "0.5")])
        var all = BaseTotals(in: try currency("CHF"))
        var totals = Totals()
        try totals.add(sum("10", "USD"), .income)
        try totals.add(sum("3", "CHF"), .expense)
        try all.add(totals, rates, on: day("2026-11-05"))
        #expect(
            all.sums.map { "\($0.income.text) \($0.expense.text) \($0.balance.text)" } == "5.00 CHF 3.00 CHF 2.00 CHF")
        try all.add(totals, rates, on: day("2026-11-04"))
        try all.add(totals, rates, on: day("2026-11-03"))
        #expect(all.sums == nil && all.missingText == "no rate from USD to CHF by 2026-11-03")
        // Nothing of a currency needs no rate.
        var none = BaseTotals(in: try currency("CHF"))
        var zero = Totals()
        try zero.add(sum("0", "JPY"), .income)
        try none.add(zero, rates, on: day("2026-11-05"))
        #expect(none.sums?.balance.text == "0.00 CHF")
    }

    @Test("008.13 A rate is read with a point or a comma, and refused where it can be read in two ways")
    func numbers() throws {
        for (text, number) in [
            ("0,8821", "0.8821"), ("0.8821", "0.8821"), ("1,0850", "1.085"), ("17'250.5", "17250.5"),
            ("483.2150", "483.215"),
            ("1.234.567", "1234567"), ("12", "12"), ("0,500", "0.5"), ("1 234,5", "1234.5"), ("00.10", "0.1"),
        ] { #expect(try RateNumber(written: text).text == number, "\(text)") }
        for (text, message) in [
            ("1,085", "“1,085” can be read in two ways. Write 1085 or 1.0850."),
            ("1.250", "“1.250” can be read in two ways. Write 1250 or 1.25."),
            ("17.000", "“17.000” can be read in two ways. Write 17000 or 17.0."), ("0", "“0” isn't a valid amount."),
            ("-5", "isn't a valid amount"), ("x", "isn't a valid amount"), ("1,23,4", "isn't a valid amount"),
            ("1234567890123456789", "isn't a valid amount"),
        ] {
            let error = #expect(throws: ItemError.self) { try RateNumber(written: text) }
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        }
        #expect(try RateNumber(written: "1,085", mark: ",").text == "1.085")
        #expect(try RateNumber(written: "1,085", mark: ".").text == "1085")
    }

    private func read(_ text: String, _ order: DateOrder? = nil, _ mark: DecimalMark? = nil) throws -> [String] {
        try RateCSV(Array(text.utf8), order: order, mark: mark).rates.map {
            "\($0.day.text) \($0.from.code) \($0.to.code) \($0.number.text)"
        }
    }

    @Test("008.10 A CSV of rates is read as a whole: its other numbers say what parts decimals, or it is refused")
    func csv() throws {
        #expect(
            try read("date,from,to,rate\n2026-11-01,USD,CHF,0.8821\n\n2026-11-02,usd,chf,1.085\n")
                == ["2026-11-01 USD CHF 0.8821", "2026-11-02 USD CHF 1.085"])
        #expect(
            try read("Rate;To;From;Date\n0,8821;CHF;USD;13.11.2026\n1,085;CHF;USD;02.11.2026\n1.085;CHF;USD;03.11.2026")
                == ["2026-11-13 USD CHF 0.8821", "2026-11-02 USD CHF 1.085", "2026-11-03 USD CHF 1085"])
        #expect(try read("day,from,to,rate\n2026-11-02,USD,CHF,1.085\n", nil, .point) == ["2026-11-02 USD CHF 1.085"])
        #expect(try read("date,from,to,rate\n03/04/2026,USD,CHF,2\n", .mdy) == ["2026-03-04 USD CHF 2"])
        for (text, reason) in [
            ("date,from,to,rate\n2026-11-02,USD,CHF,1.085\n", "Line 2: “1.085” can be read in two ways."),
            ("date,from,to,rate\n2026-11-02,USD,CHF,1.085\n", "--decimal-mark"),
            ("date,from,to,rate\n03/04/2026,USD,CHF,2\n", "Line 2: “03/04/2026” may be"),
            ("date,from,to\n2026-11-02,USD,CHF\n", "has to name the columns"),
            ("date,from,to,rate,note\n", "has to name the columns"),
            ("date,from,to,rate,price\n", "has to name the columns"),
            ("date,from,to,rate\n2026-11-02,USD,XXX1,2\n", "Line 2: “XXX1” isn't a valid currency"),
            ("date,from,to,rate\n2026-11-02,USD,USD,2\n", "Line 2: One USD is always one USD"),
            ("date,from,to,rate\n2026-11-02,USD,CHF\n", "Line 2 has 3 columns"),
            ("date,from,to,rate\n2026-11-02,USD,CHF,0\n", "Line 2: “0”"), ("", "has to name the columns"),
        ] {
            let error = #expect(throws: InputError.self) { try read(text) }
            #expect(error?.message.contains(reason) == true, "\(text): \(error?.message ?? "")")
        }
    }
}
