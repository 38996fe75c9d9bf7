import DaybookCore
import Fixtures
import Testing

@Suite struct QuickTodoTests {
    /// A Wednesday, at ten.
    private let now = LocalTime(day: day("2026-10-14"), minute: 600)

    private func read(_ line: String, literal: [String] = []) -> QuickTodo {
        QuickTodo(line, now: now, literal: literal, usual: currency("EUR"), local: currency("TWD"))
    }

    private func text(_ todo: QuickTodo) -> String { QuickPhrase.reading(todo) }

    @Test("006.19 A phrase is read whole, or stays in the title", arguments: QuickPhrase.all)
    func phrases(phrase: QuickPhrase) {
        let quick = read(phrase.line)
        #expect(text(quick) == phrase.reading)
        #expect(quick.parts.isEmpty == phrase.isTitle)
        #expect(quick.values[.repeats]?.repeats.map { $0.anchor == quick.values[.due]?.day } ?? true)
    }

    @Test("006.19 The table has 300 phrases in three languages, of which 100 are titles")
    func table() {
        #expect(QuickPhrase.all.count >= 300 && QuickPhrase.all.filter(\.isTitle).count >= 100)
    }

    @Test(
        "006.19 Reading a line takes a time that grows with its length alone, whatever is in it",
        arguments: ["1、", "at the ", "every 1st and ", "every mon, ", "3pm - ", "每", "until fri "])
    func work(piece: String) {
        func work(_ bytes: Int) -> Double {
            let line = String(repeating: piece, count: bytes / piece.utf8.count)
            return leastWork { _ = read(line) }
        }
        // Were it with the square of the length, it would be 16 times as much.
        #expect(work(4_000) < work(1_000) * 9)
    }

