import DaybookCore
import DaybookStorage
import Foundation
import Sworm
import Testing

/// What a person sees who keeps money with commands.
@Suite(.bounded) struct MoneyTests {
    let daybook: Program

    init() throws { daybook = try Program(timeZone: Self.noon) }

    /// Where it is about noon, so that no day ends while the tests run.
    private static let noon: TimeZone = {
        func distance(_ zone: TimeZone) -> Int {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            return abs(calendar.component(.hour, from: Date()) - 12)
        }
        let zones = ["Asia/Taipei", "UTC", "America/Los_Angeles"].compactMap { TimeZone(identifier: $0) }
        return zones.min { distance($0) < distance($1) } ?? .gmt
    }()

    /// The day so many days from today.
    private func day(_ offset: Double = 0) -> String {
        let style = Date.ISO8601FormatStyle(timeZone: Self.noon).year().month().day()
        return (Date() + offset * 86_400).formatted(style)
    }

    @Test("004.20 004.21 Spending, earning and recording make entries, a day a section with its totals")
    func record() async throws {
        #expect(
            try await daybook.succeed(
                "spend", "12.50 EUR", "lunch", "with", "Ann", "--tag", "food", "--place", "Taipei")
                == "Recorded 1: -12.50 EUR  lunch with Ann #food @Taipei\n")
        #expect(
            try await daybook.succeed("earn", "30000", "TWD", "salary") == "Recorded 2: +30000 TWD  salary\n",
            "a currency needs no quotation marks")
        #expect(try await daybook.succeed("record", "支出 38 午餐 #吃") == "Recorded 3: -38.00 EUR  午餐 #吃\n")
        #expect(try await daybook.succeed("record", "5 coffee") == "Recorded 4: -5.00 EUR  coffee\n")
        #expect(
            try await daybook.succeed("entries") == """
                \(day())   +30000 TWD   -55.50 EUR
                     4  - 5.00 EUR  coffee
                     3  -38.00 EUR  午餐 #吃
                     2  +30000 TWD  salary
                     1  -12.50 EUR  lunch with Ann #food @Taipei

                """)
    }

    @Test("An amount whose thousands are parted by a space is refused, as one of several words too")
    func parted() async throws {
        for words in [
            ["1", "250", "EUR", "rent"], ["1", "250,50"], ["1", "250€"], ["€1", "250.50"], ["1", "250 EUR rent"],
        ] {
            let outcome = try await daybook.run(Program.daybook, ["spend"] + words)
            #expect(outcome.status != 0 && outcome.errors.contains("1 250"), "\(outcome)")
        }
        #expect(try await daybook.succeed("spend", "1", "2500", "stamps").contains("1.00"))
    }

    @Test("The currency is the first word behind the amount, also of a note between quotation marks")
    func quotedNote() async throws {
        for note in ["EUR lunch", "€ lunch", " EUR  lunch"] {
            #expect(try await daybook.succeed("spend", "12.50", note).hasSuffix("-12.50 EUR  lunch\n"))
        }
        #expect(try await daybook.succeed("spend", "1 TWD", "all of it").hasSuffix("-1 TWD  all of it\n"))
        #expect(try await daybook.succeed("spend", "1", "ALL of it").hasSuffix("-1.00 EUR  ALL of it\n"))
        #expect(try await daybook.succeed("spend", "1", "ALL", "bread").hasSuffix("-1 ALL  bread\n"))
    }

    @Test("元 is the money of the person's country where the book's currency is another")
    func localCurrency() async throws {
        func inTaiwan(_ arguments: String...) async throws -> String {
            try await daybook.run(Program.daybook, arguments, ["LANG": "zh_TW.UTF-8"]).output
        }
        for note in ["a", "b", "c", "d"] { try await daybook.succeed("spend", "1", "EUR", note) }
        #expect(try await inTaiwan("record", "38元 午餐").contains("-38 TWD"))
        #expect(try await inTaiwan("spend", "39元", "午餐").contains("-39 TWD"))
        #expect(try await inTaiwan("sort", "1", "--amount", "40元").contains("-40 TWD"))
        let file = daybook.folder.appending(path: "bank.csv").path
        try "amount,note\n43元,bank\n".write(toFile: file, atomically: true, encoding: .utf8)
        _ = try await inTaiwan("import", file)
        #expect(try await daybook.succeed("entries").contains("43 TWD  bank"))
        #expect(try await daybook.succeed("import", file) == "Added 0 entries; 1 known already\n")
        _ = try await inTaiwan("add", "房租", "--amount", "41元")
        #expect(try await daybook.succeed("show", "1").contains("41 TWD"))
        try await daybook.succeed("edit", "1", "--amount", "1 EUR")
        _ = try await inTaiwan("edit", "1", "--amount", "42元")
        #expect(try await daybook.succeed("show", "1").contains("42 TWD"))
    }

    @Test("004.2 004.4 Sorting a quick record makes it count; a change and a deletion are kept")
    func sort() async throws {
        try await daybook.succeed("record", "5 USD coffee #a")
        try await daybook.succeed("sort", "1", "--as", "unsorted")
        let waiting = "Not counted: 1 entry to be sorted. Show them: daybook entries --kind unsorted\n"
        #expect(try await daybook.succeed("report") == "There is nothing to sum up.\n" + waiting)
        #expect(
            try await daybook.succeed(
                "sort", "1", "--as", "expense", "--amount", "6", "--tag", "b", "--untag", "a", "--on", "2026-01-31")
                == "Changed 1: -6.00 USD  coffee #b\n")
        #expect(
            try await daybook.succeed("report", "--through", "2026-02-28") == """
                         income  expense  balance
                2026-01             6.00    -6.00  USD

                """)
        try await daybook.succeed("strike", "1")
        #expect(try await daybook.succeed("entries").hasPrefix("There are no such entries"))
        #expect(try await daybook.run("sort", "1", "--as", "income").status == 1)
    }

    @Test("sort writes what it was asked to: tags stay as they are, and one is taken away as it is spelled")
    func sortOfManyTags() async throws {
        try await daybook.succeed("spend", "5 USD")
        let foreign = [" food"] + (0..<119).map { "t\($0)" }
        do {
            let book = try Book(path: daybook.book)
            let id = try #require(try book.read { try $0.entryRow(number: 1) }).entry.id
            let changes = foreign.map {
                Register(ItemTag.id($0, of: id), .tag, Stamp(clock: 1, node: 9), [1] + id.bytes + Array($0.utf8))
            }
            try await book.write { _ = try $0.accept(PushRequest(node: 9, changes: changes)) }
            try book.close()
        }
        func tags() throws -> Set<String> {
            let book = try Book(path: daybook.book)
            defer { try? book.close() }
            return Set(try #require(try book.read { try $0.entryRow(number: 1) }).entry.tags)
        }
        try await daybook.succeed("sort", "1", "--note", "x")
        #expect(try tags() == Set(foreign))
        let wrong = try await daybook.run("sort", "1", "--untag", "food", "--untag", "t0")
        #expect(wrong.status == 1 && wrong.errors.contains("The entry has no tag \"food\""))
        #expect(try tags() == Set(foreign))
        try await daybook.succeed("sort", "1", "--untag", "t0")
        #expect(try tags() == Set(foreign).subtracting(["t0"]))
        try await daybook.succeed("sort", "1", "--untag", " food")
        #expect(try tags() == Set(foreign).subtracting(["t0", " food"]))
        #expect(
            try await daybook.run("sort", "1", "--tag", "new").errors.contains(
                "A to-do or an entry can have at most 100 tags. This one has 119."))
    }

    @Test("004.23 A report sums up by day, week, month and tag, each currency by itself")
    func report() async throws {
        for (amount, day, tag) in [
            ("1.10 USD", "2026-01-30", "a"), ("2.20", "2026-02-01", "a"), ("7 JPY", "2026-02-02", "b"),
        ] {
            try await daybook.succeed("spend", amount, "--on", day, "--tag", tag)
        }
        try await daybook.succeed("earn", "10 USD", "--on", "2026-02-01")
        #expect(
            try await daybook.succeed("report", "--through", "2026-02-28") == """
                         income  expense  balance
                2026-01             1.10    -1.10  USD
                2026-02                7       -7  JPY
                          10.00     2.20     7.80  USD

                """)
        let weeks = try await daybook.succeed("report", "--by", "week", "--through", "2026-02-08")
        #expect(weeks.contains("2026-01-26   10.00     3.30     6.70  USD"))
        #expect(try await daybook.succeed("report", "--by", "tag").contains("#a"))
        let days = try await daybook.succeed("report", "--by", "day", "--json", "--through", "2026-02-02")
        #expect(days.contains(#"{"label":"2026-02-02","currency":"JPY","income":"0","expense":"7","balance":"-7"}"#))
        #expect(days.contains(#""currency":"USD","income":"0.00","expense":"1.10","balance":"-1.10"}"#))
        let chart = try await daybook.succeed("report", "--chart", "--through", "2026-02-28")
        #expect(chart.contains("JPY\n  2026-02  ░░░"))
        #expect(
            chart.contains("USD\n  2026-01  ░░░░ -1.10\n  2026-02  " + String(repeating: "█", count: 40) + " +10.00"))
    }

    @Test("The columns of a report stand below each other, whatever writing or escape is in a label")
    func reportColumns() async throws {
        for tag in ["food", "餐飲", "a\u{202E}b", "☕️", "🚀"] { try await daybook.succeed("spend", "3 USD", "--tag", tag) }
        #expect(
            try await daybook.succeed("report", "--by", "tag") == """
                             income  expense  balance
                #a\\u{202e}b             3.00    -3.00  USD
                #food                   3.00    -3.00  USD
                #☕️                     3.00    -3.00  USD
                #餐飲                   3.00    -3.00  USD
                #🚀                     3.00    -3.00  USD

                """)
    }

    @Test("A to-do that carries money says so, and when it is due, in each line about it") func planned() async throws {
        #expect(
            try await daybook.succeed("add", "Rent", "--amount", "900 EUR", "--on", "2026-12-01")
                == "Added 1: Rent (due 2026-12-01, 900.00 EUR)\n")
        try await daybook.succeed("add", "Call", "--on", "2026-12-02")
        try await daybook.succeed("add", "Milk")
        #expect(
            try await daybook.succeed("list") == """
                To do
                    3  [ ] Milk
                    2  [ ] Call (due 2026-12-02)
                    1  [ ] Rent (due 2026-12-01, 900.00 EUR)

                """)
        #expect(
            try await daybook.succeed("check", "1")
                .hasPrefix("Finished 1: Rent (due 2026-12-01, 900.00 EUR)\n"))
    }

    @Test("A currency's sign may be a word of its own, as a code may")
    func signApart() async throws {
        for (words, recorded) in [
            (["5", "€", "tip"], "-5.00 EUR  tip"), (["5", "NT$", "bus"], "-5 TWD  bus"),
            (["5", "all", "in"], "-5.00 EUR  all in"),
        ] {
            #expect(try await daybook.run(Program.daybook, ["spend"] + words, ["LANG": "C"]).output.contains(recorded))
        }
    }

    @Test("What a message quotes is an excerpt, and so are the columns that are left out")
    func excerpts() async throws {
        let long = String(repeating: "x", count: 100_000)
        let amount = try await daybook.run("import", "-", "--format", "json", input: "[{\"amount\":\"\(long)\"}]")
        #expect(
            amount.status == 1 && amount.errors.contains("…” isn't a valid amount") && amount.errors.utf8.count < 400)
        let names = (1...1_000).map { "c\($0)" }.joined(separator: ",")
        let columns = try await daybook.run("import", "-", "--format", "csv", input: "amount,\(names)\n\(names),1\n")
        #expect(columns.errors.contains("“c10” and 990 more. Leave each out"))
    }

    @Test("A report says how many entries it doesn't count since they aren't sorted, but not to whom asks for a kind")
    func unsortedInReport() async throws {
        try await daybook.succeed("spend", "1 USD", "--on", "2026-02-03", "--tag", "a")
        for (number, line) in [(2, "5 USD tea #a"), (3, "5 USD #b"), (4, "5 USD")] {
            try await daybook.succeed("record", line)
            try await daybook.succeed("sort", "\(number)", "--as", "unsorted")
        }
        for arguments in [["report"], ["report", "--chart"], ["report", "--by", "tag"]] {
            let outcome = try await daybook.run(Program.daybook, arguments)
            #expect(outcome.output.contains("\nNot counted: 3 entries to be sorted. "), "\(outcome.output)")
        }
        #expect(try await daybook.succeed("report", "--tag", "a").contains("Not counted: 1 entry"))
        #expect(try await daybook.succeed("report", "--text", "tea").contains("Not counted: 1 entry"))
        for arguments in [["--through", "2026-03-01"], ["--kind", "expense"], ["--json"]] {
            #expect(try await !daybook.run(Program.daybook, ["report"] + arguments).output.contains("Not counted"))
        }
    }

    @Test("A day has a name: today, yesterday, tomorrow; the first day comes before the last")
    func days() async throws {
        try await daybook.succeed("spend", "1 USD", "--on", "yesterday")
        try await daybook.succeed("spend", "2 USD", "--on", "today")
        try await daybook.succeed("add", "rent", "--amount", "3 USD", "--on", "tomorrow")
        let (past, now) = (try await daybook.succeed("entries", "--through", "yesterday"), day())
        #expect(past.contains(day(-1)) && past.contains("1.00") && !past.contains(now))
        #expect(try await daybook.succeed("entries", "--from", "today").hasPrefix("\(now)   -2.00 USD\n"))
        #expect(try await daybook.succeed("entries", "--upcoming").contains("\(day(1))  3.00 USD  rent"))
        try await daybook.succeed("sort", "2", "--on", "yesterday")
        try await daybook.succeed("edit", "1", "--on", "today")
        #expect(try await daybook.succeed("entries", "--from", "today").hasPrefix("There are no such entries"))
        #expect(try await daybook.succeed("entries", "--upcoming").contains(now))

        for command in ["entries", "report", "export"] {
            let turned = try await daybook.run(command, "--from", "2026-03-01", "--through", "2026-02-01")
            #expect(turned.status == 2 && turned.output.isEmpty)
            #expect(turned.errors.contains("--from 2026-03-01 comes after --through 2026-02-01"), "\(turned.errors)")
            let misnamed = try await daybook.run(command, "--to", "2026-03-01")
            #expect(misnamed.status == 2 && misnamed.errors.contains("--through."), "\(misnamed.errors)")
        }
        #expect(try await !daybook.succeed("entries", "--help").contains("--to"))
    }

    @Test("A report leaves out the periods in which nothing came in or went out", arguments: ["day", "week", "month"])
    func gaps(period: String) async throws {
        try await daybook.succeed("spend", "1 USD", "--on", "2020-02-03")
        try await daybook.succeed("spend", "2 USD", "--on", "2020-04-06")
        let lines = try await daybook.succeed("report", "--by", period).split(separator: "\n")
        #expect(lines.count == 3, "\(lines)")
        #expect(lines.last?.hasPrefix("2020-04") == true)
    }

    @Test(
        "004.17 What is no amount, no day or no tag is an error at its place, and nothing is stored",
        arguments: [
            (["spend", "1e400"], 1, "1e400"), (["spend", "NaN"], 1, "NaN"), (["spend", "1,23,4"], 1, "comma"),
            (["spend", "1234567890123456789"], 1, "18"), (["spend", "１２"], 1, "0 to 9"),
            (["spend", "5 XYZ"], 1, "XYZ"),
            (["spend", "5", "--on", "2026-02-30"], 2, "2026-02-30"), (["spend", "5", "--tag", "a,b"], 1, "a,b"),
            (["record", "lunch"], 1, "no amount"), (["add", "rent", "--amount", "1e9"], 1, "1e9"),
            (["entries", "--kind", "gift"], 2, "gift"), (["entries", "--from", "someday"], 2, "someday"),
        ] as [([String], Int32, String)])
    func badInput(arguments: [String], status: Int32, word: String) async throws {
        let outcome = try await daybook.run(Program.daybook, arguments)
        #expect(outcome.status == status)
        #expect(outcome.errors.contains(word))
        #expect(outcome.output.isEmpty)
        #expect(try await daybook.succeed("entries", "--json") == "[]\n")
        #expect(try await daybook.succeed("list", "--json") == "[]\n")
    }

    @Test("Checking a to-do with an amount records the expense, unchecking takes it back") func booking() async throws {
        try await daybook.succeed("add", "Pay rent", "--amount", "15000 TWD", "--on", "2026-12-01")
        try await daybook.succeed("check", "1")
        #expect(try await daybook.succeed("entries").contains("-15000 TWD  Pay rent"))
        try await daybook.succeed("uncheck", "1")
        #expect(try await daybook.succeed("entries", "--json") == "[]\n")
    }

    @Test("010.5 What becomes of the expense of a to-do is said with what is done to the to-do")
    func toldBooking() async throws {
        try await daybook.succeed("add", "Pay rent", "--amount", "1200 EUR")
        let done = "Finished 1: Pay rent (1200.00 EUR)\n"
        #expect(
            try await daybook.succeed("check", "1")
                == done + "Recorded 1: -1200.00 EUR  Pay rent\nTo take it back: daybook uncheck 1\n")
        #expect(
            try await daybook.succeed("uncheck", "1")
                == "Reopened 1: Pay rent (1200.00 EUR)\nRemoved 1: -1200.00 EUR  Pay rent\n")
        let checked = try await daybook.succeed("check", "1")
        let number = try #require(
            checked.split(separator: "\n").dropFirst().first?.split(separator: " ").dropFirst().first)
        #expect(
            try await daybook.succeed("edit", "1", "--amount", "1300")
                == "Changed 1: Pay rent (1300.00 EUR)\nRecorded \(number) -1300.00 EUR  Pay rent\n")
        #expect(
            try await daybook.succeed("delete", "1")
                == "Deleted 1: Pay rent (1300.00 EUR)\nStill recorded \(number) -1300.00 EUR  Pay rent\n")
        for title in ["Phone", "Gym"] { try await daybook.succeed("add", title, "--amount", "5 EUR") }
        try await daybook.succeed("check", "2", "3")
        #expect(
            try await daybook.succeed("clear-completed")
                == "Deleted 2 finished items\nWhat 2 of them booked stays recorded\n")
        // What costs nothing is as it was.
        try await daybook.succeed("add", "Call")
        #expect(try await daybook.succeed("check", "4") == "Finished 4: Call\n")
    }

    @Test("Entries travel as JSON and CSV; taking in a file twice adds nothing", arguments: ["json", "csv"])
    func roundTrip(format: String) async throws {
        try await daybook.succeed(
            "spend", "12.3450 USD", "a \"quoted\", note", "--tag", "eating out", "--tag", "x", "--tag", "\u{200b}")
        try await daybook.succeed("record", "7 JPY line\nbreak @Taipei")
        try await daybook.succeed("add", "rent", "--amount", "5 EUR")
        try await daybook.succeed("check", "1")
        let file = daybook.folder.appending(path: "entries.\(format)").path
        let text = try await daybook.succeed("export", "--format", format)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await daybook.succeed("import", file) == "Added 0 entries; 3 known already\n")
        let other = daybook.folder.appending(path: "other.sqlite").path
        #expect(try await daybook.succeed("import", file, "--book", other) == "Added 3 entries; 0 known already\n")
        #expect(try await daybook.succeed("import", file, "--book", other) == "Added 0 entries; 3 known already\n")
        #expect(try await daybook.succeed("export", "--format", format, "--book", other) == text)
    }

    @Test("A foreign CSV is taken in once, equal lines as often as they stand there; a bad line stops it all")
    func foreignCSV() async throws {
        let file = daybook.folder.appending(path: "bank.csv").path
        let lines =
            "\u{FEFF}day,amount,currency,kind,note,branch\n2026-01-01,5,USD,expense,tea,7\n"
            + "2026-01-01,5,USD,expense,tea,7\n\n2026-01-02,6,USD,income,\"x\ny\",8\n"
        try lines.write(toFile: file, atomically: true, encoding: .utf8)
        let taken = try await daybook.run("import", file)
        #expect(taken.output == "Added 3 entries; 0 known already\n" && taken.errors.contains("branch"), "\(taken)")
        #expect(try await daybook.succeed("import", file) == "Added 0 entries; 3 known already\n")
        try (lines + "2026-01-03,1e400,USD,expense,,\n").write(toFile: file, atomically: true, encoding: .utf8)
        let other = daybook.folder.appending(path: "other.sqlite").path
        let outcome = try await daybook.run("import", file, "--leave-out", "branch", "--book", other)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("line 7"))
        #expect(outcome.errors.contains("1e400"))
        #expect(!FileManager.default.fileExists(atPath: other))
    }

    @Test("A CSV may part its columns with semicolons or tabs", arguments: [";", "\t"])
    func otherSeparators(separator: String) async throws {
        let text = "\n \nday;\"amount\";currency;tags (a, b);tags;note\n2026-01-01;5;EUR;;a, ,b;\"x;y\t, z\"\n"
            .replacingOccurrences(of: ";", with: separator)
        #expect(
            try await daybook.run("import", "-", "--format", "csv", input: text).output
                == "Added 1 entry; 0 known already\n")
        let entries = try await daybook.succeed("entries", "--json")
        let note = "x;y\t, z".replacingOccurrences(of: ";", with: separator).replacingOccurrences(of: "\t", with: "\\t")
        #expect(entries.contains("\"note\":\"\(note)\"") && entries.contains("\"tags\":[\"a\",\"b\"]"))
        let capital = try await daybook.run("import", "-", "--format", "csv", input: "Day,Amount\n2026-01-01,5\n")
        #expect(capital.status == 0, "\(capital.errors)")
    }

    @Test(
        "Beside semicolons a point before three digits is refused but in a currency that has three decimals",
        arguments: [("1.250", "EUR", false), ("1.250", "KWD", true), ("1.25", "EUR", true), ("0.250", "EUR", true)])
    func decimalPoint(amount: String, currency: String, isTaken: Bool) async throws {
        for text in [
            "amount;currency\n\(amount);\(currency)\n", "amount;note\n\(amount) \(currency);a\n",
            "amount\tnote\n\(amount) \(currency)\ta\n",
        ] {
            let outcome = try await daybook.run("import", "-", "--format", "csv", input: text)
            #expect((outcome.status == 0) == isTaken, "\(outcome.errors)")
            #expect(
                isTaken
                    || outcome.errors.contains("line 2: “\(amount)") && outcome.errors.contains("Write 1250 or 1.2500")
            )
        }
    }

    @Test("Two entries of a file that have one id and aren't equal are refused; equal ones are one")
    func sameID() async throws {
        let id = String(repeating: "1a", count: 16)
        func file(_ amounts: String...) -> String {
            "[" + amounts.map { "{\"id\": \"\(id)\", \"amount\": \"\($0) EUR\"}" }.joined(separator: ",") + "]"
        }
        let refused = try await daybook.run("import", "-", "--format", "json", input: file("5", "6"))
        #expect(refused.status == 1 && refused.errors.contains("entry 2") && refused.errors.contains(id))
        let todos = ["2b", "3c"].map { String(repeating: $0, count: 16) }
        let others = todos.map { "{\"id\": \"\(id)\", \"amount\": \"5 EUR\", \"todo\": \"\($0)\"}" }
        let list = "[" + others.joined(separator: ",") + "]"
        #expect(try await daybook.run("import", "-", "--format", "json", input: list).status == 1)
        let taken = try await daybook.run("import", "-", "--format", "json", input: file("5", "5.00"))
        #expect(taken.output == "Added 1 entry; 1 known already\n")
    }

    @Test("What isn't known in a file is refused by name, columns and members; spaces around a currency are nothing")
    func leftOut() async throws {
        let text = "amount, currency,colour,\n5, EUR,red,x\n"
        let csv = try await daybook.run("import", "-", "--format", "csv", input: text)
        #expect(
            csv.status == 1 && csv.errors.contains("the columns “colour”, one without a name. Leave"), "\(csv.errors)")
        let left = try await daybook.run(
            "import", "-", "--format", "csv", "--leave-out", "colour", "--leave-out", "", input: text)
        #expect(left.output == "Added 1 entry; 0 known already\n", "\(left.errors)")
        let members = #"[{"amount": "6 EUR", "Note": "x", "number": 1}]"#
        let json = try await daybook.run("import", "-", "--format", "json", input: members)
        #expect(json.status == 1 && json.errors.contains("the members “Note”. Leave"), "\(json.errors)")
        let taken = try await daybook.run("import", "-", "--format", "json", "--leave-out", "Note", input: members)
        #expect(taken.output == "Added 1 entry; 0 known already\n")
        #expect(try await daybook.run("entries", "--tag", "#food").status == 2)
    }

    @Test("What a file says of when an entry was made without its day falls on the day that it was here then")
    func dayOfMaking() async throws {
        let text = #"[{"amount": "5 EUR", "createdAt": "2026-01-02T12:00:00Z"}, {"amount": "6 EUR"}]"#
        try await daybook.run("import", "-", "--format", "json", input: text)
        let entries = try await daybook.succeed("entries", "--json")
        #expect(entries.contains("\"day\":\"2026-01-02\"") && entries.contains("\"day\":\"\(day())\""))
    }

    @Test("A file that names no currencies adds nothing the second time, whichever is the usual one by then")
    func guessedCurrency() async throws {
        let file = daybook.folder.appending(path: "bank.csv").path
        try "day,amount,note\n2026-01-01,5,tea\n2026-01-01,5,tea\n2026-01-02,6 JPY,rice\n2026-01-03,$7,bus\n"
            .write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await daybook.succeed("import", file) == "Added 4 entries; 0 known already\n")
        try await daybook.succeed("currency", "TWD")
        #expect(try await daybook.succeed("spend", "1").contains("TWD"))
        #expect(try await daybook.succeed("import", file) == "Added 0 entries; 4 known already\n")
    }

    @Test("The usual currency is settled once and told, stays what it is, and is changed by a command")
    func usualCurrency() async throws {
        let german = ["LC_ALL": "de_DE.UTF-8"]
        func spend(_ amount: String, _ note: String) async throws -> (output: String, errors: String) {
            let result = try await daybook.run("spend", amount, note, environment: german)
            return (result.output, result.errors)
        }
        #expect(try await daybook.run("currency", environment: german).output == "EUR\n")
        let named = try await spend("5 JPY", "rice")
        #expect(named.errors.isEmpty && named.output.contains("-5 JPY"))
        try await daybook.succeed("strike", "1")
        let first = try await spend("8,20", "lunch")
        #expect(first.output.contains("-8.20 EUR"))
        #expect(
            first.errors
                == "Amounts that name no currency are in EUR from now on; change that with 'daybook currency CODE'.\n")
        for _ in 0..<3 { _ = try await spend("7 JPY", "tea") }
        let later = try await spend("9", "tea")
        #expect(later.output.contains("-9.00 EUR") && later.errors.isEmpty)
        #expect(
            try await daybook.succeed("currency", "twd") == "Amounts that name no currency are in TWD from now on.\n")
        #expect(try await daybook.succeed("currency") == "TWD\n")
        #expect(try await spend("1,250", "rent").output.contains("-1250 TWD"))
        let bad = try await daybook.run("currency", "XYZ")
        #expect(bad.status == 2 && bad.errors.contains("XYZ"))
    }

    @Test("A sign of money that isn't known is refused, and the book stays without an entry")
    func unknownSign() async throws {
        for result in [
            try await daybook.run("spend", "12.50", "₯", "tea"), try await daybook.run("record", "12.50 ₯ tea"),
            try await daybook.run("spend", "C$ 10"),
        ] {
            #expect(result.status == 1 && result.errors.contains("valid currency"))
        }
        #expect(try await daybook.succeed("spend", "12.50", "₪", "tea").contains("-12.50 ILS  tea"))
        #expect(try await daybook.succeed("spend", "(12.50)", "tea").contains("-12.50"))
    }

    @Test("006.20 A line on the command line takes a day, and is an expense without a word about its kind")
    func lineWithDay() async throws {
        let yesterday = CivilDate.local().adding(days: -1).text
        #expect(try await daybook.succeed("record", "yesterday 8,20 lunch #food").contains("-8.20"))
        let entries = try await daybook.succeed("entries", "--json")
        #expect(entries.contains("\"day\":\"\(yesterday)\"") && entries.contains("\"kind\":\"expense\""))
    }

    @Test(
        "An amount whose sign several currencies share isn't taken for one that names another of them",
        arguments: [
            ("$5", "5", "USD"), ("$5", "5", "TWD"), ("38元", "38", "CNY"), ("¥38", "38", "JPY"), ("￥38", "38", "CNY"),
            ("38圓", "38", "TWD"), ("塊38", "38", "HKD"),
        ])
    func sharedSign(signed: String, number: String, code: String) async throws {
        try await daybook.succeed("spend", "1 TWD")
        let file = daybook.folder.appending(path: "entries.json").path
        func take(_ amount: String) async throws -> String {
            try "[{\"day\":\"2026-11-20\",\"amount\":\(amount),\"note\":\"lunch\"}]"
                .write(toFile: file, atomically: true, encoding: .utf8)
            return try await daybook.succeed("import", file)
        }
        #expect(try await take("\"\(signed)\"") == "Added 1 entry; 0 known already\n")
        #expect(
            try await take("\"\(number)\",\"currency\":\"\(code)\"") == "Added 1 entry; 0 known already\n")
        #expect(try await take("\"\(signed)\"") == "Added 0 entries; 1 known already\n")
    }

    @Test("The same number in another spelling is known, and so are the same tags in another order")
    func otherSpelling() async throws {
        func take(_ format: String, _ text: String) async throws -> String {
            try await daybook.run("import", "-", "--format", format, input: text).output
        }
        let csv = "day,amount,note,tags\n"
        let spellings = [
            csv + "2026-01-01,5.00,tea,\"a,b\"\n2026-01-02,\"1,234.50\",rent,\n2026-01-03,$5.00,bus,\n",
            csv + "2026-01-01,5,tea,\"b, a,b\"\n2026-01-02,1234.5,rent,\n2026-01-03,$ 5,bus,\n",
        ]
        #expect(try await take("csv", spellings[0]) == "Added 3 entries; 0 known already\n")
        for text in spellings { #expect(try await take("csv", text) == "Added 0 entries; 3 known already\n") }
        let json = #"[{"day":"2026-01-02","amount":"01234.50","note":"rent"}]"#
        #expect(try await take("json", json) == "Added 0 entries; 1 known already\n")
        // Two in one file are two entries, however they are written.
        let twice = csv + "2026-01-01,5.00,tea,\"a,b\"\n2026-01-01,5,tea,\"a,b\"\n"
        #expect(try await take("csv", twice) == "Added 1 entry; 1 known already\n")
        #expect(try await take("csv", twice) == "Added 0 entries; 2 known already\n")
        let tags = csv + "2026-01-05,7 EUR,tea,\"b,a\"\n2026-01-05,7 EUR,tea,\"a,b\"\n"
        #expect(try await take("csv", tags) == "Added 2 entries; 0 known already\n")
        #expect(try await take("csv", tags) == "Added 0 entries; 2 known already\n")
        for amount in ["€ 6", "6.0 EUR", "6,EUR", "$6,USD", "6.00,USD"] {
            let (column, isFirst) = (amount.contains(",") ? ",currency" : "", ["€ 6", "$6,USD"].contains(amount))
            #expect(
                try await take("csv", "day,amount\(column)\n2026-01-04,\(amount)\n")
                    == (isFirst ? "Added 1 entry; 0 known already\n" : "Added 0 entries; 1 known already\n"),
                "\(amount)")
        }
    }

    @Test(
        "008.13 An amount of a file that can be read in two ways is refused with both, whatever parts the columns",
        arguments: ["12,500", "12.500", "€12,500"], [";", "\t", ","])
    func decimalComma(amount: String, separator: String) async throws {
        let text = "day;amount;note\n2026-01-01;\"8,20\";a\n2026-01-02;\"\(amount)\";c\n"
            .replacingOccurrences(of: ";", with: separator)
        let outcome = try await daybook.run("import", "-", "--format", "csv", input: text)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("line 3") && outcome.errors.contains("“\(amount)” can be read in two ways"),
            "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: daybook.book))
        let clear = text.replacingOccurrences(of: amount, with: "1.250,50")
        #expect(try await daybook.run("import", "-", "--format", "csv", input: clear).status == 0)
        #expect(try await daybook.succeed("entries", "--json").contains("\"amount\":\"1250.50\""))
    }

    @Test("White space around a column's name or a day loses nothing, and a line without values is skipped")
    func spacedCSV() async throws {
        let text =
            "day, kind ,amount, note\n2026-01-01, expense,5 EUR,tea\n,,,\n , ,,\n 2026-01-02 ,income,6 EUR, rice\n"
        let outcome = try await daybook.run("import", "-", "--format", "csv", input: text)
        #expect(outcome.output == "Added 2 entries; 0 known already\n", "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
        #expect(
            try await daybook.succeed("entries") == """
                2026-01-02   +6.00 EUR
                     2  +6.00 EUR  rice

                2026-01-01   -5.00 EUR
                     1  -5.00 EUR  tea

                """)
    }

    @Test("Of one day, what stands further down in a file was written later", arguments: ["json", "csv"])
    func importedOrder(format: String) async throws {
        let notes = (0..<50).map { "note \($0)" }
        let lines = notes.map { "2026-01-01,5 EUR,\($0)\n" }
        let objects = notes.map { "{\"day\":\"2026-01-01\",\"amount\":\"5 EUR\",\"note\":\"\($0)\"}" }
        let text = format == "csv" ? "day,amount,note\n" + lines.joined() : "[\(objects.joined(separator: ","))]"
        _ = try await daybook.run("import", "-", "--format", format, input: text)
        let listed = try await daybook.succeed("entries", "--json").matches(of: /"note":"([^"]*)"/)
        #expect(listed.map { String($0.1) } == notes.reversed())
    }

    @Test("An entry that names its currency and its day has the id that it always had")
    func derivedIDs() async throws {
        let file = daybook.folder.appending(path: "bank.csv").path
        try "day,amount,currency,kind,note,tags\n2026-01-01,5,USD,expense,tea,a\n2026-01-02,€6.5,,,,\n".write(
            toFile: file, atomically: true, encoding: .utf8)
        try await daybook.succeed("import", file)
        let ids = try await daybook.succeed("entries", "--json").matches(of: /"id":"([0-9a-f]+)"/).map { String($0.1) }
        #expect(ids == ["56afa2d453821c8b667946acc4c32527", "e8d4ebe954f0a0b0645770b7119cc9b8"])
    }

    @Test("Lines without an id that differ in their recording or their to-do alone are different entries")
    func differentRests() async throws {
        let lines = [
            "{\"amount\":\"5 EUR\"}", "{\"amount\":\"5 EUR\",\"voice\":\"\(String(repeating: "a", count: 64))\"}",
            "{\"amount\":\"5 EUR\",\"voice\":\"\(String(repeating: "b", count: 64))\"}",
            "{\"amount\":\"5 EUR\",\"todo\":\"\(String(repeating: "a", count: 32))\"}",
            "{\"amount\":\"5 EUR\",\"todo\":\"\(String(repeating: "b", count: 32))\"}",
        ]
        for outcome in ["Added 1 entry; 0 known already\n", "Added 0 entries; 1 known already\n"] {
            for line in lines {
                let imported = try await daybook.run("import", "-", "--format", "json", input: "[\(line)]")
                #expect(imported.output == outcome, "\(line)")
            }
        }
    }

    @Test("A day whose sum is too large is shown without it")
    func hugeDay() async throws {
        let huge = String(repeating: "2026-01-01,income,999999999999999999 JPY\n", count: 175)
        let file = daybook.folder.appending(path: "huge.csv").path
        try ("day,kind,amount\n2026-01-02,income,5 EUR\n" + huge + "2026-01-01,income,0.000000000000000001 JPY\n")
            .write(
                toFile: file, atomically: true, encoding: .utf8)
        try await daybook.succeed("import", file)
        for limit in [[], ["--limit", "3"]] {
            let listed = try await daybook.run(Program.daybook, ["entries"] + limit).output
            #expect(
                listed.hasPrefix(
                    """
                    2026-01-02   +5.00 EUR
                         1  +5.00 EUR

                    2026-01-01   (the sum in JPY has too many digits)
                       177  +0.000000000000000001 JPY

                    """), "\(listed.prefix(300))")
        }
    }

    @Test("A day that --limit cuts keeps its totals")
    func limit() async throws {
        for (amount, day) in [("1 USD", "2026-01-01"), ("2 USD", "2026-01-01"), ("4 USD", "2026-01-02")] {
            try await daybook.succeed("spend", amount, "--on", day, "--tag", "x")
        }
        try await daybook.succeed("spend", "8 USD", "--on", "2026-01-01")
        let cut = try await daybook.succeed("entries", "--limit", "2", "--tag", "x")
        #expect(
            cut == """
                2026-01-02   -4.00 USD
                     3  -4.00 USD #x

                2026-01-01   -3.00 USD
                     2  -2.00 USD #x

                """)
        #expect(try await daybook.succeed("entries", "--limit", "1").hasPrefix("2026-01-02   -4.00 USD\n"))
    }

    @Test(
        "A CSV that leaves open what it means is refused by the file's name and the line's number",
        arguments: [
            ("amount,note,note\n5 EUR,a,b\n", "\"note\" twice"), ("amount,note\n5 EUR,\"a\"b\n", "line 2"),
            ("amount,note\n5 EUR,a\"b\n", "line 2"), ("amount,note\n5 EUR,\"a\n", "line 2"),
            ("amount,note\n5 EUR\n", "line 2"), ("note\na\n", "the first line"),
        ])
    func badCSV(text: String, reason: String) async throws {
        let file = daybook.folder.appending(path: "bank.csv").path
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let outcome = try await daybook.run("import", file)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("Error: \(file)") && outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(try await daybook.succeed("entries", "--json") == "[]\n")
    }

    @Test(
        "A mark that joins a quotation mark or a comma stays with it through CSV",
        arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func joinedMarks(mark: String) async throws {
        let note = "caf \"\(mark)x,\(mark) \n\(mark)"
        try await daybook.succeed("spend", "3 EUR", note, "--tag", "\(mark)a", "--tag", "b\(mark)")
        let file = daybook.folder.appending(path: "entries.csv").path
        try await daybook.succeed("export", "--format", "csv").write(toFile: file, atomically: true, encoding: .utf8)
        let other = daybook.folder.appending(path: "other.sqlite").path
        #expect(try await daybook.succeed("import", file, "--book", other) == "Added 1 entry; 0 known already\n")
        #expect(try await daybook.succeed("export", "--book", other) == daybook.succeed("export"))
    }

    @Test("CSV is read with any line ends and any spelling of its extension")
    func lineEnds() async throws {
        for (index, end) in ["\r", "\n", "\r\n"].enumerated() {
            let file = daybook.folder.appending(path: "\(index).CSV").path
            let other = daybook.folder.appending(path: "\(index).sqlite").path
            try ["day,amount,note", "2026-01-01,5 EUR,tea", "2026-01-02,6 EUR,\"a\rb\"", ""].joined(separator: end)
                .write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try await daybook.succeed("import", file, "--book", other) == "Added 2 entries; 0 known already\n")
            try ["amount", "5 EUR", "1e400"].joined(separator: end).write(
                toFile: file, atomically: true, encoding: .utf8)
            let wrong = try await daybook.run("import", file, "--book", other)
            #expect(wrong.errors.contains("line 3: “1e400”"), "\(wrong.errors)")
        }
        let text = "date,amount\n2026-01-01,-5 EUR\n"
        let told = try await daybook.run("import", "-", "--format", "csv", input: text)
        #expect(told.status == 0, "\(told.errors)")
        let found = try await daybook.run("import", "-", input: text)
        #expect(found.output == "Added 0 entries; 1 known already\n", "\(found.errors)")
        let single = try await daybook.run("import", "-", input: "amount\n5 EUR\n")
        #expect(single.output == "Added 1 entry; 0 known already\n", "\(single.errors)")
        let store = try await daybook.run("import", daybook.folder.appending(path: "0.sqlite").path)
        #expect(store.errors.contains("daybook restore"), "\(store.errors)")
        let other = try Database(path: daybook.folder.appending(path: "other.sqlite").path)
        try await other.write { try $0.execute(sql: "CREATE TABLE t (x)") }
        try other.close()
        let hint = try await daybook.run("import", daybook.folder.appending(path: "other.sqlite").path)
        #expect(hint.errors.contains("--format moneymom") && !hint.errors.contains("--format csv"))
        // A comma in the name of a column parts nothing.
        let quoted = "\"amount\";\"note\";\"a, b\"\n\"5 EUR\";\"semicolons\";\"\"\n"
        let taken = try await daybook.run("import", "-", "--format", "csv", input: quoted)
        #expect(taken.output.hasPrefix("Added 1 entry"), "\(taken.errors)")
    }

    @Test("A file of a million elements takes little more memory than its size")
    func memory() async throws {
        let file = daybook.folder.path + "/long.json"
        try ("[" + String(repeating: "[],", count: 1_000_000) + "[]]").write(
            toFile: file, atomically: true, encoding: .utf8)
        // In kibibytes of address space; 150,000 are enough for a file of one element.
        let outcome = try await daybook.run(
            shell: "ulimit -v 200000; exec \"$0\" import \"$1\"", [file])
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("Error: \(file), entry 1: An entry has to be an object"), "\(outcome.errors)")
    }

    @Test("What is wrong with a file of JSON is told, and nothing is taken in")
    func badJSON() async throws {
        let entry = #"{"amount":"5 EUR"}"#
        for (text, reason) in [
            ("[\(entry)", "it ends too early"), ("[\(entry),]", "goes wrong at byte"), ("[\(entry)] x", "goes wrong"),
            (entry, "holds an object. It has to hold an array of entries"),
            ("5 5", "is none of the files that Daybook reads"),
            ("[\(entry),5]", "entry 2: An entry has to be an object"),
            ("[\(entry),{\"amount\":\"5 EUR\",\"tags\":[\"#\"]}]", "entry 2: “#” isn't a valid tag"),
        ] {
            let outcome = try await daybook.run("import", "-", input: text)
            #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(text): \(outcome.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: daybook.book))
        let nothing = try await daybook.run("import", "-", input: " [ ] ")
        #expect(nothing.status == 1 && nothing.errors.contains("The input has no entries. Export it again."))
    }

    @Test("What can be read to its end is taken in, a file or a pipe; what can't be says why")
    func pipes() async throws {
        let (file, pipe) = (daybook.folder.path + "/a.csv", daybook.folder.path + "/pipe")
        try "amount\n5 EUR\n".write(toFile: file, atomically: true, encoding: .utf8)
        for (index, script) in [
            "\"$0\" import - --format csv <\"$1\"", "\"$0\" import /dev/stdin --format csv <\"$1\"",
            "cat \"$1\" | \"$0\" import - --format csv", "cat \"$1\" | \"$0\" import /dev/stdin --format csv",
            "mkfifo \"$2\" && { cat \"$1\" >\"$2\" & \"$0\" import \"$2\" --format csv; }",
        ].enumerated() {
            let outcome = try await daybook.run(
                shell: script, [file, pipe], ["DAYBOOK_BOOK": daybook.folder.path + "/\(index).sqlite"])
            #expect(outcome.output == "Added 1 entry; 0 known already\n", "\(script): \(outcome.errors)")
        }
        for (path, reason) in [(daybook.folder.path, "it is a folder"), (file + "x", "there is no such file")] {
            #expect(try await daybook.run("import", path).errors == "Error: \(path) can't be read: \(reason).\n")
        }
        let closed = try await daybook.run(shell: "exec \"$0\" import - <&-")
        #expect(closed.errors == "Error: Standard input can't be read: Bad file descriptor.\n")
    }

    @Test("A leading hyphen makes a recorded line an expense")
    func hyphen() async throws {
        #expect(try await daybook.succeed("record", "-12.50 EUR lunch") == "Recorded 1: -12.50 EUR  lunch\n")
        #expect(try await daybook.succeed("record", "-3", "EUR", "tea") == "Recorded 2: -3.00 EUR  tea\n")
        #expect(try await daybook.succeed("spend", "-5 EUR") == "Recorded 3: -5.00 EUR\n")
        let outcome = try await daybook.run("earn", "-5 EUR")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("“-5 EUR” has a sign"))
    }

    @Test("Planned amounts show as upcoming, the first due first, until they are booked") func upcoming() async throws {
        try await daybook.succeed("add", "Pay rent", "--amount", "15000 TWD", "--on", "2026-12-01")
        try await daybook.succeed("add", "Someday", "--amount", "5 TWD")
        try await daybook.succeed("add", "Tax", "--amount", "70 TWD", "--on", "2026-11-30")
        try await daybook.succeed("add", "No money")
        #expect(
            try await daybook.succeed("entries", "--upcoming") == """
                    3  2026-11-30     70 TWD  Tax
                    1  2026-12-01  15000 TWD  Pay rent
                    2                  5 TWD  Someday

                """)
        #expect(try await daybook.succeed("entries", "--upcoming", "--json").contains(#""due":"2026-11-30""#))
        #expect(try await daybook.run("entries", "--upcoming", "--tag", "x").status == 2)
        try await daybook.succeed("edit", "1", "--amount", "16000", "--on", "2026-11-29")
        #expect(
            try await daybook.succeed("entries", "--upcoming").hasPrefix("    1  2026-11-29  16000 TWD  Pay rent"))
        #expect(try await daybook.succeed("show", "1").contains("2026-11-29"))
        try await daybook.succeed("check", "3")
        try await daybook.succeed("edit", "2", "--amount", "")
        try await daybook.succeed("edit", "1", "--on", "")
        #expect(try await daybook.succeed("entries", "--upcoming") == "    1              16000 TWD  Pay rent\n")
    }
}
