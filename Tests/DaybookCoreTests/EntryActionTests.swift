import DaybookCore
import Fixtures
import Testing

/// One device: the records of the entries, the list they make, its clock.
struct MoneyDevice {
    var records: [EntityID: Record] = [:]
    var clock: HybridClock
    var random: SeededRandom
    var now: Timestamp

    init(node: UInt64 = 1, now: Int64 = 1_790_000_000_000) {
        clock = HybridClock(node: node)
        random = SeededRandom(node)
        self.now = Timestamp(milliseconds: now)
    }

    var registers: [Register] { records.values.flatMap(\.registers).sorted { $0.key < $1.key } }
    var tags: [ItemTag] { records.values.compactMap { ItemTag($0) } }
    /// The entries but for those that stand in a transfer.
    var entries: EntryList {
        let joined = joined
        return EntryList(records.values.compactMap { Entry($0, tags: tags) }.filter { !joined.contains($0.id) })
    }
    var transfers: [Transfer] {
        let joined = joined
        return records.values.compactMap { Transfer($0) }.filter { joined.counts($0.id) }
    }
    private var joined: JoinedEntries {
        var joined = JoinedEntries()
        for record in records.values { _ = joined.note(record) }
        return joined
    }
    var todos: TodoList {
        var past = PastOccurrences()
        for record in records.values { _ = past.note(record, before: nil) }
        let todos = records.values.compactMap {
            Todo($0, latest: past.latest(of: $0.id), finishing: past.finishing($0.id), tags: tags)
        }
        let last = Set(todos.filter { !$0.isPastOccurrence }.compactMap { $0.occurrence?.id })
        return TodoList(todos.filter { !last.contains($0.id) })
    }
    var accounts: [MoneyAccount] {
        records.values.compactMap { MoneyAccount($0) }.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
    }

    @discardableResult mutating func perform(_ action: BookAction, today: CivilDate? = nil) -> ItemError? {
        now = Timestamp(milliseconds: now.milliseconds + 1)
        let source = ItemsInMemory(todos: todos, entries: entries, accounts: accounts, transfers: transfers)
        switch action.registers(
            in: source, clock: &clock, now: now, today: { today ?? CivilDate($0) }, using: &random)
        {
        case .success(let registers):
            merge(registers, isPending: true)
            return nil
        case .failure(let error): return error
        }
    }

    mutating func merge(_ registers: [Register], isPending: Bool = false) {
        for register in registers {
            clock.observe(register.stamp)
            records[register.entity, default: Record(id: register.entity)].merge(register, isPending: isPending)
        }
    }

    mutating func add(
        _ text: String, _ kind: EntryKind = .expense, on day: String = "2026-11-21", tags: [String] = [],
        note: String? = nil
    ) -> EntityID {
        let id = EntityID(using: &random)
        let amount = try? Amount(text, usual: currency("USD"))
        perform(.add(.entry, id, .entry(kind: kind, amount: amount, day: date(day), note: note ?? text, tags: tags)))
        return id
    }
}

func date(_ text: String) -> CivilDate {
    guard let date = CivilDate(text) else { preconditionFailure("no day \(text)") }
    return date
}

@Suite struct EntryActionTests {
    var device = MoneyDevice()

