public import DaybookCore

extension JSONWriter {
    /// An id as its text, after a prefix that needs no escape.
    public mutating func id(_ id: EntityID, after prefix: [UInt8] = []) {
        plainString { bytes in
            bytes.append(contentsOf: prefix)
            bytes.append(hexadecimal: id.high)
            bytes.append(hexadecimal: id.low)
        }
    }

    /// A day as `CivilDate.text` spells it.
    public mutating func day(_ day: CivilDate) { plainString { $0.append(day) } }

    /// A moment as `Timestamp.text` spells it.
    public mutating func time(_ time: Timestamp) {
        let (days, inDay) = time.milliseconds.quotientAndRemainderFloored(by: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        plainString { bytes in
            bytes.append(date)
            bytes.append("T", inDay / 3_600_000)
            bytes.append(":", inDay / 60_000 % 60)
            bytes.append(":", inDay / 1_000 % 60)
            bytes.append(".", inDay % 1_000 / 10)
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: inDay % 10))
            bytes.append(UInt8(ascii: "Z"))
        }
    }
}

extension [UInt8] {
    /// 16 digits in lower case.
    fileprivate mutating func append(hexadecimal value: UInt64) {
        let start = count
        append(contentsOf: repeatElement(0, count: 16))
        withUnsafeMutableBufferPointer { bytes in
            var rest = value
            for index in (start..<start + 16).reversed() {
                let digit = UInt8(truncatingIfNeeded: rest & 15)
                bytes[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                rest >>= 4
            }
        }
    }

    /// Ten bytes.
    fileprivate mutating func append(_ day: CivilDate) {
        append(day.year / 100)
        append(day.year % 100)
        append("-", day.month)
        append("-", day.day)
    }

    fileprivate mutating func append(_ separator: Unicode.Scalar, _ number: Int64) {
        append(UInt8(ascii: separator))
        append(number)
    }

    /// Two digits.
    fileprivate mutating func append(_ number: Int64) {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}
