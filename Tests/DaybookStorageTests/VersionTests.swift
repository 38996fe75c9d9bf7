import DaybookCore
import Fixtures
import Foundation
import Sworm
import Testing

@testable import DaybookStorage

/// Books that earlier programs wrote, as SQL in `Books`.
@Suite struct VersionTests {
    let folder: TemporaryFolder
    var path: String { folder.path("book.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func make(_ name: String, andThen sql: String = "") throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Books/\(name).sql")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-bail", path]
        let input = Pipe.alone()
        process.standardInput = input
        try process.begin()
        input.fileHandleForWriting.write(try Data(contentsOf: file) + Data(sql.utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test("000.6 A book of version 1 opens and keeps everything") func version1() throws {
        try make("version-1")
        let book = try Book(path: path)
        // A copy of it as it was, until it has been opened once more.
        #expect(FileManager.default.fileExists(atPath: path + ".before-migration"))
        let rows = try book.read { try $0.rows() }
        #expect(rows.map(\.number) == [4, 3, 1])
        #expect(rows.map(\.todo.title) == ["Walk", "購物 'quoted'", "Buy milk"])
        #expect(rows[1].todo.description == "a\nb")
        #expect(rows[2].todo.notes == "two litres")
        #expect(rows.map(\.todo.isCompleted) == [false, false, true])
        #expect(rows.allSatisfy { $0.todo.amount == nil && $0.todo.due == nil })
        #expect(try book.read { try $0.head() } == 6)
        #expect(try book.read { try $0.page(after: nil, now: .now()) }.registers.count == 13)
        let usd = try #require(Currency("USD"))
        let amount = try Amount("5", usual: usd)
        try book.write { book in
            try book.perform(.edit(.todo, rows[0].todo.id, .todo(amount: amount)))
            try book.perform(.check(rows[0].todo.id))
        }
        try book.close()
        let again = try Book(path: path)
        #expect(!FileManager.default.fileExists(atPath: path + ".before-migration"))
        #expect(try again.read { try $0.entryRows() }.map(\.entry.note) == ["Walk"])
        #expect(try again.read { try $0.rows().count } == 3)
    }

    @Test("000.6 A book of version 2 opens and keeps everything, and finds what it has yet to send by an index")
    func version2() throws {
        try make("version-2")
        let book = try Book(path: path)
        #expect(try book.read { try $0.rows().map(\.todo.title) } == ["Walk", "Buy milk"])
        #expect(try book.read { try $0.entryRows().map(\.entry.tags) } == [["food"]])
        #expect(try book.read { try $0.remote()?.url } == "http://127.0.0.1:1")
        #expect(try book.read { try $0.pendingRegisters().count } == 15)
        let plan = try book.read { book in
            let pending = Query(RegisterRow.self).where(RegisterRow.pending).order(RegisterRow.clock).limit(10)
            return try book.db.rows(sql: "EXPLAIN QUERY PLAN \(pending.sql)", arguments: [10])
                .map { try $0.get(at: 3) as String }
        }
        #expect(plan.count == 1 && plan[0].contains("registers_pending"), "\(plan)")
    }

    @Test("000.6 A book of version 3 opens and keeps everything; its newest stamp is the time that counts at first")
    func version3() throws {
        try make("version-3")
        let book = try Book(path: path)
        #expect(try book.read { try $0.rows().map(\.todo.title) } == ["Walk", "Buy milk"])
        let newest = Stamp(clock: 117_652_898_465_120_256, node: 9).time
        func push(_ milliseconds: Int64) throws -> PushAnswer {
            let stamp = Stamp(clock: UInt64(newest.milliseconds + milliseconds) << 16, node: 9)
            let change = Register(EntityID(high: 1, low: 1), .title, stamp, [0x41])
            // The clock was set back to 1970.
            return try book.write(at: Timestamp(milliseconds: 0)) {
                try $0.accept(PushRequest(node: 9, changes: [change]))
            }
        }
        #expect(try push(PushAnswer.greatestLead + 1) == .clockAhead(serverTime: newest))
        guard case .accepted = try push(PushAnswer.greatestLead) else {
            Issue.record("what is five minutes ahead of the newest stamp is taken")
            return
        }
    }

    @Test("006.1 A book of version 4 opens and keeps everything; its planned day is the due day, and starts may be set")
    func version4() throws {
        try make("version-4")
        let book = try Book(path: path)
        let rows = try book.read { try $0.rows() }
        #expect(rows.map(\.todo.title) == ["Pay rent", "Buy milk"])
        #expect(rows[0].todo.due?.text == "2026-12-01")
        var edit = Changes()
        edit.values[.start] = FieldValue(CivilDate("2026-11-25"))
        try book.write { try $0.perform(.edit(.todo, rows[0].todo.id, edit)) }
        #expect(try book.read { try $0.row(rows[0].todo.id) }?.todo.start?.text == "2026-11-25")
    }

    @Test("006.13 A book of version 6 opens and keeps everything; a newer device's lists are read")
    func version6() throws {
        try make("version-6")
        let book = try Book(path: path)
        #expect(try book.read { try $0.rows() }.map(\.todo.title) == ["Rent", "Buy milk"])
        let list = try #require(try book.read { try $0.lists() }.first).list
        #expect(list.name == "Home")
        let rent = try #require(try book.read { try $0.rows() }.first).todo
        #expect(rent.extraFields[.list] == .entity(list.id) && rent.extraFields[.priority] == .choice(1))
        #expect(rent.repeats?.rule == "FREQ=MONTHLY" && rent.due?.text == "2026-12-01")
        #expect(try book.read { try $0.listCounts() } == [list.id: 1])
        try book.write { try $0.perform(.delete(.list, list.id)) }
        #expect(try book.read { try $0.listCounts() } == [nil: 1])
        #expect(try book.read { try $0.entryRows() }.map(\.entry.note) == ["tea"])
    }

    @Test("006.14 A book of version 7 opens and keeps everything; a newer device's tags of to-dos are read")
    func version7() throws {
        let id = try #require(EntityID("8f89cb36597798990844da01f62e9d04"))
        func hex(_ bytes: [UInt8]) -> String { "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'" }
        let tag = hex(ItemTag.id("food", of: id).bytes)
        let value = hex([1] + id.bytes + Array("food".utf8))
        try make(
            "version-7", andThen: "INSERT INTO registers VALUES (\(tag), 32, 117683728276324352, 9, \(value), 4, 0);")
        let book = try Book(path: path)
        let todos = try book.read { try $0.rows() }.map(\.todo)
        #expect(todos.map(\.title).sorted() == ["Buy milk", "Rent"])
        #expect(todos.first { $0.id == id }?.tags == ["food"])
        #expect(try book.read { try $0.lists() }.map(\.list.name) == ["Home"])
        #expect(try book.read { try $0.entryRows() }.map(\.entry.tags) == [["food"]])
    }

    @Test("006.16 A book of version 10 opens and keeps everything; the filters of a newer device are read")
    func version10() throws {
        let filter = "x'000000000000000b000000000000000c'"
        let registers = [(1, "536f6f6e"), (64, "0003"), (6, "40fe5de5c883faffff"), (69, "69733a6f766572647565")].map {
            "INSERT INTO registers VALUES (\(filter), \($0), 117686850302443520, 9, x'\($1)', 9, 0);"
        }
        try make("version-10", andThen: registers.joined())
        let book = try Book(path: path)
        #expect(try book.read { try $0.rows() }.map(\.todo.title) == ["Repair the bike", "Rent"])
        #expect(try book.read { try $0.accounts() }.map(\.account.name) == ["Purse"])
        #expect(try book.read { try $0.lists() }.map(\.list.name) == ["Garden"])
        #expect(try book.read { try $0.entryRows() }.map(\.entry.note) == ["tea"])
        #expect(
            try book.read { try $0.all(SavedFilter.self) }.map { "\($0.item.name): \($0.item.query)" } == [
                "Soon: is:overdue"
            ])
    }

    @Test("008.2 A book of version 11 opens and keeps everything; the transfers of a newer device are read")
    func version11() throws {
        func hex(_ bytes: [UInt8]) -> String { "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'" }
        let euro = try #require(Currency("EUR"))
        let (out, income) = (
            try #require(EntityID("30f62336f1a8a2569e8019a2444dcd42")),
            try #require(EntityID("2e932605d89d300cb786074ba0591d07"))
        )
        let day = try #require(CivilDate("2026-02-01"))
        let amount = try Amount(number: "40", currency: euro)
        let from = Transfer.Leg(account: EntityID("8d7ee68d343d7f2b5df66965f54df32e"), day: day, amount: amount)
        let to = Transfer.Leg(
            account: EntityID("23410ee19fe0295fcde485c944b060c3"), day: day.adding(days: 1), amount: amount)
        let id = Transfer.id(from: out, to: income)
        let registers: [(DaybookCore.Field, [UInt8])] = [
            (.type, [0, 7]), (.legs, from.bytes + to.bytes), (.note, Array("cash".utf8)), (.fromEntry, out.bytes),
            (.toEntry, income.bytes),
        ]
        let sql = registers.map {
            "INSERT INTO registers VALUES (\(hex(id.bytes)), \($0.rawValue), 117686640740335616, 9, \(hex($1)), 12, 0);"
        }
        try make("version-11", andThen: sql.joined())
        let book = try Book(path: path)
        #expect(try book.read { try $0.rows() }.map(\.todo.title) == ["Rent", "Repair the bike"])
        #expect(try book.read { try $0.all(SavedFilter.self) }.map(\.item.name) == ["Soon"])
        #expect(try book.read { try $0.entryRows() }.map(\.entry.note) == ["tea"])
        let transfer = try #require(try book.read { try $0.transferRows() }.first).transfer
        #expect(transfer.note == "cash" && transfer.from == from && transfer.to == to)
        #expect(
            try book.read { try $0.balances() }.map { "\($0.account.name) \($0.balance.text) \($0.count) \($0.legs)" }
                == ["Bank 60.00 EUR 0 1", "Purse 35.00 EUR 1 1"])
        _ = try book.write { try $0.part(transfer) }
        #expect(try book.read { try $0.entryRows() }.map(\.entry.note) == ["tea", "from the bank", "cash machine"])
    }

    @Test("008.3 A book of version 12 opens and keeps everything; the parts of a newer device's entries are read")
    func version12Parts() throws {
        let groceries = try #require(EntityID("ed1a271deeda7d68b03c2aa38a80251f"))
        func hex(_ bytes: [UInt8]) -> String { "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'" }
        let euro = try #require(Currency("EUR"))
        let stamp = Stamp(clock: 117_687_770_000_000_000, node: 9)
        let id = EntityID(high: 12, low: 13)
        let registers = [
            Register(id, .type, stamp, [0, 9]), Register(id, .parts, stamp, groceries.bytes),
            Register(id, .amount, stamp, try Amount(number: "12.50", currency: euro).bytes),
            Register(id, .note, stamp, Array("bulb".utf8)), ItemTag.register("home", of: id, stamp),
        ]
        let sql = registers.map {
            "INSERT INTO registers VALUES (\(hex($0.entity.bytes)), \($0.field.rawValue), \(stamp.clock), 9, \(hex($0.value)), 99, 0);"
        }
        // The program of version 12 had the tag in its table.
        let tag = ItemTag.id("home", of: id)
        let tagged =
            "INSERT INTO entry_tags SELECT \(hex(tag.bytes)), \(hex(id.bytes)), id, 1, 1 FROM tags WHERE name = 'home';"
        try make("version-12", andThen: sql.joined() + tagged)
        let book = try Book(path: path)
        #expect(try book.read { try $0.rows() }.map(\.todo.title) == ["Rent", "Repair the bike"])
        let entry = try #require(try book.read { try $0.entry(groceries) })
        #expect(entry.parts.map { "\($0.amount.text) \($0.tags) \($0.note)" } == ["12.50 EUR [\"home\"] bulb"])
        #expect(entry.unassigned?.text == "17.50 EUR")
        #expect(
            try book.read { try $0.tagTotals() }
                .map { "\($0.tag?.lowercased() ?? "") \($0.totals.expense.all.map(\.text))" }
                == [#"food ["30.00 EUR"]"#, #"home ["12.50 EUR"]"#])
    }

    @Test("006.18 A book of version 11 opens and keeps everything; the reminders of a newer device are read")
    func version11Reminders() throws {
        let rent = try #require(EntityID("62667e472e6bf5920703f98d8fb8ecd0"))
        func hex(_ bytes: [UInt8]) -> String { "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'" }
        let stamp = Stamp(clock: 117_687_770_000_000_000, node: 9)
        let registers = ["#-1d", "#2026-12-24T09:00"].map { ItemTag.register($0, of: rent, stamp) }
        let sql = (registers + [Register(rent, .remindedUntil, stamp, Timestamp(milliseconds: 5).bytes)]).map {
            "INSERT INTO registers VALUES (\(hex($0.entity.bytes)), \($0.field.rawValue), \(stamp.clock), 9, \(hex($0.value)), 9, 0);"
        }
        try make("version-11", andThen: sql.joined())
        let book = try Book(path: path)
        let todos = try book.read { try $0.rows() }.map(\.todo)
        #expect(todos.map(\.title) == ["Rent", "Repair the bike"])
        #expect(todos.map(\.tags) == [[], ["home"]])
        #expect(todos.map { $0.reminders.map(\.text) } == [["-1d", "2026-12-24T09:00"], []])
        #expect(todos[0].extraFields[.remindedUntil]?.time == Timestamp(milliseconds: 5))
        #expect(try book.read { try $0.all(SavedFilter.self) }.map(\.item.name) == ["Soon"])
    }

    @Test("008.4 A book of version 12 opens and keeps everything; the payees and rules of a newer device are read")
    func version12() throws {
        func hex(_ bytes: [UInt8]) -> String { "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'" }
        let (rewe, rule) = (EntityID(high: 11, low: 1), EntityID(high: 11, low: 2))
        let entry = try #require(EntityID("127b99a9a8814c2f6b4de5a9b6f5fe5a"))
        let registers: [(EntityID, DaybookCore.Field, [UInt8])] = [
            (rewe, .type, [0, 11]), (rewe, .title, Array("Rewe".utf8)), (rule, .type, [0, 12]),
            (rule, .ruleText, Array("x then tag:y".utf8)), (entry, .payee, Array("Rewe".utf8)),
            (entry, .rawText, Array("REWE 5".utf8)), (entry, .ruled, Array("payee by \(rule.text)".utf8)),
        ]
        let sql = registers.map {
            "INSERT INTO registers VALUES (\(hex($0.bytes)), \($1.rawValue), 117688600000000000, 9, \(hex($2)), 20, 0);"
        }
        try make("version-12", andThen: sql.joined())
        let book = try Book(path: path)
        #expect(try book.read { try $0.rows() }.map(\.todo.title) == ["Rent", "Repair the bike"])
        let entries = try book.read { try $0.entryRows() }.map(\.entry)
        #expect(
            entries.map(\.note) == ["REWE SAGT DANKE 4409", "fish"] && entries.map(\.tags) == [["Food"], ["food"]])
        #expect(entries[0].id == entry && entries[0].extraFields[.payee]?.text == "Rewe")
        #expect(entries[0].extraFields[.rawText]?.text == "REWE 5" && entries[0].extraFields[.ruled] != nil)
        #expect(try book.read { try $0.all(Payee.self) }.map(\.item.name) == ["Rewe"])
        #expect(try book.read { try $0.all(EntryRule.self) }.map(\.item.text) == ["x then tag:y"])
        #expect(try book.read { try $0.transferRows() }.map(\.transfer.note) == ["cash machine"])
        #expect(try book.read { try $0.reconciliations() }.map(\.reconciliation.balance.text) == ["37.50 EUR"])
        #expect(
            try book.read { try $0.balances() }.map { "\($0.account.name) \($0.balance.text)" }
                == ["Bank 37.50 EUR", "Purse 20.00 EUR"])
    }

