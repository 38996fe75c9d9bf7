import DaybookCore

/// Makes text of HTML: lines of its blocks, dashes before the points of a list, addresses behind links.
struct MarkupText {
    private var text = ""
    /// How many bytes the text has right behind the dash of a point.
    private var dash = -1
    /// True where white space counts, and line breaks are some.
    private var isVerbatim = false
    /// The element whose text nobody sees; nil outside.
    private var hidden: String?
    private var link: (address: String, start: Int)?

    /// Tells whether a text that may be either is HTML.
    static func isMarkup(_ text: String) -> Bool {
        let text = text.lowercased()
        if let start = text.trimmed.rest(after: "<"), start.contains(">") {
            let name = String(start.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) })
            if isBlock(name) || name.isOne(of: elements) { return true }
        }
        return ["<br>", "<br/>", "<br />", "</p>", "</li>", "</div>"].contains { text.contains($0) }
    }

    /// With which HTML may begin, beside its blocks.
    private static let elements = "html head body a b i u s em strong code pre span mark img br hr li label details"

    /// The text itself where a tag has no end.
    static func text(_ markup: String) -> String {
        var reader = MarkupReader(Array(markup.utf8))
        var writer = MarkupText()
        do {
            while let token = try reader.next() { writer.take(token) }
        } catch {
            return markup
        }
        return writer.text.trimmed
    }

    private mutating func take(_ token: MarkupReader.Token) {
        switch token {
        case .open(let name, let content, let isClosed):
            if hidden == nil { open(name.lowercased(), content, isClosed) }
        case .close(let name): close(name.lowercased())
        case .text(let text): if hidden == nil { append(text) }
        }
    }

    private mutating func open(_ name: String, _ content: ArraySlice<UInt8>, _ isClosed: Bool) {
        switch name {
        case "script", "style", "title": hidden = isClosed ? nil : name
        case "br": text += "\n"
        case "li":
            breakLine()
            switch MarkupReader.attribute("data-checked", in: content) {
            case "true": text += "- [x] "
            case "false": text += "- [ ] "
            default: text += "- "
            }
            dash = text.utf8.count
        case "pre":
            breakLine()
            isVerbatim = true
        case "a":
            let address = MarkupReader.attribute("href", in: content)
            link = address.isEmpty ? nil : (address, text.utf8.count)
        default: if Self.isBlock(name), dash != text.utf8.count { breakLine() }
        }
    }

    private mutating func close(_ name: String) {
        if name == hidden { hidden = nil }
        guard hidden == nil else { return }
        switch name {
        case "pre":
            isVerbatim = false
            breakLine()
        case "a":
            guard let (address, start) = link else { return }
            link = nil
            let shown = String(decoding: text.utf8.dropFirst(start), as: UTF8.self).trimmed
            if shown != address, "mailto:\(shown)" != address { text += shown.isEmpty ? address : " (\(address))" }
        default: if Self.isBlock(name) || name == "li" { breakLine() }
        }
    }

    private static func isBlock(_ name: String) -> Bool {
        name.isOne(of: "p div ul ol tr table blockquote section article h1 h2 h3 h4 h5 h6")
    }

    private mutating func breakLine() {
        while text.utf8.last == 0x20 { text.unicodeScalars.removeLast() }
        if !text.isEmpty, text.utf8.last != 0x0A { text += "\n" }
    }

    private mutating func append(_ other: String) {
        guard !isVerbatim else {
            text += other
            return
        }
        for scalar in other.unicodeScalars {
            guard scalar == " " || scalar.value >= 0x09 && scalar.value <= 0x0D else {
                text.unicodeScalars.append(scalar)
                continue
            }
            if let last = text.utf8.last, last != 0x20, last != 0x0A { text += " " }
        }
    }
}
