import DaybookCore
import Testing

@Suite struct QuickRecordTests {
    private func read(_ line: String, _ usual: String = "USD") throws(MoneyError) -> String {
        let record = try QuickRecord(line, usual: currency(usual))
        return [
            record.kind.name, record.amount?.text ?? "-", record.note, record.tags.joined(separator: "+"), record.place,
        ].joined(separator: "|")
    }

    @Test(
        "004.20 One line records an amount, a note, tags and a place in any order, in three languages",
        arguments: [
            ("12.50 lunch #food @Taipei", "unsorted|12.50 USD|lunch|food|Taipei"),
            ("@Taipei #food lunch 12.50", "unsorted|12.50 USD|lunch|food|Taipei"),
            ("+30000 salary", "income|30000.00 USD|salary||"), ("salary +30000", "income|30000.00 USD|salary||"),
            ("-3.20 coffee", "expense|3.20 USD|coffee||"), ("spent 3.20 coffee", "expense|3.20 USD|coffee||"),
            ("支出 38 午餐", "expense|38.00 USD|午餐||"), ("午餐 38 支出", "expense|38.00 USD|午餐||"),
            ("收入 3萬 30000", "income|30000.00 USD|3萬||"), ("午餐38元", "unsorted|38.00 CNY|午餐||"),
            ("花了38午餐 ＃吃 ＠台北", "expense|38.00 USD|午餐|吃|台北"), ("赚了 ¥88 红包", "income|88 JPY|红包||"),
            ("12.50 eur Kaffee", "unsorted|12.50 EUR|Kaffee||"), ("tea Twd 40", "unsorted|40.00 TWD|tea||"),
            ("12.50 EUR Kaffee", "unsorted|12.50 EUR|Kaffee||"), ("Kaffee EUR 12.50", "unsorted|12.50 EUR|Kaffee||"),
            ("+$5 found", "income|5.00 USD|found||"), ("-块5 茶", "expense|5.00 CNY|茶||"),
            ("tea 3eur", "unsorted|3.00 EUR|tea||"), ("12.50 top40 cd", "unsorted|12.50 USD|top40 cd||"),
            ("5 cup3 coffee", "unsorted|5.00 USD|cup3 coffee||"),
            ("12 top-40 album", "unsorted|12.00 USD|top-40 album||"), ("TOP40 cd", "unsorted|40.00 TOP|cd||"),
            ("1,234.50 rent #home #fixed", "unsorted|1234.50 USD|rent|home+fixed|"),
            ("−3.20 coffee", "expense|3.20 USD|coffee||"), ("花費38 午餐", "expense|38.00 USD|午餐||"),
            ("12 lunch @New @York", "unsorted|12.00 USD|lunch||New York"),
        ])
    func understands(line: String, result: String) throws {
        #expect(try read(line) == result)
    }

    @Test(
        "A number whose thousands may be parted by a space is refused, and neither half of it taken",
        arguments: [
            ("1 250 EUR lunch", "1 250"), ("EUR 1 250 lunch", "1 250"), ("2 000 car", "2 000"),
            ("-12 000.50", "12 000.50"),
            ("rent 11 250 EUR", "11 250"), ("1 250€ rent", "1 250€"), ("1 250EUR", "1 250EUR"), ("€1 250", "€1 250"),
            ("NT$1 250.50", "NT$1 250.50"), ("€1 250,50", "€1 250,50"), ("500 000€", "500 000€"),
            ("1 250 000€", "250 000€"), ("-1 250€", "1 250€"), ("1 000 000 EUR", "000 000"), ("1 250元 房租", "1 250元"),
            ("rent 1 250.", "1 250."),
        ])
    func parted(line: String, number: String) throws {
        #expect(throws: MoneyError.spaceInside(number)) { try read(line) }
    }

