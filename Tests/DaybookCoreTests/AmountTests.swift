@testable import DaybookCore
import Fixtures
import Testing

@Suite struct AmountTests {
    private let usd = currency("USD")

    private func amount(_ text: String, _ usual: String = "USD") throws(ItemError) -> String {
        try Amount(text, usual: currency(usual)).text
    }

    @Test(
        "004.8 Text becomes an exact amount",
        arguments: [
            ("12.50", "12.50 USD"), ("12.5", "12.50 USD"), ("12", "12.00 USD"), ("0", "0.00 USD"), (".5", "0.50 USD"),
            ("007.10", "7.10 USD"), ("1,234.50", "1234.50 USD"), ("1,234,567", "1234567.00 USD"),
            ("12.3450", "12.345 USD"), ("12.34500", "12.345 USD"), ("1.0000", "1.00 USD"),
            ("12.50 EUR", "12.50 EUR"), ("eur12.50", "12.50 EUR"), ("€12.50", "12.50 EUR"), ("12.50 €", "12.50 EUR"),
            ("NT$38", "38 TWD"), ("38円", "38 JPY"), ("38元", "38.00 CNY"), (" 1.5 KWD ", "1.500 KWD"),
            ("9999999999999999.99", "9999999999999999.99 USD"), ("999999999999999999 JPY", "999999999999999999 JPY"),
            ("0.1000000000000000000000", "0.10 USD"), ("00000000000000000000001", "1.00 USD"),
        ])
    func parses(text: String, result: String) throws {
        #expect(try amount(text) == result)
    }

    @Test("A sign that several currencies share means the usual one if it is among them")
    func sharedSigns() throws {
        #expect(try amount("$5", "TWD") == "5 TWD")
        #expect(try amount("$5", "EUR") == "5.00 USD")
        #expect(try amount("38元", "TWD") == "38 TWD")
        #expect(try amount("¥38", "CNY") == "38.00 CNY")
    }

