import DaybookCore
import Fixtures
import Testing

@testable import DaybookExchange

/// What rules, reminders and older files of other programs become in a book.
@Suite struct ProgramRuleTests {
    /// A Friday.
    private static let today = CivilDate(daysSince1970: 20_777)

    private static func plan(_ bytes: [UInt8], _ format: ProgramFile.Format) throws -> ProgramImport {
        let file = try ProgramFile(bytes, format, name: "", today: today) { LocalTime($0, minutesAhead: 60) }
        #expect(file.problems.isEmpty, "\(file.problems)")
        return try ProgramImport(file, format, lists: [], today: today)
    }

    private static func todos(_ plan: ProgramImport) -> [Todo] {
        plan.rows.compactMap { row in
            let stamp = Stamp(clock: 1 << 50, node: 1)
            var records: [EntityID: DaybookCore.Record] = [:]
            for register in row.todo.registers(row.id, stamp, replacing: Record(id: row.id)) {
                records[register.entity, default: Record(id: register.entity)].merge(register, isPending: true)
            }
            return records[row.id].flatMap {
                Todo($0, latest: nil, tags: records.values.compactMap { ItemTag($0) })
            }
        }
    }

    private static func repeats(_ text: String, _ format: ProgramFile.Format) throws -> String? {
        let todo = todos(try plan(Array(text.utf8), format)).first
        return todo?.repeats.map { "\($0.anchor.text) \($0.rule), start \(todo?.start?.text ?? "none")" }
    }

    private static func tickTick(_ rule: String, start: String = "", due: String = "") -> String {
        "List Name,Title,Start Date,Due Date,Repeat,Is All Day,Status\nL,A,\(start),\(due),\"\(rule)\",true,0\n"
    }

