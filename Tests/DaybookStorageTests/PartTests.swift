import DaybookCore
import Fixtures
import Testing

@testable import DaybookStorage

/// Parts of entries in a book on disk.
@Suite struct PartTests {
    private let book: Book
    private let euro: Currency

    init() throws {
        book = try Book.inMemory()
        euro = try #require(Currency("EUR"))
    }

    private func add(
        _ number: String, _ tags: [String], _ parts: [(String, [String])], day: String = "2026-11-03"
    ) throws -> EntityID {
        var draft = Changes.entry(
            kind: .expense, amount: try Amount(number: number, currency: euro), day: CivilDate(day), tags: tags)
        draft[.parts] = .parts(
            try parts.map { Part(amount: try Amount(number: $0.0, currency: euro), tags: $0.1, note: "n") })
        return try book.write { try $0.add(entry: draft) }.entry.id
    }

    private func tags(_ book: Book, _ filter: EntryFilter = EntryFilter()) throws -> [String] {
        try book.read { try $0.tagTotals(filter) }.map {
            "\($0.tag ?? "-") \($0.totals.expense.all.map(\.number).joined())"
        }
    }

    @Test("008.3 Sums by tag count parts and what is left, and go with the entry when it is deleted and comes back")
    func sums() throws {
        let id = try add("26", ["shop"], [("12.50", ["food"]), ("3.10", ["Home"])])
        _ = try add("5", ["food"], [])
        _ = try add("7", ["HOME", "home"], [])
        let all = ["home 10.10", "food 17.50", "shop 10.40"]
        #expect(try tags(book).map { $0.lowercased() } == all)
        #expect(try tags(book, EntryFilter(tags: ["food"])) == ["food 17.50"])
        #expect(
            try book.read { try $0.tags() }.map { "\($0.name.lowercased()) \($0.count)" } == [
                "home 2", "food 2", "shop 1",
            ])
        try book.write { try $0.perform(.delete(.entry, id)) }
        #expect(try tags(book).map { $0.lowercased() } == ["home 7.00", "food 5.00"])
        // An edit brings it back, and with it its parts.
        try book.write { try $0.perform { [Register(id, .note, $0, Array("again".utf8))] } }
        #expect(try tags(book).map { $0.lowercased() } == all)
        var edit = Changes()
        edit[.parts] = .nothing
        try book.write { try $0.perform(.edit(.entry, id, edit)) }
        #expect(try tags(book).map { $0.lowercased() } == ["home 7.00", "food 5.00", "shop 26.00"])
        #expect(try !book.read { try $0.hasParts() })
    }

    @Test("008.3 Registers of parts that come in any order make the same book, which says what one in memory says")
    func anyOrder() throws {
        for index in 0..<40 {
            _ = try add(
                "\(10 + index)", [["shop"], [], ["food", "x"]][index % 3],
                [("4.25", ["food"]), ("\(index % 9 + 1)", ["home", "Food"]), ("0.5", [])].prefix(index % 4).map { $0 },
                day: "2026-11-0\(index % 5 + 1)")
        }
        let registers = try book.read { try $0.page(after: 0, now: .now()).registers }
        let entries = EntryList(try book.read { try $0.entryRows() }.map(\.entry))
        for seed in 0..<3 {
            var random = SeededRandom(UInt64(seed))
            let other = try Book.inMemory()
            var rest = registers.shuffled(using: &random)[...]
            while !rest.isEmpty {
                let next = Array(rest.prefix(1 + random.below(30)))
                rest = rest.dropFirst(next.count)
                _ = try other.write { try $0.accept(PushRequest(node: 1, changes: next)) }
            }
            #expect(
                try other.read { try $0.entryRows() }.map { "\($0.entry.parts) \($0.entry.tags)" }
                    == entries.all.map { "\($0.parts) \($0.tags)" })
            for filter in [
                EntryFilter(), EntryFilter(tags: ["food"]), EntryFilter(tags: ["food", "home"], matching: .all),
                EntryFilter(tags: ["shop", "home"]), EntryFilter(tags: ["home"], text: "n"), EntryFilter(text: "4.25"),
                EntryFilter(tags: ["x"], from: CivilDate("2026-11-02")),
            ] {
                let (days, totals) = try other.read { (try $0.days(filter), try $0.tagTotals(filter)) }
                #expect(try days == entries.days(filter), "\(filter)")
                #expect(try totals.map { $0.totals } == entries.tagTotals(filter).map { $0.totals }, "\(filter)")
                let ids = Entries(entries.sections(filter)).map(\.id)
                #expect(try other.read { try $0.entryRows(filter) }.map(\.entry.id) == ids, "\(filter)")
                #expect(try other.read { try $0.entryCount(filter) } == ids.count, "\(filter)")
                #expect(
                    try other.read { try $0.entryRows(filter, limit: 3) }.map(\.entry.id) == ids.prefix(3).map { $0 })
            }
            #expect(
                try other.read { try $0.tags() }.map { "\($0.name.lowercased()) \($0.count)" }
                    == entries.tags.map { "\($0.name.lowercased()) \($0.count)" })
        }
    }

    @Test("008.3 A purge drops the parts of an entry that was deleted before, and of no other") func purge() throws {
        let gone = try add("26", ["shop"], [("12.50", ["food"]), ("3.10", [])])
        let stays = try add("26", ["shop"], [("12.50", ["food"])])
        try book.write { try $0.perform(.delete(.entry, gone)) }
        let soon = Timestamp(milliseconds: Timestamp.now().milliseconds + 60_000)
        #expect(try book.write { try $0.purge(deletedBefore: soon) } == 1)
        #expect(try book.read { try $0.values(of: .parts) }.values.map { EntityID(bytes: $0) } == [stays])
        #expect(try book.read { try $0.values(of: .note) }.count == 1)
        #expect(try book.read { try $0.entry(stays) }?.parts.count == 1)
    }

    @Test("008.3 A part that is damaged, or whose entry isn't here, is kept and counts for nothing") func damaged()
        throws
    {
        let id = try add("26", ["shop"], [("12.50", ["food"])])
        let part = try #require(book.read { try $0.entry(id) }?.parts.first).id
        let stamp = Stamp(clock: UInt64(Timestamp.now().milliseconds) << 16, node: 9)
        let lost = EntityID(high: 5, low: 5)
        let amount = try Amount(number: "3", currency: euro).bytes
        let registers = [
            Register(lost, .type, stamp, [0, 9]), Register(lost, .amount, stamp, amount),
            Register(lost, .parts, stamp, EntityID(high: 6, low: 6).bytes),
            Register(part, .amount, Stamp(clock: stamp.clock + 1 << 17, node: 9), [1, 2]),
        ]
        _ = try book.write { try $0.accept(PushRequest(node: 9, changes: registers)) }
        #expect(try book.read { try $0.entry(id) }?.parts == [])
        #expect(try tags(book) == ["shop 26.00"])
        // It names the entry after all.
        let later = Stamp(clock: stamp.clock + 1 << 18, node: 9)
        _ = try book.write {
            try $0.accept(PushRequest(node: 9, changes: [Register(lost, .parts, later, id.bytes)]))
        }
        #expect(try tags(book) == ["shop 23.00", "- 3.00"])
    }
}
