import DaybookCore
import Fixtures
import Testing

/// The one text form of what to-dos are asked for.
@Suite struct TodoQueryTests {
    private let today: CivilDate
    private let home: ItemList
    private let work: ItemList

    init() throws {
        today = try #require(CivilDate("2026-11-26"))
        var lists = [1, 2].map { ItemList(id: EntityID(high: 9, low: $0), createdAt: Timestamp(milliseconds: 0)) }
        (lists[0].name, lists[1].name) = ("Home", "Work")
        (home, work) = (lists[0], lists[1])
    }

    private func todo(
        _ title: String, due: String? = nil, start: String? = nil, tags: [String] = [], list: ItemList? = nil,
        priority: UInt8 = 0, amount: String? = nil, isDone: Bool = false, done: String? = nil,
        reminders: [String] = [], parent: EntityID? = nil
    ) throws -> TodoRow {
        let usd = try #require(Currency("USD"))
        var todo = Todo(
            id: EntityID(high: 1, low: 1), title: title, createdAt: Timestamp(milliseconds: 0),
            todoPosition: Position(bytes: []), amount: try amount.map { try Amount($0, usual: usd) },
            due: due.flatMap { CivilDate($0) })
        todo.start = start.flatMap { CivilDate($0) }
        todo.tags = tags
        todo.extraFields[.list] = list.map { .entity($0.id) }
        if priority > 0 { todo.extraFields[.priority] = .choice(priority) }
        if isDone { todo.completedAt = Timestamp(milliseconds: 1) }
        if let done { todo.completedAt = Timestamp("\(done)T23:30:00Z") }
        if !reminders.isEmpty { todo.extraFields[.reminders] = .texts(reminders) }
        todo.extraFields[.parent] = parent.map { .entity($0) }
        return TodoRow(number: 1, todo: todo)
    }

    private func matches(_ query: String, _ row: TodoRow) throws -> Bool {
        let matcher = try TodoMatcher(
            TodoQuery(query), lists: [home, work], titles: [(id: EntityID(high: 1, low: 9), title: "Trip")],
            day: { LocalTime($0, minutesAhead: 60).day }
        ) { _ in LocalTime(day: today, minute: 600) }
        return matcher.matches(row)
    }

    @Test(
        "006.16 Words and parentheses join terms, and != turns one round",
        arguments: [
            ("milk or rent", true), ("milk or bread", false), ("(milk or rent) tag:home", true),
            ("milk or rent tag:garden", false), ("(milk or rent) tag:garden", false), ("not milk", true),
            ("not (milk or rent)", false), ("-(milk tag:home)", true), ("rent and tag:home", true),
            ("rent AND NOT tag:home", false), ("milk OR (rent not list:home)", true), ("due!=today", true),
            ("due!=2026-12-03", false), ("priority<>high", false), ("due≤today+7", true), ("（milk or rent）", true),
            ("tag：home", true), ("\"or\"", false), ("orange or rent", true), ("((rent))", true), ("--rent", true),
            ("not not milk", false), ("f(x) or rent", true), ("(due:any)", true), ("(tag:\"home\")", true),
            ("priority:2", true), ("priority:9", false), ("priority>=5", true),
        ])
    func grammar(query: String, isFound: Bool) throws {
        let row = try todo(
            "Pay the rent", due: "2026-12-03", tags: ["Home", "flat"], list: work, priority: 2, amount: "850 EUR")
        #expect(try matches(query, row) == isFound)
        let canonical = try TodoQuery(query).text
        #expect(try TodoQuery(canonical).text == canonical)
        #expect(try matches(canonical, row) == isFound, "\(canonical)")
    }

    @Test(
        "006.16 A query names days as people do: weekdays, weeks, months, years, in words",
        arguments: [
            ("due:friday", "2026-11-27"), ("due:thursday", "2026-11-26"), ("due:今天", "2026-11-26"),
            ("due:后天", "2026-11-28"), ("due:明天", "2026-11-27"), ("due:\"dec 24\"", "2026-12-24"),
            ("due:24.12.", "2026-12-24"), ("due:\"next friday\"", "2026-12-04"), ("due:week", "2026-11-23"),
            ("due:week", "2026-11-29"), ("-due:week", "2026-11-30"), ("due:week+1", "2026-11-30"),
            ("due:下周", "2026-12-06"),
            ("due<=week", "2026-11-29"), ("-due<=week", "2026-11-30"), ("due<week", "2026-11-22"),
            ("-due<week", "2026-11-23"), ("due>week", "2026-11-30"), ("due>=week", "2026-11-23"),
            ("due<=2026-11", "2026-11-30"), ("-due<=2026-11", "2026-12-01"), ("due:2026-11", "2026-11-01"),
            ("due>2026-11", "2026-12-01"), ("due:month", "2026-11-30"), ("due:month-1", "2026-10-31"),
            ("due:2026", "2026-01-01"), ("due<2026", "2025-12-31"), ("due:year+1", "2027-05-05"),
            ("due:\"next week\"", "2026-12-01"), ("due:Friday", "2026-11-27"),
        ])
    func dayWords(query: String, due: String) throws {
        let row = try todo("x", due: due)
        #expect(try matches(query, row))
        let canonical = try TodoQuery(query).text
        #expect(try matches(canonical, row), "\(canonical)")
    }

