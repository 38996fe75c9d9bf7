import DaybookCore

/// Numbers from a seed (SplitMix64), so that a failing history replays.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}

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
    mutating func perform(_ action: TodoAction) -> TodoError? {
        now = Timestamp(milliseconds: now.milliseconds + 1)
        switch action.registers(in: list, clock: &clock, now: now, using: &random) {
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
        perform(.add(id, TodoDraft(title: title, order: order)))
        return id
    }

    var registers: [Register] { records.values.flatMap(\.registers).sorted { $0.key < $1.key } }

    func titles(_ section: TodoSection) -> [String] { list.items(in: section).map(\.title) }
}