    @Test("A sign that several currencies share means the local one where the usual one isn't among them")
    func localSigns() throws {
        func amount(_ text: String, _ usual: String, _ local: String) throws -> String {
            try Amount(text, usual: currency(usual), local: currency(local)).text
        }
        #expect(try amount("38元", "EUR", "TWD") == "38 TWD")
        #expect(try amount("38元", "CNY", "TWD") == "38.00 CNY")
        #expect(try amount("38元", "EUR", "EUR") == "38.00 CNY")
        #expect(try amount("¥38", "EUR", "CNY") == "38.00 CNY")
        #expect(try amount("38", "EUR", "TWD") == "38.00 EUR")
        #expect(
            try QuickRecord("午餐38元", today: day("2026-11-25"), usual: currency("EUR"), local: currency("TWD")).amount?
                .text == "38 TWD")
    }

    @Test(
        "004.17 Text that is no amount is a clear error, never zero",
        arguments: [
            ("", ItemError.notANumber("")), ("NaN", .notANumber("NaN")), ("inf", .notANumber("inf")),
            ("1e400", .notANumber("1e400")), ("1E5", .notANumber("1E5")), ("0x10", .notANumber("0x10")),
            ("1.2.3", .notANumber("1.2.3")), ("12.", .notANumber("12.")), (".", .notANumber(".")),
            ("12 34", .notANumber("12 34")), ("EUR 12 USD", .notANumber("EUR 12 USD")),
            ("00,500.5", .misplacedComma("00,500.5")),
            ("1,23,4", .misplacedComma("1,23,4")), ("1234,567.5", .misplacedComma("1234,567.5")),
            ("1,234,5", .misplacedComma("1,234,5")), (",", .notANumber(",")), ("12,", .misplacedComma("12,")),
            ("１２.50", .foreignDigits("１２.50")), ("١٢", .foreignDigits("١٢")), ("1２", .foreignDigits("1２")),
            ("1234567890123456789", .tooManyDigits("1234567890123456789")),
            ("99999999999999999", .tooManyDigits("99999999999999999")),
            ("0.1234567890123456789", .tooManyDigits("0.1234567890123456789")),
            ("12 XYZ", .unknownCurrency("XYZ")), ("12 bananas", .unknownCurrency("bananas")),
            ("★12", .unknownCurrency("★")),
            ("-5", .hasSign("-5")), ("+5", .hasSign("+5")),
        ])
    func refuses(text: String, problem: ItemError) {
        #expect(throws: problem) { try amount(text) }
        #expect(!problem.message.isEmpty)
    }

    @Test(
        "008.13 Decimal comma and point, apostrophes, spaces, signs and parentheses are read",
        arguments: [
            ("8,20", "8.20 USD"), ("12,5", "12.50 USD"), (",5", "0.50 USD"), ("0,500", "0.50 USD"),
            ("1234,567", "1234.567 USD"), ("1.234,50", "1234.50 USD"), ("1.234.567,8", "1234567.80 USD"),
            ("1.234.567", "1234567.00 USD"), ("1'250", "1250.00 USD"), ("1’234’567.5", "1234567.50 USD"),
            ("1 250,50 €", "1250.50 EUR"), ("1\u{202F}250,50", "1250.50 USD"), ("1\u{A0}250.50", "1250.50 USD"),
            ("1\u{2009}250", "1250.00 USD"), ("€ 1 250", "1250.00 EUR"), ("1.250 KWD", "1.250 KWD"),
            ("1,250 JPY", "1250 JPY"), ("TWD 1,250", "1250 TWD"), ("1.250 TWD", "1250 TWD"), ("12.50 TWD", "12.50 TWD"),
            ("5.-", "5.00 USD"), ("CHF 5.–", "5.00 CHF"), ("5,- €", "5.00 EUR"), ("Rs.500", "500.00 INR"),
            ("12.50 ₪", "12.50 ILS"), ("R$ 10", "10.00 BRL"), ("10 zł", "10.00 PLN"), ("＄5", "5.00 USD"),
            ("R$1652,29", "1652.29 BRL"), ("\u{61C}12\u{AD}.50", "12.50 USD"), ("250 Kč", "250.00 CZK"),
        ])
    func marks(text: String, result: String) throws {
        #expect(try amount(text) == result)
    }

    @Test(
        "008.13 What can be read in two ways is refused, and both readings can be taken over as they are named",
        arguments: [
            ("1,250", "1250.00", "1.25"), ("1.250", "1250.00", "1.25"), ("12.345", "12345.00", "12.3450"),
            ("€1,250", "1250.00", "1.25"), ("1,250 KWD", "1250.000", "1.2500"), ("1.000", "1000.00", "1.00"),
        ])
    func twoReadings(text: String, whole: String, decimal: String) throws {
        #expect(throws: ItemError.twoReadings(text, whole, decimal)) { try amount(text) }
        for reading in [whole, decimal] { _ = try amount(reading) }
        #expect(ItemError.twoReadings(text, whole, decimal).message.contains("Write \(whole) or \(decimal)."))
    }

    @Test("008.13 A sign is read where it says what the kind says, and refused anywhere else")
    func signs() throws {
        for text in ["-12.50", "−12.50", "12.50-", "(12.50)", "-€12.50", "€-12.50", "12.50− EUR", "（12.50）"] {
            #expect(try Amount(text, of: .expense, usual: usd).number == "12.50")
            #expect(throws: ItemError.hasSign(text)) { try Amount(text, usual: usd) }
            for kind in [EntryKind.income, .unsorted] {
                #expect(throws: ItemError.signedAmount(text)) { try Amount(text, of: kind, usual: usd) }
            }
        }
        #expect(try Amount("+12.50", of: .income, usual: usd).number == "12.50")
        #expect(throws: ItemError.signedAmount("+12.50")) { try Amount("+12.50", of: .expense, usual: usd) }
        for text in ["--5", "-(5)", "+-5", "5+", "-5-"] {
            #expect(throws: ItemError.notANumber(text)) { try Amount(text, of: .expense, usual: usd) }
        }
    }

    @Test("A number that a program wrote has decimals after a point, and no other marks")
    func strict() throws {
        #expect(try Amount(number: "1.250", currency: usd).text == "1.25 USD")
        for text in ["", ".", "1.", "1,5", "1.2.3", "-1", " 1"] {
            #expect(throws: ItemError.notANumber(text)) { try Amount(number: text, currency: usd) }
        }
    }

    @Test("Zeros in front of the first digit and behind the last are no digits")
    func zeros() throws {
        let zeros = String(repeating: "0", count: 40)
        #expect(try amount("\(zeros)1.5\(zeros)") == "1.50 USD")
        #expect(try amount("0.0000000000000001\(zeros)") == "0.0000000000000001 USD")
    }

    @Test("What is in a currency without decimals in use is shown without zeros behind a point")
    func wholeInUse() throws {
        #expect(try amount("1250 TWD") == "1250 TWD")
        #expect(try amount("12.50 TWD") == "12.50 TWD")
        #expect(try Amount("38 TWD", usual: usd).number == "38.00", "programs get the form that they know")
        #expect(try amount("38 EUR") == "38.00 EUR")
    }

    @Test("Random text throws or parses, and never traps") func randomText() {
        var random = SeededRandom(5)
        let alphabet = Array("0123456789.,+-eE NaN$€元EURusd１\u{0}\u{301}")
        for _ in 0..<20_000 {
            let length = Int(random.next() % 24)
            let text = String((0..<length).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
            if let amount = try? Amount(text, usual: usd) {
                #expect(Amount(bytes: amount.bytes) == amount)
                #expect(try! Amount(number: amount.number, currency: amount.currency) == amount)
            }
            _ = try? QuickRecord(text, today: CivilDate(daysSince1970: 20_000), usual: usd)
        }
    }

    @Test("004.1 An amount comes back from its bytes; other bytes are none") func bytes() throws {
        let amount = try Amount("12.3450", usual: usd)
        #expect(amount.bytes == [0, 0, 0, 0, 0, 0, 0x30, 0x39, 3, 0x55, 0x53, 0x44])
        #expect(Amount(bytes: amount.bytes) == amount)
        #expect(Amount(bytes: []) == nil)
        #expect(Amount(bytes: amount.bytes + [0]) == nil)
        #expect(Amount(bytes: [255] + amount.bytes.dropFirst()) == nil)
        #expect(Amount(bytes: amount.bytes.dropLast(4) + [200] + amount.bytes.suffix(3)) == nil)
        #expect(Amount(bytes: amount.bytes.dropLast() + [0x5B]) == nil)
        #expect(Amount(bytes: amount.bytes.dropLast() + [0x64]) == nil, "in capitals only")
    }

    @Test("Equal amounts are equal values, however they were written") func oneForm() throws {
        let one = try Amount("1", usual: usd)
        #expect(try Amount("1.0000", usual: usd) == one)
        #expect(Amount(coefficient: 100_000, scale: 5, currency: usd) == one)
        #expect(Amount(coefficient: -1, scale: 2, currency: usd) == nil)
        #expect(Amount(coefficient: .max, scale: 2, currency: usd) == nil)
        #expect(Amount(coefficient: 1, scale: 19, currency: usd) == nil)
    }

    @Test("The currencies of the world are known, with their decimals") func currencies() {
        #expect(Currency.all.count > 170)
        #expect(Set(Currency.all).count == Currency.all.count)
        for code in ["TWD", "usd", "EUR", "CNY"] { #expect(Currency(code)?.minorDigits == 2) }
        #expect(Currency("JPY")?.minorDigits == 0)
        #expect(Currency("KWD")?.minorDigits == 3)
        #expect(Currency("CLF")?.minorDigits == 4)
        for code in ["", "US", "USDX", "XYZ", "U D", "U\u{13}D", "éé", "\u{0}\u{0}\u{0}"] {
            #expect(Currency(code) == nil)
        }
    }

    @Test("Sums are exact, for each currency apart, and say so when they would not be") func sums() throws {
        var sums = Sums()
        for _ in 0..<10 { try sums.add(Sum(Amount("0.1", usual: usd))) }
        try sums.add(Sum(Amount("0.005", usual: usd)))
        try sums.add(Sum(Amount("7 JPY", usual: usd)))
        #expect(sums.all.map(\.text) == ["7 JPY", "1.005 USD"])
        var other = Sums()
        try other.add(Sum(Amount("2.01 USD", usual: usd)))
        try sums.subtract(other)
        #expect(sums.all.map(\.text) == ["7 JPY", "-1.005 USD"])
        #expect(sums[currency("EUR")] == nil)

        let large = Sum(coefficient: .max, scale: 2, currency: usd)
        var tooMuch = Sums()
        try tooMuch.add(large)
        #expect(throws: ItemError.sumTooLarge(usd)) { try tooMuch.add(large) }
        #expect(throws: ItemError.sumTooLarge(usd)) {
            try tooMuch.add(Sum(coefficient: 1, scale: 3, currency: usd))
        }
        #expect(large.text == "1701411834604692317316873037158841057.27 USD")
        var yen = Sums()
        for text in ["1200.5 JPY", "67.5 JPY"] { try yen.add(Sum(Amount(text, usual: usd))) }
        #expect(yen.all.map(\.text) == ["1268 JPY"], "with as many decimals as it takes")
        #expect(Sum(coefficient: .min, scale: 0, currency: usd).number == "\(Int128.min)")
    }

    @Test("Sums agree with a reference that adds digit by digit", arguments: 0..<20) func reference(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        var sums = Sums()
        var expected: Int128 = 0
        for _ in 0..<500 {
            let scale = Int(random.next() % 7)
            let coefficient = Int64(random.next() % 1_000_000_000_000)
            guard let amount = Amount(coefficient: coefficient, scale: scale, currency: usd) else { continue }
            var worth = Int128(coefficient)
            for _ in scale..<6 { worth *= 10 }
            expected += worth
            try sums.add(Sum(amount))
        }
        #expect(sums[usd] == Sum(coefficient: expected, scale: 6, currency: usd))
    }

    @Test("A message quotes no more than the beginning of a long text, and shows that there is more") func quoted() {
        let digits = String(repeating: "1", count: 80)
        #expect(ItemError.notANumber(digits + "2").message.hasPrefix("“" + digits + "…” "))
        #expect(ItemError.notANumber(digits).message.hasPrefix("“" + digits + "” "))
    }
}