    @Test("006.16 What is done, made, reminded of and stands under another is asked for by that")
    func fields() throws {
        // At half past midnight where the person is.
        let done = try todo("x", done: "2026-11-22")
        for query in ["done:2026-11-23", "done:week", "done>=today-7", "done:any", "done:monday", "-done:none"] {
            #expect(try matches(query, done), "\(query)")
        }
        #expect(try !matches("done:any", todo("x")) && matches("done:none", todo("x")))
        #expect(try matches("done:friday", todo("x", done: "2026-11-19")), "the last one")
        #expect(try matches("created:1970-01-01", todo("x")))
        let ringing = try todo("x", due: "2026-11-28", reminders: ["-1d", "2026-12-24T09:00"])
        for query in ["reminder:any", "reminder:2026-11-27", "reminder:\"dec 24\"", "reminder<=today+1"] {
            #expect(try matches(query, ringing), "\(query)")
        }
        #expect(try !matches("reminder:2026-11-28", ringing) && matches("reminder:none", todo("x")))
        let child = try todo("Visa", parent: EntityID(high: 1, low: 9))
        #expect(try matches("parent:trip", child) && matches("parent:any", child) && !matches("parent:none", child))
        #expect(try !matches("parent:any", todo("x")) && !matches("parent:Trip", todo("x")))
    }

    @Test(
        "006.16 Priorities are high up to 4, medium at 5 and low from 6 on, as RFC 5545 says",
        arguments: [(1, "high"), (3, "high"), (4, "high"), (5, "medium"), (6, "low"), (9, "low")])
    func bands(number: UInt8, name: String) throws {
        let row = try todo("x", priority: number)
        #expect(try matches("priority:\(name)", row) && matches("priority:\(number)", row))
        for other in ["none", "low", "medium", "high"] where other != name {
            #expect(try !matches("priority:\(other)", row))
        }
    }

    @Test(
        "006.16 A term finds what it says, and - turns it round",
        arguments: [
            ("due<=today+7", true), ("due<today+7", false), ("due=2026-12-03", true), ("due:2026-12-04", false),
            ("due>tomorrow", true), ("due>=today+8", false), ("due:any", true), ("due:none", false),
            ("start:none", true), ("start<=today", false), ("-start<=today", true), ("tag:HOME", true),
            ("tag:#home", true), ("tag:hom", false), ("-tag:home", false), ("list:work", true), ("list:Home", false),
            ("list:inbox", false), ("-list:Home", true), ("priority:high", true), ("priority>=medium", true),
            ("priority<high", false), ("-priority:none", true), ("amount>100", true), ("amount>850", false),
            ("amount>=850eur", true), ("amount>=100usd", false), ("amount:any", true), ("is:open", true),
            ("is:done", false), ("is:overdue", false), ("is:today", false), ("is:repeating", false), ("rent", true),
            ("RENT", true), ("text:\"the rent\"", true), ("\"rent the\"", false), ("-milk", true), ("#home", true),
            ("rent milk", false), ("due:any rent -milk", true), ("", true), ("  ", true), ("text:\"a \\\"b\"", false),
        ])
    func terms(query: String, isFound: Bool) throws {
        let row = try todo(
            "Pay the rent", due: "2026-12-03", tags: ["Home", "flat"], list: work, priority: 2, amount: "850 EUR")
        #expect(try matches(query, row) == isFound)
        let canonical = try TodoQuery(query).text
        #expect(try TodoQuery(canonical).text == canonical)
        #expect(try matches(canonical, row) == isFound)
    }

    @Test("006.16 A to-do without a day, list or priority is found by asking for that alone")
    func nothing() throws {
        let row = try todo("Milk")
        for query in ["due:none", "-due<=today", "list:inbox", "priority:none", "amount:none", "-amount>0", "is:open"] {
            #expect(try matches(query, row), "\(query)")
        }
        for query in ["due<=today+1000", "due>2000-01-01", "amount<1", "amount>=0", "priority>=low"] {
            #expect(try !matches(query, row), "\(query)")
        }
        #expect(try matches("is:overdue is:today", todo("Late", due: "2026-11-25")))
        #expect(try !matches("is:overdue", todo("Late", due: "2026-11-25", isDone: true)))
        #expect(try matches("is:today -is:overdue", todo("Now", start: "2026-11-26")))
    }