    @Test(
        "Numbers beside each other that can't be one, or aren't the amount, are none",
        arguments: [
            ("2 250 g flour 3 EUR", "unsorted|3.00 EUR|2 250 g flour||"), ("12 2026", "unsorted|12.00 USD|2026||"),
            ("12.50 250 g", "unsorted|12.50 USD|250 g||"), ("5 EUR 100 g tea", "unsorted|5.00 EUR|100 g tea||"),
            ("1250 250 g", "unsorted|1250.00 USD|250 g||"), ("120 @Taipei 101", "unsorted|120.00 USD|101||Taipei"),
            ("3 #a 250 EUR", "unsorted|250.00 EUR|3|a|"), ("3 beers 12", "unsorted|3.00 USD|beers 12||"),
            ("\u{200F}12.50\u{200F} tea", "unsorted|12.50 USD|tea||"),
            ("2 250g flour 3€", "unsorted|3.00 EUR|2 250g flour||"),
            ("2 at 5€", "unsorted|5.00 EUR|2 at||"), ("5€ 100", "unsorted|5.00 EUR|100||"),
            ("A1 250€", "unsorted|250.00 EUR|A1||"), ("1 25€", "unsorted|25.00 EUR|1||"),
        ])
    func besideEachOther(line: String, result: String) throws {
        #expect(try read(line) == result)
    }

    @Test(
        "Punctuation that Chinese writes without spaces parts a line, and is no part of the amount",
        arguments: [
            ("午餐，120", "unsorted|120.00 USD|午餐||"), ("支出：300 晚餐", "expense|300.00 USD|晚餐||"),
            ("午餐：120", "unsorted|120.00 USD|午餐||"), ("午餐（120）", "unsorted|120.00 USD|午餐||"),
            ("120，午餐 3 人", "unsorted|120.00 USD|午餐 3 人||"), ("午餐120。", "unsorted|120.00 USD|午餐||"),
            ("12\u{A0}lunch\u{A0}#food", "unsorted|12.00 USD|lunch|food|"),
            ("12.50; lunch", "unsorted|12.50 USD|lunch||"), ("午餐38塊，好吃", "unsorted|38.00 TWD|午餐 好吃||"),
            ("午餐（NT$120）", "unsorted|120.00 TWD|午餐||"), ("lunch: 12.50", "unsorted|12.50 USD|lunch:||"),
            ("午餐，和小明；在家 120", "unsorted|120.00 USD|午餐，和小明；在家||"),
            ("12：30 午餐 120", "unsorted|120.00 USD|12：30 午餐||"),
            ("支出 300 晚餐 #飲食，聚會、家", "expense|300.00 USD|晚餐|飲食+聚會+家|"),
        ])
    func punctuation(line: String, result: String) throws {
        #expect(try read(line) == result)
    }

    @Test(
        "Marks of direction around a tag or a place are no part of it",
        arguments: [
            ("5 \u{200E}#food", "unsorted|5.00 USD||food|"),
            ("\u{202B}#food,fun\u{202C} 5", "unsorted|5.00 USD||food+fun|"),
            ("5 \u{200F}@Haifa", "unsorted|5.00 USD|||Haifa"), ("5 \u{200E}#", "unsorted|5.00 USD|\u{200E}#||"),
            ("5 \u{200E}", "unsorted|5.00 USD|\u{200E}||"),
        ])
    func directions(line: String, result: String) throws {
        #expect(try read(line) == result)
    }

