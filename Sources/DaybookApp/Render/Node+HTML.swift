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
    fileprivate func write(to html: inout String, key: EntityID?) {
        html += "<"
        html += tag.name
        if let key {
            html += " data-key=\""
            html += key.text
            html += "\""
        }
        var fieldText: String?
        for part in parts {
            guard case .attribute(let attribute, let value?) = part.content, !attribute.isStyle else { continue }
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
