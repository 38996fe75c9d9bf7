/// A text that someone typed, on a terminal: its escapes, and how many columns it takes.
struct TerminalText {
    let text: String
    let width: Int

    init(_ typed: String) {
        var output = Output()
        output.append(terminal: typed)
        text = String(decoding: output.bytes, as: UTF8.self)
        width = text.reduce(0) { $0 + Self.width($1) }
    }

    init(text: String, width: Int) { (self.text, self.width) = (text, width) }

    /// Cuts it to so many columns, with … for the rest.
    func cut(to columns: Int) -> TerminalText {
        guard width > columns else { return self }
        var (start, taken) = ("", 0)
        for character in text {
            let next = Self.width(character)
            guard taken + next < columns else { break }
            start.append(character)
            taken += next
        }
        return TerminalText(text: start + "…", width: taken + 1)
    }

    /// Two columns for what is as wide as it is high (East Asian Width W and F, Unicode TR 11), and for a picture.
    private static func width(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x20000...0x3FFFD:
            return 2
        default:
            let isMark = first.properties.canonicalCombiningClass != .notReordered || first.value == 0x200B
            return isMark ? 0 : 1
        }
    }
}

extension Output {
    /// A text with spaces after it up to `width` columns.
    mutating func append(_ text: TerminalText, left width: Int) {
        append(text.text)
        append(String(repeating: " ", count: max(0, width - text.width)))
    }
}
