extension Output {
    /// Text that someone typed. What would steer the terminal, or turn the line around, is shown as an escape.
    mutating func append(terminal text: String) {
        var text = text
        text.withUTF8 { append(terminal: UnsafeRawBufferPointer($0)) }
    }

    /// The same, from the bytes of its UTF-8.
    mutating func append(terminal text: UnsafeRawBufferPointer) {
        if text.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
            bytes.append(contentsOf: text)
            return
        }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\n": append("\\n" as StaticString)
            case "\t": append("\\t" as StaticString)
            case _ where Self.isControl(scalar):
                append("\\u{" as StaticString)
                append(String(scalar.value, radix: 16))
                append("}" as StaticString)
            default: append(String(scalar))
            }
        }
    }

    /// Text of several lines, its lines kept and all but the first indented.
    mutating func append(lines text: String, indent: Int) {
        var isFirst = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !isFirst {
                bytes.append(UInt8(ascii: "\n"))
                bytes.append(contentsOf: repeatElement(0x20, count: indent))
            }
            append(terminal: String(line))
            isFirst = false
        }
    }

    /// JSON on a terminal: what would steer it, or turn the line around, is written as the escape that JSON has for it.
    /// Such characters stand in strings alone, since JSON allows no others between its values.
    mutating func append(terminalJSON json: [UInt8]) {
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            guard Self.isControl(scalar), scalar != "\n" else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        }
    }

    /// Controls, line and paragraph separators, and what changes the direction of the text around it.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        default: false
        }
    }
}