    @Test(
        "006.6 A rule without a due counts from the start, wherever it comes from, and not from the day of the import")
    func anchors() throws {
        let ics =
            "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:a\r\nSUMMARY:A\r\nDTSTART;VALUE=DATE:20260106\r\nRRULE:FREQ=WEEKLY\r\n"
        #expect(
            try Self.repeats(ics + "END:VTODO\r\nEND:VCALENDAR\r\n", .ics)
                == "2026-01-06 FREQ=WEEKLY, start none")
        #expect(
            try Self.repeats("Water t:2026-01-06 rec:+1w", .todotxt) == "2026-01-06 FREQ=WEEKLY, start 2026-01-06")
        #expect(
            try Self.repeats(
                Self.tickTick("RRULE:FREQ=WEEKLY;INTERVAL=1", start: "2026-01-06 00:00:00"), .ticktick)
                == "2026-01-06 FREQ=WEEKLY, start 2026-01-06")
        #expect(
            try Self.repeats(
                #"[{"uuid":"a","description":"A","status":"pending","recur":"weekly","scheduled":"20260105T230000Z"}]"#,
                .taskwarrior) == "2026-01-06 FREQ=WEEKLY, start 2026-01-06")
        #expect(
            try Self.repeats(
                #"[{"title":"L","tasks":[{"id":1,"title":"A","start_date":"2026-01-05T23:00:00Z","repeat_after":604800}]}]"#,
                .vikunja) == "2026-01-06 FREQ=WEEKLY, start 2026-01-06")
        #expect(
            try Self.repeats(
                #"""
                [{"id":"a","title":"A","status":"notStarted","importance":"low","recurrence":{"pattern":
                 {"type":"daily","interval":2},"range":{"type":"noEnd","startDate":"2026-01-06"}}}]
                """#, .microsoft) == "2026-01-06 FREQ=DAILY;INTERVAL=2, start none")
        #expect(try Self.repeats("Water rec:+1w", .todotxt) == "2026-11-20 FREQ=WEEKLY, start none")
    }

    @Test("006.8 What comes each month from the 29th to the 31st on comes on the last day of shorter ones")
    func monthEnds() throws {
        let last = "2026-01-31 FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1, start none"
        #expect(try Self.repeats("Rent due:2026-01-31 rec:+1m", .todotxt) == last)
        #expect(
            try Self.repeats(
                #"[{"uuid":"a","description":"A","status":"pending","recur":"monthly","due":"20260130T230000Z"}]"#,
                .taskwarrior) == last)
        #expect(
            try Self.repeats(
                #"[{"title":"L","tasks":[{"id":1,"title":"A","due_date":"2026-01-30T23:00:00Z","repeat_mode":1}]}]"#,
                .vikunja) == last)
        #expect(try Self.repeats(Self.tickTick("FREQ=MONTHLY", due: "2026-01-31 00:00:00"), .ticktick) == last)
        #expect(
            try Self.repeats("Leap due:2028-02-29 rec:+1y", .todotxt)
                == "2028-02-29 FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1, start none")
        // Counted from when it is done, and where a rule says the day itself, it stays as it is.
        #expect(
            try Self.repeats("Rent due:2026-01-31 rec:1m", .todotxt) == "2026-01-31 FREQ=MONTHLY, start none")
        #expect(
            try Self.repeats(Self.tickTick("FREQ=MONTHLY;BYMONTHDAY=31", due: "2026-01-31 00:00:00"), .ticktick)
                == "2026-01-31 FREQ=MONTHLY;BYMONTHDAY=31, start none")
        // The newest of a series has the day of its template.
        let series = try Self.repeats(
            #"""
            [{"uuid":"c","parent":"t","description":"A","status":"pending","recur":"monthly","due":"20260227T230000Z"},
            {"uuid":"t","description":"A","status":"recurring","recur":"monthly","due":"20260130T230000Z"}]
            """#, .taskwarrior)
        #expect(series == "2026-02-28 FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1, start none")
    }

    @Test("006.6 A rule that can't be followed is kept as it is, and counted; one in words is in the notes") func kept()
        throws
    {
        let plan = try Self.plan(
            Array(Self.tickTick("RRULE:FREQ=HOURLY;INTERVAL=36", due: "2026-11-30 00:00:00").utf8), .ticktick)
        let todo = try #require(Self.todos(plan).first)
        #expect(todo.repeats?.rule == "FREQ=HOURLY;INTERVAL=36" && todo.due?.text == "2026-11-30")
        #expect(plan.keptRules == 1 && plan.lost.isEmpty)
        #expect(ProgramImport.words(ofKept: 1) == "1 rule can't be followed. It is kept and shown as it is.")
        let words = try Self.plan(
            Array(#"[{"uuid":"a","description":"A","status":"pending","recur":"P1DT2H"}]"#.utf8), .taskwarrior)
        #expect(Self.todos(words).first?.notes == "recur: P1DT2H" && words.lost == [.rule: 1])
    }

    @Test(
        "006.21 Reminders of To Do, TickTick and Vikunja come along, and what they said before the import doesn't ring")
    func reminders() throws {
        let text =
            "List Name,Title,Start Date,Due Date,Reminder,Repeat,Is All Day,Status\n"
            + "L,All day,,2026-11-30 00:00:00,P0DT9H0M0S,,true,0\n"
            + "L,Evening,,2026-11-30 00:00:00,P0DT20H0M0S,,true,0\n"
            + "L,Evenings,,2026-11-30 00:00:00,P0DT20H0M0S,FREQ=DAILY,true,0\n"
            + "L,At ten,,2026-11-30 10:00:00,\"PT0S,-PT1H\",,false,0\n" + "L,Never,,,PT0S,,false,0\n"
        let plan = try Self.plan(Array(text.utf8), .ticktick)
        #expect(
            Self.todos(plan).map { $0.reminders.map(\.text).sorted() } == [
                ["-0m"], ["2026-11-30T20:00"], [], ["-0m", "-1h"], [],
            ])
        #expect(plan.lost == [.reminder: 2])
        #expect(Self.todos(plan)[0].extraFields[.remindedUntil]?.time == Stamp(clock: 1 << 50, node: 1).time)
        let microsoft = #"""
            [{"id":"a","title":"A","status":"notStarted","importance":"low","isReminderOn":true,
              "reminderDateTime":{"dateTime":"2026-11-30T09:15:00","timeZone":"Europe/Berlin"}},
             {"id":"b","title":"B","status":"notStarted","importance":"low","isReminderOn":true,
              "reminderDateTime":{"dateTime":"2026-11-30T09:15:00","timeZone":"Pacific Standard Time"}}]
            """#
        let others = try Self.plan(Array(microsoft.utf8), .microsoft)
        #expect(
            Self.todos(others).map { $0.reminders.map(\.text) } == [
                ["2026-11-30T09:15[Europe/Berlin]"], ["2026-11-30T09:15"],
            ])
        #expect(others.lost == [.other("time zone"): 1])
    }

    @Test("006.21 TickTick’s dates without a zone are those of the person’s clock") func dates() throws {
        let text =
            "List Name,Title,Due Date,Created Time,Completed Time,Is All Day,Status\n"
            + "L,A,2026-02-27 14:59:52,2026-02-15 09:30:00,,false,0\nL,B,,2026-02-10 08:00:00,2026-02-25 16:45:30,,1\n"
        let todos = Self.todos(try Self.plan(Array(text.utf8), .ticktick))
        #expect(todos[0].due?.text == "2026-02-27" && todos[0].dueTime?.text == "14:59")
        #expect(todos[0].createdAt.text == "2026-02-15T08:30:00.000Z")
        #expect(todos[1].completedAt?.text == "2026-02-25T15:45:30.000Z")
    }

    private static let namespaces = #"""
        [{"id":1,"title":"Home","description":"","is_archived":false,"lists":[
          {"id":2,"title":"Garden","namespace_id":1,"buckets":[{"id":1,"title":"Doing"}],"tasks":[
           {"id":7,"title":"Mow","reminder_dates":["2026-11-30T08:00:00Z"],"created":"2026-11-01T00:00:00Z"}]},
          {"id":3,"title":"Empty","namespace_id":1,"tasks":null}]}]
        """#

    @Test("006.21 Vikunja’s export comes in as the ZIP that it is, and in its older shape", arguments: [true, false])
    func vikunja(packed: Bool) throws {
        let zip = ZipFile.bytes(
            [
                ("VERSION", "0.18"), ("data.json", Self.namespaces), ("files/1", "hello"),
                ("filters.json", #"[{"title":"Soon"}]"#),
            ], packed: packed)
        for bytes in [zip, Array(Self.namespaces.utf8)] {
            #expect(ProgramFile.format(of: bytes, name: "export.zip") == .vikunja)
            let plan = try Self.plan(bytes, .vikunja)
            let todos = Self.todos(plan)
            #expect(todos.map(\.title) == ["Mow"] && plan.lists.new.map(\.name) == ["Garden"])
            #expect(todos.first?.reminders.map(\.text) == ["2026-11-30T09:00"])
            let filters: [ProgramFile.Loss: Int] = bytes == zip ? [.other("saved filter"): 1] : [:]
            #expect(
                plan.lost == filters.merging([.other("namespace"): 1, .other("bucket"): 1]) { $1 }, "\(plan.lost)")
        }
        #expect(ProgramFile.format(of: ZipFile.bytes([("a.txt", "hello")]), name: "a.zip") == nil)
        #expect(ProgramFile.format(of: Array(zip.prefix(90)), name: "a.zip") == nil)
    }

    @Test("006.21 A newer Vikunja’s rule is an RRULE") func rrule() throws {
        #expect(
            try Self.repeats(
                #"[{"title":"L","tasks":[{"id":1,"title":"A","due_date":"2026-11-29T23:00:00Z","repeats":"FREQ=WEEKLY;BYDAY=MO"}]}]"#,
                .vikunja) == "2026-11-30 FREQ=WEEKLY;BYDAY=MO, start none")
    }

    @Test("006.21 A file without to-dos says what it has instead") func empty() throws {
        let events = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:E\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        let file = try ProgramFile(Array(events.utf8), .ics, name: "", today: Self.today) {
            LocalTime($0, minutesAhead: 60)
        }
        #expect(
            file.emptiness(of: "a.ics")?.text
                == "a.ics has no to-dos that Daybook takes, only 1 “event”. Export it again.")
    }

    @Test(
        "006.21 Short texts of todo.txt are known, by their name or by their marks, and tables aren't",
        arguments: [
            ("a", "todo.txt", true), ("Milk\n", "TODO.TXT", true), ("Buy milk, title\n", "/x/todo.txt", true),
            ("title\n", "done.txt", true), ("Milk", "list.txt", true), ("12.11.2026;5,00\n", "statement.txt", false),
            ("(A) Call +Family\n", "tasks", true), ("Call @phone\nMilk due:2026-11-30\n", "-", true),
            ("Milk\nBread\n", "list.md", false), ("[{\"a\":1}]", "todo.txt", false),
        ])
    func short(text: String, name: String, isOne: Bool) {
        let moment = ImportMoment(now: Timestamp(milliseconds: 0), today: Self.today, localCurrency: nil) {
            LocalTime($0, minutesAhead: 60)
        }
        let file = try? FileImport(Array(text.utf8), name: name, ImportOptions(), usual: .usDollar, at: moment)
        #expect((file?.form == "todo.txt") == isOne)
    }
}
