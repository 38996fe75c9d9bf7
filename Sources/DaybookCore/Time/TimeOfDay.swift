/// A time of day to the minute, on a day that stands beside it.
public struct TimeOfDay: Hashable, Sendable {
    /// From 0 to 1,439.
    public let minute: Int64
    /// The name that the IANA time zone database has for the zone, such as `Europe/Berlin`; empty where the time is that of
    /// the clock where the person is, wherever that is.
    public let zone: String

    /// No zone has a longer name, in bytes.
    private static let longestZone = 64

    /// Nil if `minute` isn't in 0..<1440, or `zone` can't be a name.
    public init?(minute: Int64, zone: String = "") {
        guard (0..<1_440).contains(minute), zone.utf8.count <= Self.longestZone,
            zone.utf8.allSatisfy({ Self.isZoneByte($0) })
        else { return nil }
        self.minute = minute
        self.zone = zone
    }

    /// The time that text such as `15:00` or `15:00[Europe/Berlin]` names: the form of `text`. Nil for any other text.
    public init?(_ text: String) {
        let bytes = text.bytes
        guard bytes.count == 5 || bytes.count > 7 && bytes[5] == 0x5B && bytes.last == 0x5D, bytes[2] == 0x3A,
            isDigit(bytes[0]), isDigit(bytes[1]), isDigit(bytes[3]), isDigit(bytes[4])
        else { return nil }
        let hour = Int64(bytes[0] - 0x30) * 10 + Int64(bytes[1] - 0x30)
        let minute = Int64(bytes[3] - 0x30) * 10 + Int64(bytes[4] - 0x30)
        guard hour < 24, minute < 60 else { return nil }
        self.init(minute: hour * 60 + minute, zone: String(utf8: Array(bytes.dropFirst(6).dropLast(1))))
    }

    /// `15:00`, of the clock of its zone.
    public var clock: String { padded(minute / 60, 2) + ":" + padded(minute % 60, 2) }

    /// `15:00`, and with a zone `15:00[Europe/Berlin]`.
    public var text: String { zone.isEmpty ? clock : clock + "[" + zone + "]" }

    /// Letters, digits, and `+`, `-`, `/`, `_`.
    private static func isZoneByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte >= 0x41 && byte <= 0x5A || byte >= 0x61 && byte <= 0x7A || byte == 0x2B || byte == 0x2D
            || byte == 0x2F || byte == 0x5F
    }
}
