/// The version of the messages in `Wire` and `Sync`; the first value of each of them.
public let protocolVersion: UInt64 = 1

/// The oldest version that this program still speaks.
public let oldestProtocolVersion: UInt64 = 1

/// A list of registers as bytes: what pushes and pulls carry.
///
///     nodes     count, then 8 bytes each (big-endian), in the order of first use
///     entities  count, then for each: 16 bytes of id, and its registers:
///       registers  count, then for each:
///         field    varint
///         clock    zigzag varint, the difference to the clock before it in the message (the first: to 0)
///         node     varint, an index into nodes
///         value    its length as a varint, then its bytes
///
/// Registers of one entity stand together, in the order in which the entities first occur.
enum RegisterList {
    static func append(_ registers: some Sequence<Register>, to bytes: inout [UInt8]) {
        var nodes: [UInt64] = []
        // The place of each node, by an id that holds nothing but the node.
        var nodeIndex = EntityTable<Int>()
        var groups: [[Register]] = []
        var groupIndex = EntityTable<Int>()
        for register in registers {
            let node = EntityID(high: 0, low: register.stamp.node)
            if nodeIndex[node] == nil {
                nodeIndex[node] = nodes.count
                nodes.append(node.low)
            }
            if let index = groupIndex[register.entity] {
                groups[index].append(register)
            } else {
                groupIndex[register.entity] = groups.count
                groups.append([register])
            }
        }
        bytes.append(varint: UInt64(nodes.count))
        for node in nodes { bytes.append(bigEndian: node) }
        bytes.append(varint: UInt64(groups.count))
        var clock: UInt64 = 0
        for group in groups {
            bytes.append(contentsOf: group[0].entity.bytes)
            bytes.append(varint: UInt64(group.count))
            for register in group {
                bytes.append(varint: UInt64(register.field.rawValue))
                bytes.append(varint: zigzag(Int64(bitPattern: register.stamp.clock &- clock)))
                clock = register.stamp.clock
                bytes.append(varint: UInt64(nodeIndex[EntityID(high: 0, low: register.stamp.node)] ?? 0))
                bytes.append(varint: UInt64(register.value.count))
                bytes.append(contentsOf: register.value)
            }
        }
    }

    /// - Parameter limit: how many registers are accepted at the most.
    static func read(from reader: inout ByteReader, limit: Int) throws(WireError) -> [Register] {
        let nodeCount = try reader.listCount(limit: limit, size: 8)
        var nodes: [UInt64] = []
        nodes.reserveCapacity(nodeCount)
        for _ in 0..<nodeCount { nodes.append(try reader.bigEndian()) }

        let groupCount = try reader.listCount(limit: limit, size: 17)
        var registers: [Register] = []
        var clock: UInt64 = 0
        for _ in 0..<groupCount {
            let start = reader.offset
            guard let entity = EntityID(bytes: try reader.take(16)) else { throw .malformed(at: start) }
            let count = try reader.listCount(limit: limit - registers.count, size: 4)
            for _ in 0..<count {
                registers.append(try readRegister(of: entity, nodes, &clock, from: &reader))
            }
        }
        return registers
    }

    private static func readRegister(
        of entity: EntityID, _ nodes: [UInt64], _ clock: inout UInt64, from reader: inout ByteReader
    ) throws(WireError) -> Register {
        let start = reader.offset
        guard let field = UInt16(exactly: try reader.varint()) else { throw .greatField(at: start) }
        clock = clock &+ UInt64(bitPattern: unzigzag(try reader.varint()))
        guard clock <= Stamp.greatestClock else { throw .malformed(at: start) }
        let node = try reader.varint()
        guard node < UInt64(nodes.count) else { throw .malformed(at: start) }
        let length = try reader.count(limit: reader.remaining)
        return Register(
            entity, Field(rawValue: field), Stamp(clock: clock, node: nodes[Int(node)]), Array(try reader.take(length)))
    }

    /// Small differences of either sign become small unsigned numbers.
    private static func zigzag(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: value << 1 ^ value >> 63)
    }

    private static func unzigzag(_ value: UInt64) -> Int64 {
        Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
}

extension ByteReader {
    /// Reads the version that leads every message, and throws unless this program speaks it.
    mutating func protocolHeader() throws(WireError) {
        let version = try varint()
        guard (oldestProtocolVersion...protocolVersion).contains(version) else { throw .unknownVersion(version) }
    }

    /// A varint that counts what follows, in `size` bytes each or more: at most `limit`.
    fileprivate mutating func listCount(limit: Int, size: Int) throws(WireError) -> Int {
        let start = offset
        let value = try varint()
        guard value <= UInt64(limit) else { throw .tooMany(at: start) }
        guard value <= UInt64(remaining / size) else { throw .malformed(at: start) }
        return Int(value)
    }
}
