import DaybookCore
import Testing

@Suite struct QuickRecordTests {
    private func read(_ line: String, _ usual: String = "USD") throws(ItemError) -> String {
        let record = try QuickRecord(line, today: day("2026-11-25"), usual: currency(usual))
        return [
            record.kind.name, record.amount?.text ?? "-", record.note, record.tags.joined(separator: "+"), record.place,
        ].joined(separator: "|")
    }

    @Test(
        "004.20 One line records an amount, a note, tags and a place in any order, in three languages",
        arguments: [
            ("12.50 lunch #food @Taipei", "expense|12.50 USD|lunch|food|Taipei"),
            ("@Taipei #food lunch 12.50", "expense|12.50 USD|lunch|food|Taipei"),
            ("+30000 salary", "income|30000.00 USD|salary||"), ("salary +30000", "income|30000.00 USD|salary||"),
            ("-3.20 coffee", "expense|3.20 USD|coffee||"), ("spent 3.20 coffee", "expense|3.20 USD|coffee||"),
            ("支出 38 午餐", "expense|38.00 USD|午餐||"), ("午餐 38 支出", "expense|38.00 USD|午餐||"),
            ("收入 3萬 30000", "income|30000.00 USD|3萬||"), ("午餐38元", "expense|38.00 CNY|午餐||"),
            ("花了38午餐 ＃吃 ＠台北", "expense|38.00 USD|午餐|吃|台北"), ("赚了 ¥88 红包", "income|88 JPY|红包||"),
            ("12.50 eur Kaffee", "expense|12.50 EUR|Kaffee||"), ("tea Twd 40", "expense|40 TWD|tea||"),
            ("12.50 EUR Kaffee", "expense|12.50 EUR|Kaffee||"), ("Kaffee EUR 12.50", "expense|12.50 EUR|Kaffee||"),
            ("+$5 found", "income|5.00 USD|found||"), ("-块5 茶", "expense|5.00 CNY|茶||"),
            ("tea 3eur", "expense|3.00 EUR|tea||"), ("12.50 top40 cd", "expense|12.50 USD|top40 cd||"),
            ("5 cup3 coffee", "expense|5.00 USD|cup3 coffee||"),
            ("12 top-40 album", "expense|12.00 USD|top-40 album||"), ("TOP40 cd", "expense|40.00 TOP|cd||"),
            ("1,234.50 rent #home #fixed", "expense|1234.50 USD|rent|home+fixed|"),
            ("−3.20 coffee", "expense|3.20 USD|coffee||"), ("花費38 午餐", "expense|38.00 USD|午餐||"),
            ("12 lunch @New @York", "expense|12.00 USD|lunch||New York"),
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
            ("rent 1 250.", "1 250."), ("1 234,50 EUR rent", "1 234,50"), ("2 nights hotel 1 250", "1 250"),
            ("hotel 2 nights 12 000.50", "12 000.50"),
        ])
    func parted(line: String, number: String) throws {
        #expect(throws: ItemError.spaceInside(number)) { try read(line) }
    }

    @Test(
        "Numbers beside each other that can't be one, or aren't the amount, are none",
        arguments: [
            ("2 250 g flour 3 EUR", "expense|3.00 EUR|2 250 g flour||"), ("12 2026", "expense|12.00 USD|2026||"),
            ("12.50 250 g", "expense|12.50 USD|250 g||"), ("5 EUR 100 g tea", "expense|5.00 EUR|100 g tea||"),
            ("1250 250 g", "expense|1250.00 USD|250 g||"), ("120 @Taipei 101", "expense|120.00 USD|101||Taipei"),
            ("3 #a 250 EUR", "expense|250.00 EUR|3|a|"), ("3 beers 12", "expense|3.00 USD|beers 12||"),
            ("\u{200F}12.50\u{200F} tea", "expense|12.50 USD|tea||"),
            ("2 250g flour 3€", "expense|3.00 EUR|2 250g flour||"),
            ("2 at 5€", "expense|5.00 EUR|2 at||"), ("5€ 100", "expense|5.00 EUR|100||"),
            ("A1 250€", "expense|250.00 EUR|A1||"), ("1 25€", "expense|25.00 EUR|1||"),
        ])
    func besideEachOther(line: String, result: String) throws {
        #expect(try read(line) == result)
    }

