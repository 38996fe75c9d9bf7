extension [UInt8] {
    /// Appends 8 bytes, most significant first, so that unsigned numbers compare as their bytes do.
    public mutating func append(bigEndian value: UInt64) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    /// Appends 1 to 10 bytes, 7 bits each, least significant first; all but the last have the top bit set (LEB128).
    public mutating func append(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}

extension UInt64 {
    /// The number that exactly 8 bytes spell, most significant first, or nil.
    public init?(bigEndian bytes: some Collection<UInt8>) {
        guard bytes.count == 8 else { return nil }
        var value: UInt64 = 0
        for byte in bytes { value = value << 8 | UInt64(byte) }
        self = value
    }
}

/// Bytes that aren't a message of the protocol.
public enum WireError: Error, Equatable, Sendable {
    /// They end in the middle of a value.
    case truncated
    /// A value is out of its range, at this offset.
    case malformed(at: Int)
    /// At this offset, a list's count passes what the message may hold.
    case tooMany(at: Int)
    /// At this offset, a field's number passes 16 bits.
    case greatField(at: Int)
    /// They are written in a version of the protocol that this program doesn't speak.
    case unknownVersion(UInt64)

    /// Says what to tell a person.
    public var message: String {
        switch self {
        case .truncated: "The message ends too early; send it again."
        case .malformed(let offset), .tooMany(let offset): "The message is malformed at byte " + String(offset) + "."
        case .greatField(let offset):
            WireError.malformed(at: offset).message + " A field is a number up to " + String(UInt16.max) + "."
        case .unknownVersion(let version):
            "The message is in version " + String(version) + " of the protocol; this program speaks version "
                + String(protocolVersion) + ". Update the older of the two."
        }
    }
}

/// Reads values from bytes that came from outside: it throws, and never traps.
public struct ByteReader {
    private let bytes: [UInt8]
    /// How many bytes have been read.
    public private(set) var offset = 0

    /// Reads from the first byte on.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// How many bytes are left to read.
    public var remaining: Int { bytes.count - offset }

    /// Throws `truncated` at the end, as all that follow do.
    public mutating func byte() throws(WireError) -> UInt8 {
        guard offset < bytes.count else { throw .truncated }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// A number in LEB128, in the shortest form; another form, or more than 64 bits, is `malformed`.
    public mutating func varint() throws(WireError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let start = offset
            let byte = try byte()
            if shift == 63, byte > 1 { throw .malformed(at: start) }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                // One number has one spelling, so that equal messages have equal bytes.
                if byte == 0, shift > 0 { throw .malformed(at: start) }
                return value
            }
            shift += 7
        }
    }

    /// A varint that counts what follows: at most `limit`.
    public mutating func count(limit: Int) throws(WireError) -> Int {
        let start = offset
        let value = try varint()
        guard value <= UInt64(max(0, limit)) else { throw .malformed(at: start) }
        return Int(value)
    }

    /// A number of 8 bytes.
    public mutating func bigEndian() throws(WireError) -> UInt64 {
        let slice = try take(8)
        guard let value = UInt64(bigEndian: slice) else { throw .truncated }
        return value
    }

    /// The next `count` bytes.
    public mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw .truncated }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    /// Throws unless everything was read.
    public func finish() throws(WireError) {
        guard remaining == 0 else { throw .malformed(at: offset) }
    }
}
