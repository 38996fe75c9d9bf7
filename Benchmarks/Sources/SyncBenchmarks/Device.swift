import DaybookCore

/// A device that writes: the pushes of a person with many to-dos.
struct Device {
    private var clock: HybridClock
    private var random = SystemRandomNumberGenerator()
    private let node: UInt64
    /// Milliseconds since 1970. A person writes something every few seconds, for a year.
    private var time: Int64

    init(node: UInt64) {
        self.node = node
        clock = HybridClock(node: node)
        time = Timestamp.year2026.milliseconds
    }

    /// New to-dos: five registers each (title, notes, description, when it was made, its place).
    mutating func todos(_ count: Int) -> [Register] {
        (0..<count).flatMap { number -> [Register] in
            let id = EntityID(using: &random)
            let stamp = tick()
            let words = ["milk", "bread", "a call to the bank", "the report", "water for the plants", "a gift"]
            let word = words[number % words.count]
            return [
                Register(id, .title, stamp, Array("Remember \(word), number \(number)".utf8)),
                Register(id, .description, stamp, Array("It has to be \(word) this time".utf8)),
                Register(id, .notes, stamp, Array("See the note of day \(number % 365)".utf8)),
                Register(id, .createdAt, stamp, stamp.time.bytes),
                Register(id, .todoPosition, stamp, Position.first(stamp).bytes),
            ]
        }
    }

    /// Changes of one field of an item each.
    mutating func updates(of todos: [Register], count: Int) -> [Register] {
        (0..<count).map { number in
            let old = todos[(number * 7_919 % (todos.count / 5)) * 5 + number % 3]
            return Register(old.entity, old.field, tick(), old.value + Array(", changed".utf8))
        }
    }

    func pushes(_ registers: [Register], size: Int) -> [[UInt8]] {
        stride(from: 0, to: registers.count, by: size).map { start in
            PushRequest(node: node, changes: Array(registers[start..<min(start + size, registers.count)])).bytes
        }
    }

    private mutating func tick() -> Stamp {
        time += Int64.random(in: 100...4_000, using: &random)
        return clock.tick(now: Timestamp(milliseconds: time))
    }
}

extension Timestamp {
    /// 1 January 2026.
    fileprivate static let year2026 = Timestamp(milliseconds: 1_767_225_600_000)
}