    @Test(
        "Of several numbers the likeliest is the amount, and the others stay in the note",
        arguments: [
            ("2 coffees 7.40", "unsorted|7.40 USD|2 coffees||"),
            ("lunch for 2 $30", "unsorted|30.00 USD|lunch for 2||"),
            ("12 eggs 3 days", "unsorted|12.00 USD|eggs 3 days||"), ("7up 1.20", "unsorted|1.20 USD|7up||"),
            ("3月房租 15000", "unsorted|15000.00 USD|3月房租||"), ("3塊蛋糕 120", "unsorted|120.00 USD|3塊蛋糕||"),
            ("蛋糕 120塊", "unsorted|120.00 TWD|蛋糕||"), ("12 all inclusive", "unsorted|12.00 USD|all inclusive||"),
            ("v. 1.2.3 of 21.11.2026 5", "unsorted|5.00 USD|v. 1.2.3 of 21.11.2026||"),
            ("1,2,3 soaps 4.50", "unsorted|4.50 USD|1,2,3 soaps||"),
            ("1,000 stamps 12XYZ 7", "unsorted|1000.00 USD|stamps 12XYZ 7||"),
            ("120 百貨公司", "unsorted|120.00 USD|百貨公司||"), ("3萬人 12 門票", "unsorted|12.00 USD|3萬人 門票||"),
            ("米2千克 88", "unsorted|88.00 USD|米2千克||"),
        ])
    func severalNumbers(line: String, result: String) throws {
        #expect(try read(line) == result)
    }

    @Test(
        "A number that is none is an error at its place, and a line without any has no amount",
        arguments: [
            ("1e400 lunch", MoneyError.notANumber("1e400")), ("lunch 1,23,4", .misplacedComma("1,23,4")),
            ("１２ 午餐", .foreignDigits("１２")), ("+1e400 for 2 coffees", .notANumber("1e400")),
            ("1234567890123456789 x", .tooManyDigits("1234567890123456789")), ("12XYZ lunch", .unknownCurrency("XYZ")),
            ("賺了3萬 薪水", .notANumber("3萬")), ("支出 2千 房租", .notANumber("2千")), ("花了5百元", .notANumber("5百元")),
            ("+3.5万 工资", .notANumber("3.5万")), ("$3亿", .notANumber("$3亿")), ("午餐1，234", .notANumber("1，234")),
            ("花了５０塊", .foreignDigits("５０塊")), ("2 coffees 12,50", .misplacedComma("12,50")),
            ("12,50 EUR 2 Kaffee", .misplacedComma("12,50 EUR")), ("1 234,50 EUR rent", .misplacedComma("234,50 EUR")),
            ("2 Kaffee 1.234,50 EUR", .misplacedComma("1.234,50 EUR")), ("5 coffee 3,80€", .misplacedComma("3,80€")),
            ("2 coffees 7.40 1,50 EUR", .misplacedComma("1,50 EUR")),
            ("hotel €120/night 3 nights", .notANumber("€120/night")), ("3 tickets CHF5.-", .notANumber("CHF5.-")),
            ("120EUR/night 3 nights", .unknownCurrency("EUR/night")), ("2 teas (€12.50)", .notANumber("(€12.50)")),
            ("房租3萬5", .notANumber("3萬5")), ("3万5元 2", .notANumber("3万5元")), ("8千5 USD", .notANumber("8千5 USD")),
            ("賺了 3 萬元 薪水", .spaceInside("3 萬元")), ("（3 千塊）", .spaceInside("3 千塊）")),
            ("薪水 3 萬元、獎金", .spaceInside("3 萬元、獎金")), ("房租 3 萬", .spaceInside("3 萬")), ("5块5", .notANumber("5块5")),
            ("午餐5塊5 2", .notANumber("5塊5")),
            ("rent 1\u{A0}234 €", .notANumber("1\u{A0}234 €")), ("1\u{202F}234 tea", .notANumber("1\u{202F}234")),
        ])
    func refuses(line: String, problem: MoneyError) throws {
        #expect(throws: problem) { try read(line) }
        #expect(try read("lunch with Ann, NaN") == "unsorted|-|lunch with Ann, NaN||")
        #expect(try read("") == "unsorted|-|||")
        let day = CivilDate(daysSince1970: 20_000)
        #expect(try QuickRecord("lunch", usual: currency("USD")).draft(on: day).problem == .noAmount)
    }
}
