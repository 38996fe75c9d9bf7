/// Writes JSON as UTF-8. Commas are placed by the writer; that members have keys and that everything is closed is the
/// caller's business.
public struct JSONWriter: Sendable {
    /// The bytes so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false
    private static let afterKey = Array("\":".utf8)

    /// - Parameter capacity: how many bytes to expect.
    public init(reserving capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    /// Starts an object: members follow, each by `key` and a value, then `endObject`.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    /// Starts an array: values follow, then `endArray`.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// The name of the member that comes next. It holds nothing that needs an escape.
    public mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: Self.afterKey)
        needsComma = false
    }

    /// The same as its bytes, with quotation marks and colon: of what is written many times it is made once.
    mutating func key(_ written: [UInt8]) {
        separate()
        bytes.append(contentsOf: written)
        needsComma = false
    }

    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// True or false.
    public mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
    }

    /// A whole number, in full.
    public mutating func integer(_ value: Int64) {
        separate()
        bytes.append(decimal: value)
    }

    /// A number as short as it can be read back exactly; JSON has no other than finite ones, so those become null.
    public mutating func number(_ value: Double) {
        if let integer = Int64(exactly: value), integer.magnitude < 1 << 53 { return self.integer(integer) }
        guard value.isFinite else { return null() }
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    /// A string, with the escapes that it needs.
    public mutating func string(_ value: String) {
        var value = value
        value.withUTF8 { string(utf8: UnsafeRawBufferPointer($0)) }
    }

    /// A string from the bytes of its UTF-8. Bytes that are none are repaired, as `String(decoding:as:)` does.
    public mutating func string(utf8 text: UnsafeRawBufferPointer) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        if text.contains(where: { $0 >= 0x80 }) {
            var repaired = String(decoding: text, as: UTF8.self)
            repaired.withUTF8 { appendEscaped(UnsafeRawBufferPointer($0)) }
        } else {
            appendEscaped(text)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A string that `body` appends the bytes of: UTF-8 that needs no escape.
    mutating func plainString(_ body: (inout [UInt8]) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        body(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func appendEscaped(_ text: UnsafeRawBufferPointer) {
        var start = 0
        for index in 0..<text.count {
            let byte = text[index]
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<index]))
            start = index + 1
            appendEscape(byte)
        }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start...]))
    }

    private mutating func appendEscape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            bytes.append(contentsOf: String(byte & 15, radix: 16).utf8)
        }
    }
}

extension [UInt8] {
    /// Appends the decimal digits of `value`.
    public mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        let start = count
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        self[start...].reverse()
    }
}
