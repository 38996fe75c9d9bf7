/// `POST /v1/push`: what one device wrote, to be kept as a whole or not at all.
///
///     version  varint, 1
///     node     8 bytes
///     changes  a register list
public struct PushRequest: Equatable, Sendable {
    /// How many registers one push holds at most.
    public static let greatestCount = 1_000
    /// How many bytes it has at most.
    public static let greatestSize = 256 * 1_024

    /// The device that sends.
    public let node: UInt64
    /// At most `greatestCount` for a server to take it, whichever node wrote them.
    public let changes: [Register]

    public init(node: UInt64, changes: [Register]) {
        self.node = node
        self.changes = changes
    }

    /// Takes as many of the oldest `pending` registers as one push carries, the oldest first.
    public init(node: UInt64, from pending: [Register]) {
        // Each push of a long row comes here: to sort all of it takes a second for 500,000.
        var oldest: [Register] = []
        for register in pending {
            // Most are newer than all that are taken.
            var low = 0
            var high = oldest.count
            var middle = high - 1
            while low < high {
                if (oldest[middle].stamp, oldest[middle].key) < (register.stamp, register.key) {
                    low = middle + 1
                } else {
                    high = middle
                }
                middle = (low + high) / 2
            }
            guard low < Self.greatestCount else { continue }
            if oldest.count == Self.greatestCount { oldest.removeLast() }
            oldest.insert(register, at: low)
        }
        var changes: [Register] = []
        var size = 64
        for register in oldest {
            // An upper bound of what a register takes: its id, count, field, clock, node with its index, and length.
            size += register.value.count + 16 + 2 + 3 + 10 + 10 + 5
            if changes.count == Self.greatestCount || size > Self.greatestSize, !changes.isEmpty { break }
            changes.append(register)
        }
        self.init(node: node, changes: changes)
    }

    /// The message, as it is laid out above.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: protocolVersion)
        bytes.append(bigEndian: node)
        RegisterList.append(changes, to: &bytes)
        return bytes
    }

    /// The request that a message holds. Its size is for who receives it to look at.
    ///
    /// - Throws: `WireError` if it isn't a request, has more behind it, another version, or more than
    ///   `greatestCount` registers.
    public init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        try reader.protocolHeader()
        node = try reader.bigEndian()
        changes = try RegisterList.read(from: &reader, limit: Self.greatestCount)
        try reader.finish()
    }
}

/// The answer of a server to a push.
///
///     version     varint, 1
///     kind        varint: 0 accepted, 1 clock ahead
///     serverTime  8 bytes
///     seq, epoch  varint, 8 bytes; if accepted
public enum PushAnswer: Equatable, Sendable {
    /// All changes are durable. `seq` is the commit that holds what was pushed and nothing else: who was at the one
    /// before it has everything up to it. It is 0 where nothing was new, or the commit holds more.
    case accepted(seq: UInt64, serverTime: Timestamp, epoch: UInt64)
    /// Nothing was kept, since a stamp lies more than `greatestLead` ahead of this, which is the server's time, or that
    /// of the newest stamp it has where its clock was set back to long before that.
    case clockAhead(serverTime: Timestamp)

    /// How far a stamp may be ahead of the server: 5 minutes, in milliseconds.
    public static let greatestLead: Int64 = 5 * 60 * 1_000

    /// The message, as it is laid out above.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: protocolVersion)
        switch self {
        case .accepted(let seq, let serverTime, let epoch):
            bytes.append(varint: 0)
            bytes.append(contentsOf: serverTime.bytes)
            bytes.append(varint: seq)
            bytes.append(bigEndian: epoch)
        case .clockAhead(let serverTime):
            bytes.append(varint: 1)
            bytes.append(contentsOf: serverTime.bytes)
        }
        return bytes
    }

    /// The answer that a message holds.
    ///
    /// - Throws: `WireError` if it isn't an answer, has more behind it, or another version.
    public init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        try reader.protocolHeader()
        let start = reader.offset
        let kind = try reader.varint()
        let serverTime = Timestamp(milliseconds: Int64(bitPattern: try reader.bigEndian()))
        switch kind {
        case 0: self = .accepted(seq: try reader.varint(), serverTime: serverTime, epoch: try reader.bigEndian())
        case 1: self = .clockAhead(serverTime: serverTime)
        default: throw .malformed(at: start)
        }
        try reader.finish()
    }
}
