import Foundation
import Sworm
import Testing

@Suite struct ValueTests {
    @Test("001.1 Decimals round-trip exactly, to the last of 38 digits")
    func decimalRoundTrip() throws {
        let texts = [
            "0", "1", "-1", "10", "9", "0.1", "-0.1", "123.45", "-123.45", "0.000000000000000000000000000001",
            "12345678901234567890123456789012345678", "-0.12345678901234567890123456789012345678", "100", "1e100",
            "-1e-100",
        ]
        for text in texts {
            let decimal = try #require(Decimal(string: text))
            #expect(try Decimal.read(Field(decimal.stored)) == decimal, "\(text)")
        }
    }

    @Test("001.1 Decimals compare, sort and add up as numbers in SQL")
    func decimalOrder() throws {
        let db = try Database()
        let amount = Column<Decimal>("amount")
        let table = Tablex("amounts")
        try db.run(table.create { $0.column(amount) })
        let sorted = ["-1000", "-10", "-9.5", "-0.25", "0", "0.1", "0.2", "9", "10", "10.01", "123456"].compactMap {
            Decimal(string: $0)
        }
        for value in sorted.shuffled() { try db.run(table.insert(amount <- value)) }
        #expect(try db.all(table.select(amount).order(amount)) == sorted)
        #expect(try db.count(table.filter(amount > 9)) == 3)
        let (least, greatest) = try #require(try db.first(table.select(amount.min, amount.max)))
        #expect(least == -1000)
        #expect(greatest == 123456)
        let small = table.filter(amount > 0 && amount < 1)
        #expect(try db.first(small.select(amount.sum)) == Decimal(string: "0.3"))
        #expect(try db.first(small.select(amount.average)) == Decimal(string: "0.15"))
        #expect(try db.first(table.filter(amount == 10).select(amount + Decimal(0.5))) == Decimal(string: "10.5"))
    }

    @Test("001.2 Colours round-trip red, green, blue and alpha")
    func color() throws {
        for color in [Color(red: 1, green: 2, blue: 3, alpha: 4), Color(red: 255, green: 0, blue: 255)] {
            #expect(try Color.read(Field(color.stored)) == color)
        }
    }
}