    @Test(
        "006.16 A query for open to-dos alone reads no finished ones, and leaves none out that it finds",
        arguments: [
            ("is:open tag:home", TodoFilter.active), ("-is:done", .active), ("is:overdue", .active),
            ("is:today", .active), ("is:done", .completed), ("rent -is:open", .completed), ("-is:overdue", .all),
            ("-is:today", .all),
            ("is:repeating", .all), ("rent", .all),
        ])
    func narrowed(query: String, filter: TodoFilter) throws {
        #expect(try TodoFilter.all.narrowed(by: TodoQuery(query)) == filter)
        #expect(try TodoFilter.unsynced.narrowed(by: TodoQuery(query)) == .unsynced)
        for isDone in [false, true] {
            for due in ["2026-11-25", "2026-11-26", nil] {
                let row = try todo("The rent", due: due, tags: ["home"], isDone: isDone)
                if try matches(query, row) { #expect(filter.contains(row.todo), "\(isDone) \(due ?? "")") }
            }
        }
    }

    @Test(
        "006.16 An error names the column and what may stand there",
        arguments: [
            ("rent dew:today", "Column 6: “dew” isn't a field. Use one of due, start,"),
            ("due<=todya", "Column 6: “todya” isn't a day. Use a form such as today"),
            ("due<2026-02-30", "Column 5: “2026-02-30” isn't a day."),
            ("due<=today+99999999999999999999", "Column 6:"), ("due<=none", "Column 6: “none” isn't a day."),
            ("a tag:", "Column 7: tag has no value. Put one behind it, as in tag:home."),
            ("tag>home", "Column 5: tag can't be compared. Use tag: as in tag:home."),
            ("text:\"rent", "Column 6: the quotation mark has no end."), ("a -", "Column 3: nothing stands behind -."),
            ("is:late", "Column 4: “late” isn't a state. Use one of open, done,"),
            ("priority:urgent", "Column 10: “urgent” isn't a priority."), ("amount>much", "Column 8:"),
            ("due~today", "Column 4: there is no such sign."), ("due==today", "Column 5: “=today” isn't a day."),
            ("(rent", "Column 1: the parenthesis has no end."),
            ("rent)", "Column 5: no parenthesis is open here."), ("a (b) )", "Column 7: no parenthesis is open here."),
            ("a ()", "Column 3: nothing stands between"),
            ("or rent", "Column 1: “or” needs a term on each side."), ("rent or", "Column 6: “or” needs a term"),
            ("a or or b", "Column 6: “or” needs"), ("rent and", "Column 6: “and” needs a term on each side."),
            ("not", "Column 1: “not” needs a term behind it."),
            ("parent:Garden", "Column 1: there is no to-do “Garden”."),
            ("due:\"friday 3pm\"", "Column 5: “friday 3pm” isn't a day."),
            ("due:11/3", "Column 5: “11/3” isn't a day."),
            (String(repeating: "(", count: 50) + "a", "Column 41: parentheses lie too deep"),
            ("\"\"", "Column 1: there is no text"), ("x list:Garden", "Column 3: there is no list “Garden”."),
        ])
    func errors(query: String, message: String) throws {
        let error = #expect(throws: QueryError.self) { try matches(query, todo("x")) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test("006.16 Comparisons of days agree with counting days, for any day and to-do")
    func days() throws {
        for offset in -20...20 {
            let row = try todo("x", due: today.adding(days: Int64(offset)).text)
            for other in -20...20 {
                let day = "today\(other < 0 ? "" : "+")\(other)"
                #expect(try matches("due<\(day)", row) == (offset < other))
                #expect(try matches("due<=\(day)", row) == (offset <= other))
                #expect(try matches("due:\(day)", row) == (offset == other))
                #expect(try matches("due>=\(day)", row) == (offset >= other))
                #expect(try matches("-due>\(day)", row) == (offset <= other))
            }
        }
    }

    @Test("006.16 No text traps, and what is read has one form")
    func garbage() throws {
        let parts = [
            "due", "start", "tag", "(", ")", " or ", " not ", " and ", "!=", "done", "week", "friday", "2026-11", "（",
            "list", "amount", "priority", "is", "text", ":", "<", "<=", ">", "=", "-", "\"",
            "\\",
            " ", "today", "+7", "none", "any", "1,5", "999999999999999999", "é", "待辦", "\u{0}", "👍🏽", "1.2340",
        ]
        var random = SeededRandom(16)
        let row = try todo("x", due: "2026-11-26", amount: "5")
        var count = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }
            .joined()
            guard let query = try? TodoQuery(text) else { continue }
            count += 1
            let canonical = query.text
            #expect(try TodoQuery(canonical).text == canonical, "\(text)")
            if let isFound = try? matches(text, row) { #expect(try matches(canonical, row) == isFound, "\(text)") }
        }
        #expect(count > 2_000)
    }
}
