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
}

extension BookRow: Model {
    static var table: Tablex { Tablex("book") }
    static let id = Expression<Int64>("id")
    static let node = Expression<UInt64>("node")
    static let epoch = Expression<UInt64>("epoch")
    static let seq = Expression<Int64>("seq")
    static let clock = Expression<Int64>("clock")
    static let nextNumber = Expression<Int64>("next_number")

    static func parse(_ row: Row) throws -> BookRow {
        BookRow(
            node: try row.get(node), epoch: try row.get(epoch), seq: UInt64(clamping: try row.get(seq)),
            clock: UInt64(clamping: try row.get(clock)),
            // Counting on doesn't overflow, whatever somebody wrote there.
            nextNumber: min(max(1, try row.get(nextNumber)), 1 << 62))
    }

    func setter() -> [Setter] {
        [
            Self.id <- 1, Self.node <- node, Self.epoch <- epoch, Self.seq <- Int64(clamping: seq),
            Self.clock <- Int64(clamping: clock), Self.nextNumber <- nextNumber,
        ]
    }
}
