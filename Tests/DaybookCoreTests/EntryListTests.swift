import DaybookCore
import Fixtures
import Testing

/// The entries of a book in memory.
@Suite struct EntryListTests {
    @Test(
        "However entries come, change and go, each day has its own in order, and comes to what they come to",
        arguments: 0..<20)
    func found(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var (list, known) = (EntryList(), [EntityID: Entry]())
        for _ in 0..<200 {
            if random.chance(20) {
                let id = id(&random)
                #expect(list.remove(id) == known.removeValue(forKey: id))
            } else if random.chance(80) {
                let entry = try entry(&random)
                list.insert(entry)
                known[entry.id] = entry
            } else {
                let entries = try (0..<10).map { _ in try entry(&random) }
                list.insert(contentsOf: entries)
                for entry in entries { known[entry.id] = entry }
            }
        }
        let sorted = known.values.sorted { $0.precedes($1) }
        #expect(Array(list.all) == sorted && list.count == known.count && list == EntryList(known.values))
        #expect(list.byDay.map(\.day) == Set(sorted.map(\.day)).sorted(by: >))
        for section in list.byDay {
            let own = sorted.filter { $0.day == section.day }
            #expect(Array(section.entries) == own && section.totals == totals(own) && section.problem == nil)
            let counted = own.filter { $0.kind != .unsorted }
            #expect(section.changes.reduce(0) { $0 + $1.count } == counted.count)
            for change in section.changes {
                let rows = counted.filter { $0.extraFields[.account]?.entity == change.account }
                #expect(rows.count == change.count)
                let sum = rows.reduce(Int64(0)) { $0 + ($1.kind == .income ? 1 : -1) * ($1.amount?.coefficient ?? 0) }
                #expect(change.sum.coefficient == Int128(sum))
            }
        }
        let filter = EntryFilter(kinds: [.expense], from: CivilDate("2026-11-03"))
        let wanted = sorted.filter { filter.contains($0) }
        #expect(Array(Entries(list.sections(filter))) == wanted)
        #expect(list.sections(filter).allSatisfy { $0.totals == totals(wanted, on: $0.day) && !$0.entries.isEmpty })
        let counts = ["food", "home"].map { tag in sorted.count { $0.tags.contains { $0.lowercased() == tag } } }
        #expect(Set(list.tags.map(\.count)) == Set(counts.filter { $0 > 0 }))
        #expect(list.tags.allSatisfy { tag in sorted.contains { $0.tags.contains(tag.name) } })
    }

    @Test("Of a day whose sum is too large that is said, and the other days have theirs") func tooLarge() throws {
        let yen = try #require(Currency("JPY"))
        func entry(_ number: UInt64, _ amount: String, _ day: String) throws -> Entry {
            Entry(
                id: EntityID(high: 2, low: number), kind: .income,
                amount: try Amount(number: amount, currency: yen),
                day: try #require(CivilDate(day)), createdAt: Timestamp(milliseconds: Int64(number)))
        }
        let large = try (0..<200).map { try entry($0, "999999999999999999", "2026-11-01") }
        var list = EntryList(large + [try entry(200, "2", "2026-11-02")])
        #expect(list.byDay.allSatisfy { $0.problem == nil && !$0.totals.isEmpty })
        list.insert(try entry(201, "0.000000000000000001", "2026-11-01"))
        #expect(list.byDay.map(\.problem) == [nil, .sumTooLarge(yen)])
        #expect(list.byDay.map(\.totals.isEmpty) == [false, true] && list.byDay[1].changes.isEmpty)
        #expect(throws: ItemError.sumTooLarge(yen)) { try list.byDay.checked() }
        #expect(throws: ItemError.sumTooLarge(yen)) { try list.days() }
        list.remove(EntityID(high: 2, low: 201))
        #expect(list.byDay.allSatisfy { $0.problem == nil && !$0.totals.isEmpty })
    }

    private func id(_ random: inout SeededRandom) -> EntityID { EntityID(high: 1, low: UInt64(random.below(40))) }

    private func entry(_ random: inout SeededRandom) throws -> Entry {
        let tags = [[], ["food"], ["Food"], ["food", "home"], ["HOME"]][random.below(5)]
        var entry = Entry(
            id: id(&random), kind: [.income, .expense, .unsorted][random.below(3)],
            amount: try Amount(number: "0.\(random.below(90) + 10)", currency: .usDollar),
            day: try #require(CivilDate("2026-11-0\(random.below(5) + 1)")),
            createdAt: Timestamp(milliseconds: Int64(random.below(4))), tags: tags)
        if random.chance(50) { entry.extraFields[.account] = .entity(EntityID(high: 3, low: UInt64(random.below(2)))) }
        return entry
    }

    private func totals(_ entries: [Entry], on day: CivilDate? = nil) -> Totals {
        var totals = Totals()
        for entry in entries where day.map({ $0 == entry.day }) ?? true { try? totals.add(entry) }
        return totals
    }
}
