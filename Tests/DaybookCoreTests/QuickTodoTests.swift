import DaybookCore
import Testing

@Suite struct QuickTodoTests {
    /// A Wednesday, at ten.
    private let now = LocalTime(day: day("2026-10-14"), minute: 600)

    private func read(_ line: String, literal: [String] = []) -> QuickTodo {
        QuickTodo(line, now: now, literal: literal, usual: currency("EUR"), local: currency("TWD"))
    }

    /// `title|due time|rule mode|amount`, with what is there.
    private func text(_ todo: QuickTodo) -> String {
        let values = todo.values
        var parts = [todo.title]
        if let due = values[.due]?.day {
            parts.append(due.text + (values[.dueTime]?.timeOfDay.map { " " + $0.clock } ?? ""))
        }
        if let repeats = values[.repeats]?.repeats {
            parts.append(repeats.rule.dropFirst(5) + (repeats.mode == .passing ? "" : " " + repeats.mode.name))
            #expect(repeats.anchor == values[.due]?.day)
        }
        if let amount = values[.amount]?.amount { parts.append(amount.text) }
        return parts.joined(separator: "|")
    }

    @Test(
        "006.19 A line names a day and a time, in English",
        arguments: [
            ("Buy milk tomorrow", "Buy milk|2026-10-15"), ("Call bank at 5pm", "Call bank|2026-10-14 17:00"),
            ("Standup at 9:30", "Standup|2026-10-15 09:30"), ("Dentist fri 3pm", "Dentist|2026-10-16 15:00"),
            ("Report next friday", "Report|2026-10-23"), ("Trip in 3 weeks", "Trip|2026-11-04"),
            ("Pay card 27th", "Pay card|2026-10-27"), ("Taxes 15 apr", "Taxes|2027-04-15"),
            ("Flight 25/9", "Flight|2027-09-25"), ("Review end of month", "Review|2026-10-31"),
            ("tomorrow 9am call mom", "call mom|2026-10-15 09:00"), ("Call mom, tomorrow", "Call mom|2026-10-15"),
            ("Tomorrow: call mom", "call mom|2026-10-15"),
            ("Lunch (fri 12:30) with Ann", "Lunch with Ann|2026-10-16 12:30"),
            ("Visa due by 3rd of November 2027", "Visa|2027-11-03"), ("Nov. 3 party", "party|2026-11-03"),
            ("Pay on the 1st", "Pay|2026-11-01"), ("Submit by 2026-12-01", "Submit|2026-12-01"),
            ("Zahnarzt 24.11.", "Zahnarzt|2026-11-24"), ("Zahnarzt 24.11.2026 15:00", "Zahnarzt|2026-11-24 15:00"),
            ("Stir in 20 minutes", "Stir|2026-10-14 10:20"), ("Leave in 15 hours", "Leave|2026-10-15 01:00"),
            ("Renew in a month", "Renew|2026-11-14"), ("Quarter plan next month", "Quarter plan|2026-11-01"),
            ("Budget next week", "Budget|2026-10-19"), ("Film tonight 8:30", "Film|2026-10-14 20:30"),
            ("Film tonight", "Film|2026-10-14"), ("Lunch at noon", "Lunch|2026-10-14 12:00"),
            ("Call @3pm", "Call|2026-10-14 15:00"), ("Walk sat with Ann", "Walk sat with Ann"),
            ("Walk on sat with Ann", "Walk with Ann|2026-10-17"), ("Walk sat", "Walk|2026-10-17"),
            ("Standup wed 9am", "Standup|2026-10-21 09:00"), ("Standup wed", "Standup|2026-10-14"),
            ("Move friday report tomorrow", "Move friday report|2026-10-15"),
            ("BUY MILK TOMORROW", "BUY MILK|2026-10-15"),
            ("Call mom - fri - about cake.", "Call mom - about cake.|2026-10-16"),
            ("Call mom tomorrow.", "Call mom.|2026-10-15"),
            ("Buy milk ＴＯＭＯＲＲＯＷ", "Buy milk|2026-10-15"),
            ("Buy milk tomorrow!", "Buy milk!|2026-10-15"),
        ])
    func days(line: String, result: String) {
        #expect(text(read(line)) == result)
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
            ("+Home", "+Home", nil, nil), ("Milk +Home +Summer", "Milk +Summer", "Home", nil),
        ] as [(String, String, String?, UInt8?)])
    func marks(line: String, title: String, list: String?, priority: UInt8?) {
        let lists = ["Home", "Summer", "Summer house", "Old"].enumerated().map { index, name in
            var list = ItemList(id: EntityID(high: 1, low: UInt64(index)), createdAt: Timestamp(milliseconds: 0))
            list.name = name
            if name == "Old" { list.others[.archivedAt] = .time(Timestamp(milliseconds: 1)) }
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
        "006.19 A line names a rule, in English",
        arguments: [
            ("Water ferns every 3 days", "Water ferns|2026-10-14|DAILY;INTERVAL=3"),
            ("Water ferns every! 3 days", "Water ferns|2026-10-14|DAILY;INTERVAL=3 after-done"),
            ("Water ferns 3 days after done", "Water ferns|2026-10-14|DAILY;INTERVAL=3 after-done"),
            ("Gym every mon, wed and fri 7am", "Gym|2026-10-16 07:00|WEEKLY;BYDAY=MO,WE,FR"),
            ("Trash every other tue", "Trash|2026-10-20|WEEKLY;INTERVAL=2;BYDAY=TU"),
            ("Rent 850 eur every 1st", "Rent|2026-11-01|MONTHLY;BYMONTHDAY=1 every|850.00 EUR"),
            ("Close books every last day", "Close books|2026-10-31|MONTHLY;BYMONTHDAY=-1"),
            ("Board every 3rd friday", "Board|2026-10-16|MONTHLY;BYDAY=3FR"),
            ("Insurance every year on 5 mar", "Insurance|2027-03-05|YEARLY;BYMONTH=3;BYMONTHDAY=5"),
            ("Pill daily until 1 nov", "Pill|2026-10-14|DAILY;UNTIL=20261101"),
            ("Journal daily 6am", "Journal|2026-10-15 06:00|DAILY"),
            ("Journal daily 6am until 1 nov", "Journal|2026-10-15 06:00|DAILY;UNTIL=20261101"),
            ("Pill daily for 10 times", "Pill|2026-10-14|DAILY;COUNT=10"),
            ("Weigh in weekly 9am", "Weigh in|2026-10-21 09:00|WEEKLY"),
            ("Pay every month on the 31st", "Pay|2026-10-31|MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
            ("Leap every 29 feb", "Leap|2027-02-28|YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
            ("Standup every weekday 9:15", "Standup|2026-10-15 09:15|WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            ("Sprint every 2 weeks starting mon", "Sprint|2026-10-19|WEEKLY;INTERVAL=2;BYDAY=MO"),
            ("Sprint monday every 2 weeks", "Sprint|2026-10-19|WEEKLY;INTERVAL=2"),
            ("Filter every 2nd month", "Filter|2026-10-14|MONTHLY;INTERVAL=2"),
            ("Retro last friday of the month", "Retro last friday of the month"),
            ("Retro every last friday of the month", "Retro|2026-10-30|MONTHLY;BYDAY=-1FR"),
            ("Rent every month 1200 USD", "Rent|2026-10-14|MONTHLY every|1200.00 USD"),
        ])
    func rules(line: String, result: String) {
        #expect(text(read(line)) == result)
    }

    @Test(
        "006.19 A line names days, times, rules and amounts in Chinese, in both scripts",
        arguments: [
            ("明天下午三点交房租", "交房租|2026-10-15 15:00"), ("下周三开会", "开会|2026-10-21"), ("周三开会", "开会|2026-10-14"),
            ("周五晚上8点半看电影", "看电影|2026-10-16 20:30"), ("每周一下午八点例会", "例会|2026-10-19 20:00|WEEKLY;BYDAY=MO"),
            ("每月最后一天对账", "对账|2026-10-31|MONTHLY;BYMONTHDAY=-1"),
            ("每个工作日9点写日报", "写日报|2026-10-15 09:00|WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            ("每两周周二倒垃圾", "倒垃圾|2026-10-20|WEEKLY;INTERVAL=2;BYDAY=TU"), ("3天后还书", "还书|2026-10-17"),
            ("半小时后关火", "关火|2026-10-14 10:30"), ("完成后3天浇花", "浇花|2026-10-14|DAILY;INTERVAL=3 after-done"),
            ("明天下午三點交房租", "交房租|2026-10-15 15:00"), ("下週三開會", "開會|2026-10-21"), ("週五晚上8點半看電影", "看電影|2026-10-16 20:30"),
            ("每週一下午八點例會", "例會|2026-10-19 20:00|WEEKLY;BYDAY=MO"),
            ("每月最後一天對帳", "對帳|2026-10-31|MONTHLY;BYMONTHDAY=-1"),
            ("每個工作日9點寫日報", "寫日報|2026-10-15 09:00|WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            ("每兩週週二倒垃圾", "倒垃圾|2026-10-20|WEEKLY;INTERVAL=2;BYDAY=TU"), ("3天後還書", "還書|2026-10-17"),
            ("半小時後關火", "關火|2026-10-14 10:30"), ("完成後3天澆花", "澆花|2026-10-14|DAILY;INTERVAL=3 after-done"),
            ("和老王周五开会", "和老王开会|2026-10-16"), ("在周五前交报告", "交报告|2026-10-16"), ("明天的会议", "会议|2026-10-15"),
            ("交報告 星期天", "交報告|2026-10-18"), ("１１月３日下午３：３０面试", "面试|2026-11-03 15:30"),
            ("2027年1月5号体检", "体检|2027-01-05"), ("27号还卡", "还卡|2026-10-27"), ("今晚8点看球", "看球|2026-10-14 20:00"),
            ("月底交报表", "交报表|2026-10-31"), ("下个月旅行", "旅行|2026-11-01"), ("三點一刻開會", "開會|2026-10-15 03:15"),
            ("每月15號交房租8500元", "交房租|2026-10-15|MONTHLY;BYMONTHDAY=15 every|8500 TWD"),
            ("每月第三个周五聚餐", "聚餐|2026-10-16|MONTHLY;BYDAY=3FR"),
            ("每年3月5日续保", "续保|2027-03-05|YEARLY;BYMONTH=3;BYMONTHDAY=5"),
            ("每天吃药直到11月1日", "吃药|2026-10-14|DAILY;UNTIL=20261101"), ("每周一次打扫", "打扫|2026-10-14|WEEKLY"),
            ("每天吃药共10次", "吃药|2026-10-14|DAILY;COUNT=10"), ("明天中午吃饭", "吃饭|2026-10-15 12:00"),
            ("二十五号交稿", "交稿|2026-10-25"),
        ])
    func chinese(line: String, result: String) {
        #expect(text(read(line)) == result)
    }

    @Test(
        "006.19 A line has an amount where a currency stands beside a number, and nowhere else",
        arguments: [
            ("Rent €850", "Rent|850.00 EUR"), ("Pay 12.50 USD tomorrow", "Pay|2026-10-15|12.50 USD"),
            ("午餐38元", "午餐|38 TWD"), ("Fee NT$1,200 fri", "Fee|2026-10-16|1200 TWD"), ("Buy 2 eggs", "Buy 2 eggs"),
            ("Read chapter 12", "Read chapter 12"), ("Rent 1,250 EUR", "Rent 1,250 EUR"),
            ("Rent 1 250 EUR", "Rent 1 250 EUR"),
            ("Get +$5 back", "Get +$5 back"),
            ("Pay card 27th 850 eur", "Pay card|2026-10-27|850.00 EUR"),
            ("Pay 850 eur 27th", "Pay|2026-10-27|850.00 EUR"),
            ("Coffee daily 5 eur", "Coffee|2026-10-14|DAILY every|5.00 EUR"),
            ("Meet with Friday tomorrow 5 eur", "Meet with Friday|2026-10-15|5.00 EUR"),
            ("Tax 15 apr 850 eur", "Tax|2027-04-15|850.00 EUR"), ("Tax apr 15 850 eur", "Tax|2027-04-15|850.00 EUR"),
            ("iPhone 15 pro", "iPhone 15 pro"),
        ])
    func amounts(line: String, result: String) {
        #expect(text(read(line)) == result)
    }

    @Test(
        "006.19 Phrases that look like a day, a rule or an amount stay a title",
        arguments: [
            "The 5th Wave", "The 9/11 Report", "monitor blood pressure", "order wedding cake", "paprika",
            "The 1.2 formula", "13th floor - remark", "https://x.y/2026-10-15", "一周年纪念册", "《周三见》读后感",
            "renewed passport", "saturn picture", "thumping music", "Call Tom", "Read the daily mail", "Weekly report",
            "The Beatles, today's hits", "Sun cream", "Sat nav", "Vacation mon-fri", "Vacation from monday to friday",
            "Lunch 3-5pm", "Open 24/7", "1/2 pizza", "Ratio 16:9", "v1.2.3", "tomorrow", "明天", "Friday 5pm", "周一到周五值班",
            "整理三点建议", "买3个月饼", "Go to the 3rd floor", "every", "every 0 days", "every 12 hours drink", "in 3",
            "in 99999 days", "Report 30 feb", "Meet 03/04", "Finish 2020-01-01 report", "last friday notes",
            "+Home chores", "!high", "Read “next friday” by Ann", "「明天」乐队", "Daily", "12\" pipe", "3 times",
            "until friday", "I am 3", "5 am", "3号楼开会", "本周日程", "",
        ])
    func titles(line: String) {
        #expect(text(read(line)) == line)
        #expect(read(line).parts.isEmpty)
    }

    @Test(
        "006.14 006.19 A line names tags, each once; numbers, other words and what is quoted stay title",
        arguments: [
            ("Buy milk #food", "Buy milk", ["food"]), ("#friday off", "off", ["friday"]),
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