    @Test(
        "006.19 A line names a list and a priority, wherever they stand",
        arguments: [
            ("Milk +Home", "Milk", "Home", nil), ("+home Milk tomorrow", "Milk", "Home", nil),
            ("Mow +Summer House !high", "Mow", "Summer house", 1), ("Mow +Summer", "Mow", "Summer", nil),
            ("Mow +Summer house fri", "Mow", "Summer house", nil), ("Milk 27th +Home", "Milk", "Home", nil),
            ("Milk +Nowhere", "Milk +Nowhere", nil, nil), ("Milk+Home", "Milk+Home", nil, nil),
            ("Milk +Homework", "Milk +Homework", nil, nil), ("Milk \"+Home\"", "Milk \"+Home\"", nil, nil),
            ("Milk +Old", "Milk +Old", nil, nil), ("Rent !low", "Rent", nil, 9), ("交房租 ！高", "交房租", nil, 1),
            ("Rent !medium !low", "Rent !low", nil, 5), ("Rent !", "Rent !", nil, nil),
            ("Wow!high", "Wow!high", nil, nil),
            ("Paint +Summer house, fence", "Paint, fence", "Summer house", nil),
            ("Milk +Home, tomorrow", "Milk", "Home", nil),
            ("+Home, milk", "milk", "Home", nil), ("Milk +Home.", "Milk.", "Home", nil),
            ("Rent !high, now", "Rent, now", nil, 1),
            ("Paint +\"Summer house\" fence", "Paint fence", "Summer house", nil),
            ("Paint +“Summer house”, fence", "Paint, fence", "Summer house", nil),
            ("Milk +\"Nowhere\"", "Milk +\"Nowhere\"", nil, nil), ("Milk +Home.txt", "Milk +Home.txt", nil, nil),
            ("+Home", "+Home", nil, nil), ("Milk +Home +Summer", "Milk +Summer", "Home", nil),
        ] as [(String, String, String?, UInt8?)])
    func marks(line: String, title: String, list: String?, priority: UInt8?) {
        let lists = ["Home", "Summer", "Summer house", "Old"].enumerated().map { index, name in
            var list = ItemList(id: EntityID(high: 1, low: UInt64(index)), createdAt: Timestamp(milliseconds: 0))
            list.name = name
            if name == "Old" { list.extraFields[.archivedAt] = .time(Timestamp(milliseconds: 1)) }
            return list
        }
        let quick = QuickTodo(line, now: now, lists: lists, usual: currency("EUR"))
        #expect(quick.title == title)
        #expect(quick.values[.list]?.entity == list.flatMap { name in lists.first { $0.name == name }?.id })
        #expect(quick.values[.priority]?.choice == priority)
        #expect(
            (quick.values[.due] != nil) == (line.contains("tomorrow") || line.contains("27th") || line.contains("fri")))
        if let part = quick.parts.first(where: { if case .list = $0.meaning { true } else { false } }) {
            let again = QuickTodo(line, now: now, literal: [part.text], lists: lists, usual: currency("EUR"))
            #expect(again.values[.list] == nil && again.title.contains(part.text), "it can be taken for title")
        }
    }

    @Test(
        "14.1 A line says that its amount comes in, or goes from one account to another",
        arguments: [
            ("earn 2400 eur salary every 30th to Giro", "salary", nil, "Giro", true),
            ("Earn 20 eur selling things", "selling things", nil, nil, true),
            ("收到 2400 eur 薪水 到Giro", "薪水", nil, "Giro", true),
            ("Pay Visa 450 eur from Giro to Visa every 27th", "Pay Visa", "Visa", "Giro", false),
            ("Save 200 eur to savings account", "Save", "Savings account", nil, false),
            ("Save 200 usd to Savings account", "Save to Savings account", nil, nil, false),
            ("Bring it to Giro", "Bring it to Giro", nil, nil, false),
            ("Earn trust", "Earn trust", nil, nil, false),
            ("To earn 5 eur", "To earn", nil, nil, false),
            ("Move 5 eur from Giro to Giro", "Move to Giro", nil, "Giro", false),
        ] as [(String, String, String?, String?, Bool)])
    func booked(line: String, title: String, into: String?, account: String?, isIncome: Bool) throws {
        let accounts = ["Giro", "Visa", "Savings account"].enumerated().map { index, name in
            var account = MoneyAccount(id: EntityID(high: 2, low: UInt64(index)), createdAt: Timestamp(milliseconds: 0))
            (account.name, account.opening) = (name, .zero(currency("EUR")))
            return account
        }
        func name(_ field: Field, _ quick: QuickTodo) -> String? {
            quick.values[field]?.entity.flatMap { id in accounts.first { $0.id == id }?.name }
        }
        let quick = QuickTodo(line, now: now, accounts: accounts, usual: currency("EUR"))
        #expect(quick.title == title)
        #expect(name(.paysInto, quick) == into && name(.account, quick) == account)
        #expect((quick.values[.books]?.choice == 1) == isIncome)
    }

    @Test(
        "14.1 A line needs no currency behind “earn” or “about”, and says what is about so much, and which card it pays",
        arguments: [
            ("earn 2400 salary every 30th to Giro", "salary|2400.00 EUR|income to Giro"),
            ("earn about 2400 salary every 30th to Giro", "salary|± 2400.00 EUR|income to Giro"),
            ("pay power about 85 every 15th from Giro", "pay power|± 85.00 EUR|from Giro"),
            ("pay power ~85 every 15th from Giro", "pay power|± 85.00 EUR|from Giro"),
            ("Power around 85.50 eur every 15th", "Power|± 85.50 EUR|"),
            ("Power about €85 from Giro", "Power|± 85.00 EUR|from Giro"),
            ("電費 約85元 從Giro", "電費 從Giro|± 85 TWD|"), ("電費85元左右", "電費|± 85 TWD|"),
            ("繳電費 約 85 從Giro", "繳電費|± 85.00 EUR|from Giro"),
            ("pay Visa from Giro every 27th", "pay Visa||from Giro to Visa"),
            ("Pay Visa 450 eur from Giro every 27th", "Pay Visa|450.00 EUR|from Giro to Visa"),
            ("pay Visa bill 450 eur from Giro", "pay Visa bill|450.00 EUR|from Giro"),
            ("pay Visa", "pay Visa||"), ("pay Giro 5 eur", "pay Giro|5.00 EUR|"),
            ("Call Ann about 85 things", "Call Ann about 85 things||"),
            ("Walk ~5 km", "Walk ~5 km||"), ("earn trust of 5 people", "earn trust of 5 people||"),
            ("Talk about 5 eur", "Talk|± 5.00 EUR|"), ("預約85元", "預約|85 TWD|"),
            ("pay rent 850 from Giro", "pay rent 850 from Giro||"),
        ])
    func plainNumbers(line: String, result: String) throws {
        let accounts = [("Giro", 0), ("Visa", 2)].enumerated().map { index, account in
            var made = MoneyAccount(id: EntityID(high: 2, low: UInt64(index)), createdAt: Timestamp(milliseconds: 0))
            (made.name, made.opening) = (account.0, .zero(currency("EUR")))
            made.accountKind = UInt8(account.1)
            return made
        }
        let quick = QuickTodo(line, now: now, accounts: accounts, usual: currency("EUR"), local: currency("TWD"))
        func name(_ field: Field, _ word: String) -> String? {
            quick.values[field]?.entity.flatMap { id in accounts.first { $0.id == id } }.map { word + " " + $0.name }
        }
        let isIncome = quick.values[.books]?.choice == 1
        let amount = (quick.values[.amount]?.amount).map { (quick.values[.estimate] == nil ? "" : "± ") + $0.text }
        let sides = [
            isIncome ? name(.account, "income to") : name(.account, "from"), name(.paysInto, "to"),
        ].compactMap { $0 }.joined(separator: " ")
        #expect([quick.title, amount ?? "", sides].joined(separator: "|") == result)
        #expect((quick.values[.repeats] != nil) == line.contains("every"))
        // What was taken for an amount, or an account, can be title.
        for part in quick.parts {
            let again = QuickTodo(
                line, now: now, literal: [part.text], accounts: accounts, usual: currency("EUR"),
                local: currency("TWD"))
            #expect(!again.parts.contains { $0.text == part.text }, "\(part.text)")
        }
    }

    @Test(
        "006.19 A line has an amount where a currency stands beside a number, and nowhere else",
        arguments: [
            ("午餐38元", "午餐|38 TWD"), ("午餐300塊", "午餐|300 TWD"), ("Lunch 300塊", "Lunch|300 TWD"),
            ("3塊蛋糕", "3塊蛋糕"), ("300塊蛋糕", "300塊蛋糕"), ("300 塊磚", "300 塊磚"),
        ])
    func amounts(line: String, result: String) {
        #expect(text(read(line)) == result)
    }

    @Test(
        "006.14 006.19 A line names tags, each once; numbers, other words and what is quoted stay title",
        arguments: [
            ("Buy milk #food", "Buy milk", ["food"]), ("Buy milk #food.", "Buy milk.", ["food"]),
            ("Read #v1.2 notes", "Read notes", ["v1.2"]), ("#friday off", "off", ["friday"]),
            ("Plan trip #Travel @laptop p1", "Plan trip @laptop p1", ["Travel"]),
            ("Milk #food #Food #shop tomorrow", "Milk #Food", ["food", "shop"]),
            ("買牛奶 ＃食物", "買牛奶", ["食物"]), ("Fix ticket #42", "Fix ticket #42", []),
            ("C# lesson", "C# lesson", []), ("Sharp # sign", "Sharp # sign", []),
            ("Say \"#food\"", "Say \"#food\"", []), ("#food", "#food", []), ("Call a#b", "Call a#b", []),
        ])
    func tags(line: String, title: String, tags: [String]) {
        let quick = read(line)
        #expect(quick.title == title && quick.values[.tag]?.texts ?? [] == tags, "\(quick)")
    }

    @Test("006.19 Quotation marks around all of a line switch it off, and are no part of the title")
    func quotes() {
        #expect(text(read("\"read next friday news\"")) == "read next friday news")
        #expect(text(read("“明天”")) == "明天")
        #expect(text(read("\"Friday\" and \"Monday\"")) == "\"Friday\" and \"Monday\"")
        #expect(text(read("Read \"Friday\" tomorrow")) == "Read \"Friday\"|2026-10-15")
    }

    @Test("006.19 What was understood has its place, and words that are taken for title give way to others")
    func parts() {
        let line = "Meet with Friday at 5pm: rent 850 eur every 1st"
        let todo = read(line)
        #expect(todo.parts.map(\.text) == ["Friday", "at 5pm", "850 eur", "every 1st"])
        for part in todo.parts {
            let scalars = Array(line.unicodeScalars)[part.range]
            #expect(String(String.UnicodeScalarView(scalars)) == part.text)
        }
        #expect(text(read(line, literal: ["every 1st"])) == "Meet with: rent every 1st|2026-10-16 17:00|850.00 EUR")
        #expect(
            text(read(line, literal: ["Friday", "850 eur", "every 1st"]))
                == "Meet with Friday: rent 850 eur every 1st|2026-10-14 17:00")
        #expect(text(read(line, literal: todo.parts.map(\.text))) == line)
        // A weekday whose time has passed is the one of next week, for all to see.
        #expect(read("Standup wed 9am").parts.first?.meaning == .due(day("2026-10-21"), nil))
        let other = "Meet with Friday tomorrow 5 eur every 2 weeks"
        #expect(
            text(read(other, literal: ["5 eur", "every 2 weeks"])) == "Meet with Friday 5 eur every 2 weeks|2026-10-15")
        #expect(text(read("Gym every mon", literal: ["every mon"])) == "Gym every mon")
    }

    @Test("006.19 Bytes from outside never trap, and a long line is a title")
    func anything() {
        let pieces = [
            "every", "每", "tomorrow", "5", "99999", "th", ":", "/", "-", ".", "2026-10-15", "until", "3pm", "周", "一",
            "后",
            "月", "最后一", "eur", "€", "\"", "“", "《", "@", "#", " ", " ", ",", "\u{200F}", "\u{0}", "é", "in", "next",
            "每",
            "完成后", "半", "点", "on", "the", "１", "½", "🎉", "after done", "times", "last", "9223372036854775807", "十",
        ]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let line = (0..<Int.random(in: 1...14, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined(separator: Bool.random(using: &random) ? " " : "")
            let todo = read(line)
            _ = text(todo)
            #expect(todo.parts.allSatisfy { $0.range.upperBound <= line.unicodeScalars.count }, "\(line)")
            for (part, next) in zip(todo.parts, todo.parts.dropFirst()) {
                #expect(part.range.upperBound <= next.range.lowerBound, "\(line)")
            }
        }
        for piece in pieces {
            let line = String(repeating: piece + " ", count: 256 / (piece.utf8.count + 1))
            _ = read(line)
            _ = read(line.replacing(" ", with: ""))
        }
        _ = read(String(repeating: "every mon, 1 ", count: 315))
        _ = read(String(repeating: "每", count: 1_365))
        let long = "tomorrow " + String(repeating: "x", count: 4_096)
        #expect(text(read(long)) == long)
    }
}
