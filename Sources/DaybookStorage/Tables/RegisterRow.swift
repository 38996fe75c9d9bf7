import DaybookCore
import Sworm

/// A row of `registers`: the winner for its key, and what this copy of the book knows about it.
struct RegisterRow {
    let register: Register
    /// The commit that wrote it here.
    let seq: UInt64
    /// True where a server has yet to acknowledge it.
    let isPending: Bool
}

extension RegisterRow: Model {
    static var table: Tablex { Tablex("registers") }
    static let entity = Expression<EntityID>("entity")
    static let field = Expression<Int64>("field")
    static let clock = Expression<Int64>("clock")
    static let node = Expression<UInt64>("node")
    static let value = Expression<[UInt8]>("value")
    static let seq = Expression<Int64>("seq")
    static let pending = Expression<Bool>("pending")

    /// The version of the schema whose index compares a field with each of `bankRowFields`.
    static let version = 15
    /// Names a row of a bank for which something else stands, or an entry of which a transfer was made.
    static let bankRowFields = [DaybookCore.Field.bankRow, .fromRow, .toRow, .fromEntry, .toEntry].map {
        Int64($0.rawValue)
    }

    /// True where a register has one of them. With `IN` and more than two values, SQLite makes a temporary table in each
    /// statement that writes a register. That takes a third of its time.
    static let namesBankRow = bankRowFields.dropFirst().reduce(field == bankRowFields[0]) { $0 || field == $1 }

    static func parse(_ row: Row) throws -> RegisterRow {
        let entity = try row.get(entity)
        let field = try row.get(field)
        let stamp = Stamp(clock: UInt64(clamping: try row.get(clock)), node: try row.get(node))
        return RegisterRow(
            register: Register(entity, Field(rawValue: UInt16(clamping: field)), stamp, try row.get(value)),
            seq: UInt64(clamping: try row.get(seq)), isPending: try row.get(pending))
    }

    func setter() -> [Setter] {
        [
            Self.entity <- register.entity, Self.field <- Int64(register.field.rawValue),
            Self.clock <- Int64(clamping: register.stamp.clock), Self.node <- register.stamp.node,
            Self.value <- register.value, Self.seq <- Int64(clamping: seq), Self.pending <- isPending,
        ]
    }
}
