/// The answer to `GET /v1/pull?cursor=`: registers that the server took after the cursor.
///
///     version     varint, 1
///     epoch       8 bytes
///     serverTime  8 bytes
///     cursor      varint
///     more        varint, 0 or 1
///     registers   a register list
public struct PullPage: Equatable, Sendable {
    /// A page ends with the push that brings it to this many registers. A push is never split, so it may be larger.
    public static let usualCount = 5_000
    /// The same for the first page.
    public static let firstCount = 100_000
    /// A page also ends with the push that brings its values to so many bytes: a browser gives a request 20 seconds in
    /// all.
    public static let usualSize = 4 * 1_024 * 1_024
    /// The most that a client accepts.
    static let greatestCount = 1_000_000

    /// Drawn again when the server's data was restored: a client that knew another one starts over.
    public let epoch: UInt64
    /// The server's clock when it made the page.
    public let serverTime: Timestamp
    /// Where the next pull goes on.
    public let cursor: UInt64
    /// True where the server has more after the cursor.
    public let hasMore: Bool
    /// In any order. An entity, or a key, may be there twice: the winner counts.
    public let registers: [Register]

    public init(epoch: UInt64, serverTime: Timestamp, cursor: UInt64, hasMore: Bool, registers: [Register]) {
        self.epoch = epoch
        self.serverTime = serverTime
        self.cursor = cursor
        self.hasMore = hasMore
        self.registers = registers
    }

    /// The message, as it is laid out above.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: protocolVersion)
        bytes.append(bigEndian: epoch)
        bytes.append(contentsOf: serverTime.bytes)
        bytes.append(varint: cursor)
        bytes.append(varint: hasMore ? 1 : 0)
        RegisterList.append(registers, to: &bytes)
        return bytes
    }

    /// The page that a message holds.
    ///
    /// - Throws: `WireError` if it isn't a page, has more behind it, more than 1,000,000 registers, or another version.
    public init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        try reader.protocolHeader()
        epoch = try reader.bigEndian()
        serverTime = Timestamp(milliseconds: Int64(bitPattern: try reader.bigEndian()))
        cursor = try reader.varint()
        hasMore = try reader.count(limit: 1) == 1
        registers = try RegisterList.read(from: &reader, limit: Self.greatestCount)
        try reader.finish()
    }
}
