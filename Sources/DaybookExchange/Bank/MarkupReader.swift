import DaybookCore

/// Parts SGML and XML into tags and text, in a time that grows with its length. It resolves nothing but characters:
/// no entity of a document's own, and nothing outside of it.
struct MarkupReader {
    enum Token {
        /// The name without its prefix, and what stands behind it.
        case open(String, ArraySlice<UInt8>, isClosed: Bool)
        case close(String)
        case text(String)
    }

    private let bytes: [UInt8]
    private var place = 0
    private var lineAtPlace = 1
    /// Where the last token began.
    private(set) var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() throws(InputError) -> Token? {
        while place < bytes.count {
            line = lineAtPlace
            guard isTag(at: place) else { return .text(text()) }
            if starts(with: "<![CDATA[") {
                let content = try skip(past: "]]>", from: place + 9)
                return .text(String(decoding: content, as: UTF8.self))
            }
            if starts(with: "<!--") {
                _ = try skip(past: "-->", from: place + 4)
            } else {
                let content = try skip(past: ">", from: place + 1)
                if let token = Self.tag(content) { return token }
            }
        }
        return nil
    }

    private static func tag(_ content: ArraySlice<UInt8>) -> Token? {
        var content = content
        if content.first == UInt8(ascii: "!") || content.first == UInt8(ascii: "?") { return nil }
        let closes = content.first == UInt8(ascii: "/")
        if closes { content = content.dropFirst() }
        let isClosed = content.last == UInt8(ascii: "/")
        if isClosed { content = content.dropLast() }
        let whole = content.prefix { $0 > 0x20 }
        let local = whole.lastIndex(of: UInt8(ascii: ":")).map { whole[($0 + 1)...] } ?? whole
        let name = String(decoding: local, as: UTF8.self)
        return closes ? .close(name) : .open(name, content[whole.endIndex...], isClosed: isClosed)
    }

    /// Tells what an attribute says, between quotation marks.
    static func attribute(_ name: String, in content: ArraySlice<UInt8>) -> String {
        let parts = content.split { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        for (key, value) in zip(parts, parts.dropFirst()) {
            let key = String(decoding: key.filter { $0 > 0x20 }, as: UTF8.self)
            if key == name + "=" { return decoded(value).trimmed }
        }
        return ""
    }

    /// A < before anything else is a sign of the text, as in OFX of banks.
    private func isTag(at place: Int) -> Bool {
        guard bytes[place] == UInt8(ascii: "<"), place + 1 < bytes.count else { return false }
        switch bytes[place + 1] {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "/"),
            UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "_"):
            return true
        default: return false
        }
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[place...].starts(with: $0) }
    }

    private mutating func text() -> String {
        let start = place
        repeat { advance() } while place < bytes.count && !isTag(at: place)
        return Self.decoded(bytes[start..<place])
    }

    private mutating func advance() {
        let byte = bytes[place]
        place += 1
        if byte == 0x0A || byte == 0x0D && (place == bytes.count || bytes[place] != 0x0A) { lineAtPlace += 1 }
    }

    /// - Returns: what stands before `end`.
    private mutating func skip(past end: StaticString, from start: Int) throws(InputError) -> ArraySlice<UInt8> {
        let length = end.utf8CodeUnitCount
        while place < start, place < bytes.count { advance() }
        while place + length <= bytes.count {
            if starts(with: end) {
                let content = bytes[start..<place]
                for _ in 0..<length { advance() }
                return content
            }
            advance()
        }
        throw InputError("the tag in line \(line) has no end. The file may be cut off. Download it again.")
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        name == "nbsp" ? "\u{A0}" : Unicode.Scalar(markup: name)
    }

    /// A text with the characters that it names in place of their names; a name that isn't known stays.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            let name = rest.prefix(10).prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "&") && $0 > 0x20 }
            guard byte == UInt8(ascii: "&"), name.count < rest.count, rest[name.endIndex] == UInt8(ascii: ";"),
                let scalar = Self.scalar(String(decoding: name, as: UTF8.self))
            else {
                text.append(byte)
                continue
            }
            text += String(scalar).utf8
            rest = rest[(name.endIndex + 1)...]
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    /// The character that every document of XML may name between `&` and `;`; nil for any other name.
    public init?(markup name: String) {
        switch name {
        case "amp": self = "&"
        case "lt": self = "<"
        case "gt": self = ">"
        case "quot": self = "\""
        case "apos": self = "'"
        default:
            guard let digits = name.rest(after: "#"),
                let number = digits.rest(after: "x").map({ UInt32($0, radix: 16) }) ?? UInt32(digits), number > 0
            else { return nil }
            self.init(number)
        }
    }
}
