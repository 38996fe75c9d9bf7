import DaybookCore
import Testing

@testable import DaybookExchange

/// What clients of CalDAV wrote, and what becomes of it where a to-do is otherwise by now.
@Suite struct CalendarObjectTests {
    /// As Thunderbird, Tasks.org and Reminders write them, all in one.
    static let full = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Other//App//EN
        BEGIN:VTIMEZONE
        TZID:Europe/Berlin
        BEGIN:STANDARD
        DTSTART:19701025T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        END:STANDARD
        END:VTIMEZONE
        BEGIN:VTODO
        UID:7f/ü@x
        DTSTAMP:20261120T090000Z
        SUMMARY;LANGUAGE=en:Call the bank\\, then\\; tell
          Ann
        DESCRIPTION;ALTREP="cid:1":one\\ntwo
        DUE;TZID=Europe/Berlin:20261130T150000
        RRULE:FREQ=WEEKLY;WKST=MO;BYDAY=MO
        EXDATE;TZID=Europe/Berlin:20261207T150000
        PRIORITY:3
        STATUS:IN-PROCESS
        PERCENT-COMPLETE:40
        CATEGORIES:home,Bank & Co
        RELATED-TO;RELTYPE=SIBLING:other
        RELATED-TO:parent-1
        X-APPLE-SORT-ORDER:680000000
        X-MOZ-GENERATION;X-P="a:b":2
        GEO:52.5;13.4
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER:-PT15M
        X-APPLE-PROXIMITY:DEPART
        DESCRIPTION:Ring
        END:VALARM
        END:VTODO
        BEGIN:VTODO
        UID:7f/ü@x
        RECURRENCE-ID;TZID=Europe/Berlin:20261123T150000
        SUMMARY:Call
        STATUS:COMPLETED
        END:VTODO
        END:VCALENDAR

