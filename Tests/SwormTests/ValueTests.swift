import Foundation
public import Sworm
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

    @Test("001.1 A decimal of the smallest exponent is read and added up as it was stored")
    func smallestDecimal() throws {
        let db = try Database()
        for decimal in [1, 99, -12_345].map({ Decimal(sign: .plus, exponent: -128, significand: $0) }) {
            let found = try db.read { try $0.value(sql: "SELECT ?", arguments: [decimal], as: Decimal.self) }
            #expect(found == decimal)
            let sum = try db.read { try $0.value(sql: "SELECT sworm_sum(?)", arguments: [decimal], as: Decimal.self) }
            #expect(sum == decimal)
        }
    }

    @Test("001.1 A decimal whose zeros have no room in its exponent is read as it was stored")
    func greatDecimals() throws {
        let db = try Database()
        let amount = Column<Decimal>("amount")
        let table = Tablex("amounts")
        try db.run(table.create { $0.column(amount) })
        let five = Decimal(sign: .plus, exponent: 127, significand: 5)
        let great = [
            five + five, -five - five, five + five + five, (1...2_000).reduce(Decimal(0)) { sum, _ in sum + five },
            Decimal.greatestFiniteMagnitude - five, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        ]
        for decimal in great {
            try db.run(table.delete())
            try db.run(table.insert(amount <- decimal))
            #expect(try db.first(table.select(amount)) == decimal)
        }
        // 4 × 10^165, and 10^127 with a zero too many.
        for text in ["2666.4", "2999.9", "2629.10"] {
            #expect(throws: SwormError.self, "\(text)") { try Decimal.read(Field(StoredValue.text(text))) }
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

    @Test(
        "001.1 A product keeps every digit, or fails where it has more than 38",
        arguments: [
            ("0.1", "0.2", "0.02"), ("-1.5", "4", "-6"), ("5", "2", "10"), ("0", "-7", "0"),
            ("1e-60", "-1e-60", "-1e-120"),
            ("9999999999999999999", "9999999999999999999", "99999999999999999980000000000000000001"),
            ("12345678901234567890", "12345678901234567890.1", nil), ("1e-100", "1e-100", nil), ("1e100", "1e100", nil),
            ("99999999999999999999999999999999999999", "0.1", "9999999999999999999999999999999999999.9"),
            ("33333333333333333333333333333333333333", "33333333333333333333333333333333333333", nil),
        ] as [(String, String, String?)])
    func product(_ left: String, _ right: String, _ expected: String?) throws {
        let db = try Database()
        let (amount, other) = (Column<Decimal>("amount"), Column<Decimal>("other"))
        let table = Tablex("amounts")
        try db.run(
            table.create { t in
                t.column(amount)
                t.column(other)
            })
        let (one, two) = (try #require(Decimal(string: left)), try #require(Decimal(string: right)))
        try db.run(table.insert(amount <- one, other <- two))
        if let expected {
            #expect(try db.first(table.select(amount * other)) == Decimal(string: expected))
            #expect(try db.first(table.select(other * one)) == Decimal(string: expected))
        } else {
            #expect(throws: SwormError.self) { try db.first(table.select(amount * other)) }
        }
    }

    @Test(
        "001.1 A sum and a difference keep every digit, or fail where they have more than 38",
        arguments: [
            ("0.1", "0.2", "0.3"), ("1", "-1", "0"), ("-5", "3", "-2"), ("1000", "-999.9", "0.1"), ("0", "0", "0"),
            ("-0.5", "-0.5", "-1"), ("999", "1", "1000"), ("1e38", "-99999999999999999999999999999999999999", "1"),
            ("99999999999999999999999999999999999999", "0.1", nil), ("1e100", "1", nil), ("1e127", "1e-127", nil),
            ("53090031019030190093159999999305195309", "310013590130150995303105093099301e6", nil),
        ] as [(String, String, String?)])
    func sum(_ left: String, _ right: String, _ expected: String?) throws {
        let db = try Database()
        let amount = Column<Decimal>("amount")
        let table = Tablex("amounts")
        let (one, two) = (try #require(Decimal(string: left)), try #require(Decimal(string: right)))
        try db.run(table.create { $0.column(amount) })
        try db.run(table.insert(amount <- one))
        let queries = [table.select(amount + two), table.select(amount - -two)]
        for query in queries {
            if let expected {
                #expect(try db.first(query) == Decimal(string: expected))
            } else {
                #expect(throws: SwormError.self) { try db.first(query) }
            }
        }
        try db.run(table.insert(amount <- two))
        if let expected {
            #expect(try db.first(table.select(amount.sum)) == Decimal(string: expected))
        } else {
            #expect(throws: SwormError.self) { try db.first(table.select(amount.sum)) }
            // What was too long on the way is short in the end.
            try db.run(table.insert(amount <- -two))
            #expect(try db.first(table.select(amount.sum)) == one)
        }
    }

    @Test(
        "001.1 An average is rounded at the 38th digit",
        arguments: [
            (["0", "1", "1"], "0.66666666666666666666666666666666666667"),
            (["0", "0", "-1"], "-0.33333333333333333333333333333333333333"),
            (["1", "2"], "1.5"), (["-4"], "-4"), (["0", "0"], "0"),
            (["99999999999999999999999999999999999999", "0"], "50000000000000000000000000000000000000"),
            (["29999999999999999999999999999999999999", "0", "0"], "9999999999999999999999999999999999999.7"),
            (
                ["9999999999999999999999999999999999999.9", "10000000000000000000000000000000000000"],
                "10000000000000000000000000000000000000"
            ),
        ])
    func average(_ amounts: [String], _ expected: String) throws {
        let db = try Database()
        let amount = Column<Decimal?>("amount")
        let table = Tablex("amounts")
        try db.run(table.create { $0.column(amount) })
        for text in amounts { try db.run(table.insert(amount <- Decimal(string: text))) }
        try db.run(table.insert(amount <- nil))
        #expect(try db.first(table.select(amount.average)) == Decimal(string: expected))
    }

    @Test("Columns that may be NULL add up what is there")
    func optionalSums() throws {
        let db = try Database()
        let (count, weight) = (Column<Int?>("count"), Column<Double?>("weight"))
        let (big, price) = (Column<Int64?>("big"), Column<Decimal?>("price"))
        let table = Tablex("things")
        try db.run(
            table.create { t in
                t.column(count)
                t.column(weight)
                t.column(big)
                t.column(price)
            })
        #expect(try db.first(table.select(count.sum)) == .some(nil))
        try db.run(table.insert(count <- 2, weight <- 0.5, big <- 3, price <- 1))
        try db.run(table.insert(count <- 4, weight <- nil, big <- nil, price <- nil))
        let sums = try #require(try db.first(table.select(count.sum, weight.sum, big.sum, price.sum)))
        #expect(sums == (6, 0.5, 3, 1))
        let averages = try #require(
            try db.first(table.select(count.average, weight.average, big.average, price.average)))
        #expect(averages == (3, 0.5, 3, 1))
    }

    @Test("Integers of every width add up beyond it, and what is beyond 64 bits throws")
    func narrowSums() throws {
        let db = try Database()
        let (byte, word, big) = (Column<UInt8>("byte"), Column<Int32?>("word"), Column<Int64>("big"))
        let small = Column<UInt8?>("small")
        let table = Tablex("things")
        try db.run(
            table.create { t in
                t.column(byte)
                t.column(word)
                t.column(small)
                t.column(big)
            })
        try db.run(table.insert(byte <- 200, word <- .max, small <- nil, big <- .max))
        try db.run(table.insert(byte <- 100, word <- .max, small <- 7, big <- 1))
        let sums = try #require(try db.first(table.select(byte.sum, word.sum, small.sum)))
        #expect(sums == (300, Int64(Int32.max) * 2, 7))
        let averages = try #require(try db.first(table.select(byte.average, word.average, small.average)))
        #expect(averages == (150, Double(Int32.max), 7))
        #expect(throws: SwormError.self) { try db.first(table.select(big.sum)) }
    }

    @Test("An integer of more than 64 bits is kept where it fits them, and refused where not")
    func wideIntegers() throws {
        let db = try Database()
        let (wide, table) = (Column<Int128>("wide"), Tablex("numbers"))
        try db.run(table.create { $0.column(wide) })
        for number in [Int128(Int64.min), 0, Int128(Int64.max)] {
            try db.run(table.insert(wide <- number))
            #expect(try db.all(table.filter(wide == number).select(wide)) == [number])
        }
        let error = #expect(throws: SwormError.self) { try db.run(table.insert(wide <- 1 << 70 + 5)) }
        #expect(
            error?.description.hasSuffix("The value for column wide can't be stored: it does not fit 64 bits.") == true)
        #expect(UInt.max.stored == .integer(-1) && UInt64.max.stored == .integer(-1))
    }

    @Test("001.2 Colours round-trip red, green, blue and alpha")
    func color() throws {
        for color in [Color(red: 1, green: 2, blue: 3, alpha: 4), Color(red: 255, green: 0, blue: 255)] {
            #expect(try Color.read(Field(color.stored)) == color)
        }
        for number in [-1, 1 << 32] as [Int64] {
            #expect(throws: SwormError.self, "\(number) is none") { try Color.read(Field(.integer(number))) }
        }
    }
}

extension Int128: Value {}
