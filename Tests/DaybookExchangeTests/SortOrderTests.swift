import DaybookCore
import Fixtures
import Testing

@testable import DaybookExchange

/// Places in the order, as apps of CalDAV have them.
@Suite struct SortOrderTests {
    @Test("007.2 Each order of an app is that of a place") func orders() {
        var random = SeededRandom(7)
        let borders: [Int64] = [0, 1 << 28, 1 << 28 + 0x3F_0000, Int64(Int32.max) - 1]
        var orders: [Int64] = []
        for border in borders { for step in -1...1 { orders += [border + Int64(step), Int64(step) - border] } }
        for _ in 0..<20_000 { orders.append(Int64(Int32.random(in: -.max ... .max, using: &random))) }
        for order in orders {
            let position = SortOrder.position(order)
            #expect(SortOrder.order(of: position) == order, "\(position.bytes)")
        }
        for order in [Int64.min, Int64.max, Int64(Int32.min)] {
            #expect(SortOrder.order(of: SortOrder.position(order)).magnitude == Int32.max)
        }
    }

    @Test("007.2 A lower place never has a higher order") func places() throws {
        var random = SeededRandom(8)
        var positions: [Position] = [Position(bytes: [])]
        for _ in 0..<5_000 {
            let range = [UInt8](arrayLiteral: 0x3F, 0x40, 0x41, 0x7F, 0x80, 0x81, 0xBF, 0xC0, 0xC1).randomElement(
                using: &random)
            let length = Int.random(in: 0...12, using: &random)
            let rest = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            positions.append(Position(bytes: [try #require(range)] + rest))
            let clock = UInt64.random(in: 1_500_000_000_000...2_000_000_000_000, using: &random) << 16
            positions += [.first(Stamp(clock: clock, node: 0)), .last(Stamp(clock: clock, node: 0))]
            positions += [
                Position.number(.random(in: -5...5, using: &random)), .number(Double(clock)), .number(-.infinity),
            ]
            .compactMap(\.self)
        }
        let orders = positions.sorted().map { SortOrder.order(of: $0) }
        #expect(zip(orders, orders.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(Set(orders).count > 8_000)
    }

    @Test("A to-do may say that it was made at any time") func times() {
        for time in [Int64.min, -1, 0, .max] {
            let todo = Todo(
                id: EntityID(high: 1, low: 2), title: "x", createdAt: Timestamp(milliseconds: time), completedAt: nil,
                todoPosition: .first(Stamp(clock: 1_800_000_000_000 << 16, node: 0)))
            #expect(!SortOrder.isUnmoved(todo))
        }
    }
}
