import DaybookCore
import Fixtures
import Testing

/// Parts of entries, and what sums count of them.
@Suite struct PartTests {
    private let euro = currency("EUR")

    private func amount(_ text: String, _ code: String = "EUR") throws -> Amount {
        try Amount(number: text, currency: currency(code))
    }

    private func part(_ number: UInt64, _ text: String, _ tags: [String] = [], _ note: String = "") throws -> Part {
        Part(id: EntityID(high: 9, low: number), amount: try amount(text), tags: tags, note: note)
    }

    private func entry(_ text: String, _ tags: [String] = [], _ parts: [Part]) throws -> Entry {
        var entry = Entry(
            id: EntityID(high: 1, low: 1), kind: .expense, amount: try amount(text), day: day("2026-11-03"),
            createdAt: Timestamp(milliseconds: 0), note: "market", tags: tags)
        entry.parts = parts
        return entry
    }

    private func portions(_ entry: Entry) -> [String] { entry.portions.map { "\($0.sum.text) \($0.tags)" } }

    @Test("008.3 The portions of an entry always come to its amount, also where the parts disagree with it")
    func portions() throws {
        #expect(try portions(entry("26", ["shop"], [])) == [#"26.00 EUR ["shop"]"#])
        let parts = [try part(1, "12.50", ["food"]), try part(2, "3.10")]
        let split = try entry("26", ["shop"], parts)
        #expect(portions(split) == [#"12.50 EUR ["food"]"#, "3.10 EUR []", #"10.40 EUR ["shop"]"#])
        #expect(split.unassigned?.text == "10.40 EUR" && split.countedTags == ["food", "shop"])
        let exact = try entry("15.60", ["shop"], parts)
        #expect(exact.unassigned == nil && exact.countedTags == ["food"] && exact.portions.count == 2)
        let tooMuch = try entry("10", [], parts)
        #expect(portions(tooMuch) == [#"12.50 EUR ["food"]"#, "3.10 EUR []", "-5.60 EUR []"])
        // A part in another currency is of another amount: it counts for nothing.
        var other = try entry("20", [], parts)
        other.amount = try amount("20", "USD")
        #expect(portions(other) == ["20.00 USD []"] && other.unassigned?.text == "20.00 USD")
        other.amount = nil
        #expect(other.portions.count == 1 && other.unassigned == nil)
    }

    @Test("008.3 A filter finds an entry by its parts, and sums count the parts that it asks for")
    func filters() throws {
        let split = try entry(
            "26", ["shop"], [try part(1, "12.50", ["Food", "sweet"], "bread"), try part(2, "3.10", ["home"], "bulb")])
        let list = EntryList([split])
        for (filter, sum) in [
            (EntryFilter(tags: ["food"]), "12.50 EUR"), (EntryFilter(tags: ["home"]), "3.10 EUR"),
            (EntryFilter(tags: ["shop"]), "10.40 EUR"), (EntryFilter(tags: ["food", "home"]), "15.60 EUR"),
            (EntryFilter(tags: ["food", "sweet"], matching: .all), "12.50 EUR"),
            (EntryFilter(tags: ["food", "home"], matching: .all), nil), (EntryFilter(tags: ["car"]), nil),
            (EntryFilter(text: "bulb"), "3.10 EUR"), (EntryFilter(text: "market"), "26.00 EUR"),
            (EntryFilter(text: "#food market"), "12.50 EUR"), (EntryFilter(text: "bulb bread"), nil),
            (EntryFilter(), "26.00 EUR"),
        ] as [(EntryFilter, String?)] {
            #expect(filter.contains(split) == (sum != nil), "\(filter)")
            let days = try list.days(filter)
            #expect(days.map { $0.totals.expense.all.map(\.text) } == (sum.map { [[$0]] } ?? []), "\(filter)")
        }
        func sums(_ filter: EntryFilter) throws -> [String] {
            try list.tagTotals(filter).map { "\($0.tag ?? "-") \($0.totals.expense.all.map(\.number).joined())" }
        }
        #expect(try sums(EntryFilter()) == ["Food 12.50", "home 3.10", "shop 10.40", "sweet 12.50"])
        #expect(try sums(EntryFilter(tags: ["food"])) == ["Food 12.50", "sweet 12.50"])
        #expect(list.tags.map { "\($0.name) \($0.count)" } == ["Food 1", "home 1", "shop 1", "sweet 1"])
    }

    /// Two copies of a book that change it each by itself.
    private struct Copy {
        var records: [EntityID: Record] = [:]
        var clock: HybridClock
        private var random = SeededRandom(1)
        var now: Int64 = 1_790_000_000_000
        static let id = EntityID(high: 1, low: 1)

        init(node: UInt64) { clock = HybridClock(node: node) }

        var entry: Entry? {
            let tags = records.values.compactMap { ItemTag($0) }
            let parts = records.values.filter { Part.entry(of: $0) == Self.id }.compactMap { Part($0, tags: tags) }
            return records[Self.id].flatMap { Entry($0, tags: tags, parts: parts) }
        }

