import DaybookCore

extension Node {
    /// The node as HTML text. Text and attribute values are escaped; handlers and styles are left out.
    public var html: String {
        var html = ""
        write(to: &html)
        return html
    }

    fileprivate func write(to html: inout String) {
        switch content {
        case .empty: break
        case .text(let text): html.appendEscaped(text)
        case .element(let element): element.write(to: &html, key: element.key)
        case .row(let key, _, let build):
            if case .element(let element) = build().content { element.write(to: &html, key: key) }
        }
    }
}

extension Element {
    fileprivate func write(to html: inout String, key: Key?) {
        html += "<"
        html += tag.name
        if let key {
            html += " data-key=\""
            html += key.hex
            html += "\""
        }
        var fieldText: String?
        for part in parts {
            guard case .attribute(let attribute, let value?) = part.content, attribute.kind != .style else { continue }
            if tag == .textarea, attribute == .value {
                fieldText = value
                continue
            }
            html += " "
            html += attribute.name
            guard !value.isEmpty || attribute == .value else { continue }
            html += "=\""
            html.appendEscaped(value)
            html += "\""
        }
        html += ">"
        guard !tag.isVoid else { return }
        if let fieldText {
            // The parser drops one newline after the opening tag.
            html += "\n"
            html.appendEscaped(fieldText)
        }
        for child in children { child.write(to: &html) }
        html += "</"
        html += tag.name
        html += ">"
    }
}

extension Key {
    /// 32 hexadecimal digits.
    public var hex: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(32)
        for half in [high, low] {
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: (half >> UInt64(shift)) & 15)
                digits.append(digit < 10 ? 48 + digit : 87 + digit)
            }
        }
        return String(utf8: digits)
    }

    public init?(hex: String) {
        var halves: (UInt64, UInt64) = (0, 0)
        var count = 0
        for digit in hex.utf8 {
            let value: UInt8
            switch digit {
            case 48...57: value = digit - 48
            case 97...102: value = digit - 87
            default: return nil
            }
            if count < 16 { halves.0 = halves.0 << 4 | UInt64(value) } else { halves.1 = halves.1 << 4 | UInt64(value) }
            count += 1
        }
        guard count == 32 else { return nil }
        self.init(halves.0, halves.1)
    }
}

extension String {
    fileprivate mutating func appendEscaped(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": self += "&amp;"
            case "<": self += "&lt;"
            case ">": self += "&gt;"
            case "\"": self += "&quot;"
            case "'": self += "&#39;"
            // The parser would turn it into a replacement character.
            case "\0": self += "\u{FFFD}"
            default: unicodeScalars.append(scalar)
            }
        }
    }
}