    @Test("008.1 A book of version 13 opens and keeps everything; each balance on each day is what it was")
    func version13() throws {
        try make("version-13")
        let book = try Book(path: path)
        #expect(try book.read { try $0.rows() }.map(\.todo.title).sorted() == ["Rent", "Repair the bike"])
        #expect(try book.read { try $0.entryRows() }.map(\.entry.note) == ["fish", "tea", "pay", "groceries"])
        #expect(try book.read { try $0.rateRows() }.count == 1)
        func balances(_ day: String? = nil) throws -> [String] {
            let day = try day.map { try #require(CivilDate($0)) }
            return try book.read { try $0.balances(on: day) }
                .map { "\($0.account.name) \($0.balance.text) \($0.count)+\($0.legs)" }
        }
        #expect(
            try balances() == ["Bank 2060.00 EUR 1+1", "Purse 5.00 EUR 2+1", "JPY -380 JPY 1+0"])
        #expect(try balances("2026-02-03") == balances())
        #expect(
            try balances("2026-02-02") == ["Bank 2060.00 EUR 1+1", "Purse 10.00 EUR 1+1", "JPY -380 JPY 1+0"])
        #expect(try balances("2026-02-01") == ["Bank 2060.00 EUR 1+1", "Purse -30.00 EUR 1+0"])
        #expect(try balances("2026-01-31") == ["Bank 60.00 EUR 0+1", "Purse -30.00 EUR 1+0"])
        #expect(try balances("2026-01-30") == ["Bank 100.00 EUR 0+0", "Purse -30.00 EUR 1+0"])
        #expect(try balances("2025-12-31") == ["Bank 0.00 EUR 0+0", "Purse 0.00 EUR 0+0"])
        let transfer = try #require(try book.read { try $0.transferRows() }.first).transfer
        try book.write { try $0.delete(transfer) }
        #expect(try balances() == ["Bank 2100.00 EUR 1+0", "Purse -35.00 EUR 2+0", "JPY -380 JPY 1+0"])
    }

    @Test(
        "008.6 A book of version 14 opens and keeps everything; it knows which row of a bank somebody entered by hand"
    )
    func version14() throws {
        try make("version-14")
        let book = try Book(path: path)
        #expect(try book.read { try $0.rows() }.map(\.todo.title).sorted() == ["Rent", "Repair the bike"])
        #expect(
            try book.read { try $0.entryRows() }.map(\.entry.note) == ["bread", "fish", "tea", "pay", "groceries"])
        let row = try #require(EntityID("4dfd1858e3d5cdddb511582e58ac8969"))
        #expect(try book.read { try $0.takenBankRows() } == [row])
    }

    @Test("005.5 What another device had written in a new field of an account is shown after the update")
    func newFieldOfAnAccount() throws {
        let closing = "2026-02-03 2060.00 EUR"
        let value = closing.utf8.map { String(format: "%02x", $0) }.joined()
        try make(
            "version-14",
            andThen: "INSERT INTO registers VALUES (x'5b80cbac45c868190949c9b0e77eafe4', "
                + "\(DaybookCore.Field.closing.rawValue), 117689682624970753, 9, x'\(value)', 20, 0);")
        let book = try Book(path: path)
        let account = try #require(try book.read { try $0.accounts() }.first?.account)
        #expect(account.name == "Bank" && account.closing?.text == closing)
    }

    @Test("006.24 A book of version 16 opens and keeps everything; the templates of a newer device are read")
    func version16() throws {
        let template = "x'000000000000000b000000000000000c'"
        let registers = [(1, "54726970"), (64, "0010"), (61, "5061636b"), (62, "54656e740a4d6170")].map {
            "INSERT INTO registers VALUES (\(template), \($0), 117686850302443520, 9, x'\($1)', 9, 0);"
        }
        try make("version-16", andThen: registers.joined())
        let book = try Book(path: path)
        #expect(try book.read { try $0.rows() }.map(\.todo.title) == ["Buy milk", "Rent"])
        #expect(try book.read { try $0.entryRows() }.map(\.entry.note) == ["tea"])
        let trip = try #require(try book.read { try $0.all(Template.self) }.first).item
        #expect(trip.name == "Trip" && trip.todo == "Pack" && trip.subtasks == ["Tent", "Map"])
    }

    @Test("SQLite makes no temporary table to write a register")
    func plainInserts() throws {
        try make("version-14")
        func steps(_ db: Connection) throws -> Set<String> {
            let rows = try db.rows(sql: "EXPLAIN INSERT INTO registers VALUES (x'01', 1, 1, 1, x'02', 1, 0)")
            return Set(try rows.map { try $0.get(at: 1, as: String.self) })
        }
        let path = path
        for book in try [Book(path: path), Book.inMemory()] {
            let steps = try book.database.write { try steps($0) }
            #expect(steps.contains("IdxInsert") && !steps.contains("OpenEphemeral"))
        }
    }

    @Test("008.1 A book of version 9 opens with an account for each currency; a newer device's accounts are read")
    func version9() throws {
        let id = EntityID(high: 11, low: 12)
        let tea = try #require(EntityID("06b7a99ca420e480dbddb2f425ba0a10"))
        func hex(_ bytes: [UInt8]) -> String { "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'" }
        let euro = try #require(Currency("EUR"))
        let opening = try Amount(number: "100", currency: euro)
        let registers: [(EntityID, DaybookCore.Field, [UInt8])] = [
            (id, .title, Array("Cash".utf8)), (id, .type, [0, 4]), (id, .amount, opening.bytes),
            (id, .accountKind, [1]),
            (tea, .account, id.bytes),
        ]
        let sql = registers.map {
            "INSERT INTO registers VALUES (\(hex($0.bytes)), \($1.rawValue), 117686640740335616, 9, \(hex($2)), 6, 0);"
        }
        try make("version-9", andThen: sql.joined())
        let book = try Book(path: path)
        #expect(try book.read { try $0.rows() }.map(\.todo.title).sorted() == ["Pay Ann", "Rent"])
        #expect(try book.read { try $0.entryRows() }.map(\.entry.note) == ["tea", "pay", "lunch"])
        #expect(
            try book.read { try $0.balances() }.map {
                "\($0.account.name) \($0.account.accountKind) \($0.balance.text)"
            }
                == ["Cash 1 95.00 EUR", "EUR 0 2000.00 EUR", "TWD 0 -38 TWD"])
    }

    @Test("006.15 A book of version 8 opens and keeps everything; where a newer device put a to-do is read")
    func version8() throws {
        let rent = try #require(EntityID("9411efb2c7e1fdd9fe9eb9baf3ee3071"))
        let bike = "x'287690e10193bc136789454efad27911'"
        try make(
            "version-8",
            andThen: "INSERT INTO registers VALUES (\(bike), 53, 117685365872525312, 9, x'\(rent.text)', 3, 0);")
        let book = try Book(path: path)
        let todos = try book.read { try $0.rows() }.map(\.todo)
        #expect(todos.map(\.title) == ["Repair the bike", "Rent"])
        #expect(todos.map(\.tags) == [["home"], []])
        #expect(todos.map { $0.extraFields[.parent]?.entity } == [rent, nil])
        #expect(try book.read { try $0.entryRows() }.map(\.entry.tags) == [["food"]])
    }

    @Test("006.6 A book of version 5 opens and keeps everything; what is in it may repeat") func version5() throws {
        try make("version-5")
        let book = try Book(path: path)
        let rent = try #require(try book.read { try $0.rows() }.first).todo
        #expect(rent.title == "Pay rent" && rent.due?.text == "2026-12-01" && rent.dueTime?.text == "15:00")
        #expect(rent.start?.text == "2026-11-28" && rent.todayDay != nil)
        var edit = Changes()
        edit.values[.repeats] = .repeats(
            Repeat("FREQ=MONTHLY", .every, anchor: try #require(CivilDate("2026-12-01"))))
        try book.write { book in
            try book.perform(.edit(.todo, rent.id, edit))
            try book.perform(.check(rent.id))
        }
        let next = try #require(try book.read { try $0.row(rent.id) }?.todo)
        #expect(next.due?.text == "2027-01-01" && next.start?.text == "2026-12-29")
        #expect(!next.isCompleted)
        #expect(try book.read { try $0.rows() }.map(\.todo.title) == ["Pay rent", "Pay rent", "Buy milk"])
    }

    @Test(
        "An old book and a new one have the same tables",
        arguments: (1...14).map { "version-\($0)" })
    func sameTables(version: String) throws {
        try make(version)
        func shape(_ book: Book) throws -> [String] {
            try book.database.read { db in
                var shape: [String] = []
                let tables = try db.rows(sql: "SELECT name, type FROM sqlite_schema ORDER BY name")
                for table in tables {
                    let name: String = try table.get(at: 0)
                    shape.append(name)
                    for column in try db.rows(
                        sql: "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?) ORDER BY cid",
                        arguments: [name])
                    {
                        let text: (String, String, Int, Int) = (
                            try column.get(at: 0), try column.get(at: 1), try column.get(at: 2), try column.get(at: 3)
                        )
                        shape.append("  \(text)")
                    }
                }
                return shape
            }
        }
        let old = try Book(path: path)
        let (ours, new) = (try Set(shape(old)), try Set(shape(Book.inMemory())))
        #expect(ours == new, "\(ours.symmetricDifference(new).sorted())")
        #expect(try shape(old).contains { $0.contains("planned_day") })
    }

    @Test("What a newer device sent is shown once the program understands it") func unread() throws {
        let stamp = Stamp(clock: 1_800_000_000_000 << 16, node: 9)
        let id = EntityID(high: 5, low: 5)
        let usd = try #require(Currency("USD"))
        var clock = HybridClock(node: 9)
        var random = SystemRandomNumberGenerator()
        let draft = Changes.entry(
            kind: .expense, amount: try Amount("7", usual: usd), day: CivilDate("2026-11-21"),
            note: "early", tags: ["food"])
        var registers = try BookAction.add(.entry, id, draft).registers(
            in: ItemsInMemory(), clock: &clock, now: stamp.time, using: &random
        ).get()
        let todo = try #require(EntityID("11b1460c1468540e9b9e8a598dc42f5e"))
        registers.append(Register(todo, .amount, stamp, try Amount("9", usual: usd).bytes))
        let rows = registers.map { register in
            func hex(_ bytes: [UInt8]) -> String { "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'" }
            return "INSERT INTO registers VALUES (\(hex(register.entity.bytes)), \(register.field.rawValue), "
                + "\(register.stamp.clock), 9, \(hex(register.value)), 7, 0);\n"
        }
        try make("version-1", andThen: rows.joined())
        let book = try Book(path: path)
        let entry = try #require(try book.read { try $0.entryRow(id) }?.entry)
        #expect(entry.note == "early")
        #expect(entry.tags == ["food"])
        #expect(try book.read { try $0.row(todo) }?.todo.amount?.text == "9.00 USD")
    }
}
