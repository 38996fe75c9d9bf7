import DaybookCore
import Fixtures
import Testing

@testable import DaybookExchange

/// What the readers of other programs' texts make of them, and what the writers write.
@Suite struct ProgramTextTests {
    private static let today = CivilDate(daysSince1970: 20_777)

    /// An hour ahead of UTC, always.
    private static func clock(_ time: Timestamp) -> LocalTime { LocalTime(time, minutesAhead: 60) }

    private static func read(_ text: String, _ format: ProgramFile.Format, name: String = "") throws -> ProgramFile {
        try read(Array(text.utf8), format, name: name)
    }

    private static func read(
        _ bytes: [UInt8], _ format: ProgramFile.Format, name: String = ""
    ) throws -> ProgramFile {
        try ProgramFile(bytes, format, name: name, today: today, clock: clock)
    }

    /// The members that an item has, each with its name.
    private static func words(_ item: ProgramFile.Item) -> String {
        let values = item.values
        var words: [String] = [values[.title]?.text ?? "none"]
        func add(_ name: String, _ text: String?) { if let text { words.append("\(name)=\(text)") } }
        add("list", item.list)
        add("tags", item.tags.isEmpty ? nil : item.tags.joined(separator: ","))
        add("due", values[.due]?.day?.text)
        add("time", values[.dueTime]?.timeOfDay?.text)
        add("start", values[.start]?.day?.text)
        add("startTime", values[.startTime]?.timeOfDay?.text)
        add("reminders", values[.reminders]?.texts.joined(separator: ","))
        add("priority", values[.priority]?.choice.map { "\($0)" })
        add("rule", item.rule)
        if item.countsFromDone { words.append("fromDone") }
        add("created", values[.createdAt]?.time?.text)
        add("done", values[.completedAt]?.time?.text)
        add("notes", values[.notes]?.text.replacing("\n", with: "/"))
        return words.joined(separator: " ")
    }

    private static func words(_ file: ProgramFile) -> [String] { file.items.map { words($0) } }

    /// The message with which a text is refused.
    private static func refusal(_ text: String, _ format: ProgramFile.Format) -> String? {
        do {
            _ = try read(text, format)
            return nil
        } catch {
            return (error as? InputError)?.message
        }
    }

    // MARK: - todo.txt

