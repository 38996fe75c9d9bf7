import DaybookCore
import Fixtures

/// One device: what it knows, and what follows from that, worked out from nothing each time.
struct SeriesDevice {
    var records: [EntityID: Record] = [:]
    var clock: HybridClock
    var now: Timestamp
    var random = SystemRandomNumberGenerator()

    init(_ node: UInt64, on date: String) {
        clock = HybridClock(node: node)
        now = Timestamp(milliseconds: day(date).daysSince1970 * 86_400_000 + 43_200_000)
    }

    var list: TodoList {
        var past = PastOccurrences()
        for record in records.values { _ = past.note(record, before: nil) }
        let todos = records.values.compactMap {
            Todo($0, latest: past.latest(of: $0.id), finishing: past.finishing($0.id))
        }
        let last = Set(todos.filter { !$0.isPastOccurrence }.compactMap { $0.occurrence?.id })
        return TodoList(todos.filter { !last.contains($0.id) })
    }
    var entries: [Entry] {
        records.values.compactMap { Entry($0, tags: []) }.sorted { $0.precedes($1) }
    }

    @discardableResult
    mutating func perform(_ action: BookAction, on date: String? = nil) -> ItemError? {
        if let date {
            now = Timestamp(
                milliseconds: max(
                    now.milliseconds, day(date).daysSince1970 * 86_400_000 + 43_200_000))
        }
        now = Timestamp(milliseconds: now.milliseconds + 1)
        switch action.registers(in: ItemsInMemory(todos: list), clock: &clock, now: now, using: &random) {
        case .success(let registers):
            merge(registers)
            return nil
        case .failure(let error):
            return error
        }
    }

    mutating func merge(_ registers: [Register]) {
        for register in registers {
            clock.observe(register.stamp)
            records[register.entity, default: Record(id: register.entity)].merge(register, isPending: false)
        }
    }

    mutating func merge(_ other: SeriesDevice) { merge(other.registers) }
    var registers: [Register] { records.values.flatMap(\.registers).sorted { $0.key < $1.key } }

    mutating func add(_ rule: String, _ mode: RepeatMode, due: String, amount: Amount? = nil) -> EntityID {
        let id = EntityID(using: &random)
        var draft = Changes.todo(title: "Rent", amount: amount, due: day(due))
        draft[.repeats] = .repeats(Repeat(rule, mode, anchor: day(due)))
        perform(.add(.todo, id, draft))
        return id
    }

    mutating func add(_ title: String, under parent: EntityID, due: String? = nil, amount: Amount? = nil) -> EntityID {
        let id = EntityID(using: &random)
        var draft = Changes.todo(title: title, amount: amount, due: due.map { day($0) })
        draft[.parent] = .entity(parent)
        perform(.add(.todo, id, draft))
        return id
    }

    /// Finishes a to-do with what is open under it.
    mutating func checkAll(_ id: EntityID, on date: String) {
        let list = list
        for child in TodoForest(list.all).finished(with: [id], today: day(date), { list[$0] }) {
            perform(.check(child), on: date)
        }
        perform(.check(id), on: date)
    }

    func due(_ id: EntityID) -> String? { list[id]?.due?.text }
    var done: [String] { list.items(in: .done).map { $0.due?.text ?? "-" } }
}
