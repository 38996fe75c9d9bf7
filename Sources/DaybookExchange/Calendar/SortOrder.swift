import DaybookCore

/// A place in the order as apps of CalDAV write it: `X-APPLE-SORT-ORDER`, lower first.
///
/// For a new to-do apps write the seconds since 2001. So a place that came about by the clock is its seconds, and one before
/// all others has the seconds below zero. A number stays that number, as in REST. What a drag made lies between.
///
/// Each order is that of one position. The lower of two positions never has the higher order.
enum SortOrder {
    /// The first bytes of positions: see `Position`.
    private static let (first, number, last): (UInt8, UInt8, UInt8) = (0x40, 0x80, 0xC0)
    private static let greatest = Int64(Int32.max)
    private static let greatestNumber: Int64 = 1 << 28
    /// Up to it, from the numbers on, each position has an order by its first 3 bytes.
    private static let greatestStep = greatestNumber + 0x3F_0000
    /// 2001-01-01, in seconds since 1970.
    private static let epoch: Int64 = 978_307_200

    static func order(of position: Position) -> Int64 {
        let (range, key) = parts(of: position)
        let steps = Int64(range) << 16 | Int64(key >> 48)
        switch range {
        case ..<first: return -greatest
        case first: return -seconds(~key)
        case ..<number: return steps - Int64(number) << 16 - greatestNumber
        case number: return rounded(key)
        case ..<last: return steps - Int64(number + 1) << 16 + greatestNumber + 1
        case last: return seconds(key)
        default: return greatest
        }
    }

    /// Tells whether a to-do lies where it was added.
    static func isUnmoved(_ todo: Todo) -> Bool {
        let (range, key) = parts(of: todo.todoPosition)
        let (time, start) = (Int64(~key >> 16), todo.createdAt.milliseconds)
        return range == first && start > 0 && abs(time - start) < 1_000
    }

    /// The first byte, and the 8 that follow it. What a drag made is shorter, or longer.
    private static func parts(of position: Position) -> (range: UInt8, key: UInt64) {
        let bytes = position.bytes
        var key: UInt64 = 0
        for index in 1...8 { key = key << 8 | UInt64(index < bytes.count ? bytes[index] : 0) }
        return (bytes.first ?? 0, key)
    }

    static func position(_ order: Int64) -> Position {
        let order = min(max(order, -greatest), greatest)
        if order.magnitude > greatestStep {
            let stamp = Stamp(clock: UInt64((Int64(order.magnitude) + epoch) * 1_000) << 16, node: 0)
            return order < 0 ? .first(stamp) : .last(stamp)
        }
        if order.magnitude > greatestNumber {
            let steps =
                order < 0
                ? order + greatestNumber + Int64(number) << 16 : order - greatestNumber - 1 + Int64(number + 1) << 16
            return Position(bytes: [UInt8(steps >> 16), UInt8(steps >> 8 & 0xFF), UInt8(steps & 0xFF)])
        }
        return .number(Double(order)) ?? Position(bytes: [])
    }

    /// Seconds of a clock, as far as they lie beyond all other orders.
    private static func seconds(_ clock: UInt64) -> Int64 {
        min(max(Int64(clock >> 16) / 1_000 - epoch, greatestStep + 1), greatest)
    }

    /// The number of a place, as far as it isn't beyond `greatestNumber`.
    private static func rounded(_ key: UInt64) -> Int64 {
        var bytes = [number]
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(key >> UInt64(shift) & 0xFF)) }
        let number = Position(bytes: bytes).number ?? 0
        guard number.magnitude < Double(greatestNumber) else {
            return number.sign == .minus ? -greatestNumber : greatestNumber
        }
        return Int64(number.rounded(.down))
    }
}
