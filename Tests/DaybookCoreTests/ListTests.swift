import DaybookCore
import Fixtures
import Testing

@Suite struct ListTests {
    private let time = Timestamp(milliseconds: 1_790_000_000_000)

    private func id(_ number: Int) -> EntityID { EntityID(high: UInt64(number * 7_919 % 2_003), low: 1) }

    /// Two thousand, and then the last half again at another place.
    private let numbers = Array(0..<2_000) + Array(1_000..<2_000)

    @Test("Many to-dos put in at once stand where each by itself would") func todos() {
        let todos = numbers.enumerated().map { index, number in
            Todo(
                id: id(number), title: "\(index)", createdAt: time, completedAt: index % 3 == 0 ? time : nil,
                todoPosition: Position(bytes: [UInt8(index % 7)]), donePosition: Position(bytes: [UInt8(index % 5)]))
        }
        var (one, all) = (TodoList(), TodoList())
        for todo in todos { one.insert(todo) }
        all.insert(contentsOf: Array(todos[..<900]))
        all.insert(contentsOf: Array(todos[900...]))
        #expect(one == all)
    }

    @Test("Many entries put in at once stand where each by itself would") func entries() throws {
        let day = try #require(CivilDate("2026-11-21")).daysSince1970
        let entries = numbers.enumerated().map { index, number in
            Entry(
                id: id(number), kind: .unsorted, amount: nil, day: CivilDate(daysSince1970: day + Int64(index % 11)),
                createdAt: time, note: "\(index)")
        }
        var (one, all) = (EntryList(), EntryList())
        for entry in entries { one.insert(entry) }
        all.insert(contentsOf: Array(entries[..<900]))
        all.insert(contentsOf: Array(entries[900...]))
        #expect(one == all)
    }

    @Test("The usual currency is that of most entries, whatever was added, changed and taken out")
    func usualCurrency() throws {
        var random = SeededRandom(5)
        var list = EntryList()
        for step in 0..<400 {
            let new = (0..<(step == 200 ? 1_001 : 1)).map { _ in
                let code = random.pick(["EUR", "JPY", "USD", nil]) ?? nil
                let amount = code.flatMap { Currency($0) }.flatMap { try? Amount(number: "5", currency: $0) }
                return Entry(
                    id: id(random.below(40)), kind: .unsorted, amount: amount,
                    day: CivilDate(daysSince1970: Int64(random.below(9))), createdAt: time)
            }
            if random.chance(70) { list.insert(contentsOf: new) } else { list.remove(new[0].id) }
            let counts = Dictionary(grouping: list.all.compactMap { $0.amount?.currency.code }) { $0 }.mapValues(
                \.count)
            let usual = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.first?.key
            #expect(list.usualCurrency?.code == usual)
        }
    }
}
