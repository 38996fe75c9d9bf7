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

extension JSONWriter {
    /// An object alone.
    public static func object<Failure>(
        _ members: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> JSONWriter {
        var json = JSONWriter()
        try json.object(members)
        return json
    }

    /// An array alone, with what `elements` writes.
    public static func array<Failure>(
        _ elements: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> JSONWriter {
        var json = JSONWriter()
        json.beginArray()
        try elements(&json)
        json.endArray()
        return json
    }

    /// An array of objects alone.
    public static func objects<Elements: Sequence, Failure>(
        _ elements: Elements, _ members: (Elements.Element, inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> JSONWriter {
        var json = JSONWriter()
        try json.objects(elements, members)
        return json
    }

    /// An object with the members that `members` writes.
    public mutating func object<Failure>(
        _ members: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        beginObject()
        try members(&self)
        endObject()
    }

    /// An array with an object for each of `elements`.
    public mutating func objects<Elements: Sequence, Failure>(
        _ elements: Elements, _ members: (Elements.Element, inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        beginArray()
        for element in elements {
            beginObject()
            try members(element, &self)
            endObject()
        }
        endArray()
    }

    /// A member that is an array with an object for each of `elements`.
    public mutating func member<Elements: Sequence, Failure>(
        _ key: StaticString, objects elements: Elements,
        _ members: (Elements.Element, inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        self.key(key)
        try objects(elements, members)
    }

    /// A member that is what `write` writes, or null.
    public mutating func member<Value>(
        _ key: StaticString, _ value: Value?, _ write: (Value, inout JSONWriter) -> Void
    ) {
        self.key(key)
        if let value { write(value, &self) } else { null() }
    }

    public mutating func member(_ key: StaticString, _ text: String?) { member(key, text) { $1.string($0) } }
    public mutating func member(_ key: StaticString, _ flag: Bool?) { member(key, flag) { $1.bool($0) } }
    public mutating func member(_ key: StaticString, _ number: Int64?) { member(key, number) { $1.integer($0) } }
    public mutating func member(_ key: StaticString, _ number: Int?) { member(key, number.map { Int64($0) }) }
    public mutating func member(_ key: StaticString, _ id: EntityID?) { member(key, id) { $1.id($0) } }
    public mutating func member(_ key: StaticString, _ day: CivilDate?) { member(key, day) { $1.day($0) } }
    public mutating func member(_ key: StaticString, _ time: Timestamp?) { member(key, time) { $1.time($0) } }
    public mutating func member(_ key: StaticString, _ texts: [String]) { member(key, texts) { $1.texts($0) } }

    /// Members that are strings, or null.
    public mutating func members(_ texts: KeyValuePairs<StaticString, String?>) {
        for (key, text) in texts { member(key, text) }
    }

    /// Members that are the numbers of sums, as strings.
    public mutating func members(sums: KeyValuePairs<StaticString, Sum?>) {
        for (key, sum) in sums { member(key, sum?.number) }
    }

    /// An array of strings.
    public mutating func texts(_ texts: [String]) {
        beginArray()
        for text in texts { string(text) }
        endArray()
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
