extension Timestamp {
    /// The moment that text such as `2026-11-21T09:30:00.000Z` names: the form of `text`, with or without milliseconds.
    public init?(_ text: String) {
        let bytes = text.bytes
        guard bytes.count == 20 || bytes.count == 24, bytes[10] == 0x54, bytes.last == 0x5A,
            bytes[13] == 0x3A, bytes[16] == 0x3A, bytes.count == 20 || bytes[19] == 0x2E,
            let date = CivilDate(String(utf8: Array(bytes[..<10]))),
            let hour = Self.number(bytes[11..<13]), hour < 24, let minute = Self.number(bytes[14..<16]), minute < 60,
            let second = Self.number(bytes[17..<19]), second < 60,
            let millisecond = bytes.count == 24 ? Self.number(bytes[20..<23]) : 0
        else { return nil }
        self.init(
            milliseconds: (((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + millisecond)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ isDigit($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
}
