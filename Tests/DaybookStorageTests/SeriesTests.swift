import DaybookCore
import Fixtures
import Sworm
import Testing

@testable import DaybookStorage

/// Repeating to-dos in a book on disk.
@Suite struct SeriesTests {
    let folder: TemporaryFolder
    let book: Book

    init() throws {
        folder = try TemporaryFolder()
        book = try Book(path: folder.path("book.sqlite"))
    }

    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    private func add(_ rule: String, _ title: String = "Rent") throws -> EntityID {
        var draft = Changes.todo(title: title, amount: try Amount("850", usual: #require(Currency("EUR"))))
        draft[.due] = .day(try day("2026-11-01"))
        draft[.repeats] = .repeats(Repeat(rule, .every, anchor: try day("2026-11-01")))
        return try book.write { try $0.add(todo: draft).todo.id }
    }

    private func perform(_ action: BookAction) throws { try book.write { try $0.perform(action) } }

    private func synced(_ todo: Todo) -> Todo {
        var todo = todo
        todo.isSynced = true
        return todo
    }

    private var rows: [TodoRow] { get throws { try book.read { try $0.rows() } } }

    private func titles() throws -> [String] {
        try rows.map { "\($0.todo.due?.text ?? "-") \($0.todo.isCompleted ? "x" : "o")" }
    }

    @Test(
        "006.9 006.10 006.11 A repeating to-do keeps its number; what is done stands in rows of its own, as in memory")
    func rowsOfSeries() throws {
        let id = try add("FREQ=MONTHLY;COUNT=3")
        let number = try #require(rows.first).number
        try perform(.check(id))
        #expect(try titles() == ["2026-12-01 o", "2026-11-01 x"])
        #expect(try rows.first?.number == number && rows.first?.todo.id == id)
        try perform(.skip(id))
        #expect(try titles() == ["2027-01-01 o", "2026-11-01 x"])
        try perform(.check(id))
        #expect(try titles() == ["2027-01-01 x", "2026-11-01 x"], "the last one stands for the series")
        #expect(try rows.first?.todo.id == id)
        #expect(try book.read { try $0.entryRows().count } == 2)
        try perform(.uncheck(id))
        #expect(try titles() == ["2027-01-01 o", "2026-11-01 x"])
        #expect(try book.read { try $0.entryRows().count } == 1)
        try perform(.check(id))
        try perform(.clearCompleted)
        #expect(try rows.isEmpty && book.read { try $0.entryRows().count } == 2)
    }

    @Test(
        "006.7 The day on which a passed or an after-done occurrence is done is that of the item's zone",
        arguments: [
            (RepeatMode.afterDone, "Asia/Tokyo", 20, "2026-03-13", "2026-03-14"),
            (.afterDone, "America/Los_Angeles", 3, "2026-03-11", "2026-03-12"),
            (.passing, "Asia/Tokyo", 20, "2026-03-13", "2026-03-14"),
            (.passing, "America/Los_Angeles", 3, "2026-03-11", "2026-03-12"),
        ])
    func zone(mode: RepeatMode, zone: String, hour: Int64, done: String, next: String) throws {
        func moment(_ text: String, _ hour: Int64) throws -> Timestamp {
            Timestamp(milliseconds: try day(text).daysSince1970 * 86_400_000 + hour * 3_600_000)
        }
        var draft = Changes.todo(title: "Water")
        draft[.due] = .day(try day("2026-03-05"))
        draft[.dueTime] = FieldValue(TimeOfDay(minute: 540, zone: zone))
        draft[.repeats] = .repeats(Repeat("FREQ=DAILY", mode, anchor: try day("2026-03-05")))
        let id = try book.write(at: moment("2026-03-04", 12)) { try $0.add(todo: draft).todo.id }
        // In UTC it is the 12th.
        try book.write(at: moment("2026-03-12", hour)) { try $0.perform(.check(id)) }
        #expect(try rows.first { $0.todo.id == id }?.todo.due?.text == next)
        #expect(try rows.first { $0.todo.isPastOccurrence }?.todo.occurrence?.day.text == done)
    }

    @Test("006.9 Registers that come in any order make the same rows, and so does an update of an older book")
    func anyOrder() throws {
        let id = try add("FREQ=WEEKLY;COUNT=4")
        for _ in 0..<3 { try perform(.check(id)) }
        try perform(.uncheck(try #require(rows.first { $0.todo.occurrence?.number == 3 }).todo.id))
        try perform(.edit(.todo, id, .todo(due: day("2026-11-19"))))
        let expected = try titles()
        #expect(expected == ["2026-11-19 o", "2026-11-08 x", "2026-11-01 x"])
        let registers = try book.read { try $0.page(after: 0, now: .now()).registers }
        for seed in 0..<20 {
            var random = SeededRandom(UInt64(seed))
            let other = try Book.inMemory()
            for register in registers.shuffled(using: &random) {
                _ = try other.write { try $0.accept(PushRequest(node: 1, changes: [register])) }
            }
            let (rows, own) = (try other.read { try $0.rows() }, try self.rows)
            #expect(rows.map { synced($0.todo) } == own.map { synced($0.todo) })
        }
        // A book of the version before, which kept all this unread.
        try book.write { book in
            try book.db.execute(sql: "DROP TABLE occurrences")
            try book.db.execute(sql: "DROP TABLE lists")
            try book.db.execute(sql: "DROP TABLE accounts")
            try book.db.execute(sql: "DROP TABLE filters")
            try book.db.execute(sql: "DROP TABLE transfers")
            try book.db.execute(sql: "DROP TABLE reconciliations")
            try book.db.execute(sql: "DROP TABLE payees")
            try book.db.execute(sql: "DROP TABLE rules")
            try book.db.execute(sql: "DROP TABLE templates")
            for table in ["envelopes", "cells", "moves", "carries"] {
                try book.db.execute(sql: "DROP TABLE \(table)")
            }
            try book.db.execute(sql: "DROP TABLE parts")
            try book.db.execute(sql: "DROP TABLE rates")
            try book.db.execute(sql: "DROP TABLE account_sums")
            try book.db.execute(sql: "DROP INDEX registers_bank_rows")
            try book.db.execute(sql: "DROP INDEX entries_booked")
            for column in ["account", "parts", "raw_text", "payee", "ruled", "envelope"] {
                try book.db.execute(sql: "ALTER TABLE entries DROP COLUMN \(column)")
            }
            for index in ["reminders", "snoozed", "parent"] { try book.db.execute(sql: "DROP INDEX todos_\(index)") }
            for column in [
                "repeat", "moved", "occurrence", "priority", "list", "parent", "tags", "reminders", "reminded_until",
                "snoozed_until", "account", "books", "to_account", "estimate", "reminded_local", "today_position",
            ] {
                try book.db.execute(sql: "ALTER TABLE todos DROP COLUMN \(column)")
            }
            try book.db.execute(sql: "DELETE FROM todos WHERE id != ?", arguments: [id])
            try book.db.execute(sql: "UPDATE todos SET planned_day = '2026-11-01'")
            try book.db.execute(sql: "PRAGMA user_version = 5")
        }
        try book.close()
        let updated = try Book(path: folder.path("book.sqlite"))
        #expect(
            try updated.read { try $0.rows() }.map {
                "\($0.todo.due?.text ?? "-") \($0.todo.isCompleted ? "x" : "o")"
            }
                == expected)
        try updated.write { try $0.perform(.check(id)) }
        #expect(try updated.read { try $0.row(id) }?.todo.due == day("2026-11-22"))
    }

    @Test("006.9 A purge of what is deleted takes nothing of a series that goes on") func purge() throws {
        let id = try add("FREQ=DAILY")
        try perform(.check(id))
        try perform(.clearCompleted)
        #expect(try book.write { try $0.purge(deletedBefore: Timestamp(milliseconds: .max)) } == 0)
        #expect(try titles() == ["2026-11-02 o"])
        let other = try Book.inMemory()
        let page = try book.read { try $0.page(after: nil, now: .now()) }
        _ = try other.write { try $0.accept(PushRequest(node: 1, changes: page.registers)) }
        #expect(try other.read { try $0.row(id) }?.todo.due == day("2026-11-02"))
    }

    @Test("006.9 An occurrence that is damaged, or of another id, is kept and counts for nothing") func damaged() throws
    {
        let id = try add("FREQ=DAILY")
        let stamp = Stamp(clock: UInt64(Timestamp.now().milliseconds) << 16, node: 9)
        let texts = ["", "done", "done 0 2026-11-01 2026-11-01 \(id.text)", "done 5 2026-11-01 2026-11-01 \(id.text)"]
        for (index, text) in texts.enumerated() {
            let entity = EntityID(high: 5, low: UInt64(index))
            let registers = [
                Register(entity, .type, stamp, [0, 1]), Register(entity, .occurrence, stamp, Array(text.utf8)),
                Register(entity, .completedAt, stamp, stamp.time.bytes), Register(entity, .title, stamp, [65]),
            ]
            _ = try book.write { try $0.accept(PushRequest(node: 9, changes: registers)) }
        }
        #expect(try titles() == ["2026-11-01 o"])
        #expect(try book.read { try $0.page(after: 0, now: .now()).registers.count { $0.field == .type } } == 4)
    }

    @Test(
        "006.9 006.11 Subtasks of a repeating to-do are finished for an occurrence, in memory as on disk, in any order")
    func checklist() throws {
        let week = try add("FREQ=WEEKLY", "Week")
        var draft = Changes.todo(title: "Lunch", amount: try Amount("20", usual: #require(Currency("EUR"))))
        draft[.parent] = .entity(week)
        let lunch = try book.write { try $0.add(todo: draft).todo.id }
        draft = .todo(title: "Menu")
        draft[.parent] = .entity(lunch)
        let menu = try book.write { try $0.add(todo: draft).todo.id }
        func open() throws -> Set<String> { Set(try rows.filter { !$0.todo.isCompleted }.map(\.todo.title)) }
        try perform(.check(menu))
        try perform(.check(lunch))
        #expect(try open() == ["Week"] && rows.count == 3)
        #expect(try book.read { try $0.entryRows().count } == 1)
        try perform(.check(week))
        #expect(try open() == ["Week", "Lunch", "Menu"] && rows.count == 6)
        // A change of it leaves it open, and its number stays.
        let number = try #require(rows.first { $0.todo.id == lunch }).number
        try perform(.edit(.todo, lunch, .todo(title: "Brunch")))
        try perform(.check(lunch))
        #expect(try open() == ["Week", "Menu"])
        #expect(try rows.first { $0.todo.id == lunch }?.number == number)
        #expect(try book.read { try $0.entryRows().count } == 3)
        let registers = try book.read { try $0.page(after: 0, now: .now()).registers }
        for seed in 0..<20 {
            var random = SeededRandom(UInt64(seed))
            let other = try Book.inMemory()
            for register in registers.shuffled(using: &random) {
                _ = try other.write { try $0.accept(PushRequest(node: 1, changes: [register])) }
            }
            let (rows, own) = (try other.read { try $0.rows() }, try self.rows)
            #expect(rows.map { synced($0.todo) } == own.map { synced($0.todo) })
        }
        let past = try #require(rows.first { $0.todo.occurrence?.series == week })
        try perform(.uncheck(past.todo.id))
        #expect(try open() == ["Week"])
    }
}
