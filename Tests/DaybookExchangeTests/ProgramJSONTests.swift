import DaybookCore
import Fixtures
import Testing

@testable import DaybookExchange

/// What the readers of other programs' files in JSON make of them, for a person in Berlin.
@Suite struct ProgramJSONTests {
    /// Two hours ahead of UTC from the last Sunday of March 2026 to that of October, else one.
    private static func berlin(_ time: Timestamp) -> LocalTime {
        let isSummer = time.text >= "2026-03-29T01:00" && time.text < "2026-10-25T01:00"
        return LocalTime(time, minutesAhead: isSummer ? 120 : 60)
    }

    private static func read(_ format: ProgramFile.Format, _ text: String) throws(InputError) -> ProgramFile {
        try read(format, Array(text.utf8))
    }

    private static func read(_ format: ProgramFile.Format, _ bytes: [UInt8]) throws(InputError) -> ProgramFile {
        switch format {
        case .taskwarrior: try .taskwarrior(bytes, clock: berlin)
        case .vikunja: try .vikunja(bytes, clock: berlin)
        case .microsoft: try .microsoft(bytes, clock: berlin)
        default: try .google(bytes, clock: berlin)
        }
    }

    /// The formats that these tests are for.
    private static let formats: [ProgramFile.Format] = [.taskwarrior, .vikunja, .microsoft, .google]

    /// The title, and what else there is of: the list, days, the priority, tags, the rule.
    private static func lines(_ file: ProgramFile) -> [String] {
        file.items.map { item in
            var parts = [item.values[.title]?.text ?? ""]
            if let list = item.list { parts.append("in \(list)") }
            if let day = item.values[.start]?.day {
                parts.append("from \(day.text)" + (item.values[.startTime]?.timeOfDay.map { " \($0.text)" } ?? ""))
            }
            if let day = item.values[.due]?.day {
                parts.append("due \(day.text)" + (item.values[.dueTime]?.timeOfDay.map { " \($0.text)" } ?? ""))
            }
            if let priority = item.values[.priority]?.choice { parts.append("!\(priority)") }
            parts += (item.values[.reminders]?.texts ?? []).map { "rings \($0)" }
            parts += item.tags.map { "#\($0)" }
            if let rule = item.rule { parts.append(rule + (item.countsFromDone ? " from done" : "")) }
            if let time = item.values[.completedAt]?.time { parts.append("done \(time.text)") }
            return parts.joined(separator: ", ")
        }
    }

    private static func notes(_ file: ProgramFile) -> [String] { file.items.map { $0.values[.notes]?.text ?? "" } }

    private static func message(_ format: ProgramFile.Format, _ text: String) -> String {
        do {
            let file = try read(format, text)
            return "\(file.items.count) items, \(file.problems.count) problems"
        } catch {
            return error.message
        }
    }

    // MARK: - Taskwarrior

