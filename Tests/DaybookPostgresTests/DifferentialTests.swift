import DaybookCore
import Fixtures
import Testing

@testable import DaybookPostgres
@testable import DaybookStorage

/// The two stores, which get the same pushes.
@Suite struct DifferentialTests {
    /// Pushes of few entities, so that they meet: deletions, what comes back to life, drags, replays, equal stamps,
    /// nodes of either half, and now and then a clock that is ahead.
    private struct Pushes {
        var random: SeededRandom
        let start = UInt64(clamping: Timestamp.now().milliseconds - 60_000)
        var old: [PushRequest] = []

        mutating func next() -> PushRequest {
            if random.chance(10), let push = random.pick(old) { return push }
            var registers: [Register] = []
            for _ in 0...random.below(6) {
                let fields: [UInt16] = [1, 2, 6, 8, 8, 22, 64, 0x8010]
                let field = Field(rawValue: random.pick(fields) ?? 1)
                var clock = (start + UInt64(random.below(50))) << 16 | UInt64(random.below(3))
                if random.chance(2) { clock += 10 * 60_000 << 16 }
                let nodes: [UInt64] = [1, 2, 1 << 63, .max, .max / 2]
                let node = random.pick(nodes) ?? 1
                registers.append(
                    Register(
                        EntityID(high: random.chance(50) ? 0 : .max, low: UInt64(random.below(4))), field,
                        Stamp(clock: clock, node: node), field == .deleted ? [] : random.bytes(random.below(4))))
            }
            let push = PushRequest(node: 9, changes: registers)
            old.append(push)
            return push
        }
    }

    private func isSame(_ left: PushAnswer, _ right: PushAnswer) -> Bool {
        switch (left, right) {
        case (.accepted(let one, _, _), .accepted(let other, _, _)): one == other
        case (.clockAhead, .clockAhead): true
        default: false
        }
    }

    @Test("009.3 Both stores answer the same to the same pushes, and give the same pages", arguments: [0..<40])
    func same(seeds: Range<UInt64>) async throws {
        let test = try TestDatabase()
        let node = try test.node()
        defer { node.close() }
        for seed in seeds { try test.addBook(Int64(seed)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in seeds { group.addTask { try await compare(node.book(Int64(seed)), seed) } }
            try await group.waitForAll()
        }
    }

    private func compare(_ shared: PostgresBook, _ seed: UInt64) async throws {
        let book = try Book.inMemory()
        defer { try? book.close() }
        var pushes = Pushes(random: SeededRandom(seed))
        var random = SeededRandom(seed ^ 1 << 40)
        for step in 0..<30 {
            let push = pushes.next()
            let (own, other) = (try await book.accept(push), try await shared.accept(push))
            #expect(isSame(own, other), "seed \(seed), step \(step): \(own), \(other)")
            let head = try book.read { try $0.head() }
            let cursor: UInt64? = random.chance(30) ? nil : UInt64(random.below(Int(head) + 2))
            let (count, size) = (1 + random.below(8), 1 + random.below(12))
            let one = try book.read { try $0.page(after: cursor, now: .now(), usualCount: count, usualSize: size) }
            let two = try await shared.page(after: cursor, usualCount: count, usualSize: size) { $0 }
            #expect(
                one.cursor == two.cursor && one.hasMore == two.hasMore && Set(one.registers) == Set(two.registers)
                    && one.registers.count == two.registers.count,
                "seed \(seed), step \(step): after \(String(describing: cursor)), \(count), \(size): \(one), \(two)")
            #expect(try await shared.head().seq == head)
        }
    }
}

extension Book {
    fileprivate func accept(_ push: PushRequest) async throws -> PushAnswer { try await write { try $0.accept(push) } }
}
