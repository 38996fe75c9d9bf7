import DaybookCore
import Fixtures

/// One device: its records, the list they make, its clock. Time goes on by a millisecond with each action.
struct Device {
    var records: [EntityID: Record] = [:]
    var list = TodoList()
    var clock: HybridClock
    var random: SeededRandom
    var now: Timestamp

    init(node: UInt64 = 1, now: Int64 = 1_790_000_000_000) {
        clock = HybridClock(node: node)
        random = SeededRandom(node)
        self.now = Timestamp(milliseconds: now)
    }

    /// Carries `action` out, or says why not.
    @discardableResult
    mutating func perform(_ action: BookAction) -> ItemError? {
        now = Timestamp(milliseconds: now.milliseconds + 1)
        switch action.registers(in: ItemsInMemory(todos: list), clock: &clock, now: now, using: &random) {
        case .success(let registers):
            merge(registers, isPending: true)
            return nil
        case .failure(let error):
            return error
        }
    }

    mutating func merge(_ registers: [Register], isPending: Bool = false) {
        for register in registers {
            clock.observe(register.stamp)
            records[register.entity, default: Record(id: register.entity)].merge(register, isPending: isPending)
        }
        for id in Set(registers.map(\.entity)) {
            list.remove(id)
            if let todo = records[id].flatMap({ Todo($0) }) { list.insert(todo) }
        }
    }

    mutating func add(_ title: String, order: Double? = nil) -> EntityID {
        let id = EntityID(using: &random)
        perform(.add(.todo, id, .todo(title: title, order: order)))
        return id
    }

    var registers: [Register] { records.values.flatMap(\.registers).sorted { $0.key < $1.key } }

    func titles(_ section: TodoSection) -> [String] { list.items(in: section).map(\.title) }
}
