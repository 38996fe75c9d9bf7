import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import Testing

@testable import DaybookServer

/// A VTODO means the same, whichever way it comes.
@Suite struct SameTodoTests {
    private static let moment = ImportMoment(
        now: Timestamp(milliseconds: 1_800_000_000_000), localCurrency: Currency("EUR")
    ) { LocalTime($0, minutesAhead: 120) }

    private static func stored(_ text: [UInt8]) throws -> Book {
        let book = try Book.inMemory()
        let object = try CalendarObject(text)
        let name = CalendarObject.id(ofUID: object.uid).text + ".ics"
        try book.write { try CalendarEdit(book: $0, object: object, name: name, base: nil).make(in: nil) }
        return book
    }

    @discardableResult
    private static func take(_ text: [UInt8], into book: Book) throws -> ImportReport {
        try book.write { book in
            let file = try FileImport(text, name: "a.ics", ImportOptions(), usual: .usDollar, at: moment)
            return try file.write(to: book, into: nil)
        }
    }

    private static func imported(_ text: [UInt8]) throws -> Book {
        let book = try Book.inMemory()
        let report = try take(text, into: book)
        #expect(!report.isRefused && report.lost.isEmpty, "\(report.rows)")
        return book
    }

    /// All that the book has of its to-dos, but when they came into it.
    private static func words(_ book: Book) throws -> [String] {
        try book.read { book in
            try book.rows().map(\.todo).sorted { $0.id < $1.id }.map { todo in
                // A place and a moment by the clock tell when it came.
                var left: Set<DaybookCore.Field> = [.createdAt, .donePosition, .remindedUntil]
                if todo.todoPosition.bytes.first == 0x40 { left.insert(.todoPosition) }
                let values = Todo.fields.specs.filter { !left.contains($0.field) }.map { "\($0.name)=\($0.get(todo))" }
                let kept = try book.value(of: .calendar, todo.id).map { String(decoding: $0, as: UTF8.self) } ?? ""
                let past = try book.occurrences(of: todo.id).map {
                    "\($0.occurrence.slot.text) \($0.occurrence.isSkipped)"
                }
                return "\(values)\n\(past)\n\(kept)"
            }
        }
    }

    @Test(
        "007.2 006.21 A VTODO that an app stores and one that is imported give the same to-do",
        arguments: [
            "SUMMARY:A", "SUMMARY:A\\, b\\nc|DESCRIPTION:x\\ny|PRIORITY:3", "SUMMARY:A|DUE;VALUE=DATE:20301130",
            "SUMMARY:A|DUE:20301130T233000Z", "SUMMARY:A|DUE;TZID=Europe/Berlin:20301130T150000",
            "SUMMARY:A|DTSTART:20301128T230000|DURATION:P1DT2H", "SUMMARY:A|CATEGORIES:one,two\\,three,#four",
            "SUMMARY:A|DTSTART;VALUE=DATE:20300107|RRULE:FREQ=WEEKLY",
            "SUMMARY:A|DTSTART;VALUE=DATE:20300107|DUE;VALUE=DATE:20300109|RRULE:FREQ=WEEKLY;BYDAY=MO",
            "SUMMARY:A|DUE;VALUE=DATE:20300131|RRULE:FREQ=MONTHLY",
            "SUMMARY:A|DUE;VALUE=DATE:20300131|RRULE:FREQ=DAILY|X-DAYBOOK-REPEAT:AFTER-DONE",
            "SUMMARY:A|DTSTART;VALUE=DATE:20300107|RRULE:FREQ=WEEKLY|EXDATE;VALUE=DATE:20300107,20300121",
            "SUMMARY:A|DTSTART;VALUE=DATE:20300107|DUE;VALUE=DATE:20300107|RRULE:FREQ=WEEKLY|END:VTODO|BEGIN:VTODO|UID:u"
                + "|RECURRENCE-ID;VALUE=DATE:20300107|SUMMARY:A|DUE;VALUE=DATE:20300109|STATUS:NEEDS-ACTION",
            "SUMMARY:A|DTSTART;VALUE=DATE:20300107|DUE;VALUE=DATE:20300107|RRULE:FREQ=WEEKLY|END:VTODO|BEGIN:VTODO|UID:u"
                + "|RECURRENCE-ID;VALUE=DATE:20300107|SUMMARY:A|STATUS:COMPLETED|COMPLETED:20251230T100000Z",
            "SUMMARY:A|STATUS:IN-PROCESS|PERCENT-COMPLETE:40|COMMENT:c|LOCATION:Hall|X-KDE-A:b|GEO:1;2|URL:https://a.example",
            "SUMMARY:A|STATUS:COMPLETED|COMPLETED:20251101T100000Z|PERCENT-COMPLETE:100",
            "SUMMARY:A|X-DAYBOOK-AMOUNT:850 EUR|X-DAYBOOK-UID:u", "SUMMARY:A|X-DAYBOOK-AMOUNT:850 EUR|X-DAYBOOK-UID:v",
            "SUMMARY:A|X-APPLE-SORT-ORDER:7", "SUMMARY:A|ATTACH:https://b.example|RELATED-TO;RELTYPE=DEPENDS-ON:v",
            "SUMMARY:A|DUE:20301130T150000Z|BEGIN:VALARM|ACTION:DISPLAY|TRIGGER;RELATED=END:-PT30M|END:VALARM"
                + "|BEGIN:VALARM|ACTION:EMAIL|TRIGGER:-PT30M|END:VALARM",
        ])
    func same(lines: String) throws {
        let text = Array(CalDAVTests.todo("u", lines.replacing("|", with: "\n")).utf8)
        let (stored, imported) = (try Self.stored(text), try Self.imported(text))
        #expect(try Self.words(imported) == Self.words(stored))
        // Goes out and comes in again as what it was.
        let file = try Self.exported(stored)
        let again = try Self.imported(file)
        #expect(try Self.exported(again) == file)
        #expect(try Self.fields(again) == Self.fields(stored), "\(String(decoding: file, as: UTF8.self))")
    }

