/// Writes XML. What isn't markup is escaped.
struct XMLWriter {
    private(set) var bytes: [UInt8] = []
    /// The prefixes of the namespaces that are declared at the root, or around what is written next.
    private var prefixes = Self.usual

    private static let usual = [
        XMLName.davSpace: "D", XMLName.calendarSpace: "C", XMLName.serverSpace: "CS", XMLName.appleSpace: "A",
        XMLName.xmlSpace: "xml",
    ]

    /// - Parameter names: what is to be written. Their namespaces are declared once, at the root.
    init(_ names: [XMLName] = []) {
        for name in names { _ = declare(name.namespace) }
    }

    mutating func begin(_ root: XMLName) {
        bytes += #"<?xml version="1.0" encoding="utf-8"?>"#.utf8
        let declared = prefixes.filter { $0.key != XMLName.xmlSpace }.sorted { $0.value < $1.value }
        tag(root, declared.map { Self.declaration($1, $0) }.joined())
    }

    /// Lets a prefix stand for a namespace.
    ///
    /// - Returns: whether that is to be declared, as none did before.
    private mutating func declare(_ namespace: String) -> Bool {
        guard !namespace.isEmpty, prefixes[namespace] == nil else { return false }
        prefixes[namespace] = "x\(prefixes.count - Self.usual.count + 1)"
        return true
    }

    private static func declaration(_ prefix: String, _ namespace: String) -> String {
        " xmlns:\(prefix)=\"\(escaped(namespace))\""
    }

    private static func escaped(_ text: String) -> String {
        var writer = XMLWriter()
        writer.append(text.utf8)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    mutating func open(_ name: XMLName) { tag(name, "") }

    /// Takes back what came after a length.
    mutating func cut(to length: Int) { bytes.removeSubrange(min(length, bytes.count)...) }

    /// Hands over what is written so far. It goes on after that.
    mutating func taken() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    mutating func close(_ name: XMLName) {
        bytes += "</".utf8
        append(spelled: name)
        bytes.append(UInt8(ascii: ">"))
    }

    mutating func empty(_ name: XMLName) { tag(name, "/") }

    mutating func text(_ name: XMLName, _ text: String) { self.text(name, text.utf8) }

    /// - Parameter text: in UTF-8.
    mutating func text(_ name: XMLName, _ text: some Sequence<UInt8>) {
        open(name)
        append(text)
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
        tag(name, " \(attribute)=\"\(Self.escaped(value))\"/")
    }

    /// An element as it was read. The namespaces of all that is in it are declared once.
    mutating func element(_ element: XMLElement) {
        let around = prefixes
        var declarations = ""
        element.forEachName { name in
            if declare(name.namespace) {
                declarations += Self.declaration(prefixes[name.namespace] ?? "", name.namespace)
            }
        }
        write(element, declarations)
        prefixes = around
    }

    private mutating func write(_ element: XMLElement, _ declarations: String) {
        let attributes = element.attributes.sorted { $0.key < $1.key }.map { " \($0)=\"\(Self.escaped($1))\"" }
        tag(element.name, declarations + attributes.joined())
        append(element.text.utf8)
        for child in element.children { write(child, "") }
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

    private mutating func tag(_ name: XMLName, _ rest: String) {
        bytes.append(UInt8(ascii: "<"))
        append(spelled: name)
        if prefixes[name.namespace] == nil, !name.namespace.isEmpty {
            bytes += Self.declaration("x", name.namespace).utf8
        }
        bytes += rest.utf8
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func append(spelled name: XMLName) {
        if !name.namespace.isEmpty {
            bytes += (prefixes[name.namespace] ?? "x").utf8
            bytes.append(UInt8(ascii: ":"))
        }
        bytes += name.local.utf8
    }
}