        """

    /// Where a to-do of the tests was added.
    private static let unmoved = Position.first(Stamp(clock: 1_795_225_885_007 << 16, node: 0))

    private func bytes(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }

    private func text(_ todo: Todo, _ kept: CalendarObject?) -> String {
        String(decoding: CalendarObject.text(of: todo, kept) { CalendarObject.uid(of: $0) }, as: UTF8.self)
    }

    /// A to-do with all that a text says.
    private func todo(_ object: CalendarObject) -> Todo {
        let values = object.values
        var todo = Todo(
            id: CalendarObject.id(ofUID: object.uid), title: values.title, notes: values.notes,
            createdAt: Timestamp(milliseconds: 1_795_225_885_007), completedAt: values.doneAt,
            todoPosition: values.position ?? Self.unmoved, amount: values.amount, due: values.days.due)
        (todo.dueTime, todo.start, todo.startTime) = (values.days.dueTime, values.days.start, values.days.startTime)
        todo.tags = values.tags
        todo.extraFields[.priority] = .choice(values.priority)
        todo.extraFields[.parent] = FieldValue(values.parent)
        if let rule = values.rule, let due = values.days.due {
            todo.repeats = Repeat(rule.text, .passing, anchor: due)
        }
        return todo
    }

    @Test("007.2 Each zone that a text names is explained in it, once") func zones() throws {
        var todo = Todo(
            id: EntityID(high: 1, low: 1), title: "Call", createdAt: Timestamp(milliseconds: 0), completedAt: nil,
            todoPosition: Position(bytes: [1]))
        todo.due = CivilDate("2026-12-01")
        todo.dueTime = TimeOfDay(minute: 540, zone: "Europe/Berlin")
        let text = String(decoding: CalendarObject.text(of: todo, nil) { _ in "" }, as: UTF8.self)
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Europe/Berlin
            BEGIN:DAYLIGHT
            DTSTART:20250330T020000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
            END:DAYLIGHT
            BEGIN:STANDARD
            DTSTART:20251026T030000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
            END:STANDARD
            END:VTIMEZONE
            BEGIN:VTODO

            """
        #expect(text.contains(zone.replacing("\n", with: "\r\n")), "\(text)")
        #expect(text.contains("DUE;TZID=Europe/Berlin:20261201T090000\r\n"))
        todo.dueTime = TimeOfDay(minute: 540, zone: "Asia/Kolkata")
        var file: [UInt8] = []
        ICalendar.writeEvents([todo, todo], to: &file)
        let feed = String(decoding: file, as: UTF8.self)
        #expect(feed.matches(of: /BEGIN:VTIMEZONE/).count == 1)
        #expect(feed.contains("TZOFFSETFROM:+0530\r\nTZOFFSETTO:+0530\r\n"))
    }

    @Test("007.3 What a client wrote comes back to the letter, and says what it says") func verbatim() throws {
        let object = try CalendarObject(bytes(Self.full))
        #expect(object.uid == "7f/ü@x")
        #expect(object.values.title == "Call the bank, then; tell Ann")
        #expect(object.values.notes == "one\ntwo")
        #expect(object.values.days.due == CivilDate("2026-11-30"))
        #expect(object.values.days.dueTime?.text == "15:00[Europe/Berlin]")
        #expect(object.values.rule?.weekdays.map(\.day) == [0])
        #expect(object.values.priority == 3)
        #expect(object.values.tags == ["Bank & Co", "home"])
        #expect(object.values.parent == CalendarObject.id(ofUID: "parent-1"))
        #expect(!object.values.isDone)
        #expect(object.occurrences.map(\.day) == [CivilDate("2026-11-23"), CivilDate("2026-12-07")])
        #expect(object.occurrences.map(\.isDone) == [true, false])
        #expect(object.values.reminders == [], "it rings at a place")
        #expect(text(todo(object), object) == String(decoding: bytes(Self.full), as: UTF8.self))
    }

    @Test("007.3 A change elsewhere changes the lines of it, and no other line") func patch() throws {
        let object = try CalendarObject(bytes(Self.full))
        var todo = todo(object)
        todo.title = "Call, now"
        todo.due = CivilDate("2026-12-01")
        todo.amount = try Amount(number: "12.50", currency: .usDollar)
        todo.tags = []
        let before = Self.full.split(separator: "\n").map { String($0) }
        let after = text(todo, object).split(separator: "\r\n").map { String($0) }
        let gone = before.filter { !after.contains($0) }
        let new = after.filter { !before.contains($0) }
        #expect(
            gone == [
                "SUMMARY;LANGUAGE=en:Call the bank\\, then\\; tell", "  Ann", "CATEGORIES:home,Bank & Co",
            ])
        #expect(
            new.filter { !$0.hasPrefix("DTSTAMP:") } == [
                "SUMMARY:Call\\, now", "DTSTART;TZID=Europe/Berlin:20261130T150000", "X-DAYBOOK-AMOUNT:12.50 USD",
                "X-DAYBOOK-UID:7f/ü@x", "RECURRENCE-ID;TZID=Europe/Berlin:20261130T150000", "SUMMARY:Call\\, now",
                "DUE;TZID=Europe/Berlin:20261201T150000", "STATUS:NEEDS-ACTION",
            ])
        let again = try CalendarObject(Array(text(todo, object).utf8))
        #expect(CalendarValues.Part.allCases.allSatisfy { again.values.isSame($0, as: CalendarValues(todo)) })
        #expect(text(todo, again) == text(todo, object))
    }

    @Test("007.2 A to-do of Daybook's own is a VTODO, and is read as the same") func own() throws {
        var todo = Todo(
            id: EntityID(high: 1, low: 2), title: "Miete, überweisen", description: "d", notes: "n\nm",
            createdAt: Timestamp(milliseconds: 1_795_225_885_007), todoPosition: Position(bytes: []),
            amount: try Amount(number: "850", currency: try #require(Currency("EUR"))), due: CivilDate("2026-12-31"))
        todo.repeats = Repeat("FREQ=MONTHLY;BYMONTHDAY=-1", .every, anchor: try #require(CivilDate("2026-12-31")))
        todo.tags = ["home", "購物"]
        todo.extraFields[.priority] = .choice(9)
        todo.extraFields[.parent] = .entity(EntityID(high: 3, low: 4))
        todo.extraFields[.reminders] = .texts(["-1d", "-30m", "-3d", "2026-12-24T09:00[UTC]"])
        for time in [nil, "09:30", "23:15[Asia/Tokyo]", "07:00[UTC]"] {
            todo.dueTime = time.flatMap { TimeOfDay($0) }
            let object = try CalendarObject(Array(text(todo, nil).utf8))
            for part in CalendarValues.Part.allCases {
                #expect(object.values.isSame(part, as: CalendarValues(todo)), "\(part) \(time ?? "")")
            }
            #expect(CalendarObject.id(ofUID: object.uid) == todo.id)
        }
    }

    private func todo(alarms: String..., days: String = "DUE:20261130T140000Z") -> String {
        let all = alarms.map { "BEGIN:VALARM\nACTION:DISPLAY\n\($0)\nEND:VALARM\n" }.joined()
        return "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:x\n\(days)\n\(all)END:VTODO\nEND:VCALENDAR\n"
    }

    @Test(
        "007.2 An alarm of an app is a reminder, where Daybook has one like it",
        arguments: [
            ("TRIGGER:-PT15M", "DUE:20261130T140000Z", "-15m"),
            ("TRIGGER;RELATED=END:-P1DT2H", "DUE:20261130T140000Z", "-26h"),
            ("TRIGGER:-PT1H", "DTSTART:20261130T120000Z\nDUE:20261130T140000Z", "start-1h"),
            ("TRIGGER;RELATED=END:-PT1H", "DTSTART:20261130T120000Z\nDUE:20261130T140000Z", "-1h"),
            ("TRIGGER:PT9H", "DUE;VALUE=DATE:20261130", "-0m"), ("TRIGGER:-PT15H", "DUE;VALUE=DATE:20261130", "-1d"),
            ("TRIGGER;VALUE=DATE-TIME:20261130T133000Z", "DUE:20261130T140000Z", "2026-11-30T13:30[UTC]"),
            ("TRIGGER;VALUE=DATE-TIME:19760401T005545Z", "DUE:20261130T140000Z", nil),
            ("TRIGGER:PT5M", "DUE:20261130T140000Z", nil), ("TRIGGER:-PT15M", "PRIORITY:1", nil),
            ("TRIGGER:-PT15M\nX-APPLE-PROXIMITY:DEPART", "DUE:20261130T140000Z", nil),
        ] as [(String, String, String?)])
    func alarms(alarm: String, days: String, reminder: String?) throws {
        let object = try CalendarObject(bytes(todo(alarms: alarm, days: days)))
        #expect(object.values.reminders == [reminder].compactMap { $0 })
    }

    @Test("007.2 007.3 A reminder that goes takes its alarm along, and a new one has one; other alarms stay")
    func changedAlarms() throws {
        let place = "TRIGGER:-PT15M\nX-APPLE-PROXIMITY:DEPART"
        let text = todo(alarms: "UID:1\nTRIGGER:-PT30M", place, "UID:2\nTRIGGER:-PT1H")
        let object = try CalendarObject(bytes(text))
        var todo = todo(object)
        todo.extraFields[.reminders] = .texts(["-1h", "-30m"])
        #expect(self.text(todo, object) == text.replacing("\n", with: "\r\n"))
        todo.extraFields[.reminders] = .texts(["-1d", "-1h", "2026-11-30T08:00"])
        let now = try CalendarObject(Array(self.text(todo, object).utf8))
        #expect(now.values.reminders == ["-1d", "-1h"])
        let new = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER;RELATED=END:-P1D\nEND:VALARM\n"
        let expected = self.todo(alarms: place, "UID:2\nTRIGGER:-PT1H")
            .replacing("BEGIN:VALARM", with: new + "BEGIN:VALARM", maxReplacements: 1)
        #expect(self.text(todo, object) == expected.replacing("\n", with: "\r\n"))
        // Of a whole day the same reminder rings at another time.
        todo.dueTime = nil
        let whole = try CalendarObject(Array(self.text(todo, object).utf8))
        #expect(whole.values.reminders == ["-1d", "-1h"])
        #expect(self.text(todo, object).contains("TRIGGER;RELATED=END:PT480M\r\n"))
    }

    @Test(
        "007.7 What is no to-do is refused by the name of what is wrong",
        arguments: [
            ("valid-calendar-data", "hello"), ("valid-calendar-data", ""),
            ("valid-calendar-data", "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:x\n"),
            ("valid-calendar-data", "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:x\nEND:VTODO\nEND:VCALENDAR\n"),
            (
                "valid-calendar-data",
                "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nDTSTART:20261130\nRRULE:FREQ=SECONDLY\nEND:VTODO\nEND:VCALENDAR\n"
            ),
            (
                "valid-calendar-data",
                """
                BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nDTSTART:20261130
                RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\nEND:VTODO\nEND:VCALENDAR\n
                """
            ),
            (
                "valid-calendar-data",
                "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nDUE:soon\nEND:VTODO\nEND:VCALENDAR\n"
            ),
            (
                "valid-calendar-object-resource",
                """
                BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO\nBEGIN:VTODO\nUID:2\nEND:VTODO\nEND:VCALENDAR\n
                """
            ),
            ("supported-calendar-component", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:VCALENDAR\n"),
        ])
    func refused(condition: String, text: String) {
        let error = #expect(throws: CalendarError.self) { try CalendarObject(bytes(text)) }
        #expect(error?.condition == condition)
    }

    @Test("007.7 A text in another encoding, and one that is too long, is refused") func badBytes() {
        let start = bytes("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:")
        let end = bytes("\nEND:VTODO\nEND:VCALENDAR\n")
        let latin = #expect(throws: CalendarError.self) { try CalendarObject(start + [0xFC] + end) }
        #expect(latin?.condition == "valid-calendar-data")
        let long = #expect(throws: CalendarError.self) {
            try CalendarObject(start + [UInt8](repeating: 0x61, count: 61_440) + end)
        }
        #expect(long?.condition == "max-resource-size")
    }

    @Test("007.3 A text with line feeds alone, an empty PRIORITY or no SUMMARY is taken") func tolerated() throws {
        let text = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nPRIORITY:\nRRULE:FREQ=HOURLY\nEND:VTODO\nEND:VCALENDAR\n"
        let object = try CalendarObject(Array(text.utf8))
        #expect(object.bytes == bytes(text))
        #expect(object.values.title == "(untitled)")
        #expect(object.values.rule == nil)
        #expect(self.text(todo(object), object) == String(decoding: object.bytes, as: UTF8.self))
    }
}