    private static func exported(_ book: Book) throws -> [UInt8] {
        try book.read { book in
            try ExportedFile.iCalendar.bytes(
                book.rows().filter { !$0.todo.isPastOccurrence }, things: [], accounts: book.importedAccounts(),
                kept: book.keptCalendars(), clock: moment.clock)
        }
    }

    /// What a person sees of the to-dos that are open, and of those that are done by themselves.
    private static func fields(_ book: Book) throws -> [String] {
        try book.read { book in
            try book.rows().map(\.todo).filter { !$0.isPastOccurrence }.sorted { $0.id < $1.id }.map { todo in
                "\(todo.title) \(todo.notes) \(todo.due?.text ?? "") \(todo.dueTime?.text ?? "") \(todo.start?.text ?? "") "
                    + "\(todo.startTime?.text ?? "") \(todo.rule?.text ?? "") \(todo.repeats?.anchor.text ?? "") "
                    + "\(todo.repeats.map { "\($0.mode)" } ?? "") \(todo.tags) \(todo.amount?.text ?? "") "
                    + "\(todo.completedAt?.text ?? "") \(todo.reminders.map(\.text)) \(todo.extraFields[.priority]?.choice ?? 0)"
            }
        }
    }

    @Test("006.21 What is kept and shown nowhere is named, and a line folded within a letter is read by both")
    func told() throws {
        let text = CalDAVTests.todo(
            "u", "SUMMARY:Grün\nX-KDE-A:b\nCOMMENT:c\nPERCENT-COMPLETE:40\nEXDATE:20301130")
        let book = try Book.inMemory()
        let report = try Self.take(Array(text.utf8), into: book)
        #expect(
            report.kept == [.other("X-KDE-A"): 1, .comment: 1, .other("PERCENT-COMPLETE"): 1, .other("EXDATE"): 1])
        var folded = Array(text.utf8)
        folded.insert(contentsOf: [0x0D, 0x0A, 0x20], at: try #require(folded.firstIndex(of: 0xC3)) + 1)
        for book in [try Self.stored(folded), try Self.imported(folded)] {
            #expect(try book.read { try $0.rows().map(\.todo.title) } == ["Grün"])
        }
    }