    @Test(
        "Punctuation that Chinese writes without spaces parts a line, and is no part of the amount",
        arguments: [
            ("午餐，120", "expense|120.00 USD|午餐||"), ("支出：300 晚餐", "expense|300.00 USD|晚餐||"),
            ("午餐：120", "expense|120.00 USD|午餐||"), ("午餐（120）", "expense|120.00 USD|午餐||"),
            ("120，午餐 3 人", "expense|120.00 USD|午餐 3 人||"), ("午餐120。", "expense|120.00 USD|午餐||"),
            ("12\u{A0}lunch\u{A0}#food", "expense|12.00 USD|lunch|food|"),
            ("12.50; lunch", "expense|12.50 USD|lunch||"), ("午餐38塊，好吃", "expense|38 TWD|午餐 好吃||"),
            ("午餐（NT$120）", "expense|120 TWD|午餐||"), ("lunch: 12.50", "expense|12.50 USD|lunch:||"),
            ("午餐，和小明；在家 120", "expense|120.00 USD|午餐，和小明；在家||"),
            ("12：30 午餐 120", "expense|120.00 USD|12：30 午餐||"),
            ("支出 300 晚餐 #飲食，聚會、家", "expense|300.00 USD|晚餐|飲食+聚會+家|"),
        ])
    func punctuation(line: String, result: String) throws {
        #expect(try read(line) == result)
    }

    @Test(
        "Marks of direction around a tag or a place are no part of it",
        arguments: [
            ("5 \u{200E}#food", "expense|5.00 USD||food|"),
            ("\u{202B}#food,fun\u{202C} 5", "expense|5.00 USD||food+fun|"),
            ("5 \u{200F}@Haifa", "expense|5.00 USD|||Haifa"), ("5 \u{200E}#", "expense|5.00 USD|\u{200E}#||"),
            ("5 \u{200E}", "expense|5.00 USD|\u{200E}||"), ("5 #\u{61C}food\u{61C}", "expense|5.00 USD||food|"),
            ("\u{61C}12.50\u{61C} tea", "expense|12.50 USD|tea||"), ("5 #❤️", "expense|5.00 USD||❤️|"),
        ])
    func directions(line: String, result: String) throws {
        #expect(try read(line) == result)
    }

    @Test(
        "Of several numbers the likeliest is the amount, and the others stay in the note",
        arguments: [
            ("2 coffees 7.40", "expense|7.40 USD|2 coffees||"),
            ("lunch for 2 $30", "expense|30.00 USD|lunch for 2||"),
            ("12 eggs 3 days", "expense|12.00 USD|eggs 3 days||"), ("7up 1.20", "expense|1.20 USD|7up||"),
            ("3月房租 15000", "expense|15000.00 USD|3月房租||"), ("3塊蛋糕 120", "expense|120.00 USD|3塊蛋糕||"),
            ("蛋糕 120塊", "expense|120 TWD|蛋糕||"),
            ("12 all inclusive", "expense|12.00 USD|all inclusive||"),
            ("v. 1.2.3 of 21.11.2026 5", "expense|5.00 USD|v. 1.2.3 of||"),
            ("1,2,3 soaps 4.50", "expense|4.50 USD|1,2,3 soaps||"),
            ("1'000 stamps 12XYZ 7", "expense|1000.00 USD|stamps 12XYZ 7||"),
            ("120 百貨公司", "expense|120.00 USD|百貨公司||"), ("3萬人 12 門票", "expense|12.00 USD|3萬人 門票||"),
            ("米2千克 88", "expense|88.00 USD|米2千克||"), ("3.5 kg apples 4.20", "expense|4.20 USD|3.5 kg apples||"),
            ("2 nights hotel 1'250", "expense|1250.00 USD|2 nights hotel||"),
            ("3 tickets CHF5.-", "expense|5.00 CHF|3 tickets||"), ("2 teas (€12.50)", "expense|12.50 EUR|2 teas||"),
            ("dinner (2) 40", "expense|40.00 USD|dinner (2)||"), ("молоко 2шт 120", "expense|120.00 USD|молоко 2шт||"),
            ("１２月房租 15000", "expense|15000.00 USD|１２月房租||"),
        ])
    func severalNumbers(line: String, result: String) throws {
        #expect(try read(line) == result)
    }

    @Test(
        "008.13 A line reads a decimal comma, and thousands that anything but a space parts",
        arguments: [
            ("8,20 lunch", "expense|8.20 USD|lunch||"), ("lunch 8,20€", "expense|8.20 EUR|lunch||"),
            ("2 Kaffee 1.234,50 EUR", "expense|1234.50 EUR|2 Kaffee||"),
            ("2 coffees 12,50", "expense|12.50 USD|2 coffees||"),
            ("rent 1\u{A0}234 €", "expense|1234.00 EUR|rent||"), ("1\u{202F}234 tea", "expense|1234.00 USD|tea||"),
            ("12.50- tea", "expense|12.50 USD|tea||"), ("TWD 1,250 rent", "expense|1250 TWD|rent||"),
            ("1,250 JPY", "expense|1250 JPY|||"),
        ])
    func comma(line: String, result: String) throws {
        #expect(try read(line) == result)
    }

