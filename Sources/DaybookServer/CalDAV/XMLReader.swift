import DaybookExchange
import HTTPTypes

/// Reads a document of XML in UTF-8, in a time that grows with its length. It knows the characters that every document may
/// name, and no entity of a document's own: a document with a DOCTYPE is refused.
struct XMLReader {
    /// How many elements may stand in each other.
    private static let greatestDepth = 32
    /// In bytes. An answer repeats names.
    private static let longestName = 256
    /// In bytes.
    private static let longestNamespace = 1_024

    private let bytes: [UInt8]
    private var place = 0
    /// The namespaces of the prefixes at `place`.
    private var spaces = ["xml": XMLName.xmlSpace]
    /// The open elements, each with what its prefixes stood for around it.
    private var open: [(element: XMLElement, raw: String, outer: Declarations)] = []
    private var root: XMLElement?
    /// How many declarations it kept for the ends of elements so far.
    private(set) var keptDeclarations = 0

    private typealias Declarations = [(prefix: String, former: String?)]

    static func read(_ bytes: [UInt8]) throws(Problem) -> XMLElement {
        var reader = XMLReader(bytes)
        return try reader.read()
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(Problem) -> XMLElement {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Self.malformed("it isn't in UTF-8") }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        while place < bytes.count { try step() }
        guard open.isEmpty, let root else { throw Self.malformed("it breaks off") }
        return root
    }

    private static func malformed(_ reason: String) -> Problem {
        Problem(.badRequest, "The body isn't XML that can be read: \(reason).")
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[place...].starts(with: $0) }
    }

    /// Takes what stands before `end`, and `end`.
    private mutating func take(until end: StaticString) throws(Problem) -> ArraySlice<UInt8> {
        let start = place
        while place < bytes.count {
            if starts(with: end) {
                defer { place += end.utf8CodeUnitCount }
                return bytes[start..<place]
            }
            place += 1
        }
        throw Self.malformed("it breaks off")
    }

    private mutating func step() throws(Problem) {
        guard bytes[place] == UInt8(ascii: "<") else {
            let start = place
            while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
            return try append(Self.decoded(bytes[start..<place]))
        }
        if starts(with: "<?") {
            _ = try take(until: "?>")
        } else if starts(with: "<!--") {
            _ = try take(until: "-->")
        } else if starts(with: "<![CDATA[") {
            place += 9
            try append(String(decoding: take(until: "]]>"), as: UTF8.self))
        } else if starts(with: "<!") {
            throw Self.malformed("it has a DOCTYPE")
        } else if starts(with: "</") {
            place += 2
            let raw = String(decoding: try take(until: ">"), as: UTF8.self)
            guard let last = open.popLast(), last.raw == Self.trimmed(raw) else {
                throw Self.malformed("a tag closes what isn't open")
            }
            close(last.element, last.outer)
        } else {
            place += 1
            try openTag()
        }
    }

    private mutating func append(_ text: String) throws(Problem) {
        if open.isEmpty {
            guard text.utf8.allSatisfy({ $0 <= 0x20 }) else { throw Self.malformed("it has text around its elements") }
        } else {
            open[open.count - 1].element.text += text
        }
    }

    private mutating func close(_ element: XMLElement, _ outer: Declarations) {
        for (prefix, former) in outer.reversed() { spaces[prefix] = former }
        if open.isEmpty { root = element } else { open[open.count - 1].element.children.append(element) }
    }

    private mutating func openTag() throws(Problem) {
        guard open.count < Self.greatestDepth else { throw Self.malformed("it is nested too deep") }
        guard !open.isEmpty || root == nil else { throw Self.malformed("it has two roots") }
        let raw = word()
        guard !raw.isEmpty else { throw Self.malformed("a tag has no name") }
        guard raw.utf8.count <= Self.longestName else {
            throw Self.malformed("a name is longer than \(Self.longestName) bytes")
        }
        var outer: Declarations = []
        func declare(_ prefix: String, _ space: String) throws(Problem) {
            guard space.utf8.count <= Self.longestNamespace else {
                throw Self.malformed("a namespace is longer than \(Self.longestNamespace) bytes")
            }
            outer.append((prefix, spaces.updateValue(space, forKey: prefix)))
        }
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            if starts(with: "/>") || starts(with: ">") { break }
            let name = word()
            skipSpace()
            guard !name.isEmpty, starts(with: "=") else { throw Self.malformed("a tag is damaged") }
            place += 1
            skipSpace()
            let value = try value()
            if name == "xmlns" {
                try declare("", value)
            } else if name.hasPrefix("xmlns:") {
                guard !value.isEmpty else { throw Self.malformed("a prefix has an empty namespace") }
                try declare(String(name.dropFirst(6)), value)
            } else if !name.contains(":") {
                attributes[name] = value
            }
        }
        let parts = raw.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let prefix = parts.count == 2 ? String(parts[0]) : ""
        guard let space = spaces[prefix] ?? (prefix.isEmpty ? "" : nil) else {
            throw Self.malformed("its prefix “\(prefix.prefix(40))” has no namespace")
        }
        keptDeclarations += outer.count
        let element = XMLElement(
            name: XMLName(space, String(parts.last ?? "")), attributes: attributes)
        if starts(with: "/>") {
            place += 2
            close(element, outer)
        } else {
            place += 1
            open.append((element, raw, outer))
        }
    }

    private mutating func skipSpace() {
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    }

    private mutating func word() -> String {
        let start = place
        while place < bytes.count, bytes[place] > 0x20, !"=/><&\"'".utf8.contains(bytes[place]) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// Takes what stands between quotation marks.
    private mutating func value() throws(Problem) -> String {
        let isDouble = starts(with: "\"")
        guard isDouble || starts(with: "'") else { throw Self.malformed("an attribute has no quotation marks") }
        place += 1
        return try Self.decoded(take(until: isDouble ? "\"" : "'"))
    }

    private static func trimmed(_ text: String) -> String {
        String(text.utf8.prefix { $0 > 0x20 }) ?? text
    }

    /// A text with the characters that it names in place of their names.
    private static func decoded(_ bytes: ArraySlice<UInt8>) throws(Problem) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "&") else {
                text.append(byte)
                continue
            }
            let name = rest.prefix(12).prefix { $0 != UInt8(ascii: ";") }
            rest = rest.dropFirst(name.count)
            guard rest.popFirst() == UInt8(ascii: ";"),
                let scalar = Unicode.Scalar(markup: String(decoding: name, as: UTF8.self))
            else { throw malformed("it names an entity that isn't known") }
            text += String(scalar).utf8
        }
        return String(decoding: text, as: UTF8.self)
    }
}
