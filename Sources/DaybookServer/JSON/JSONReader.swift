/// Reads a JSON text from bytes that are valid UTF-8: it throws, and never traps.
struct JSONReader {
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The only value, and nothing after it.
    mutating func text() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        guard offset == bytes.count else { throw error("there is something after its end") }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= JSONValue.greatestDepth else { throw error("it is nested too deeply") }
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case nil: throw error("it ends too early")
        case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte): return .number(try number())
        default: throw error("an unexpected character")
        }
    }

    private mutating func object(_ depth: Int) throws(JSONError) -> JSONValue {
        offset += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take("}") { return .object(members) }
        while true {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw error("a name in quotes was expected") }
            let name = try string()
            skipSpace()
            guard take(":") else { throw error("a colon was expected") }
            members[name] = try value(depth: depth + 1)
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw error("a comma or } was expected") }
        }
    }

    private mutating func array(_ depth: Int) throws(JSONError) -> JSONValue {
        offset += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take("]") { return .array(elements) }
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { throw error("a comma or ] was expected") }
        }
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let matches = word.withUTF8Buffer { bytes[offset...].starts(with: $0) }
        guard matches else { throw error("an unknown word") }
        offset += word.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(JSONError) -> Double {
        let start = offset
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), number.isFinite else {
            offset = start
            throw error("a number out of range")
        }
        return number
    }

    private mutating func digits() throws(JSONError) {
        let start = offset
        while let byte = peek, Self.digits.contains(byte) { offset += 1 }
        guard offset > start else { throw error("a digit was expected") }
    }

    private mutating func string() throws(JSONError) -> String {
        offset += 1
        var text: [UInt8] = []
        while let byte = peek {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try appendEscaped(to: &text)
            case 0..<0x20:
                offset -= 1
                throw error("a control character that is not escaped")
            default: text.append(byte)
            }
        }
        throw error("a string that has no end")
    }

    private mutating func appendEscaped(to text: inout [UInt8]) throws(JSONError) {
        guard let byte = peek else { throw error("a string that has no end") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try scalar()).utf8)
        default:
            offset -= 1
            throw error("an unknown escape")
        }
    }

    /// What follows `\u`: four digits, or two such escapes that spell one scalar in UTF-16.
    private mutating func scalar() throws(JSONError) -> Character {
        let start = offset
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard first < 0xDC00, take("\\"), take("u") else {
            offset = start
            throw error("half a surrogate pair")
        }
        let second = try fourDigits()
        guard second >= 0xDC00, second < 0xE000,
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else {
            offset = start
            throw error("half a surrogate pair")
        }
        return Character(scalar)
    }

    private mutating func fourDigits() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw error("four hexadecimal digits were expected")
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private func error(_ reason: String) -> JSONError { JSONError(reason: reason, offset: offset) }
}