    @Test(
        "A currency beside the number counts, with a space between them, too, and in letters of any width",
        arguments: [
            ("12.50 ₪ tea", "expense|12.50 ILS|tea||"), ("R$ 10 tea", "expense|10.00 BRL|tea||"),
            ("10 zł tea", "expense|10.00 PLN|tea||"), ("10zł tea", "expense|10.00 PLN|tea||"),
            ("＄ 10 tea", "expense|10.00 USD|tea||"), ("tea 90 руб.", "expense|90.00 RUB|tea||"),
            ("12 RMB tea", "expense|12.00 CNY|tea||"), ("12 try again", "expense|12.00 USD|try again||"),
            ("12.50 ERU tea", "expense|12.50 USD|ERU tea||"),
        ])
    func currencies(line: String, result: String) throws {
        #expect(try read(line) == result)
    }

    @Test(
        "006.20 A line names a day in English and Chinese; a weekday is the last such day",
        arguments: [
            ("yesterday 12.50 lunch", "2026-11-24|12.50|lunch"), ("12.50 lunch Today", "2026-11-25|12.50|lunch"),
            ("lunch 12.50 on Friday", "2026-11-20|12.50|lunch"), ("Wednesday 5 tea", "2026-11-25|5.00|tea"),
            ("last wednesday 5 tea", "2026-11-18|5.00|tea"), ("5 tea sun", "2026-11-22|5.00|tea"),
            ("sun cream 5", "-|5.00|sun cream"), ("fri 5 tea", "2026-11-20|5.00|tea"),
            ("next friday 5 tea", "-|5.00|next friday tea"),
            ("3 Nov 12.50 lunch", "2026-11-03|12.50|lunch"), ("12.50 lunch Nov 3", "2026-11-03|12.50|lunch"),
            ("12.50 lunch on 3rd November, 2025", "2025-11-03|12.50|lunch"), ("5 Dec 12 tea", "2026-12-05|12.00|tea"),
            ("2026-11-03 8,20 lunch", "2026-11-03|8.20|lunch"), ("24/11 5 tea", "2026-11-24|5.00|tea"),
            ("11/24 5 tea", "2026-11-24|5.00|tea"), ("5 tea 11/3", "-|5.00|tea 11/3"),
            ("1/2 pizza 9", "-|9.00|1/2 pizza"),
            ("24.11.2026 5 tea", "2026-11-24|5.00|tea"), ("shop 24/7 5", "-|5.00|shop 24/7"),
            ("昨天 120 午餐", "2026-11-24|120.00|午餐"), ("昨天午餐120元", "2026-11-24|120.00|午餐"),
            ("午餐120元前天", "2026-11-23|120.00|午餐"), ("大前天 5 茶", "2026-11-22|5.00|茶"), ("今天 5 茶", "2026-11-25|5.00|茶"),
            ("週五晚餐 300", "2026-11-20|300.00|晚餐"), ("上週五 5 茶", "2026-11-20|5.00|茶"), ("下周五 5 茶", "-|5.00|下周五 茶"),
            ("周日 5 茶", "2026-11-22|5.00|茶"), ("星期三 5 茶", "2026-11-25|5.00|茶"), ("11月3日 5 茶", "2026-11-03|5.00|茶"),
            ("2025年11月3號午餐 5", "2025-11-03|5.00|午餐"), ("一周年紀念冊 5", "-|5.00|一周年紀念冊"),
            ("\"yesterday\" single 5", "-|5.00|\"yesterday\" single"), ("看「昨天」5", "-|5.00|看 「昨天」"),
            ("5 “read next friday 3 EUR” #a", "-|5.00|“read next friday 3 EUR”"), ("12\" pipe 5", "-|5.00|12\" pipe"),
            ("The Beatles, today's hits 5", "-|5.00|The Beatles, today's hits"), ("《周三見》 5", "-|5.00|《周三見》"),
            ("3 days ago 5 tea", "2026-11-22|5.00|tea"), ("2 weeks ago 5 tea", "2026-11-11|5.00|tea"),
            ("3天前午餐 5", "2026-11-22|5.00|午餐"), ("昨天的午餐 120", "2026-11-24|120.00|午餐"),
            ("in 3 days 5 tea", "-|3.00|in days 5 tea"), ("tomorrow 5 tea", "-|5.00|tomorrow tea"),
            ("每周一课 5", "-|5.00|每周一课"), ("这周五 5 茶", "-|5.00|这周五 茶"), ("Mon-Fri 5 tea", "-|5.00|Mon-Fri tea"),
            ("on sat lunch 5", "2026-11-21|5.00|lunch"), ("x@24/11 5", "-|5.00|x@24/11"),
            ("5 tea @24/11", "-|5.00|tea"), ("昨晚 吃饭 88", "2026-11-24|88.00|吃饭"),
            ("24.11. taxi 9", "2026-11-24|9.00|taxi"),
            ("last night pizza 12", "2026-11-24|12.00|pizza"), ("fri 20 nov 5 tea", "2026-11-20|5.00|tea"),
            ("before friday 5 tea", "-|5.00|before friday tea"), ("上个月15号 房租 88", "2026-10-15|88.00|房租"),
            ("去年12月5日 88 茶", "2025-12-05|88.00|茶"), ("3 Nov and 4 Nov hotel 90", "-|90.00|3 Nov and 4 Nov hotel"),
        ])
    func days(line: String, result: String) throws {
        let record = try QuickRecord(line, today: day("2026-11-25"), usual: currency("USD"), local: currency("USD"))
        #expect("\(record.day?.text ?? "-")|\(record.amount?.number ?? "-")|\(record.note)" == result)
        #expect(record.draft(on: day("2026-11-25"))[.day]?.day == record.day ?? day("2026-11-25"))
    }

