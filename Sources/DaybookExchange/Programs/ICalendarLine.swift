import DaybookCore

/// A line such as `DUE;TZID=Europe/Berlin:20261130T150000`, unfolded.
struct ICalendarLine {
    let number: Int
    /// In capitals, as those of the parameters.
    let name: String
    private var parameters: [String: String] = [:]
    let value: String

    /// The lines that aren't empty, each with the number of its first in the file, and where it lies there with its end.
    static func unfolded(_ bytes: [UInt8]) -> [(number: Int, bytes: [UInt8], range: Range<Int>)] {
        var lines: [(number: Int, bytes: [UInt8], range: Range<Int>)] = []
        var (number, start) = (1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let line = end > start && bytes[end - 1] == 0x0D ? bytes[start..<end - 1] : bytes[start..<end]
            let next = min(end + 1, bytes.count)
            if let first = line.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                let last = lines.count - 1
                lines[last].bytes += line.dropFirst()
                lines[last].range = lines[last].range.lowerBound..<next
            } else if !line.isEmpty {
                lines.append((number, Array(line), start..<next))
            }
            (number, start) = (number + 1, end + 1)
        }
        return lines
    }

    /// Nil for a line without a name, or without a colon behind it.
    init?(_ bytes: [UInt8], _ number: Int) {
        self.number = number
        let text = Array(Self.text(bytes).utf8)
        var rest = text[...]
        let name = rest.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
        guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self.name = String(decoding: name, as: UTF8.self).uppercased()
        rest = rest.dropFirst(name.count)
        while rest.first == UInt8(ascii: ";") {
            guard let parameter = Self.parameter(&rest) else { return nil }
            if parameters[parameter.name] == nil { parameters[parameter.name] = parameter.value }
        }
        guard rest.first == UInt8(ascii: ":") else { return nil }
        value = String(decoding: rest.dropFirst(), as: UTF8.self)
    }

    /// The text of a line. What isn't in UTF-8 is taken for Windows-1252.
    static func text(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(decoding: (try? TextEncoding.decode(bytes).0) ?? bytes, as: UTF8.self)
    }

    /// Takes `;NAME=value` from the start of a text. What stands between quotation marks may have any sign in it.
    private static func parameter(_ rest: inout ArraySlice<UInt8>) -> (name: String, value: String)? {
        let name = rest.dropFirst().prefix { ![UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ";")].contains($0) }
        rest = rest.dropFirst(1 + name.count)
        // Versions before 2.0 write the value alone.
        guard rest.first == UInt8(ascii: "=") else {
            return (String(decoding: name, as: UTF8.self).uppercased(), "")
        }
        rest = rest.dropFirst()
        var value: [UInt8] = []
        var isQuoted = false
        while let byte = rest.first, isQuoted || byte != UInt8(ascii: ";") && byte != UInt8(ascii: ":") {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else { value.append(byte) }
            rest = rest.dropFirst()
        }
        return isQuoted ? nil : (String(decoding: name, as: UTF8.self).uppercased(), String(utf8: value))
    }

    func parameter(_ name: String) -> String? { parameters[name] }

    /// True where it says of a rule that the next day is counted from when one was done, for which iCalendar has no word.
    var isAfterDone: Bool { value.trimmed.uppercased() == Self.afterDone }
    static let afterDone = "AFTER-DONE"

    func begins(_ component: String) -> Bool { name == "BEGIN" && component == value.trimmed.uppercased() }

    /// The value as a text, without its escapes.
    var text: String { String(utf8: Self.unescaped(Array(value.utf8)[...])) }

    /// The texts between commas.
    var texts: [String] {
        var texts: [String] = []
        let bytes = Array(value.utf8)
        var (start, isEscaped) = (0, false)
        for place in bytes.indices {
            if bytes[place] == UInt8(ascii: ","), !isEscaped {
                texts.append(String(utf8: Self.unescaped(bytes[start..<place])))
                start = place + 1
            }
            isEscaped = bytes[place] == UInt8(ascii: "\\") && !isEscaped
        }
        texts.append(String(utf8: Self.unescaped(bytes[start...])))
        return texts
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var isEscaped = false
        for byte in text {
            switch byte {
            case UInt8(ascii: "\\") where !isEscaped:
                isEscaped = true
                continue
            case UInt8(ascii: "n") where isEscaped, UInt8(ascii: "N") where isEscaped: bytes.append(0x0A)
            case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"): bytes.append(byte)
            default:
                // Some programs escape what has no escape: “\:”.
                if isEscaped, byte != UInt8(ascii: ":"), byte != UInt8(ascii: "\"") {
                    bytes.append(UInt8(ascii: "\\"))
                }
                bytes.append(byte)
            }
            isEscaped = false
        }
        if isEscaped { bytes.append(UInt8(ascii: "\\")) }
        return bytes
    }
}
