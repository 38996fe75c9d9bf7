import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

@Suite struct EntryTests {
    let folder: TemporaryFolder
    let book: Book
    var path: String { folder.path("book.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        book = try Book(path: folder.path("book.sqlite"))
    }

    private func amount(_ text: String) throws -> Amount { try Amount(text, usual: #require(Currency("USD"))) }

    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    private func add(
        _ text: String, _ kind: EntryKind = .expense, tags: [String] = [], at time: Timestamp = .now()
    ) throws -> EntryRow {
        let draft = Changes.entry(
            kind: kind, amount: try amount(text), day: try day("2026-11-21"), place: "Taipei", note: text, tags: tags)
        return try book.write(at: time) { try $0.add(entry: draft) }
    }

    @Test("004.1 An added entry, an edit and a deletion are all there after a restart") func restart() throws {
        // Those of one day stand in the order of their milliseconds.
        let start = Timestamp.now().milliseconds
        let a = try add("1.05", tags: ["food", "eating out"], at: Timestamp(milliseconds: start))
        let b = try add("2 JPY", at: Timestamp(milliseconds: start + 1))
        let c = try add("3", at: Timestamp(milliseconds: start + 2))
        let voice = Digest(of: [1])
        try book.write { book in
            try book.perform(
                .edit(.entry, b.entry.id, .entry(kind: .income, note: "購物 '\u{0}%", voice: voice, tags: ["x"])))
            try book.perform(.delete(.entry, c.entry.id))
            try book.perform(.edit(.entry, a.entry.id, .entry(tags: ["food"])))
        }
        let before = try book.read { try $0.entryRows() }
        try book.close()
        let reopened = try Book(path: path)
        #expect(try reopened.read { try $0.entryRows() } == before)
        #expect(before.map(\.number) == [b.number, a.number])
        #expect(before.map(\.entry.tags) == [["x"], ["food"]])
        #expect(before.map { $0.entry.amount?.text } == ["2 JPY", "1.05 USD"])
        #expect(before[0].entry.note == "購物 '\u{0}%")
        #expect(before[0].entry.voice == voice)
        #expect(before[0].entry.kind == .income)
        #expect(try reopened.read { try $0.entryRow(number: c.number) } == nil)
        #expect(try reopened.read { try $0.entryRow(number: a.number)?.entry.id } == a.entry.id)
    }

    @Test("A number is given once") func numbers() throws {
        let a = try add("1")
        try book.write { try $0.perform(.delete(.entry, a.entry.id)) }
        let b = try add("2")
        for _ in 0..<5 {
            try book.write { try $0.perform(.edit(.entry, b.entry.id, .entry(note: UUID().uuidString))) }
        }
        let c = try add("3")
        #expect([a.number, b.number, c.number] == [1, 2, 3])
    }

    @Test("004.19 Tags are found or created by name, and shared by the entries that bear them") func tags() throws {
        _ = try add("1", tags: ["food", "home"])
        let b = try add("2", tags: ["food"])
        #expect(try book.read { try $0.tags() }.map(\.name) == ["food", "home"])
        #expect(try book.read { try $0.tags() }.map(\.count) == [2, 1])
        try book.write { try $0.perform(.delete(.entry, b.entry.id)) }
        #expect(try book.read { try $0.tags() }.map(\.count) == [1, 1])
    }

    @Test("#Food and #food count as one, shown as most spell it, and stay what they are") func spellings() throws {
        let a = try add("1", tags: ["Food"])
        _ = try add("2", tags: ["food", "Food"])
        _ = try add("4", tags: ["food"])
        _ = try add("8", tags: ["food\u{200E}"])
        let tags = try book.read { try $0.tags() }
        #expect(tags.map(\.name) == ["Food"] && tags.map(\.count) == [4])
        _ = try add("16", tags: ["food"])
        #expect(try book.read { try $0.tags() }.map(\.name) == ["food"])
        let sums = try book.read { try $0.tagTotals() }
        #expect(sums.map(\.tag) == ["food"])
        #expect(sums.first?.totals.expense.all.map(\.number) == ["31.00"])
        for name in ["FOOD", "food"] {
            #expect(try book.read { try $0.entryRows(EntryFilter(tags: [name])).count } == 5)
            #expect(try book.read { try $0.entryRows(EntryFilter(tags: [name, "Food"], matching: .all)).count } == 5)
        }
        #expect(try book.read { try $0.entry(a.entry.id)?.tags } == ["Food"])
    }

    @Test("The usual currency is a setting: a choice counts more than a guess, and neither follows the entries")
    func currency() throws {
        let (eur, usd, jpy) = try (
            #require(Currency("EUR")), #require(Currency("USD")), #require(Currency("JPY"))
        )
        #expect(try book.read { try $0.usualCurrency() } == nil)
        _ = try add("1 JPY")
        #expect(try book.write { try $0.settleCurrency(usd) } == jpy, "an old book says what it is")
        #expect(try book.write { try $0.settleCurrency(usd) } == nil)
        for _ in 0..<3 { _ = try add("1 EUR") }
        #expect(try book.read { try $0.usualCurrency() } == jpy)
        try book.write { try $0.setCurrency(eur) }
        // A guess that another device makes later, without knowing of the choice.
        let later = Stamp(clock: UInt64(Timestamp.now().milliseconds + 1_000) << 16, node: 9)
        let guess = Register(Settings.id, .guessedCurrency, later, Array("USD".utf8))
        _ = try book.write { try $0.accept(PushRequest(node: 9, changes: [guess])) }
        #expect(try book.read { try $0.usualCurrency() } == eur)
        #expect(try book.read { try $0.rows().isEmpty && $0.entryRows().count == 4 })
    }

    @Test("A book finds, sorts and adds up as a list in memory does", arguments: 0..<10)
    func parity(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        let names = ["a", "b", "c", "B"]
        let start = try day("2026-10-28").daysSince1970
        try book.write { book in
            for number in 0..<120 {
                let currency = try #require(Currency(["USD", "JPY", "TWD"][Int(random.next() % 3)]))
                let scale = Int(random.next() % 5)
                let amount = Amount(
                    coefficient: Int64(random.next() % 1_000_000_000_000_000), scale: scale, currency: currency)
                let kind = try #require(EntryKind(rawValue: UInt8(random.next() % 3)))
                let draft = Changes.entry(
                    kind: kind, amount: amount, day: CivilDate(daysSince1970: start + Int64(random.next() % 40)),
                    place: "Ort \(number % 4)", note: "ÄPFEL \(number)",
                    tags: names.filter { _ in random.next() % 3 == 0 },
                    createdAt: Timestamp(milliseconds: Int64(random.next() % 5)))
                let row = try book.add(entry: draft)
                switch random.next() % 5 {
                case 0: try book.perform(.delete(.entry, row.entry.id))
                case 1: try book.perform(.edit(.entry, row.entry.id, .entry(tags: [names[Int(random.next() % 3)]])))
                default: break
                }
            }
        }
        let rows = try book.read { try $0.entryRows() }
        let list = EntryList(rows.map(\.entry))
        #expect(Array(list.all) == rows.map(\.entry), "the order on disk is the order in memory")
        #expect(try book.read { try $0.tags() }.map { "\($0)" } == list.tags.map { "\($0)" })
        #expect(try book.read { try $0.usualCurrency() } == list.usualCurrency)
        let from = CivilDate(daysSince1970: start + 9)
        for filter in [
            EntryFilter(), EntryFilter(kinds: [.expense]), EntryFilter(tags: ["a", "b"]),
            EntryFilter(tags: ["a", "b"], matching: .all), EntryFilter(tags: ["none"]), EntryFilter(text: "äpfel 1"),
            EntryFilter(
                kinds: [.income, .expense], tags: ["c"], text: "ort", from: from, through: from.adding(days: 9)),
        ] {
            let found = try book.read { try $0.entryRows(filter) }.map(\.entry)
            let first = try book.read { try $0.entryRows(filter, limit: 3) }.map(\.entry)
            let days = try book.read { try $0.days(filter) }
            let tags = try book.read { try $0.tagTotals(filter) }
            #expect(found == Array(Entries(list.sections(filter))))
            #expect(first == Array(Entries(list.sections(filter)).prefix(3)))
            #expect(try days == list.days(filter).filter { !$0.totals.isEmpty })
            #expect(try tags == list.tagTotals(filter))
        }
    }

    @Test("Sums that don't fit 64 bits are exact") func largeSums() throws {
        try book.write { book in
            for _ in 0..<30 {
                _ = try book.add(
                    entry: .entry(kind: .income, amount: try amount("9999999999999999.99"), day: try day("2026-11-21")))
            }
        }
        let sum = try book.read { try $0.days() }.first?.totals.income.all.first
        #expect(sum?.text == "299999999999999999.70 USD")
        #expect(try book.read { try $0.tagTotals() }.first?.totals.income.all.first == sum)
    }

    @Test("Checking a to-do that carries money books it in the same commit") func booking() throws {
        let rent = Changes.todo(
            title: "Pay rent", amount: try amount("15000 TWD"), due: try day("2026-12-01"))
        let row = try book.write { try $0.add(todo: rent) }
        #expect(row.todo.amount?.text == "15000 TWD")
        #expect(try book.read { try $0.upcoming() } == [row])
        let now = Timestamp.now()
        let head = try book.read { try $0.head() }
        try book.write(at: now) { try $0.perform(.check(row.todo.id)) }
        #expect(try book.read { try $0.head() } == head + 1)
        let entry = try #require(try book.read { try $0.entryRows() }.first?.entry)
        #expect(entry.todo == row.todo.id)
        #expect(entry.day == .local(now))
        #expect(try book.read { try $0.upcoming() }.isEmpty)
        try book.write { try $0.perform(.uncheck(row.todo.id)) }
        #expect(try book.read { try $0.entryRows() }.isEmpty)
        #expect(try book.read { try $0.upcoming() }.count == 1)
        let paid = Changes.todo(title: "paid", isCompleted: true, amount: try amount("5 TWD"))
        _ = try book.write { try $0.add(todo: paid) }
        #expect(try book.read { try $0.entryRows() }.map(\.entry.note) == ["paid"])
    }

    @Test("What a device pushes makes the same rows, in whatever order it comes") func pushed() throws {
        _ = try add("1", tags: ["food"])
        _ = try add("2", .unsorted)
        let page = try book.read { try $0.page(after: 0, now: .now()) }
        for order in [page.registers, page.registers.reversed()] {
            let other = try Book.inMemory()
            for register in order { try other.write { _ = try $0.accept(PushRequest(node: 9, changes: [register])) } }
            let rows = try other.read { try $0.entryRows() }
            let mine = try book.read { try $0.entryRows() }
            #expect(rows.allSatisfy { $0.entry.isSynced } && mine.allSatisfy { !$0.entry.isSynced })
            func content(_ rows: [EntryRow]) -> [Entry] {
                rows.map(\.entry).map {
                    var entry = $0
                    entry.isSynced = false
                    return entry
                }
            }
            #expect(rows.count == 2 && content(rows) == content(mine))
        }
    }

    @Test("An entry with a time that falls on no day can be pushed, read, changed and summed") func oddTime() throws {
        let id = EntityID(high: 1, low: 1)
        let stamp = Stamp(clock: 1, node: 9)
        let changes = [
            Register(id, .kind, stamp, [1]), Register(id, .amount, stamp, try amount("3").bytes),
            Register(id, .createdAt, stamp, [0x7F] + Array(repeating: 0xFF, count: 7)),
        ]
        try book.write { _ = try $0.accept(PushRequest(node: 9, changes: changes)) }
        #expect(try book.read { try $0.entryRows() }.map(\.entry.day.text) == ["9999-12-31"])
        try book.write { try $0.perform(.edit(.entry, id, .entry(note: "x"))) }
        #expect(try book.read { try $0.entryRows() }.map(\.entry.note) == ["x"])
    }

    @Test("A tag that somebody writes nonsense over is gone from the entry and its sums") func nonsense() throws {
        let row = try add("1", tags: ["food", "fun"])
        let tag = ItemTag.id("food", of: row.entry.id)
        let register = Register(tag, .tag, Stamp(clock: Stamp.greatestClock >> 1, node: 9), [])
        try book.write(at: Timestamp(milliseconds: .max)) {
            _ = try $0.accept(PushRequest(node: 9, changes: [register]))
        }
        #expect(try book.read { try $0.entryRow(row.entry.id)?.entry.tags } == ["fun"])
        #expect(try book.read { try $0.tagTotals() }.map(\.tag) == ["fun"])
    }

    @Test("An edit leaves the tags that stay as they are, be they too many or spelled with white space, and adds none")
    func tagsThatStay() throws {
        let row = try add("1")
        let id = row.entry.id
        let stamp = Stamp(clock: 1, node: 9)
        let foreign = [" food"] + (0..<119).map { "t\($0)" }
        try book.write { book in
            let changes = foreign.map {
                Register(ItemTag.id($0, of: id), .tag, stamp, [1] + id.bytes + Array($0.utf8))
            }
            _ = try book.accept(PushRequest(node: 9, changes: changes))
        }
        func edit(_ tags: [String]) throws {
            try book.write { try $0.perform(.edit(.entry, id, .entry(tags: tags))) }
        }
        let tags = try #require(try book.read { try $0.entryRow(id) }).entry.tags
        #expect(tags.count == 120)
        let head = try book.read { try $0.head() }
        try edit(tags)
        #expect(try book.read { try $0.head() } == head, "nothing is written")
        #expect(throws: BookError.refused(.tooManyTags(121))) { try edit(tags + ["new"]) }
        try edit(tags.filter { $0 != "t0" })
        #expect(try book.read { try $0.entryRow(id)?.entry.tags } == tags.filter { $0 != "t0" })
        try edit([" food", "t1", " new "])
        #expect(try book.read { try $0.entryRow(id)?.entry.tags } == [" food", "new", "t1"])
        try edit(["t1", "new"])
        #expect(try book.read { try $0.entryRow(id)?.entry.tags } == ["new", "t1"])
    }

    @Test("A refused entry leaves the whole commit undone and says why") func refused() throws {
        let missing = EntityID(high: 1, low: 2)
        #expect(throws: BookError.refused(.notFound(.entry, missing))) {
            try book.write { book in
                _ = try book.add(entry: .entry(kind: .income, amount: try amount("1"), day: .local()))
                try book.perform(.edit(.entry, missing, .entry(note: "x")))
            }
        }
        #expect(try book.read { try $0.entryRows() }.isEmpty)
        #expect(try book.read { try $0.head() } == 0)
    }

    @Test("A recording comes back by its SHA-256; what is no sound or too long is refused") func recordings() throws {
        let bytes: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0, 1, 2, 0]
        let recording = try Recording(bytes)
        for _ in 0..<2 { try book.write { try $0.store(recording) } }
        #expect(try book.read { try $0.blob(recording.digest) } == bytes)
        #expect(try book.read { try $0.blob(Digest(of: [])) } == nil)
        #expect(recording.mediaType == "audio/webm")
        #expect(throws: ItemError.noRecording) { try Recording(Array("<html>hello".utf8)) }
        #expect(throws: ItemError.noRecording) { try Recording([]) }
        let large = bytes + [UInt8](repeating: 0, count: Recording.greatestSize)
        #expect(throws: ItemError.recordingTooLarge(bytes: large.count)) { try Recording(large) }
        let sounds: [(String, String)] = [
            ("OggS", "audio/ogg"), ("RIFF....WAVE", "audio/wav"), ("....ftypM4A ", "audio/mp4"), ("fLaC", "audio/flac"),
            ("ID3", "audio/mpeg"),
        ]
        for (head, type) in sounds { #expect(try Recording(Array(head.utf8)).mediaType == type) }
    }
}