    @Test("006.20 A day that doesn't exist is refused, and a number of a day is no amount")
    func badDays() throws {
        for (line, text) in [("2026-02-30 5 tea", "2026-02-30"), ("31 Nov 5 tea", "31 Nov"), ("2月30日 5 茶", "2月30日")] {
            #expect(throws: ItemError.badDay(text)) { try read(line) }
        }
        #expect(try read("lunch 3 Nov") == "unsorted|-|lunch||")
    }

    @Test(
        "A number that is none is an error at its place, and a line without any has no amount",
        arguments: [
            ("1e400 lunch", ItemError.notANumber("1e400")), ("lunch 1,23,4", .misplacedComma("1,23,4")),
            ("１２ 午餐", .foreignDigits("１２")), ("+1e400 for 2 coffees", .notANumber("1e400")),
            ("1234567890123456789 x", .tooManyDigits("1234567890123456789")), ("12XYZ lunch", .unknownCurrency("XYZ")),
            ("賺了3萬 薪水", .notANumber("3萬")), ("支出 2千 房租", .notANumber("2千")), ("花了5百元", .notANumber("5百元")),
            ("+3.5万 工资", .notANumber("3.5万")), ("$3亿", .notANumber("$3亿")), ("午餐1，234", .notANumber("1，234")),
            ("花了５０塊", .foreignDigits("５０塊")), ("2 coffees 1,250", .twoReadings("1,250", "1250.00", "1.25")),
            ("1,250 EUR 2 Kaffee", .twoReadings("1,250 EUR", "1250.00", "1.25")),
            ("5 coffee 1.250€", .twoReadings("1.250€", "1250.00", "1.25")),
            ("1,000 stamps", .twoReadings("1,000", "1000.00", "1.00")),
            ("hotel €120/night 3 nights", .notANumber("€120/night")),
            ("120EUR/night 3 nights", .unknownCurrency("EUR/night")),
            ("房租3萬5", .notANumber("3萬5")), ("3万5元 2", .notANumber("3万5元")), ("8千5 USD", .notANumber("8千5 USD")),
            ("賺了 3 萬元 薪水", .spaceInside("3 萬元")), ("（3 千塊）", .spaceInside("3 千塊）")),
            ("薪水 3 萬元、獎金", .spaceInside("3 萬元、獎金")), ("房租 3 萬", .spaceInside("3 萬")), ("5块5", .notANumber("5块5")),
            ("午餐5塊5 2", .notANumber("5塊5")),
            ("2 coffees １２０", .foreignDigits("１２０")), ("2 coffees ١٢٠", .foreignDigits("١٢٠")),
            ("12.50 ₯ tea", .unknownCurrency("₯")), ("C$ 10 tea", .unknownCurrency("C$")),
            ("¢50", .unknownCurrency("¢")),
            ("0.1 BTC coffee", .unknownCurrency("BTC")), ("EUR 12 USD tea", .notANumber("EUR 12 USD")),
            ("收入 (500)", .signedAmount("(500)")), ("500- income", .signedAmount("500-")),
        ])
    func refuses(line: String, problem: ItemError) throws {
        #expect(throws: problem) { try read(line) }
        #expect(try read("lunch with Ann, NaN") == "unsorted|-|lunch with Ann, NaN||")
        #expect(try read("") == "unsorted|-|||")
        let day = CivilDate(daysSince1970: 20_000)
        #expect(try QuickRecord("lunch", today: day, usual: currency("USD")).draft(on: day).entryProblem() == .noAmount)
    }
}