    @Test(
        "006.21 A line of todo.txt is read with its marks, projects, contexts and members",
        arguments: [
            ("(A) Call Mum", "Call Mum priority=1"),
            (
                "(B) 2026-11-01 Buy milk +Home @shop",
                "Buy milk list=Home tags=shop priority=5 created=2026-11-01T12:00:00.000Z"
            ),
            ("(D) Later", "Later priority=9 notes=priority: D"),
            (
                "x 2026-11-05 2026-11-01 Done pri:C",
                "Done priority=9 created=2026-11-01T12:00:00.000Z done=2026-11-05T12:00:00.000Z"
            ),
            (
                "x 2026-11-05 (A) 2026-11-01 Done",
                "Done priority=1 created=2026-11-01T12:00:00.000Z done=2026-11-05T12:00:00.000Z"
            ),
            ("x Done", "Done done=2026-11-20T12:00:00.000Z"),
            ("X marks the spot", "X marks the spot"), ("xylophone", "xylophone"), (" x not done", "x not done"),
            ("x", "x"), ("Pay (A) bill", "Pay (A) bill"), ("(a) no priority", "(a) no priority"),
            ("2026-11-01 (A) Text", "(A) Text created=2026-11-01T12:00:00.000Z"),
            ("Trip +Two_Words +More @a @a @b,c", "Trip list=Two_Words tags=More,a notes=tag: b,c"),
            ("Sum 1 + 1 @ home", "Sum 1 + 1 @ home"),
            ("Rent due:2026-11-30 t:2026-11-25 rec:+1m", "Rent due=2026-11-30 start=2026-11-25 rule=FREQ=MONTHLY"),
            ("Water rec:2w due:2026-11-30", "Water due=2026-11-30 rule=FREQ=WEEKLY;INTERVAL=2 fromDone"),
            ("Work rec:+1b", "Work rule=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            ("Bad rec:99999999999999999999d", "Bad notes=rec: 99999999999999999999d"),
            ("Bad rec:2b", "Bad notes=rec: 2b"), ("Bad rec:+", "Bad notes=rec: +"),
            ("See https://a.example/x?y:z note:me 12:30 a::b", "See https://a.example/x?y:z 12:30 a::b notes=note: me"),
            ("Open pri:A", "Open notes=pri: A"), ("Hidden h:1", "Hidden"),
            ("Zwei  Wörter\t家 @家", "Zwei Wörter 家 tags=家"),
        ])
    func todotxt(line: String, words: String) throws {
        let file = try Self.read(line, .todotxt)
        #expect(Self.words(file) == [words] && file.problems.isEmpty, "\(file.problems)")
    }

    @Test("006.21 Of todo.txt a task keeps its key when it is done, and equal ones have keys of their own")
    func todotxtKeys() throws {
        let file = try Self.read(
            "(A) 2026-11-01 Milk +Home\r\n\r\nx 2026-11-05 2026-11-01 Milk +Home pri:A\nMilk +Home#2", .todotxt)
        #expect(file.items.map(\.key) == ["Milk +Home", "Milk +Home\n#2", "Milk +Home#2"])
        #expect(file.items.map(\.line) == [1, 3, 4])
    }

    @Test(
        "006.21 A project or a context inside of a sentence of todo.txt stays a word of it",
        arguments: [
            ("Talk to +Bob about the +Trip @phone", "Talk to +Bob about the list=Trip tags=phone,Bob"),
            ("Call @mom about +Holiday plans", "Call @mom about +Holiday plans list=Holiday tags=mom"),
            ("+Home @shop Buy milk", "Buy milk list=Home tags=shop"),
            ("Pay the +Flat rent due:2026-11-30", "Pay the +Flat rent list=Flat due=2026-11-30"),
            ("Pay rent +Flat due:2026-11-30 @bank", "Pay rent list=Flat tags=bank due=2026-11-30"),
            (
                "Ask for +1 there +Home id:0123456789abcdef0000000000000001",
                "Ask for +1 there list=Home"
            ),
        ])
    func todotxtSentences(line: String, words: String) throws {
        #expect(Self.words(try Self.read(line, .todotxt)) == [words])
    }

    @Test("006.21 What of todo.txt no to-do can hold is counted") func todotxtLost() throws {
        let file = try Self.read("A rec:no\nB h:1\nx C rec:no", .todotxt)
        #expect(file.lost == [.rule: 1, .other("hidden"): 1])
    }

    @Test(
        "006.21 A day of todo.txt that doesn't exist is a problem of its line alone",
        arguments: [
            ("A due:2026-02-30", "its due date “2026-02-30” isn't a valid date. Use the form 2026-11-21."),
            ("A due:tomorrow", "its due date “tomorrow” isn't a valid date. Use the form 2026-11-21."),
            ("A t:2026-1-1", "its threshold date “2026-1-1” isn't a valid date. Use the form 2026-11-21."),
            ("x 2026-13-01 A", "its date of completion “2026-13-01” isn't a valid date. Use the form 2026-11-21."),
            ("0000-01-01 A", "its date of creation “0000-01-01” isn't a valid date. Use the form 2026-11-21."),
            ("+Home @shop", "it has no title. Give it one."),
            (
                String(repeating: "a", count: 10_001),
                "its title has 10001 characters, and can have at most 10000. Shorten it."
            ),
        ])
    func todotxtProblems(line: String, reason: String) throws {
        let file = try Self.read("First\n\(line)\nLast", .todotxt)
        #expect(file.problems.map { "\($0.line) \($0.reason)" } == ["2 \(reason)"])
        #expect(Self.words(file) == ["First", "Last"])
    }

    // MARK: - Todoist

    private static let todoistHeader =
        "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,"
        + "DEADLINE,DEADLINE_LANG\n"

    @Test("006.21 A project of Todoist is read with its sections, labels, comments and dates") func todoist() throws {
        let text =
            "\u{FEFF}" + Self.todoistHeader + """
                meta,view_style=list,,,,,,,,,,,,
                task,Water @plants @home the [ferns](https://a.example/@x),In the hall,1,1,Ann (7),,every monday at 9am,en,Europe/Berlin,15,minute,,
                note,"From Bob
                on two lines [[file {""file_name"": ""a.png""}]]",,,,Bob (8),,,,,,,,
                ,,,,,,,,,,,,,
                section,Errands,,,,,,,,,,,,
                task,Milk,,4,2,Ann (7),Bob (8),2026-11-30 10:00,en,,,None,,
                task,Rent,,3,1,Ann (7),,,en,,,None,2026-12-01,en
                task,Taxes,,2,1,Ann (7),,2026-11-30,en,,,,2026-12-01,en

                """
        let file = try Self.read(text, .todoist, name: "/tmp/Our House [2203306141].csv")
        #expect(file.problems.isEmpty, "\(file.problems)")
        #expect(
            Self.words(file) == [
                "Water the [ferns](https://a.example/@x) list=Our House tags=plants,home due=2026-11-23 time=09:00 "
                    + "priority=1 rule=FREQ=WEEKLY;BYDAY=MO notes=In the hall/duration: 15 minute/From Bob/on two lines",
                "Milk list=Our House due=2026-11-30 time=10:00 notes=section: Errands/responsible: Bob (8)",
                "Rent list=Our House due=2026-12-01 priority=9 notes=section: Errands",
                "Taxes list=Our House due=2026-11-30 priority=5 notes=deadline: 2026-12-01/section: Errands",
            ])
        #expect(file.lost == [.attachment: 1, .parent: 1])
    }

    @Test(
        "006.21 The words of a date of Todoist are understood, or stay in the notes",
        arguments: [
            ("tomorrow", "en", "due=2026-11-21"), ("today at 10pm", "", "due=2026-11-20 time=22:00"),
            ("tomorrow at 16", "en", "due=2026-11-21 time=16:00"),
            ("every day at 9", "en", "notes=date: every day at 9"),
            ("24 Nov", "en", "due=2026-11-24"), ("2020-01-31", "de", "due=2020-01-31"),
            ("2026-11-30T10:00:00", "en", "due=2026-11-30 time=10:00"),
            ("every! 3 days", "en", "due=2026-11-20 rule=FREQ=DAILY;INTERVAL=3 fromDone"),
            ("每天", "zh", "due=2026-11-20 rule=FREQ=DAILY"),
            ("every blue moon", "en", "notes=date: every blue moon"), ("mar 4", "it", "notes=date: mar 4"),
            ("some day", "en", "notes=date: some day"), ("2026-11-30 25:00", "en", "notes=date: 2026-11-30 25:00"),
            ("\"tomorrow\"", "en", "notes=date: \"tomorrow\""), ("5 eur tomorrow", "en", "notes=date: 5 eur tomorrow"),
        ])
    func todoistDates(date: String, language: String, words: String) throws {
        let date = date.replacing("\"", with: "\"\"")
        let text =
            "TYPE,CONTENT,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\ntask,A,4,1,,,\"\(date)\",\(language),\n"
        let file = try Self.read(text, .todoist)
        #expect(Self.words(file) == ["A list= \(words)".replacing("list= ", with: "")], "\(file.problems)")
        let isRule = date.hasPrefix("every")
        #expect(file.lost == (words.hasPrefix("notes") ? [isRule ? .rule : .other("date"): 1] : [:]))
    }