        var shown: [String] { entry?.parts.map { "\($0.amount.number) \($0.tags) \($0.note)" } ?? [] }

        @discardableResult
        mutating func perform(_ action: BookAction) throws -> [Register] {
            now += 1
            let registers = try action.registers(
                in: ItemsInMemory(entries: EntryList(entry.map { [$0] } ?? [])), clock: &clock,
                now: Timestamp(milliseconds: now), using: &random
            ).get()
            merge(registers)
            return registers
        }

        mutating func merge(_ registers: [Register]) {
            for register in registers {
                clock.observe(register.stamp)
                records[register.entity, default: Record(id: register.entity)].merge(register, isPending: true)
            }
        }

        mutating func set(_ change: (inout [Part]) -> Void) throws {
            var parts = entry?.parts ?? []
            change(&parts)
            var changes = Changes()
            changes[.parts] = .parts(parts)
            try perform(.edit(.entry, Self.id, changes))
        }

        var registers: [Register] { records.values.flatMap(\.registers) }
    }

    @Test("008.3 Devices that change different parts keep both changes, and may come to more than the entry")
    func merge() throws {
        var (mine, yours) = (Copy(node: 1), Copy(node: 2))
        let food = Part(amount: try amount("12.50"), tags: ["food"], note: " bread ")
        let home = Part(amount: try amount("3.10"), tags: ["home"])
        try mine.perform(.add(.entry, Copy.id, .entry(kind: .expense, amount: amount("26"), day: day("2026-11-03"))))
        try mine.set { $0 = [food, home] }
        #expect(mine.shown == [#"12.50 ["food"] bread"#, #"3.10 ["home"] "#])
        yours.merge(mine.registers)
        let more = try amount("20")
        try mine.set {
            $0[0].note = "rolls"
            $0[0].tags.append("mine")
        }
        try yours.set {
            $0[0].tags.append("yours")
            $0[1].amount = more
            $0.append(Part(amount: more))
        }
        let (own, other) = (mine.registers, yours.registers)
        mine.merge(other)
        yours.merge(own)
        #expect(mine.shown == [#"12.50 ["food", "mine", "yours"] rolls"#, #"20.00 ["home"] "#, "20.00 [] "])
        #expect(yours.shown == mine.shown && mine.entry?.unassigned?.text == "-26.50 EUR")
        // They change places, and one goes.
        try mine.set { $0.swapAt(0, 1) }
        #expect(mine.shown.map { $0.prefix(5) } == ["20.00", "12.50", "20.00"])
        try mine.set { $0.remove(at: 0) }
        #expect(mine.shown.map { $0.prefix(5) } == ["12.50", "20.00"])
        #expect(try mine.perform(.edit(.entry, Copy.id, Changes(.parts, mine.entry?.parts ?? []))) == [])
    }

    @Test("008.3 A deleted entry takes its parts along, and a change of a part brings it back as an edit does")
    func deletion() throws {
        var (mine, yours) = (Copy(node: 1), Copy(node: 2))
        let part = Part(amount: try amount("12.50"), tags: ["food"])
        try mine.perform(.add(.entry, Copy.id, .entry(kind: .expense, amount: amount("26"), day: day("2026-11-03"))))
        try mine.set { $0 = [part] }
        yours.merge(mine.registers)
        try mine.perform(.delete(.entry, Copy.id))
        #expect(mine.entry == nil)
        yours.now += 1_000
        try yours.set { $0[0].note = "rolls" }
        mine.merge(yours.registers)
        #expect(mine.shown == [#"12.50 ["food"] rolls"#])
    }

    @Test("008.3 Parts lie in bytes and come back; other bytes are no parts, whatever they are") func bytes() throws {
        let parts = [try part(1, "12.50", ["food", "naïve"], "購物\n\"x\""), try part(2, "0.005")]
        #expect([Part](bytes: parts.bytes) == parts)
        #expect([Part](bytes: []).isEmpty)
        var random = SeededRandom(3)
        for length in 0..<parts.bytes.count {
            _ = [Part](bytes: Array(parts.bytes.prefix(length)))
            var bytes = parts.bytes
            bytes[length] = random.next()
            _ = [Part](bytes: bytes)
        }
        // A register of an entry says nothing of its parts.
        var record = Record(id: EntityID(high: 1, low: 1))
        let stamp = Stamp(clock: 1 << 40, node: 1)
        for (field, value) in [(Field.kind, [1]), (.amount, try amount("5").bytes), (.parts, parts.bytes)] {
            record.merge(Register(record.id, field, stamp, value), isPending: false)
        }
        #expect(Entry(record, tags: [ItemTag]())?.parts == [])
    }
}

extension Changes {
    fileprivate init(_ field: Field, _ parts: [Part]) {
        self.init()
        self[field] = .parts(parts)
    }
}