    @Test("004.1 004.2 An entry has an id, an exact amount, a recording, a creation date and tags")
    mutating func add() throws {
        let id = EntityID(using: &device.random)
        let voice = Digest(of: [1, 2, 3])
        let amount = try Amount("12.3450", usual: currency("EUR"))
        device.perform(
            .add(
                .entry, id,
                .entry(
                    kind: .unsorted, amount: amount, day: date("2026-02-28"), place: " Taipei ", note: "lunch\n",
                    voice: voice, tags: ["food", " lunch ", "food"])))
        let entry = try #require(device.entries[id])
        #expect(
            entry
                == Entry(
                    id: id, kind: .unsorted, amount: amount, day: date("2026-02-28"), createdAt: device.now,
                    place: "Taipei", note: "lunch", voice: voice, tags: ["food", "lunch"]))
    }

    @Test("004.3 004.4 Sorting gives a quick record its kind; income is 0, expense 1, not sorted 2")
    mutating func sort() {
        #expect(EntryKind.allCases.map(\.rawValue) == [0, 1, 2])
        let id = device.add("5", .unsorted)
        device.perform(.edit(.entry, id, .entry(kind: .expense, place: "Taipei")))
        #expect(device.entries[id]?.kind == .expense)
        #expect(device.entries[id]?.place == "Taipei")
        let before = device.registers
        device.perform(.edit(.entry, id, .entry(kind: .expense, place: "Taipei", tags: [])))
        #expect(device.registers == before)
    }

    @Test("A recording alone is a quick record; it takes an amount to sort it") mutating func voiceOnly() throws {
        let id = EntityID(using: &device.random)
        let draft = Changes.entry(kind: .unsorted, amount: nil, day: date("2026-11-21"), voice: Digest(of: [1]))
        #expect(device.perform(.add(.entry, id, draft)) == nil)
        #expect(device.perform(.edit(.entry, id, .entry(kind: .expense))) == .noAmount)
        #expect(device.perform(.edit(.entry, id, .entry(voice: .some(nil)))) == .noAmount)
        let amount = try Amount("5", usual: currency("USD"))
        #expect(device.perform(.edit(.entry, id, .entry(kind: .expense, amount: amount, voice: .some(nil)))) == nil)
        #expect(device.entries[id]?.amount == amount)
        #expect(device.entries[id]?.voice == nil)
        for kind in EntryKind.allCases {
            #expect(Changes.entry(kind: kind, amount: nil, day: date("2026-11-21")).entryProblem() == .noAmount)
        }
    }

    @Test("004.19 Tags are the same if they are spelled the same, on every device") mutating func spelling() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        try #require(composed == decomposed, "one word to Swift")
        let id = device.add("5", tags: [decomposed, composed, composed])
        let spelled = { (tags: [String]) in tags.map { Array($0.utf8) } }
        #expect(
            spelled(device.entries[id]?.tags ?? []) == spelled([decomposed, composed]), "in the order of their bytes")
        #expect(device.entries.tags.map(\.count) == [1, 1])
        #expect(try device.entries.tagTotals().count == 2)
        device.perform(.edit(.entry, id, .entry(tags: [decomposed])))
        #expect(spelled(device.entries[id]?.tags ?? []) == spelled([decomposed]))
        #expect(Entries(device.entries.sections(EntryFilter(tags: [composed]))).isEmpty)
        #expect(Entries(device.entries.sections(EntryFilter(tags: [decomposed]))).count == 1)
        device.perform(.edit(.entry, id, .entry(place: composed)))
        device.perform(.edit(.entry, id, .entry(place: decomposed)))
        #expect(device.entries[id].map { Array($0.place.utf8) } == Array(decomposed.utf8))
    }

    @Test("004.19 Two devices that tag one entry keep each other's tags") mutating func tags() {
        let id = device.add("5", tags: ["food", "old"])
        var other = MoneyDevice(node: 2, now: device.now.milliseconds)
        other.merge(device.registers)
        device.perform(.edit(.entry, id, .entry(tags: ["food", "a"])))
        other.perform(.edit(.entry, id, .entry(tags: ["food", "old", "b"])))
        device.merge(other.registers)
        other.merge(device.registers)
        #expect(device.entries[id]?.tags == ["a", "b", "food"])
        #expect(other.registers == device.registers)
        #expect(device.entries.tags.map(\.name) == ["a", "b", "food"])
    }

    @Test("Of two writes with one stamp the one that adds the tag wins") mutating func tagTies() throws {
        let id = device.add("5", tags: ["food"])
        let record = try #require(device.records[ItemTag.id("food", of: id)])
        let added = try #require(record[.tag])
        let removed = Register(added.entity, .tag, added.stamp, [0] + added.value.dropFirst())
        #expect(added.wins(over: removed))
        device.merge([removed])
        #expect(device.entries[id]?.tags == ["food"])
    }

    @Test("An entry with a tag that isn't synced isn't synced") mutating func unsynced() throws {
        let id = device.add("5")
        device.merge(device.registers)
        #expect(device.entries[id]?.isSynced == true)
        device.perform(.edit(.entry, id, .entry(tags: ["food"])))
        #expect(device.entries[id]?.isSynced == false)
        device.merge(device.records[id]?.registers ?? [])
        #expect(device.entries[id]?.isSynced == false)
        device.merge(device.registers)
        #expect(device.entries[id]?.isSynced == true)
    }

    @Test(
        "004.22 An entry can be deleted; an edit or a tag that comes or goes later brings it back",
        arguments: [["kept"], []])
    mutating func delete(tags: [String]) {
        let id = device.add("5", tags: ["old"])
        var other = MoneyDevice(node: 2, now: device.now.milliseconds + 5_000)
        other.merge(device.registers)
        device.perform(.delete(.entry, id))
        #expect(device.entries.count == 0)
        #expect(device.perform(.delete(.entry, id)) == .notFound(.entry, id))
        #expect(device.perform(.edit(.entry, id, .entry(note: "x"))) == .notFound(.entry, id))
        other.perform(.edit(.entry, id, .entry(tags: tags)))
        device.merge(other.registers)
        #expect(device.entries[id]?.tags == tags)
    }

    @Test("Tags and texts that can't be kept are refused, and nothing changes") mutating func refused() {
        let id = device.add("5")
        let before = device.registers
        let long = String(repeating: "x", count: ItemError.longestTag + 1)
        for tag in ["", " ", "a,b", "#a", "a\nb", "a\u{2028}b", "a\u{0}", long] {
            #expect(device.perform(.edit(.entry, id, .entry(tags: ["fine", tag]))) == .badTag(tag))
        }
        let many = (0...ItemError.mostTags).map { "\($0)" }
        #expect(device.perform(.edit(.entry, id, .entry(tags: many))) == .tooManyTags(101))
        let text = String(repeating: "x", count: FieldValues.longestText + 1)
        #expect(device.perform(.edit(.entry, id, .entry(note: text))) == .textTooLong(.note, bytes: text.utf8.count))
        #expect(device.perform(.edit(.entry, id, .entry(place: text))) == .textTooLong(.place, bytes: text.utf8.count))
        #expect(device.registers == before)
    }

    @Test("A place and a note of 64 KiB are kept, and a refusal says which of them is longer") mutating func longest() {
        let text = String(repeating: "x", count: FieldValues.longestText)
        let id = device.add("5")
        #expect(device.perform(.edit(.entry, id, .entry(place: text, note: text))) == nil)
        for (field, start) in [(Field.place, "The place has 70000 bytes"), (.note, "The note has 70000 bytes")] {
            #expect(ItemError.textTooLong(field, bytes: 70_000).message.hasPrefix(start))
        }
    }

    @Test(
        "A recording is of the kind that its first bytes tell",
        arguments: [
            ("OggS", "audio/ogg"), ("RIFF0000WAVE", "audio/wav"), ("0000ftyp", "audio/mp4"), ("fLaC", "audio/flac"),
            ("caff", "audio/x-caf"), ("ID3", "audio/mpeg"),
        ])
    func recordings(start: String, type: String) throws {
        #expect(try Recording(Array(start.utf8)).mediaType == type)
    }

    @Test("A recording has at most 10 MiB") func largeRecording() {
        let largest = Array("OggS".utf8) + [UInt8](repeating: 0, count: Recording.greatestSize - 4)
        #expect(throws: Never.self) { try Recording(largest) }
        #expect(throws: ItemError.recordingTooLarge(bytes: largest.count + 1)) { try Recording(largest + [0]) }
    }

    @Test("Values that another program wrote wrongly neither trap nor hide the entry") mutating func wrongValues() {
        let id = device.add("5")
        let stamp = Stamp(clock: 1 << 58, node: 9)
        for field in (9...22).map({ Field(rawValue: UInt16($0)) }) where field != .kind {
            device.merge([Register(id, field, stamp, [1, 2, 3])])
        }
        #expect(device.entries[id]?.kind == .unsorted)
        device.merge([Register(id, .kind, stamp, [77, 3])])
        device.merge([Register(EntityID(high: 1, low: 1), .tag, stamp, [1, 2])])
        #expect(device.entries.count == 1)
        // A moment that falls on no day counts as the first or the last there is.
        for (time, day) in [(Int64.max, "9999-12-31"), (.min, "0001-01-01")] {
            let stamp = Stamp(clock: 1, node: 9)
            let record = EntityID(high: 2, low: UInt64(bitPattern: time))
            device.merge([
                Register(record, .kind, stamp, [0]), Register(record, .createdAt, stamp, bytes(of: time)),
            ])
            #expect(device.entries[record]?.day.text == day)
            #expect(device.entries[record]?.createdAt.text.hasPrefix(day) == true)
        }
        for (name, key) in [("a\nb", "a\nb"), (" ", " "), ("a", "another")] {
            let bytes = [1] + id.bytes + Array(name.utf8)
            device.merge([Register(ItemTag.id(key, of: id), .tag, stamp, bytes)])
        }
        #expect(device.entries[id]?.tags == [], "two lines, nothing, under another's id")
    }

    private func bytes(of number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> Int64(56 - 8 * $0)) }
    }

    @Test("004.21 Newest first, in sections by day with totals by currency; what isn't sorted isn't counted")
    mutating func sections() throws {
        _ = device.add("1", on: "2026-11-20")
        _ = device.add("2 EUR", on: "2026-11-21")
        _ = device.add("100", .income, on: "2026-11-21")
        _ = device.add("7", .unsorted, on: "2026-11-21")
        _ = device.add("0.5", on: "2026-11-21")
        let sections = device.entries.byDay
        #expect(sections.map(\.day.text) == ["2026-11-21", "2026-11-20"])
        #expect(sections[0].entries.map(\.note) == ["0.5", "7", "100", "2 EUR"])
        #expect(sections[0].totals.expense.all.map(\.text) == ["2.00 EUR", "0.50 USD"])
        #expect(sections[0].totals.income.all.map(\.text) == ["100.00 USD"])
        #expect(sections[0].totals.currencies.map(\.code) == ["EUR", "USD"])
        #expect(try sections[0].totals.balance.all.map(\.text) == ["-2.00 EUR", "99.50 USD"])
    }

    @Test("Entries are found by kind, tags, text and days") mutating func filters() {
        _ = device.add("1", on: "2026-11-19", tags: ["a"])
        _ = device.add("2", .income, on: "2026-11-20", tags: ["a", "b"])
        _ = device.add("3", on: "2026-11-21")
        func found(_ filter: EntryFilter) -> [String] { Entries(device.entries.sections(filter)).map(\.note) }
        #expect(found(EntryFilter()) == ["3", "2", "1"])
        #expect(found(EntryFilter(kinds: [.income])) == ["2"])
        #expect(found(EntryFilter(tags: ["a", "b"])) == ["2", "1"])
        #expect(found(EntryFilter(tags: ["a", "b"], matching: .all)) == ["2"])
        #expect(found(EntryFilter(from: date("2026-11-20"))) == ["3", "2"])
        #expect(found(EntryFilter(from: date("2026-11-20"), through: date("2026-11-20"))) == ["2"])
        #expect(found(EntryFilter(text: "A 2")) == ["2"])
        #expect(found(EntryFilter(text: "a", through: date("2026-11-19"))) == ["1"])
    }

    @Test("A search is blind to upper and lower case, also of İ, and to nothing else")
    mutating func search() {
        for note in ["İstanbul ŠKODA café", "istanbul", "ΟΔΟΣ"] { _ = device.add("1", on: "2026-11-19", note: note) }
        func count(_ text: String) -> Int { Entries(device.entries.sections(EntryFilter(text: text))).count }
        #expect(["istanbul", "İSTANBUL", "Istanbul", "İst"].map(count) == [2, 2, 2, 2])
        #expect(["škoda", "CAFÉ", "οδοσ"].map(count) == [1, 1, 1])
        #expect(["skoda", "cafe", "ｃafé"].map(count) == [0, 0, 0])
    }

    @Test("004.23 Sums by day, week and month, each of those in which something is, and by tag")
    mutating func periods() throws {
        _ = device.add("1", on: "2026-10-30", tags: ["a"])
        _ = device.add("2", on: "2026-11-01", tags: ["a", "b"])
        _ = device.add("10", .income, on: "2026-11-02")
        func sums(_ period: ReportPeriod) throws -> [String] {
            try PeriodTotals.periods(period, of: device.entries.days()).map {
                period.label($0.start) + ":" + $0.totals.expense.all.map(\.number).joined()
                    + "/" + $0.totals.income.all.map(\.number).joined()
            }
        }
        #expect(
            try sums(.day) == ["2026-10-30:1.00/", "2026-11-01:2.00/", "2026-11-02:/10.00"])
        #expect(try sums(.week) == ["2026-10-26:3.00/", "2026-11-02:/10.00"])
        #expect(try sums(.month) == ["2026-10:1.00/", "2026-11:2.00/10.00"])
        let tags = try device.entries.tagTotals()
        #expect(tags.map(\.tag) == ["a", "b", nil])
        #expect(tags.map { $0.totals.expense.all.map(\.number) } == [["3.00"], ["2.00"], []])
        #expect(EntryList().usualCurrency == nil)
        #expect(device.entries.usualCurrency == currency("USD"))
    }

    @Test("Periods are counted over years, and back before 1970") func periodsBetween() {
        let (first, second) = (date("1967-12-18"), date("2026-11-23"))
        #expect(ReportPeriod.day.count(from: first, to: second) == 21_525)
        #expect(ReportPeriod.week.count(from: first, to: second) == 3_075)
        #expect(ReportPeriod.month.count(from: date("1967-12-01"), to: date("2026-11-01")) == 707)
    }
}
