/// Writes XML. What isn't markup is escaped.
struct XMLWriter {
    private(set) var bytes: [UInt8] = []

    /// The namespaces that `begin` declares.
    private static let prefixes = [
        XMLName.davSpace: "D", XMLName.calendarSpace: "C", XMLName.serverSpace: "CS", XMLName.appleSpace: "A",
    ]

    /// Begins a document with its root.
    mutating func begin(_ root: XMLName) {
        bytes += #"<?xml version="1.0" encoding="utf-8"?>"#.utf8
        tag(
            root,
            " " + Self.prefixes.sorted { $0.value < $1.value }.map { #"xmlns:\#($1)="\#($0)""# }.joined(separator: " "))
    }

    mutating func open(_ name: XMLName) { tag(name, "") }

    mutating func close(_ name: XMLName) {
        bytes += "</".utf8
        append(spelled: name)
        bytes.append(UInt8(ascii: ">"))
    }

    mutating func empty(_ name: XMLName) { tag(name, "/") }

    mutating func text(_ name: XMLName, _ text: String) {
        open(name)
        append(text.utf8)
        close(name)
    }

    /// An element around others.
    mutating func element(_ name: XMLName, _ body: (inout XMLWriter) throws -> Void) rethrows {
        open(name)
        try body(&self)
        close(name)
    }

    /// An element with an attribute, and nothing in it.
    mutating func empty(_ name: XMLName, _ attribute: String, _ value: String) {
        var escaped = XMLWriter()
        escaped.append(value.utf8)
        tag(name, " \(attribute)=\"\(String(decoding: escaped.bytes, as: UTF8.self))\"/")
    }

    /// An element as it was read.
    mutating func element(_ element: XMLElement) {
        var attributes = ""
        for (name, value) in element.attributes.sorted(by: { $0.key < $1.key }) {
            var escaped = XMLWriter()
            escaped.append(value.utf8)
            attributes += " \(name)=\"\(String(decoding: escaped.bytes, as: UTF8.self))\""
        }
        tag(element.name, attributes)
        append(element.text.utf8)
        for child in element.children { self.element(child) }
        close(element.name)
    }

    mutating func append(_ text: some Sequence<UInt8>) {
        if text.withContiguousStorageIfAvailable({ escape($0) }) == nil {
            Array(text).withUnsafeBufferPointer { escape($0) }
        }
    }

    /// Copies what stands between signs that need an escape in one go.
    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for (index, byte) in text.enumerated() {
            guard let escape = Self.escape(byte) else { continue }
            bytes.append(contentsOf: text[start..<index])
            bytes += escape.utf8
            start = index + 1
        }
        bytes.append(contentsOf: text[start...])
    }

    private static func escape(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        // Readers take a line's end for a mere line feed.
        case 0x0D: "&#13;"
        case 0x00..<0x09, 0x0B..<0x20: ""
        default: nil
        }
    }

    /// Takes over what another has written.
    mutating func append(_ other: XMLWriter) { bytes += other.bytes }

    private mutating func tag(_ name: XMLName, _ rest: String) {
        var space = ""
        if Self.prefixes[name.namespace] == nil, !name.namespace.isEmpty {
            var escaped = XMLWriter()
            escaped.append(name.namespace.utf8)
            space = " xmlns:x=\"\(String(decoding: escaped.bytes, as: UTF8.self))\""
        }
        bytes.append(UInt8(ascii: "<"))
        append(spelled: name)
        bytes += space.utf8
        bytes += rest.utf8
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func append(spelled name: XMLName) {
        if let prefix = Self.prefixes[name.namespace] {
            bytes += prefix.utf8
            bytes.append(UInt8(ascii: ":"))
        } else if !name.namespace.isEmpty {
            bytes += "x:".utf8
        }
        bytes += name.local.utf8
    }
}