    @Test("006.22 A book goes out as iCalendar and comes into another with the same to-dos") func round() throws {
        let book = try Book.inMemory()
        var rent = Changes.todo(title: "Rent", amount: try Amount(number: "850", currency: .usDollar))
        rent[.repeats] = .repeats(
            Repeat("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", .every, anchor: try #require(CivilDate("2030-12-09"))))
        rent[.due] = FieldValue(CivilDate("2030-12-09"))
        rent[.start] = FieldValue(CivilDate("2030-12-05"))
        rent[.reminders] = .texts(["-1d"])
        var call = Changes.todo(title: "Call", notes: "one\ntwo")
        call[.due] = FieldValue(CivilDate("2030-12-09"))
        call[.dueTime] = FieldValue(TimeOfDay(minute: 900, zone: "Europe/Berlin"))
        call[.tag] = .texts(["home"])
        let id = try book.write { [rent] in try $0.add(todo: rent) }.todo.id
        try book.write { try $0.perform(.edit(.todo, id, .todo(due: CivilDate("2030-12-12")))) }
        _ = try book.write { [call] in try $0.add(todo: call) }
        let text = CalDAVTests.todo("u", "SUMMARY:A\nDUE;TZID=Europe/Berlin:20301130T150000\nX-KDE-A:b")
        try Self.take(Array(text.utf8), into: book)
        let file = try Self.exported(book)
        let other = try Self.imported(file)
        #expect(try Self.fields(other) == Self.fields(book), "\(String(decoding: file, as: UTF8.self))")
        #expect(try Self.exported(other) == file)
        let words = String(decoding: file, as: UTF8.self)
        #expect(words.components(separatedBy: "TZID:Europe/Berlin").count == 2 && words.contains("X-KDE-A:b"))
    }

    @Test("006.22 Each zone stands once in a file, on top, also where apps stored it with several to-dos")
    func zones() throws {
        let book = try Book.inMemory()
        _ = try book.write { try $0.add(todo: .todo(title: "First")) }
        for uid in ["u", "v"] {
            let zone =
                "BEGIN:VTIMEZONE\nTZID:Own\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\n"
                + "TZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\n"
            let text = CalDAVTests.todo(uid, "SUMMARY:A\nDUE;TZID=Own:20301130T150000\nX-KDE-A:b")
            try Self.take(Array(text.replacing("BEGIN:VTODO", with: zone + "BEGIN:VTODO").utf8), into: book)
        }
        let words = String(decoding: try Self.exported(book), as: UTF8.self)
        #expect(words.components(separatedBy: "BEGIN:VTIMEZONE").count == 2, "\(words)")
        let (zone, todo) = (words.firstRange(of: "BEGIN:VTIMEZONE"), words.firstRange(of: "BEGIN:VTODO"))
        #expect(try #require(zone).lowerBound < #require(todo).lowerBound)
    }

    @Test(
        "006.9 An end in UTC beside days of a zone lets the rule go on to its last day there, and no further",
        arguments: [
            ("America/New_York", "200000", "20301105T010000Z", "20301104"),
            ("America/New_York", "200000", "20301105T005900Z", "20301103"),
            ("Asia/Tokyo", "080000", "20301104T230000Z", "20301105"),
            ("Asia/Tokyo", "080000", "20301104T225900Z", "20301104"),
            ("Etc/UTC", "200000", "20301105T010000Z", "20301104"),
        ])
    func until(zone: String, time: String, end: String, last: String) throws {
        let lines = "SUMMARY:A\nDTSTART;TZID=\(zone):20301101T\(time)\nRRULE:FREQ=DAILY;UNTIL=\(end)"
        let book = try Self.stored(Array(CalDAVTests.todo("u", lines).utf8))
        let rule = try book.read { try $0.rows().first?.todo.rule?.text }
        #expect(rule == "FREQ=DAILY;UNTIL=\(last)")
    }

    /// A book with an account, and the to-dos that it pays.
    private static func paying(_ account: EntityID?, _ todos: [Changes] = []) throws -> Book {
        let book = try Book.inMemory()
        try book.write { book in
            if let account {
                let nothing = try Amount(number: "0", currency: .usDollar)
                try book.perform(.add(.account, account, .todo(title: "Giro, main", amount: nothing)))
            }
            for var draft in todos {
                draft[.account] = FieldValue(account)
                _ = try book.add(todo: draft)
            }
        }
        return book
    }

    private static func payers(_ book: Book) throws -> [EntityID?] {
        try book.read { try $0.rows().map(\.todo.account) }
    }

    @Test("006.22 The account that pays goes out as iCalendar, and is found in another book by its name")
    func payer() throws {
        let (here, there) = (EntityID(high: 1, low: 1), EntityID(high: 2, low: 2))
        let draft = Changes.todo(title: "Rent", amount: try Amount(number: "850", currency: .usDollar))
        let book = try Self.paying(here, [draft, draft])
        // An app stored one of them, with a line of its own.
        let id = try #require(try book.read { try $0.rows().first }).todo.id
        try book.write { book in
            let item = try #require(try book.reader.calendarItem(id))
            let text = String(decoding: try item.text(book.reader), as: UTF8.self)
            let object = try CalendarObject(Array(text.replacing("END:VTODO", with: "X-KDE-A:b\r\nEND:VTODO").utf8))
            try CalendarEdit(book: book, object: object, name: item.name, base: nil).change(
                item, in: nil, isNamed: true)
        }
        let file = try Self.exported(book)
        let words = String(decoding: file, as: UTF8.self)
        #expect(words.components(separatedBy: "X-DAYBOOK-ACCOUNT:Giro\\, main\r\n").count == 3, "\(words)")
        #expect(words.contains("X-KDE-A:b"))
        let (other, lacking) = (try Self.paying(there), try Self.paying(nil))
        #expect(try Self.take(file, into: other).lost.isEmpty)
        #expect(try Self.payers(other) == [there, there])
        let lost = try Self.take(file, into: lacking).lost.map { $0.loss.words($0.count) }
        #expect(lost == ["2 accounts that aren't known"])
        #expect(try Self.payers(lacking) == [nil, nil])
    }
}
