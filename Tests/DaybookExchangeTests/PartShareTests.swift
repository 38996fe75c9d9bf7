import DaybookCore
import Fixtures
import Testing

@testable import DaybookExchange

/// Shares of amounts in percent.
@Suite struct PartShareTests {
    private func shares(_ number: String, _ code: String, _ percentages: [String]) throws -> [String] {
        let amount = try Amount(number: number, currency: #require(Currency(code)))
        return try amount.shares(percentages.map { try Percentage($0) }).map(\.number)
    }

    @Test("008.3 What rounding leaves over goes to the parts that lost most by it, of equals to the first")
    func examples() throws {
        #expect(try shares("100", "EUR", ["33.3", "33.3", "33.4"]) == ["33.30", "33.30", "33.40"])
        #expect(try shares("0.10", "EUR", ["33,333333", "33,333333", "33,333334"]) == ["0.03", "0.03", "0.04"])
        #expect(try shares("0.05", "EUR", ["50 %", "50%"]) == ["0.03", "0.02"])
        #expect(try shares("10", "JPY", ["25", "25", "25", "25"]) == ["3", "3", "2", "2"])
        #expect(try shares("1", "KWD", ["12.5", "87.5"]) == ["0.125", "0.875"])
        // Less than all: as much as that comes to, rounded.
        #expect(try shares("0.99", "EUR", ["50"]) == ["0.50"])
        #expect(try shares("999999999999999.999", "USD", ["100"]) == ["999999999999999.999"])
        for text in ["", "x", "-5", "1.", ".5", "1.2345678", "1000", "1.2.3", "5 0"] {
            #expect(throws: InputError.self) { try Percentage(text) }
        }
        #expect(throws: InputError.self) { try shares("1", "EUR", ["50", "50.1"]) }
    }

    @Test("008.3 Percentages of 100 never lose a cent, of 1 to 10,000 cents in 1 to 7 parts")
    func property() throws {
        var random = SeededRandom(8)
        let euro = try #require(Currency("EUR"))
        for cents in 1...10_000 as ClosedRange<Int64> {
            var left = 1_000
            var percentages: [Percentage] = []
            for _ in 0..<random.below(7) where left > 0 {
                let tenths = random.below(left + 1)
                left -= tenths
                percentages.append(try Percentage("\(tenths / 10).\(tenths % 10)"))
            }
            percentages.append(try Percentage("\(left / 10).\(left % 10)"))
            let amount = try #require(Amount(coefficient: cents, scale: 2, currency: euro))
            let shares = try amount.shares(percentages)
            #expect(shares.reduce(0) { $0 + $1.coefficient } == cents)
        }
    }
}