    @Test("006.21 Rows of Todoist that can't be trusted are problems, and the others come") func todoistProblems()
        throws
    {
        let text =
            Self.todoistHeader + "task,A,,5,1,,,,,,,,,\ntask,B,,1,one,,,,,,,,,\ntask,C,,1,1,,,2026-02-30,en,,,,,\n"
            + "goal,D,,,,,,,,,,,,\ntask,@x,,1,1,,,,,,,,,\ntask,E,,1,1,,,,,,,,,,more\ntask,F,,4,,,,,,,,,,\ntask,cut,"
        let file = try Self.read(text, .todoist, name: "P.csv")
        #expect(Self.words(file) == ["F list=P"])
        #expect(
            file.problems.map { "\($0.line): \($0.reason)" } == [
                "2: its priority “5” isn't valid. It has to be from 1 to 4.",
                "3: its indent “one” isn't a valid number. It has to be 1 or more.",
                "4: its date “2026-02-30” isn't a valid date. Use the form 2026-11-21.",
                "5: it is a row of the type “goal”. It has to be a task, a section or a note.",
                "6: it has no title. Give it one.",
                "7: it has 15 columns, the header 14. The file may be cut off or damaged: export it again.",
                "9: it has 3 columns, the header 14. The file may be cut off or damaged: export it again.",
            ])
    }

    @Test("006.21 Tasks of Todoist in any depth are read in a time that grows with their number") func todoistDepth()
        throws
    {
        var text = Self.todoistHeader
        for depth in 1...10_000 { text += "task,T\(depth),,4,\(depth),,,,,,,,,\n" }
        text +=
            "task,Last,,4,99999999999999999999999,,,,,,,,,\nnote,\(String(repeating: "[[file ", count: 20_000)),,,,,,,,,,,,\n"
        let file = try Self.read(text, .todoist)
        #expect(file.items.count == 10_000 && file.lost.isEmpty && file.problems.count == 1)
        #expect(file.items.count { $0.parent != nil } == 9_999)
    }

    // MARK: - TickTick

    private static let tickTickHeader =
        "\"Folder Name\",\"List Name\",\"Title\",\"Kind\",\"Tags\",\"Content\",\"Is Check list\",\"Start Date\",\"Due Date\","
        + "\"Reminder\",\"Repeat\",\"Priority\",\"Status\",\"Created Time\",\"Completed Time\",\"Order\",\"Timezone\","
        + "\"Is All Day\",\"Is Floating\",\"Column Name\",\"Column Order\",\"View Mode\",\"taskId\",\"parentId\"\n"

    private static let tickTickPreamble =
        "\u{FEFF}\"Date: 2026-11-20+0000\"\n\"Version: 7.1\"\n\"Status: \n0 Normal\n1 Completed\n2 Archived\"\n"

    /// A row with some columns.
    private static func tickTick(_ columns: [String: String]) -> String {
        let names = tickTickHeader.filter { $0 != "\"" && $0 != "\n" }.split(separator: ",").map { String($0) }
        return names.map { "\"\(columns[$0] ?? "")\"" }.joined(separator: ",") + "\n"
    }

    @Test("006.21 A backup of TickTick is read below its remarks, with days, check lists and rules") func ticktick()
        throws
    {
        let text =
            tickTickText([
                [
                    "Folder Name": "Home", "List Name": "House", "Title": "Roof", "Tags": "a, b",
                    "Content": "Line\rtwo",
                    "Start Date": "2026-11-20T23:00:00+0000", "Due Date": "2026-11-20T23:00:00+0000",
                    "Reminder": "P0DT9H0M0S,-P0DT15H0M0S",
                    "Repeat": "RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20261231T230000Z", "Priority": "5",
                    "Status": "0", "Created Time": "2026-11-01T08:00:00+0000", "Is All Day": "true",
                    "taskId": "5f9c1a2b3c4d5e6f70819203", "parentId": "x",
                ],
                [
                    "List Name": "House", "Title": "List", "Content": "▫one\n▪two\nthree", "Is Check list": "Y",
                    "Start Date": "2026-11-20T07:30:00+0000", "Due Date": "2026-11-20T10:00:00.000+0200",
                    "Reminder": "TRIGGER:-PT30M\nPT0S", "Repeat": "ERULE:NAME=CUSTOM;BYDATE=20261120", "Priority": "3",
                    "Is All Day": "false",
                    "taskId": "2",
                ],
                [
                    "Title": "Done", "Status": "2", "Created Time": "2026-11-01T08:00:00+0000",
                    "Completed Time": "2026-11-02T08:00:00+0000", "Priority": "1", "Repeat": "FREQ=DAILY",
                ],
                ["Title": "Never", "Status": "-1"],
            ])
        let file = try Self.read(text, .ticktick)
        #expect(file.problems.isEmpty, "\(file.problems)")
        #expect(
            Self.words(file) == [
                "Roof list=House tags=a,b due=2026-11-21 reminders=-0m,-1d priority=1 rule=FREQ=DAILY;INTERVAL=2;UNTIL=20270101 "
                    + "created=2026-11-01T08:00:00.000Z notes=Line/two",
                "List list=House due=2026-11-20 time=09:00 start=2026-11-20 startTime=08:30 reminders=start-30m,start-0m priority=5 "
                    + "notes=- [ ] one/- [x] two/three",
                "Done priority=9 created=2026-11-01T08:00:00.000Z done=2026-11-02T08:00:00.000Z",
            ])
        #expect(
            file.lost == [.other("folder"): 1, .rule: 1, .other("won't do"): 1])
        #expect(
            file.items.map(\.key) == [
                "5f9c1a2b3c4d5e6f70819203", "House\n\nList\n", "\n2026-11-01T08:00:00+0000\nDone\n",
            ])
        #expect(file.items.map(\.line) == [8, 10, 14])
    }

    private func tickTickText(_ rows: [[String: String]]) -> String {
        Self.tickTickPreamble + Self.tickTickHeader + rows.map { Self.tickTick($0) }.joined()
    }

    @Test(
        "006.21 A row of TickTick that can't be trusted is a problem, and the others come",
        arguments: [
            (["List Name": "L"], "it has no title. Give it one."),
            (["Title": "A", "Priority": "2"], "its priority “2” isn't valid. It has to be 0, 1, 3 or 5."),
            (["Title": "A", "Status": "9"], "its status “9” isn't valid. It has to be 0, 1 or 2."),
            (["Title": "A", "Status": "2"], "it is completed, and doesn't say when. Open it again, or leave it out."),
            (
                ["Title": "A", "Due Date": "2026-02-30T00:00:00+0000"],
                "its due date “2026-02-30T00:00:00+0000” isn't a valid date. Use the form 2026-11-20T16:00:00+0000."
            ),
            (
                ["Title": "A", "Start Date": "2026-11-20"],
                "its start date “2026-11-20” isn't a valid date. Use the form 2026-11-20T16:00:00+0000."
            ),
        ])
    func ticktickProblems(row: [String: String], reason: String) throws {
        let file = try Self.read(tickTickText([row, ["Title": "Good"]]) + "\"\",\"cut\n\"", .ticktick)
        #expect(Self.words(file) == ["Good"])
        #expect(file.problems.map(\.reason.text).first == reason && file.problems.count == 2)
    }

    // MARK: - iCalendar

    private static func ics(_ lines: String...) -> String {
        (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR"]).joined(separator: "\r\n") + "\r\n"
    }

    private static func todo(_ lines: String) -> String {
        "BEGIN:VTODO\r\nUID:u1\r\n\(lines.replacing("|", with: "\r\n"))\r\nEND:VTODO"
    }

    @Test(
        "006.21 A VTODO is read with its days, times, texts and state",
        arguments: [
            ("SUMMARY:A\\, b\\; c\\\\d\\ne", "A, b; c\\d e"), ("SUMMARY:A|PRIORITY:0", "A"),
            ("SUMMARY:A|PRIORITY:7", "A priority=7"), ("SUMMARY:A|DUE;VALUE=DATE:20261130", "A due=2026-11-30"),
            ("SUMMARY:A|DUE:20261130T150000", "A due=2026-11-30 time=15:00"),
            ("SUMMARY:A|DUE:20261130T233000Z", "A due=2026-11-30 time=23:30[UTC]"),
            (
                "SUMMARY:A|DUE;TZID=\"America/New_York\":20261130T150000",
                "A due=2026-11-30 time=15:00[America/New_York]"
            ),
            ("SUMMARY:A|DUE;TZID=W. Europe Standard Time:20261130T150000", "A due=2026-11-30 time=15:00"),
            ("SUMMARY:A|DTSTART;VALUE=DATE:20261128|DURATION:P2D", "A due=2026-11-30 start=2026-11-28"),
            (
                "SUMMARY:A|DTSTART:20261128T230000|DURATION:P1DT2H",
                "A due=2026-11-30 time=01:00 start=2026-11-28 startTime=23:00"
            ),
            (
                "SUMMARY:A|DTSTART:20261130T100000|DUE:20261130T100000|RRULE:FREQ=WEEKLY;BYDAY=MO",
                "A due=2026-11-30 time=10:00 rule=FREQ=WEEKLY;BYDAY=MO"
            ),
            (
                "SUMMARY:A|DUE;VALUE=DATE:20261130|RRULE:FREQ=DAILY;UNTIL=20261231T233000Z",
                "A due=2026-11-30 rule=FREQ=DAILY;UNTIL=20261231"
            ),
            ("SUMMARY:A|RRULE:FREQ=HOURLY;X=1", "A rule=FREQ=HOURLY;X=1"),
            ("SUMMARY:A|STATUS:COMPLETED|COMPLETED:20261101T100000Z", "A done=2026-11-01T10:00:00.000Z"),
            ("SUMMARY:A|COMPLETED:20261101T100000", "A done=2026-11-01T10:00:00.000Z"),
            ("SUMMARY:A|PERCENT-COMPLETE:100|DTSTAMP:20261102T100060Z", "A done=2026-11-02T10:00:59.000Z"),
            ("SUMMARY:A|CREATED:20261101T100000Z", "A created=2026-11-01T10:00:00.000Z"),
            ("SUMMARY:A|CATEGORIES:one,two\\,three,#four|CATEGORIES:one", "A tags=four,one"),
            (
                "SUMMARY:A|DESCRIPTION:x\\ny|LOCATION:Hall|URL:https://a.example|ATTACH:https://b.example",
                "A notes=x/y"
            ),
            ("SUMMARY;LANGUAGE=de;X-A=\"a;b:c\":Über|summary:other", "Über"), ("SUM\r\n MARY:fol\r\n ded", "folded"),
        ])
    func ics(lines: String, words: String) throws {
        let file = try Self.read(Self.ics(Self.todo(lines)), .ics)
        #expect(Self.words(file) == [words], "\(file.problems)")
        #expect(file.items.first?.key == "u1")
    }

    @Test("006.21 What of iCalendar is no to-do or not shown is counted, and the calendar's name is the list")
    func icsLost()
        throws
    {
        let alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:no\r\nEND:VALARM"
        let text = Self.ics(
            Self.todo(
                "SUMMARY:A|RELATED-TO:u9|RELATED-TO;RELTYPE=DEPENDS-ON:u8|EXDATE:20261130|COMMENT:c|STATUS:IN-PROCESS|PERCENT-COMPLETE:40|X-KDE-A:b|\(alarm)"
            ),
            Self.todo("SUMMARY:A changed|RECURRENCE-ID:20261130"), Self.todo("SUMMARY:B|STATUS:CANCELLED"),
            "BEGIN:VEVENT\r\nSUMMARY:E\r\n\(alarm)\r\nEND:VEVENT", "BEGIN:VJOURNAL\r\nEND:VJOURNAL",
            "X-WR-CALNAME:My\\, list")
        let file = try Self.read(text, .ics)
        #expect(Self.words(file) == ["A list=My, list"] && file.problems.isEmpty)
        #expect(
            file.lost == [.other("cancelled"): 1, .other("event"): 1, .other("journal"): 1])
        #expect(
            file.kept == [
                .dependency: 1, .other("EXDATE"): 1, .comment: 1, .reminder: 1, .other("IN-PROCESS"): 1,
                .other("PERCENT-COMPLETE"): 1, .other("X-KDE-A"): 1,
            ])
        let kept = String(decoding: try #require(file.items.first?.calendar).bytes, as: UTF8.self)
        for line in ["COMMENT:c", "X-KDE-A:b", "PERCENT-COMPLETE:40", "EXDATE:20261130", "SUMMARY:A changed"] {
            #expect(kept.contains("\r\n\(line)\r\n"), "\(line)\n\(kept)")
        }
    }

    @Test("006.21 A fold inside of a letter is undone, and Latin-1 is read") func icsBytes() throws {
        let bytes = Array(Self.ics(Self.todo("SUMMARY:Grün|DESCRIPTION:Grüße")).utf8)
        let place = try #require(bytes.firstIndex(of: 0xC3))
        var folded = bytes
        folded.insert(contentsOf: [0x0D, 0x0A, 0x20], at: place + 1)
        #expect(Self.words(try Self.read(folded, .ics)) == ["Grün notes=Grüße"])
        folded.replaceSubrange(place...place + 4, with: [0xFC])
        #expect(Self.words(try Self.read(folded, .ics)) == ["Grün notes=Grüße"])
        let units = "\u{FEFF}\(Self.ics(Self.todo("SUMMARY:Grüße")))".utf16.flatMap {
            [UInt8($0 & 255), UInt8($0 >> 8)]
        }
        #expect(Self.words(try Self.read(units, .ics)) == ["Grüße"])
    }

    @Test(
        "006.21 A VTODO that can't be trusted is a problem, and the others come",
        arguments: [
            ("DUE:20261130", "it has no title. Give it one."),
            (
                "SUMMARY:A|DUE:20260230",
                "its DUE “20260230” isn't a valid date. Use the form 20261121 or 20261121T093000Z."
            ),
            (
                "SUMMARY:A|DUE:20261130T240000",
                "its DUE “20261130T240000” isn't a valid date. Use the form 20261121 or 20261121T093000Z."
            ),
            ("SUMMARY:A|PRIORITY:10", "its priority “10” isn't valid. It has to be from 0 to 9."),
            ("SUMMARY:A|STATUS:COMPLETED", "it is completed, and doesn't say when. Open it again, or leave it out."),
            (
                "SUMMARY:A|DTSTART:20261130|DURATION:PT2H",
                "its duration “PT2H” has hours, and its start is a day. Give the start a time."
            ),
            (
                "SUMMARY:A|DTSTART:20261130|DURATION:P99999999999999999999W",
                "its duration “P99999999999999999999W” isn't valid. Use the form P2DT3H."
            ),
            ("SUMMARY:A|DTSTART:99991231|DURATION:P2D", "its day is beyond the years 1 to 9999. Change it."),
            ("SUMMARY:A|DTSTART:20261130|DURATION:-P2D", "its duration “-P2D” isn't valid. Use the form P2DT3H."),
            ("SUMMARY:A|no colon", "line 6, “no colon”, isn't valid in iCalendar. Export the list again."),
            (
                "SUMMARY:A|DUE;TZID=\"x:20261130",
                "line 6, “DUE;TZID=\"x:20261130”, isn't valid in iCalendar. Export the list again."
            ),
            ("SUMMARY:A|BEGIN:VALARM", "END:VTODO closes it while VALARM is open. Export the list again."),
        ])
    func icsProblems(lines: String, reason: String) throws {
        let file = try Self.read(Self.ics(Self.todo(lines), "BEGIN:VTODO\r\nSUMMARY:Good\r\nEND:VTODO"), .ics)
        #expect(file.problems.map { "\($0.line): \($0.reason)" } == ["3: \(reason)"])
        #expect(Self.words(file) == ["Good"])
    }

    @Test("006.21 An iCalendar file that is cut off anywhere says so, and takes what is whole") func icsCut() throws {
        let whole = Array(Self.ics(Self.todo("SUMMARY:A|DUE:20261130"), Self.todo("SUMMARY:B")).utf8)
        for count in 30..<whole.count - 2 {
            let file = try Self.read(Array(whole.prefix(count)), .ics)
            #expect(!file.problems.isEmpty && file.items.count <= 2, "\(count)")
        }
    }

    // MARK: - Whole files

    @Test(
        "006.21 A file of another kind under the right name is refused with what was wanted",
        arguments: [
            (
                "\u{0}\u{1}", ProgramFile.Format.todotxt,
                "byte 1 is no part of a text. todo.txt is a text with a task on each line."
            ),
            (
                "<!DOCTYPE html>", .todotxt,
                "it begins with “<!doctype”, as other files do. todo.txt is a text with a task on each line."
            ),
            (
                "BEGIN:VCALENDAR\n", .todotxt,
                "this is a file of iCalendar. todo.txt is a text with a task on each line."
            ),
            (
                "[{\"title\":\"a\"}]", .todotxt,
                "it begins with “[{”, as other files do. todo.txt is a text with a task on each line."
            ),
            (
                "a,b\n1,2\n", .todoist,
                "the first line has no columns TYPE and CONTENT, as the CSV of a project of Todoist has. Export the project "
                    + "as a template or a backup."
            ),
            ("TYPE,CONTENT\ntask,\"a", .todoist, "the quotation mark that opens in line 2 is never closed."),
            (
                "a,b\n", .ticktick,
                "no line names the columns List Name and Title, as the backup of TickTick does. Generate the backup again."
            ),
            (
                "", .ticktick,
                "no line names the columns List Name and Title, as the backup of TickTick does. Generate the backup again."
            ),
            (
                "BEGIN:VCARD\nEND:VCARD\n", .ics,
                "it doesn't begin with BEGIN:VCALENDAR, as iCalendar does. Export the list again as .ics."
            ),
            ("", .ics, "it doesn't begin with BEGIN:VCALENDAR, as iCalendar does. Export the list again as .ics."),
            (
                String(repeating: "BEGIN:VCALENDAR\n", count: 70), .ics,
                "line 65 is nested more than 64 levels deep. Export the list again."
            ),
        ])
    func refused(text: String, format: ProgramFile.Format, message: String) {
        #expect(Self.refusal(text, format) == message)
    }

    @Test("006.21 A file of more than 256 MiB is refused") func tooLarge() {
        let bytes = [UInt8](repeating: 0x61, count: ProgramFile.greatestSize + 1)
        #expect(throws: InputError.self) { try Self.read(bytes, .todotxt) }
    }

    @Test(
        "006.21 The format of a file is told by what is in it, and todo.txt by its name",
        arguments: [
            ("BEGIN:VCALENDAR\r\n", "x.txt", ProgramFile.Format.ics), ("\u{FEFF}\nbegin:vcalendar\n", "", .ics),
            (todoistHeader, "x.csv", .todoist), ("\"TYPE\";\"CONTENT\";\"PRIORITY\"\n", "", .todoist),
            (tickTickPreamble + tickTickHeader, "x.csv", .ticktick), (tickTickHeader, "", .ticktick),
            ("[{\"uuid\":\"a\",\"status\":\"pending\",\"description\":\"{[\\\"\"}]", "", .taskwarrior),
            ("{\"uuid\":\"a\",\"status\":\"pending\",\"description\":\"b\"}\n{}", "", .taskwarrior),
            ("[{\"title\":\"P\",\"tasks\":[{\"title\":\"a\",\"status\":1}],\"is_archived\":false}]", "", .vikunja),
            ("{\"lists\":[{\"displayName\":\"L\",\"tasks\":[]}]}", "", .microsoft),
            ("{\"value\":[{\"importance\":\"low\",\"title\":\"a\"}]}", "", .microsoft),
            ("{\"kind\":\"tasks#taskLists\",\"items\":[]}", "", .google), ("Milk\n", "todo.TXT", .todotxt),
            ("[ ] Milk\n", "todo.txt", .todotxt), ("Milk\n", "todo.md", nil), ("", "todo.txt", nil),
            ("title,notes,due\nA,,\n", "x.csv", nil), ("[]", "todo.txt", nil), ("[{\"uuid\":", "", nil),
            (
                "[{\"id\":\"0\",\"title\":\"tasks#\",\"description\":\"importance\",\"notes\":\"uuid status\"}]",
                "a.txt", nil
            ),
            ("{\"\\", "", nil), (String(repeating: "{\"a\":", count: 10_000), "", nil),
        ])
    func formats(text: String, name: String, format: ProgramFile.Format?) {
        #expect(ProgramFile.format(of: Array(text.utf8), name: name) == format)
    }

    @Test("006.21 A JSON file that Daybook wrote isn't taken for another program's") func ownJSON() {
        let json = TodoFile.json(Self.rows()).bytes
        #expect(ProgramFile.format(of: json, name: "daybook.json") == nil)
        var csv: [UInt8] = []
        TodoFile.writeCSV(Self.rows(), to: &csv)
        #expect(ProgramFile.format(of: csv, name: "daybook.csv") == nil)
    }

    @Test("006.21 Damaged files never stop the program, and are read in a time that grows with their length")
    func damaged() {
        let samples: [(String, ProgramFile.Format)] = [
            ("(A) 2026-11-01 Milk +Home @shop due:2026-11-30 rec:+1m\nx 2026-11-01 A\n", .todotxt),
            (
                Self.todoistHeader
                    + "task,A @b,c,1,2,,,every monday at 9,en,,1,day,2026-11-30,en\nnote,[[file x]],,,,,,,,,,,,\n",
                .todoist
            ),
            (
                tickTickText([["Title": "A", "Due Date": "2026-11-20T23:00:00+0000", "Repeat": "RRULE:FREQ=DAILY"]]),
                .ticktick
            ),
            (
                Self.ics(
                    Self.todo(
                        "SUMMARY:A\\n|DUE;TZID=\"x\":20261130T150000|DURATION:P1DT2H|RRULE:FREQ=DAILY;UNTIL=20261231T233000Z"
                    )), .ics
            ),
        ]
        var random = SeededRandom(21)
        for (text, format) in samples {
            let whole = Array(text.utf8)
            for _ in 0..<2_000 {
                var bytes = whole
                for _ in 0...random.below(4) where !bytes.isEmpty {
                    let place = random.below(bytes.count)
                    switch random.below(4) {
                    case 0: bytes.replaceSubrange(place...place, with: random.bytes(1))
                    case 1: bytes.remove(at: place)
                    case 2: bytes.insert(contentsOf: bytes[..<place].suffix(9), at: place)
                    default: bytes = Array(bytes.prefix(place + 1))
                    }
                }
                _ = try? Self.read(bytes, format)
                _ = ProgramFile.format(of: bytes, name: "a.txt")
            }
        }
    }

    @Test(
        "006.21 What is repeated without an end takes no more time than its length",
        arguments: ["+a ", "a:b ", "(A) ", "[[file ", "\\", ",", ";X=\"", "\r\n ", "x\n", "[[", "\"", "{\"a\":"])
    func repeated(piece: String) {
        let many = String(repeating: piece, count: 40_000)
        let texts: [(String, ProgramFile.Format)] = [
            (many, .todotxt), (Self.todoistHeader + "task,A,,,,,,,,,,,,\nnote,\(many)", .todoist),
            (Self.tickTickHeader + many, .ticktick),
            ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:\(many)\nCATEGORIES:\(many)\nX\(many)", .ics),
        ]
        for (text, format) in texts {
            #expect(work { _ = try? Self.read(text, format) } < 10)
            _ = ProgramFile.format(of: Array(text.utf8), name: "")
        }
    }

    // MARK: - Writing

    private static func rows() -> [TodoRow] {
        let created = Timestamp(milliseconds: 1_793_527_200_000)
        func todo(_ number: UInt64, _ title: String) -> Todo {
            Todo(
                id: EntityID(high: 0x0123_4567_89AB_CDEF, low: number), title: title, createdAt: created,
                todoPosition: Position(bytes: []))
        }
        var rent = todo(1, "x (A) Rent, \\ 50%; für \"家\"\nnow")
        (rent.due, rent.start) = (CivilDate("2026-11-30"), CivilDate("2026-11-25"))
        rent.repeats = Repeat("FREQ=MONTHLY;BYMONTHDAY=30", .every, anchor: CivilDate(daysSince1970: 20_787))
        rent.extraFields[.priority] = .choice(1)
        rent.notes = "estimate: 2h"
        var call = todo(2, "Call")
        (call.due, call.dueTime) = (CivilDate("2026-11-30"), TimeOfDay(minute: 900, zone: "Europe/Berlin"))
        call.repeats = Repeat("FREQ=WEEKLY;BYDAY=MO", .afterDone, anchor: CivilDate(daysSince1970: 20_787))
        call.description = String(repeating: "längere Zeile ", count: 12) + "\r\nzwei"
        var done = todo(3, "Done")
        done.completedAt = Timestamp(milliseconds: 1_793_786_400_000)
        done.extraFields[.priority] = .choice(5)
        call.tags = ["a;b", "by phone"]
        return [rent, call, done].enumerated().map { TodoRow(number: Int64($0 + 1), todo: $1) }
    }

    private static func list(_ todo: Todo) -> String? { todo.id.low == 3 ? nil : "My home" }

    @Test("006.22 What is written as todo.txt reads back") func writeTodotxt() throws {
        let id = "id:0123456789abcdef000000000000000"
        var bytes: [UInt8] = []
        TodoTxt.write(Self.rows(), listName: Self.list, to: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                (A) 2026-11-01 x (A) Rent, \\ 50%; für "家" now +My_home due:2026-11-30 t:2026-11-25 rec:+1m estimate:2h \(id)1
                2026-11-01 Call +My_home @a;b @by_phone due:2026-11-30 time:15:00[Europe/Berlin] rec:1w \(id)2
                x 2026-11-04 2026-11-01 Done pri:B \(id)3

                """)
        #expect(
            ExportedFile.todoTxt.unsaid(Self.rows(), things: [])
                == "todo.txt has no place for the notes of 1 to-do. JSON has all of it.")
        let file = try Self.read(bytes, .todotxt)
        #expect(file.problems.isEmpty && file.lost.isEmpty)
        #expect(
            Self.words(file) == [
                "x (A) Rent, \\ 50%; für \"家\" now list=My_home due=2026-11-30 start=2026-11-25 priority=1 "
                    + "rule=FREQ=MONTHLY created=2026-11-01T12:00:00.000Z notes=estimate: 2h",
                "Call list=My_home tags=a;b,by_phone due=2026-11-30 time=15:00[Europe/Berlin] rule=FREQ=WEEKLY fromDone "
                    + "created=2026-11-01T12:00:00.000Z",
                "Done priority=5 created=2026-11-01T12:00:00.000Z done=2026-11-04T12:00:00.000Z",
            ])
    }

    @Test("006.22 What is written as iCalendar reads back, and no line is longer than 75 bytes") func writeICS() throws
    {
        var bytes: [UInt8] = []
        ICalendar.write(Self.rows(), listName: Self.list, to: &bytes)
        let lines = String(decoding: bytes, as: UTF8.self).utf8.split(separator: 0x0A)
        #expect(lines.allSatisfy { $0.last == 0x0D && $0.count <= 76 })
        #expect(String(validating: Array(lines.joined()), as: UTF8.self) != nil)
        #expect(ProgramFile.format(of: bytes, name: "") == .ics)
        let file = try Self.read(bytes, .ics)
        #expect(file.problems.isEmpty && file.lost.isEmpty, "\(file.problems)")
        #expect(file.items.first?.key == "0123456789abcdef0000000000000001@daybook")
        let long = String(repeating: "längere Zeile ", count: 12)
        #expect(
            Self.words(file) == [
                "x (A) Rent, \\ 50%; für \"家\" now list=My home due=2026-11-30 start=2026-11-25 priority=1 "
                    + "rule=FREQ=MONTHLY;BYMONTHDAY=30 created=2026-11-01T10:00:00.000Z notes=estimate: 2h",
                "Call list=My home tags=a;b,by phone due=2026-11-30 time=15:00[Europe/Berlin] rule=FREQ=WEEKLY;BYDAY=MO fromDone "
                    + "created=2026-11-01T10:00:00.000Z notes=\(long)/zwei",
                "Done priority=5 created=2026-11-01T10:00:00.000Z done=2026-11-04T10:00:00.000Z",
            ])
    }

    @Test("006.22 Where all lie in one list, that is the name of the calendar") func writeCalendarName() throws {
        var bytes: [UInt8] = []
        ICalendar.write(Self.rows(), listName: { _ in "One, two" }, to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("X-WR-CALNAME:One\\, two\r\n") && !text.contains("X-DAYBOOK-LIST"))
        #expect(try Self.read(bytes, .ics).items.map(\.list) == ["One, two", "One, two", "One, two"])
    }

    @Test("006.22 Taskwarrior gets ids, states, moments and notes") func writeTaskwarrior() throws {
        var bytes: [UInt8] = []
        Taskwarrior.write(
            Self.rows(), listName: Self.list,
            instant: { day, minute in Timestamp(milliseconds: day.daysSince1970 * 86_400_000 + (minute - 60) * 60_000)
            },
            to: &bytes)
        #expect(ProgramFile.format(of: bytes, name: "") == .taskwarrior)
        guard case .array(let tasks) = try JSONValue(bytes) else { throw InputError("It isn't an array.") }
        #expect(tasks.count == 3)
        guard case .object(let rent) = tasks[0], case .object(let call) = tasks[1], case .object(let done) = tasks[2]
        else {
            throw InputError("They aren't objects.")
        }
        #expect(rent["uuid"] == .string("01234567-89ab-cdef-0000-000000000001"))
        #expect(rent["description"] == .string("x (A) Rent, \\ 50%; für \"家\" now"))
        #expect(rent["status"] == .string("pending") && rent["entry"] == .string("20261101T100000Z"))
        #expect(rent["due"] == .string("20261129T230000Z") && rent["scheduled"] == .string("20261124T230000Z"))
        #expect(rent["priority"] == .string("H") && rent["project"] == .string("My home") && rent["tags"] == nil)
        #expect(
            rent["annotations"]
                == .array([
                    .object(["entry": .string("20261101T100000Z"), "description": .string("estimate: 2h")]),
                    .object([
                        "entry": .string("20261101T100001Z"),
                        "description": .string("repeat: FREQ=MONTHLY;BYMONTHDAY=30"),
                    ]),
                ]))
        #expect(
            call["due"] == .string("20261130T140000Z") && call["tags"] == .array([.string("a;b"), .string("by_phone")]))
        #expect(done["status"] == .string("completed") && done["end"] == .string("20261104T100000Z"))
        #expect(done["priority"] == .string("M") && done["project"] == nil)
    }
}
