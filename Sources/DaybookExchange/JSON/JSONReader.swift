import DaybookCore

/// Reads JSON (RFC 8259) in a time that grows with its length and with nothing else, whatever is in it: bodies come
/// from anybody. Foundation's decoder, asked for values whose kind isn't known, takes seconds for some kilobytes of
/// nested arrays.
struct JSONReader {
    private let bytes: [UInt8]
    private var place = 0
    /// How many arrays and objects may stand around a value.
    static let greatestDepth = 64

    init(_ bytes: [UInt8]) throws(JSONError) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw JSONError(message: "This isn't valid JSON: it isn't UTF-8.")
        }
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    /// The value, which has to be all that there is.
    mutating func text() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        guard place == bytes.count else { throw unexpected() }
        return value
    }

    /// Hands the elements of an array to `body`, one after the other, so that a long one isn't in memory as a whole.
    ///
    /// - Returns: what there is if it isn't an array.
    mutating func eachElement(_ body: (JSONValue) throws -> Void) throws -> JSONValue? {
        skipSpace()
        guard take(UInt8(ascii: "[")) else { return try text() }
        skipSpace()
        if !take(UInt8(ascii: "]")) {
            repeat {
                try body(value(depth: 1))
                skipSpace()
            } while take(UInt8(ascii: ","))
            try expect(UInt8(ascii: "]"))
        }
        skipSpace()
        guard place == bytes.count else { throw unexpected() }
        return nil
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try members(depth: try inner(depth)))
        case UInt8(ascii: "["): return .array(try elements(depth: try inner(depth)))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private func inner(_ depth: Int) throws(JSONError) -> Int {
        guard depth < Self.greatestDepth else {
            throw JSONError(message: "This is nested more than \(Self.greatestDepth) levels deep.")
        }
        return depth + 1
    }

    private mutating func elements(depth: Int) throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        place += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return elements }
        repeat {
            elements.append(try value(depth: depth))
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        return elements
    }

    private mutating func members(depth: Int) throws(JSONError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        place += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return members }
        repeat {
            skipSpace()
            let name = try string()
            skipSpace()
            try expect(UInt8(ascii: ":"))
            guard try members.updateValue(value(depth: depth), forKey: name) == nil else {
                throw JSONError(message: "The member \"\(name.excerpt)\" is there twice. Leave one out.")
            }
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        return members
    }

    private mutating func string() throws(JSONError) -> String {
        try expect(UInt8(ascii: "\""))
        var text: [UInt8] = []
        while let byte = next, byte >= 0x20 {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escaped()
            default: text.append(byte)
            }
        }
        throw unexpected()
    }

    /// Reads the character behind a backslash, as UTF-8.
    private mutating func escaped() throws(JSONError) -> [UInt8] {
        guard let byte = next else { throw unexpected() }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var units = [try unit()]
            if UTF16.isLeadSurrogate(units[0]), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
                units.append(try unit())
            }
            guard let text = String(validating: units, as: UTF16.self) else { throw unexpected() }
            return Array(text.utf8)
        default:
            place -= 1
            throw unexpected()
        }
    }

    /// Four hexadecimal digits.
    private mutating func unit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw unexpected() }
            unit = unit << 4 | UInt16(digit)
            place += 1
        }
        return unit
    }

    private mutating func number() throws(JSONError) -> Double {
        let start = place
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try takeDigits() }
        if take(UInt8(ascii: ".")) { try takeDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try takeDigits()
        }
        guard let number = Double(String(decoding: bytes[start..<place], as: UTF8.self)) else { throw unexpected() }
        guard number.isFinite else { throw JSONError(message: "The number at byte \(start + 1) is too large.") }
        return number
    }

    private mutating func takeDigits() throws(JSONError) {
        let start = place
        while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
        if place == start { throw unexpected() }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for byte in word.utf8 { try expect(byte) }
        return value
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        if !take(byte) { throw unexpected() }
    }

    private func unexpected() -> JSONError {
        JSONError(
            message: place < bytes.count
                ? "This is not JSON; it goes wrong at byte \(place + 1)." : "This is not JSON; it ends too early.")
    }
}