    @Test("006.21 Taskwarrior’s midnight is the day where the person is, with what else a task has")
    func taskwarrior() throws {
        let file = try Self.read(
            .taskwarrior,
            #"""
            [
            {"id":1,"uuid":"a1","description":"Pay\nthe \"rent\"","status":"pending","entry":"20261001T081500Z",
             "modified":"20261002T081500Z","due":"20261020T220000Z","scheduled":"20261018T220000Z",
             "wait":"20261017T220000Z","priority":"H","project":"home.flat","tags":["next","C#","#next"," pay ",""],
             "annotations":[{"entry":"20261002T230000Z","description":"ask Ann"},{"entry":"20261003T090000Z","description":"two"}],
             "depends":["a2","a3"],"urgency":9.5,"estimate":2,"weight":1.5,"client":"Miller & Co"},
            {"uuid":"a2","description":"Call","status":"waiting","wait":"20261119T233000Z","due":"20261120T133000Z","priority":"L"},
            {"uuid":"a3","description":"Learn","status":"waiting","wait":"20380118T230000Z","priority":"M"},
            {"uuid":"a4","description":"Done","status":"completed","end":"20261005T100000Z","project":"work","recur":"daily"},
            {"uuid":"a5","description":"Gone","status":"deleted","end":"20261005T100000Z"},
            {"uuid":"a6","description":"Someday","status":"waiting","wait":"someday","priority":"X","depends":"a1,a2"}
            ]
            """#)
        #expect(file.problems.isEmpty, "\(file.problems)")
        #expect(
            Self.lines(file) == [
                "Pay the \"rent\", in home.flat, from 2026-10-19, due 2026-10-21, !1, #next, #pay",
                "Call, from 2026-11-20 00:30, due 2026-11-20 14:30, !9", "Learn, !5",
                "Done, in work, done 2026-10-05T10:00:00.000Z", "Someday",
            ])
        #expect(
            Self.notes(file) == [
                "tag: C#\n2026-10-03: ask Ann\n2026-10-03: two\nclient: Miller & Co\nestimate: 2\nweight: 1.5", "", "",
                "", "priority: X",
            ])
        #expect(file.lost == [.dependency: 4, .other("wait"): 1, .other("deleted"): 1])
        #expect(file.items.map(\.key) == ["a1", "a2", "a3", "a4", "a6"] && file.items.map(\.line) == [1, 2, 3, 4, 6])
        #expect(file.items[0].values[.createdAt]?.time?.text == "2026-10-01T08:15:00.000Z")
    }

    @Test("006.21 A template of Taskwarrior gives its rule to its newest open task, or is the to-do where it has none")
    func templates() throws {
        let file = try Self.read(
            .taskwarrior,
            #"""
            [{"uuid":"t1","description":"Rent","status":"recurring","recur":"monthly","due":"20260930T220000Z","mask":"+--","until":"20270131T230000Z"},
            {"uuid":"c1","parent":"t1","imask":0,"description":"Rent","status":"completed","recur":"monthly","due":"20260930T220000Z","end":"20261001T080000Z"},
            {"uuid":"c3","parent":"t1","imask":2,"description":"Rent","status":"pending","recur":"monthly","due":"20261130T230000Z","until":"20270131T230000Z"},
            {"uuid":"c2","parent":"t1","imask":1,"description":"Rent","status":"pending","recur":"monthly","due":"20261031T230000Z"},
            {"uuid":"t2","description":"Water","status":"recurring","recur":"3d","due":"20261119T230000Z"},
            {"uuid":"c4","parent":"t2","description":"Water","status":"deleted","recur":"3d","due":"20261122T230000Z"},
            {"uuid":"t3","description":"Over","status":"deleted","recur":"weekly","due":"20261119T230000Z"},
            {"uuid":"c5","parent":"t3","description":"Over","status":"pending","recur":"weekly","due":"20261119T230000Z"},
            {"uuid":"c6","parent":"elsewhere","description":"Left","status":"pending","recur":"weekdays","due":"20261119T230000Z"},
            {"uuid":"t4","description":"Odd","status":"recurring","recur":"P1DT2H","due":"20261119T230000Z"},
            {"uuid":"u1","description":"Expires","status":"pending","until":"20261119T230000Z"}]
            """#)
        #expect(file.problems.isEmpty, "\(file.problems)")
        #expect(
            Self.lines(file) == [
                "Rent, due 2026-10-01, done 2026-10-01T08:00:00.000Z",
                "Rent, due 2026-12-01, FREQ=MONTHLY;UNTIL=20270201", "Rent, due 2026-11-01",
                "Water, due 2026-11-20, FREQ=DAILY;INTERVAL=3", "Over, due 2026-11-20",
                "Left, due 2026-11-20, FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Odd, due 2026-11-20", "Expires",
            ])
        #expect(file.lost == [.other("deleted"): 2, .rule: 1, .other("until"): 1])
    }

    @Test(
        "006.21 The periods of Taskwarrior become rules, and one that isn’t whole days is said to be lost",
        arguments: [
            ("daily", "FREQ=DAILY"), ("weekly", "FREQ=WEEKLY"), ("biweekly", "FREQ=WEEKLY;INTERVAL=2"),
            ("fortnight", "FREQ=WEEKLY;INTERVAL=2"), ("monthly", "FREQ=MONTHLY"),
            ("bimonthly", "FREQ=MONTHLY;INTERVAL=2"),
            ("quarterly", "FREQ=MONTHLY;INTERVAL=3"), ("semiannual", "FREQ=MONTHLY;INTERVAL=6"),
            ("yearly", "FREQ=YEARLY"),
            ("annual", "FREQ=YEARLY"), ("biannual", "FREQ=YEARLY;INTERVAL=2"), ("biyearly", "FREQ=YEARLY;INTERVAL=2"),
            ("2w", "FREQ=WEEKLY;INTERVAL=2"), ("10 days", "FREQ=DAILY;INTERVAL=10"), ("1m", "FREQ=MONTHLY"),
            ("2q", "FREQ=MONTHLY;INTERVAL=6"), ("5y", "FREQ=YEARLY;INTERVAL=5"), ("P1D", "FREQ=DAILY"),
            ("P2W", "FREQ=WEEKLY;INTERVAL=2"), ("P1M", "FREQ=MONTHLY"), ("P1Y", "FREQ=YEARLY"), ("PT4H", nil),
            ("P1Y2M", nil), ("0d", nil), ("4h", nil), ("sennight", nil), ("9999999999999999999d", nil),
            ("9223372036854775807q", nil), ("1.5w", nil), ("P", nil),
        ])
    func periods(period: String, rule: String?) throws {
        let file = try Self.read(
            .taskwarrior, #"[{"uuid":"a","description":"A","status":"pending","recur":"\#(period)"}]"#)
        #expect(file.items.map(\.rule) == [rule] && file.lost == (rule == nil ? [.rule: 1] : [:]))
    }

    @Test("006.21 Taskwarrior’s older form, one task a line, is read with commas and without")
    func taskwarriorLines() throws {
        let tasks = ["1", "2", "3"].map { #"{"uuid":"a\#($0)","description":"Task \#($0)","status":"pending"}"# }
        for separator in ["\n", ",\n", "\r\n", "\n\n"] {
            for end in ["", "\n", ",\n"] {
                let file = try Self.read(.taskwarrior, tasks.joined(separator: separator) + end)
                #expect(Self.lines(file) == ["Task 1", "Task 2", "Task 3"])
            }
        }
        #expect(Self.lines(try Self.read(.taskwarrior, tasks[0])) == ["Task 1"])
        #expect(Self.lines(try Self.read(.taskwarrior, "\u{FEFF}" + tasks.joined(separator: "\n"))).count == 3)
        #expect(try Self.read(.taskwarrior, "[\n]\n").items.isEmpty)
        let cut = Self.message(.taskwarrior, tasks.joined(separator: "\n").dropLast(8).description)
        #expect(cut == "line 3 can't be read. This is not JSON; it ends too early. If it is cut off, export it again.")
    }

    // MARK: - Vikunja

    @Test("006.21 Vikunja’s projects, zero dates, descriptions in HTML, labels and repetitions become what they mean")
    func vikunja() throws {
        let file = try Self.read(
            .vikunja,
            #"""
            [{"id":1,"title":"Inbox","parent_project_id":0,"is_archived":false,"tasks":[
              {"id":7,"title":"Pay rent","description":"<p>To &lt;Ann&gt; &amp; Bob<br>soon</p><ul><li><p>one</p></li><li><p>two</p></li></ul><p>see <a href=\"https://a.example/x\">this</a></p>",
               "done":false,"done_at":"0001-01-01T00:00:00Z","due_date":"2026-10-20T22:00:00Z","start_date":"2026-10-19T09:30:00+02:00",
               "end_date":"2026-10-22T10:00:00Z","reminders":[{"reminder":"2026-10-20T08:00:00Z"},{"reminder":"2026-10-20T21:00:00Z","relative_period":-3600,"relative_to":"due_date"},{"reminder":"soon"}],"is_favorite":true,"hex_color":"","index":3,
               "repeat_after":0,"repeat_mode":1,"priority":4,"labels":[{"id":1,"title":"home"},{"id":2,"title":"a,b"}],"percent_done":0.5,
               "related_tasks":{"parenttask":[{"id":9}],"blocked":[{"id":8}],"subtask":[{"id":3}],"related":[{"id":4}]},
               "attachments":[{"id":1}],"comments":[{"id":1},{"id":2}],"created":"2026-10-01T10:00:00.123456789Z","updated":"2026-10-02T10:00:00Z"},
              {"id":8,"title":"Plain","description":"if a < b\nthen c","done":true,"done_at":"2026-10-05T10:00:00+02:00","due_date":null,
               "labels":null,"reminders":null,"related_tasks":{},"repeat_after":86400,"priority":3,"percent_done":1}]},
             {"id":2,"title":"Garden","parent_project_id":1,"is_archived":true,"tasks":[
              {"id":9,"title":"Water","due_date":"2026-11-19T23:00:00Z","repeat_after":259200,"repeat_mode":2,"priority":1},
              {"id":10,"title":"Mow","due_date":"0001-01-01T00:53:28+00:53","repeat_after":1209600,"priority":5},
              {"id":11,"title":"Odd","start_date":"0000-12-31T19:03:58-04:56","repeat_after":3600,"priority":9}]},
             {"id":3,"title":"Empty","parent_project_id":0,"tasks":null}]
            """#)
        #expect(file.problems.isEmpty, "\(file.problems)")
        #expect(
            Self.lines(file) == [
                "Pay rent, in Inbox, from 2026-10-19 09:30, due 2026-10-21, !1, rings 2026-10-20T10:00, rings -1h, #home, FREQ=MONTHLY",
                "Plain, in Inbox, !5, done 2026-10-05T08:00:00.000Z",
                "Water, in Garden, due 2026-11-20, !9, FREQ=DAILY;INTERVAL=3 from done",
                "Mow, in Garden, !1, FREQ=WEEKLY;INTERVAL=2", "Odd, in Garden",
            ])
        #expect(
            Self.notes(file) == [
                "To <Ann> & Bob\nsoon\n- one\n- two\nsee this (https://a.example/x)\nend_date: 2026-10-22 12:00\ntag: a,b",
                "if a < b\nthen c", "", "", "",
            ])
        #expect(
            file.lost == [
                .reminder: 1, .other("is_favorite"): 1, .attachment: 1, .comment: 2, .dependency: 1, .rule: 1,
                .other("related"): 1,
                .other("percent_done"): 1, .other("priority"): 1, .other("parent_project_id"): 1,
                .other("is_archived"): 1,
            ])
        #expect(file.items.map(\.key) == ["vikunja:7", "vikunja:8", "vikunja:9", "vikunja:10", "vikunja:11"])
        #expect(file.items.map(\.line) == [1, 2, 3, 4, 5])
        #expect(file.items[0].values[.createdAt]?.time?.text == "2026-10-01T10:00:00.123Z")
    }

    @Test(
        "006.21 HTML becomes the text that it shows",
        arguments: [
            ("<p>a</p><p>b</p>", "a\nb"), ("<p>a<br/>b<br>c</p>", "a\nb\nc"), ("<ol><li>x<li>y</ol>z", "- x\n- y\nz"),
            (
                #"<ul data-type="taskList"><li data-checked="true"><p>x</p></li><li data-checked="false">y</li></ul>"#,
                "- [x] x\n- [ ] y"
            ),
            (
                "<html><head><style>p { a: b }</style></head><body>\r\n<div>a\r\n b</div>\r\n<div>c</div></body></html>",
                "a b\nc"
            ),
            ("<p>&#8364; &#x20AC; &quot;&apos;&nbsp;&unknown; &#0;</p>", "€ € \"'\u{A0}&unknown; &#0;"),
            ("<pre>a\n  b</pre><p>c</p>", "a\n  b\nc"),
            (#"<a href="mailto:a@b.example">a@b.example</a>"#, "a@b.example"),
            ("<p>cut off <a href=", "<p>cut off <a href="), ("<!-- no --><b>a</b>", "a"), ("", ""),
        ])
    func markup(markup: String, text: String) { #expect(MarkupText.text(markup) == text) }

    @Test("006.21 A description that only looks a little like HTML stays as it is")
    func plainText() {
        for text in ["a < b > c", "<3 you", "<name> goes here", "List<String>", "# one\n- two", "&amp;", ""] {
            #expect(!MarkupText.isMarkup(text))
        }
        for text in ["<p>a</p>", "<H1 id=\"x\">a</H1>", "a<br>b", " <ul><li>a</li></ul>", "a<br />b"] {
            #expect(MarkupText.isMarkup(text))
        }
    }

    // MARK: - Microsoft To Do

    private static let microsoftLists = #"""
        {"@odata.context":"x","value":[
         {"id":"L1","displayName":"Tasks","wellknownListName":"defaultList","tasks":[
          {"id":"m1","title":"Pay rent","status":"notStarted","importance":"high","isReminderOn":true,"@odata.etag":"x","extensions":[{}],
           "reminderDateTime":{"dateTime":"2026-11-19T08:30:00.0000000","timeZone":"UTC"},"hasAttachments":true,
           "createdDateTime":"2026-10-01T08:15:00.1234567Z","lastModifiedDateTime":"2026-10-02T08:15:00Z",
           "body":{"content":"<html><body><div>to Ann</div></body></html>","contentType":"html"},"categories":["home","Red, dark"],
           "dueDateTime":{"dateTime":"2026-11-20T00:00:00.0000000","timeZone":"UTC"},
           "startDateTime":{"dateTime":"2026-11-17T23:00:00.0000000","timeZone":"UTC"},
           "checklistItems":[{"displayName":"look","isChecked":true},{"displayName":"sign","isChecked":false}],
           "linkedResources":[{"displayName":"Mail","webUrl":"https://m.example/1"},{"webUrl":"https://m.example/2"}],
           "attachments":[{"id":"x"},{"id":"y"}],
           "recurrence":{"pattern":{"type":"absoluteMonthly","interval":1,"dayOfMonth":20},"range":{"type":"noEnd","startDate":"2026-10-20","endDate":"0001-01-01"}}}]},
         {"id":"L2","displayName":"Work","wellknownListName":"none","tasks":[
          {"id":"m2","title":"Report","status":"completed","importance":"normal","isReminderOn":false,
           "body":{"content":"as it is <b>","contentType":"text"},
           "completedDateTime":{"dateTime":"2026-10-05T10:00:00.0000000","timeZone":"UTC"}},
          {"id":"m3","title":"Wait","status":"waitingOnOthers","importance":"low","dueDateTime":{"dateTime":"2026-11-20T09:00:00","timeZone":"Pacific Standard Time"}},
          {"id":"m4","title":"Elsewhere","status":"completed","completedDateTime":{"dateTime":"2026-10-05T10:00:00","timeZone":"Tokyo Standard Time"}},
          {"id":"m5","title":"Recent","status":"completed","lastModifiedDateTime":"2026-10-02T08:15:00Z"}]},
         {"displayName":"Empty"}]}
        """#

    @Test("006.21 To Do’s days stay days, its steps are lines of the notes, and its default list is the inbox")
    func microsoft() throws {
        let file = try Self.read(.microsoft, Self.microsoftLists)
        #expect(
            Self.lines(file) == [
                "Pay rent, from 2026-11-18, due 2026-11-20, !1, rings 2026-11-19T09:30, #home, FREQ=MONTHLY;BYMONTHDAY=20",
                "Report, in Work, done 2026-10-05T10:00:00.000Z", "Wait, in Work, due 2026-11-20, !9",
                "Recent, in Work, done 2026-10-02T08:15:00.000Z",
            ])
        #expect(
            Self.notes(file) == [
                "to Ann\n- [x] look\n- [ ] sign\nMail: https://m.example/1\nhttps://m.example/2\ntag: Red, dark",
                "as it is <b>", "", "",
            ])
        #expect(file.lost == [.attachment: 2, .other("extensions"): 1, .other("waitingOnOthers"): 1])
        #expect(
            file.problems.map { "\($0.line) \($0.reason)" } == [
                "4 its completedDateTime “2026-10-05T10:00:00” is in the time zone “Tokyo Standard Time”. Export it "
                    + "again in UTC."
            ])
        #expect(file.items[0].values[.createdAt]?.time?.text == "2026-10-01T08:15:00.123Z")
    }

    @Test("006.21 To Do’s midnight is the day as it is written also where clocks are behind UTC")
    func microsoftBehind() throws {
        func due(_ date: String) throws -> String? {
            let text =
                #"[{"id":"a","title":"A","status":"notStarted","dueDateTime":{"dateTime":"\#(date)","timeZone":"UTC"}}]"#
            let file = try ProgramFile.microsoft(Array(text.utf8)) { LocalTime($0, minutesAhead: -300) }
            return file.items.first?.values[.due]?.day?.text
        }
        #expect(try due("2026-11-20T00:00:00.0000000") == "2026-11-20")
        #expect(try due("2026-11-20T05:00:00.0000000") == "2026-11-20")
        #expect(try due("2026-11-20T04:59:00.0000000") == "2026-11-19")
    }

    @Test("006.21 The tasks of one list of To Do come alone, as an array and as Graph answers")
    func microsoftTasks() throws {
        let tasks = #"[{"id":"a","title":"A","status":"notStarted"},{"id":"b","title":" ","status":"deferred"},7]"#
        for text in [tasks, #"{"value":\#(tasks)}"#] {
            let file = try Self.read(.microsoft, text)
            #expect(Self.lines(file) == ["A"] && file.lost.isEmpty)
            #expect(file.problems.map(\.line) == [2, 3] && file.problems[0].reason == "it has no title. Give it one.")
        }
        let utf16 = Array(tasks.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(Self.lines(try Self.read(.microsoft, [0xFF, 0xFE] + utf16)) == ["A"])
    }

    @Test(
        "006.21 To Do’s patterns become rules, and one that isn’t known is said to be lost",
        arguments: [
            (#""type":"daily","interval":3"#, "", "FREQ=DAILY;INTERVAL=3"),
            (
                #""type":"weekly","interval":1,"daysOfWeek":["friday","monday"],"firstDayOfWeek":"sunday""#, "",
                "FREQ=WEEKLY;BYDAY=MO,FR"
            ),
            (#""type":"weekly","interval":2,"daysOfWeek":["monday"]"#, "", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU"),
            (
                #""type":"absoluteMonthly","interval":1,"dayOfMonth":31"#, "",
                "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"
            ),
            (
                #""type":"relativeMonthly","interval":1,"daysOfWeek":["tuesday"],"index":"second""#, "",
                "FREQ=MONTHLY;BYDAY=2TU"
            ),
            (
                #""type":"relativeMonthly","interval":2,"daysOfWeek":["monday","tuesday"],"index":"last""#, "",
                "FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,TU;BYSETPOS=-1"
            ),
            (
                #""type":"absoluteYearly","interval":1,"month":12,"dayOfMonth":31"#, "",
                "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31"
            ),
            (
                #""type":"absoluteYearly","interval":1,"month":2,"dayOfMonth":29"#, "",
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"
            ),
            (
                #""type":"relativeYearly","interval":1,"month":11,"daysOfWeek":["thursday"],"index":"fourth""#, "",
                "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"
            ),
            (#""type":"daily","interval":1"#, #""type":"endDate","endDate":"2026-12-31""#, "FREQ=DAILY;UNTIL=20261231"),
            (
                #""type":"daily","interval":1"#, #""type":"numbered","startDate":"2026-11-20","numberOfOccurrences":5"#,
                "FREQ=DAILY;COUNT=5"
            ),
            (
                #""type":"daily","interval":1"#, #""type":"numbered","startDate":"2026-11-18","numberOfOccurrences":5"#,
                "FREQ=DAILY;UNTIL=20261122"
            ),
            (#""type":"daily","interval":1"#, #""type":"numbered","numberOfOccurrences":0"#, nil),
            (#""type":"daily","interval":0"#, "", nil), (#""type":"daily","interval":1e300"#, "", nil),
            (#""type":"daily","interval":1.5"#, "", nil), (#""type":"hourly","interval":1"#, "", nil),
            (#""type":"absoluteMonthly","dayOfMonth":32"#, "", nil),
            (#""type":"relativeMonthly","daysOfWeek":[]"#, "", nil),
            (#""type":"weekly","daysOfWeek":["noday"]"#, "", nil),
        ])
    func patterns(pattern: String, range: String, rule: String?) throws {
        let file = try Self.read(
            .microsoft,
            #"""
            [{"id":"a","title":"A","status":"notStarted","dueDateTime":{"dateTime":"2026-11-20T00:00:00"},
              "recurrence":{"pattern":{\#(pattern)},"range":{\#(range)}}}]
            """#)
        #expect(file.items.map(\.rule) == [rule] && file.lost == (rule == nil ? [.rule: 1] : [:]))
    }

    // MARK: - Google Tasks

    @Test("006.21 Google’s midnight in UTC stands for a day, and what is deleted or has no title doesn’t come")
    func google() throws {
        let file = try Self.read(
            .google,
            #"""
            {"kind":"tasks#taskLists","items":[
             {"kind":"tasks#tasks","id":"L1","title":"My Tasks","items":[
              {"id":"g1","title":"Pay rent","status":"needsAction","due":"2026-11-20T00:00:00.000Z","notes":"to Ann\r\nsoon","position":"2",
               "links":[{"type":"email","description":"Mail","link":"https://m.example/1"},{"type":"email","link":"https://m.example/2"}]},
              {"id":"g2","title":"Part","status":"completed","completed":"2026-10-05T10:00:00.000Z","hidden":true,"parent":"g1"},
              {"id":"g3","title":"Gone","status":"needsAction","deleted":true},
              {"id":"g4","title":"","status":"needsAction","due":"2026-11-20T00:00:00.000Z"},
              {"id":"g5","title":"No day","status":"needsAction","due":"2026-02-30T00:00:00.000Z"},
              {"id":"g1","title":"Twice","status":"needsAction"},
              {"id":"g6","status":"needsAction"},
              {"id":"g7","title":"Odd","status":"paused"}]},
             {"title":"Empty"},
             {"title":"Work","items":[{"id":"g8","title":"Report","status":"completed","updated":"2026-10-05T10:00:00Z"}]}]}
            """#)
        #expect(
            Self.lines(file) == [
                "Pay rent, in My Tasks, due 2026-11-20", "Part, in My Tasks, done 2026-10-05T10:00:00.000Z",
                "Twice, in My Tasks", "Report, in Work, done 2026-10-05T10:00:00.000Z",
            ])
        #expect(Self.notes(file) == ["to Ann\nsoon\nMail: https://m.example/1\nhttps://m.example/2", "", "", ""])
        #expect(file.lost == [.other("deleted"): 1] && file.items.map(\.line) == [1, 2, 6, 9])
        #expect(file.items.map(\.key) == ["g1", "g2", "g1\n#2", "g8"])
        #expect(
            file.problems.map { "\($0.line) \($0.reason)" } == [
                "4 it has no title. Give it one.",
                "5 its due “2026-02-30T00:00:00.000Z” isn't a valid date. Write one such as 2026-11-21T00:00:00Z.",
                "7 it has no title. Give it one.",
                "8 its status “paused” isn't valid. It has to be needsAction or completed.",
            ])
    }

    // MARK: - What can't be read

    /// A file with a task, of each format, with places for a date and for a number.
    private static func sample(_ format: ProgramFile.Format, date: String, number: String = "0") -> String {
        switch format {
        case .taskwarrior:
            #"[{"uuid":"a","description":"A","status":"pending","due":\#(date),"size":\#(number)},{"uuid":"b","description":"B","status":"pending"}]"#
        case .vikunja:
            #"[{"title":"L","tasks":[{"id":1,"title":"A","due_date":\#(date),"repeat_after":\#(number)},{"id":2,"title":"B"}]}]"#
        case .microsoft:
            #"[{"id":"a","title":"A","status":"notStarted","dueDateTime":{"dateTime":\#(date)},"recurrence":{"pattern":{"type":"daily","interval":\#(number)}}},{"id":"b","title":"B","status":"notStarted"}]"#
        default:
            #"{"kind":"tasks#taskLists","items":[{"title":"L","items":[{"id":"a","title":"A","due":\#(date),"position":\#(number)},{"id":"b","title":"B"}]}]}"#
        }
    }

    @Test(
        "006.21 A date that isn’t valid is a problem of its task alone, and quoted", arguments: formats,
        [
            "2026-02-30T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T10:61:00Z", "tomorrow", "20260230T000000Z",
            "2026-11-21T10:00:00+", "2026-11-21T10:00:00.Z", "99999-01-01T00:00:00Z", "２０２６-11-21",
            "2026-11-21T10:00:00+99:00", "2026-11-21T1é:00:00Z",
        ])
    func dates(format: ProgramFile.Format, date: String) throws {
        let file = try Self.read(format, Self.sample(format, date: "\"\(date)\""))
        #expect(file.items.map { $0.values[.title]?.text } == ["B"])
        #expect(
            file.problems.map(\.line) == [1] && file.problems[0].reason.text.contains("“\(date)” isn't a valid date."))
        let other = try Self.read(format, Self.sample(format, date: "17"))
        #expect(
            other.items.count == 1 && other.problems[0].reason.text.hasSuffix("is a number, and has to be a string."))
        let long = try Self.read(format, Self.sample(format, date: "\"\(String(repeating: "9", count: 1_000))\""))
        #expect(long.problems[0].reason.text.utf8.count < 250)
    }

    @Test("006.21 Days at the end of time and numbers that overflow trap nothing", arguments: formats)
    func extremes(format: ProgramFile.Format) throws {
        for number in ["1e308", "-1e308", "9223372036854775807", "-9223372036854775808", "1e-300", "0.1", "-86400"] {
            for date in ["null", "\"9999-12-31T23:59:59Z\"", "\"0001-01-01T00:00:00+23:59\"", "\"\""] {
                let file = try Self.read(format, Self.sample(format, date: date, number: number))
                #expect(file.items.count + file.problems.count == 2 && file.items.last?.values[.title]?.text == "B")
                #expect(file.items.allSatisfy { CivilDate($0.values[.due]?.day?.text ?? "2026-11-21") != nil })
            }
        }
        // A day behind the last year is none.
        let late = Self.sample(.taskwarrior, date: "\"99991231T235959Z\"")
        let file = try ProgramFile.taskwarrior(Array(late.utf8)) {
            LocalTime(day: CivilDate($0).adding(days: 1), minute: 0)
        }
        #expect(file.items.count == 1 && file.problems.map(\.line) == [1])
        #expect(try Self.read(.vikunja, #"[{"title":"L","tasks":[{"id":1e300,"title":"A"}]}]"#).problems.count == 1)
    }

    @Test("006.21 A file of another program, or none at all, is refused with what it has to be", arguments: formats)
    func shapes(format: ProgramFile.Format) {
        for other in Self.formats where other != format {
            let message = Self.message(format, Self.sample(other, date: "null"))
            #expect(message.hasPrefix("this isn't a file of \(format.title). It has to be "), "\(other): \(message)")
        }
        for text in ["{}", "[1]", "7", "null", "\"a\"", "[[]]", "[{}]", #"{"value":7}"#, #"{"items":[]}"#] {
            #expect(Self.message(format, text).contains("this isn't a file of \(format.title)"), "\(text)")
        }
        for text in ["", " ", "{", "[", "title,due\nA,B", "[{\"uuid\":"] {
            #expect(Self.message(format, text).contains("has to be JSON."), "\(text)")
        }
        let deep = String(repeating: "[", count: 10_000)
        #expect(Self.message(format, deep).hasPrefix("This is nested more than 64 levels deep."))
        let deepTask = Self.sample(format, date: String(repeating: "{\"a\":", count: 10_000))
        #expect(Self.message(format, deepTask).hasPrefix("This is nested more than 64 levels deep."))
        let noText = #expect(throws: InputError.self) { try Self.read(format, [0x5B, 0xFF, 0x20, 0xFE, 0x5D]) }
        #expect(noText?.message.hasPrefix("this isn't a file of \(format.title)") == true)
    }

    @Test("006.21 A file that is cut off anywhere is refused, and never traps", arguments: formats)
    func cutOff(format: ProgramFile.Format) {
        let bytes = Array(Self.sample(format, date: "\"2026-11-21T00:00:00Z\"").utf8)
        for count in bytes.indices {
            #expect(throws: InputError.self) { try Self.read(format, Array(bytes.prefix(count))) }
        }
        // Each byte becomes each of some that mean something.
        for place in bytes.indices {
            for byte in "{}[]\",:0nt\\ é".utf8 {
                var other = bytes
                other[place] = byte
                _ = try? Self.read(format, other)
            }
        }
    }

    @Test("006.21 A member of another kind is a problem of its task alone, whichever it is", arguments: formats)
    func kinds(format: ProgramFile.Format) throws {
        let members = [
            "description", "status", "entry", "end", "due", "scheduled", "wait", "priority", "project", "tags",
            "annotations", "recur", "until", "depends", "parent", "done", "done_at", "due_date", "reminders",
            "repeat_after", "repeat_mode", "labels", "related_tasks", "attachments", "comments", "body", "importance",
            "isReminderOn", "dueDateTime", "recurrence", "checklistItems", "categories", "linkedResources", "completed",
            "notes", "links", "deleted", "created", "updated",
        ]
        let sample = Self.sample(format, date: "null").replacing(/"due[A-Za-z_]*":(null|\{[^}]*\}),/, with: "")
        let isTaken = try Self.read(format, sample).items.count
        #expect(isTaken == 2)
        for member in members where !sample.contains("\"\(member)\"") {
            for value in ["7", "true", "\"x\"", "[]", "[7]", "[[{}]]", "{}", "{\"a\":[1]}", "null"] {
                let title = format == .taskwarrior ? "\"uuid\":\"a\"" : "\"title\":\"A\""
                let text = sample.replacing(title, with: "\(title),\"\(member)\":\(value)")
                let file = try Self.read(format, text)
                let deleted = format == .google ? file.lost[.other("deleted")] ?? 0 : 0
                #expect(file.items.count + file.problems.count + deleted == 2, "\(member): \(value)")
                #expect(file.problems.allSatisfy { $0.line == 1 })
            }
        }
    }

    @Test("006.21 Titles and notes that are too long are problems, and long files take no more time than their length")
    func long() throws {
        let title = String(repeating: "a", count: ItemError.longestTitle + 1)
        let notes = String(repeating: "a", count: FieldValues.longestText + 1)
        let file = try Self.read(
            .google,
            #"{"kind":"tasks#taskLists","items":[{"title":"L","items":[{"id":"a","title":"\#(title)"},{"id":"b","title":"B","notes":"\#(notes)"},{"id":"c","title":"C"}]}]}"#
        )
        #expect(Self.lines(file) == ["C, in L"] && file.problems.map(\.line) == [1, 2])
        #expect(file.problems[0].reason.text.contains("10001 characters"))
        #expect(file.problems[1].reason.text.contains("65537 bytes"))
        for piece in ["<", "<!--", "<a href=x>", "</a>", "<li>", "<p>", "&", "&amp;", "<pre>", "<style>"] {
            let markup = "<p>" + String(repeating: piece, count: 20_000)
            #expect(work { _ = MarkupText.text(markup) } < 10)
        }
    }
}
