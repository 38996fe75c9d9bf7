import DaybookCore
import Sworm

/// The one row of `book`: what this copy knows about itself.
struct BookRow: Equatable {
    /// The node of every stamp that is made here.
    var node: UInt64
    /// Names this copy's data to the clients that sync with it.
    var epoch: UInt64
    /// The number of the last commit.
    var seq: UInt64
    /// The clock of the last stamp that was made or seen.
    var clock: UInt64
    /// The number that the next to-do gets, unless it is taken.
    var nextNumber: Int64
    /// The time that counted here when something was written last, in milliseconds since 1970: see `time(at:)`.
    var time: Int64
    /// The time of this machine's clock then.
    var wall: Int64
}

extension BookRow {
    /// The time that counts: see `ServerClock`.
    func time(at now: Timestamp) -> Timestamp { ServerClock(time: time, wall: wall).time(at: now) }
}

extension BookRow: Model {
    static var table: Tablex { Tablex("book") }
    static let id = Expression<Int64>("id")
    static let node = Expression<UInt64>("node")
    static let epoch = Expression<UInt64>("epoch")
    static let seq = Expression<Int64>("seq")
    static let clock = Expression<Int64>("clock")
    static let nextNumber = Expression<Int64>("next_number")
    static let time = Expression<Int64>("time")
    static let wall = Expression<Int64>("wall")

    static func parse(_ row: Row) throws -> BookRow {
        let clock = UInt64(clamping: try row.get(Self.clock))
        return BookRow(
            node: try row.get(node), epoch: try row.get(epoch), seq: UInt64(clamping: try row.get(seq)),
            clock: clock,
            // Counting on doesn't overflow, whatever somebody wrote there.
            nextNumber: min(max(1, try row.get(nextNumber)), 1 << 62),
            time: min(max(0, try row.get(time)), Int64(clamping: clock >> 16)), wall: max(0, try row.get(wall)))
    }

    func setter() -> [Setter] {
        [
            Self.id <- 1, Self.node <- node, Self.epoch <- epoch, Self.seq <- Int64(clamping: seq),
            Self.clock <- Int64(clamping: clock), Self.nextNumber <- nextNumber,
            Self.time <- time, Self.wall <- wall,
        ]
    }
}
