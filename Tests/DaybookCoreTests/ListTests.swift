import DaybookCore
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
}
