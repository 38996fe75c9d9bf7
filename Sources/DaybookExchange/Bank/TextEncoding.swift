import DaybookCore

/// How the letters of a file lie in its bytes.
public enum TextEncoding: String, Sendable {
    case utf8 = "UTF-8"
    case utf16 = "UTF-16"
    case windows1250 = "Windows-1250"
    case windows1251 = "Windows-1251"
    case windows1252 = "Windows-1252"
    case windows1253 = "Windows-1253"
    case windows1254 = "Windows-1254"
    case windows1257 = "Windows-1257"
    case shiftJIS = "Shift-JIS"
    case gb18030 = "GB18030"
    case eucKR = "EUC-KR"
    case big5 = "Big5"

    /// The text in UTF-8, without a mark at its start, and what it was in. Bytes that are UTF-8 are taken for that,
    /// whatever the file says of itself: many banks declare another one.
    static func decode(_ bytes: [UInt8]) throws(InputError) -> ([UInt8], TextEncoding) {
        if let units = utf16(bytes) {
            guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) else {
                throw InputError("it isn't valid UTF-16. Download it again, or save it as UTF-8.")
            }
            return (Array(text.utf8), .utf16)
        }
        if String(validating: bytes, as: UTF8.self) != nil {
            return (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes, .utf8)
        }
        let declared = declared(in: bytes)
        var encoding = EncodingGuess.best(bytes)
        if let name = declared.name, !isLatin(name) {
            guard let known = named(name) else {
                throw InputError(
                    "it is in “\(name.excerpt)”, which Daybook doesn't read. Convert it: iconv -f \(iconvName(name)) -t UTF-8"
                )
            }
            encoding = known
        } else if declared.isXML {
            encoding = .windows1252
        }
        if !declared.isXML, !encoding.hasPairs, let mixed = mixed(bytes) { throw mixed }
        if encoding != .windows1252 {
            guard let text = encoding.text(of: bytes) else {
                throw InputError("it isn't valid \(encoding.rawValue). Download it again, or save it as UTF-8.")
            }
            return (text, encoding)
        }
        return (western(bytes), .windows1252)
    }

    /// The text of bytes in Windows-1252.
    static func western(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 { text.append(byte) } else { text += String(scalar(byte)).utf8 }
        }
        return text
    }

    /// The encoding that a file declares; nil for one that isn't read.
    private static func named(_ name: String) -> TextEncoding? {
        switch plain(name) {
        case "1250", "CP1250", "WINDOWS1250", "ISO88592": .windows1250
        case "1251", "CP1251", "WINDOWS1251": .windows1251
        case "1253", "CP1253", "WINDOWS1253", "ISO88597": .windows1253
        case "1254", "CP1254", "WINDOWS1254", "ISO88599": .windows1254
        case "1257", "CP1257", "WINDOWS1257", "ISO885913": .windows1257
        case "SHIFTJIS", "SJIS", "932", "CP932", "WINDOWS31J", "MS932": .shiftJIS
        case "GB18030", "GBK", "GB2312", "936", "CP936": .gb18030
        case "EUCKR", "949", "CP949", "KSC56011987", "UHC": .eucKR
        case "BIG5", "950", "CP950", "BIG5HKSCS": .big5
        default: nil
        }
    }

    static func isWide(_ bytes: [UInt8]) -> Bool { utf16(bytes) != nil }

    private static func utf16(_ bytes: [UInt8]) -> [UInt16]? {
        guard bytes.count >= 4 else { return nil }
        let isBigEndian: Bool
        switch (bytes[0], bytes[1]) {
        case (0xFE, 0xFF): isBigEndian = true
        case (0xFF, 0xFE): isBigEndian = false
        case (0, 1...): isBigEndian = true
        case (1..., 0): isBigEndian = false
        default: return nil
        }
        let start = bytes[0] >= 0xFE ? 2 : 0
        return stride(from: start, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
    }

    /// Tells what the declaration of XML says, or the header of OFX.
    private static func declared(in bytes: [UInt8]) -> (name: String?, isXML: Bool) {
        let head = bytes.prefix(1_024)
        if head.starts(with: "<?xml".utf8) {
            let name = MarkupReader.attribute("encoding", in: head.prefix { $0 != UInt8(ascii: ">") })
            if !name.isEmpty { return (name, true) }
        }
        let lines = BankLine.lines(Array(head))
        let name = lines.lazy.compactMap { $0.text.trimmed.rest(after: "CHARSET:") }.first?.trimmed
        return (name?.isEmpty == true ? nil : name, false)
    }

    private static func plain(_ name: String) -> String { name.uppercased().filter { $0.isLetter || $0.isNumber } }

    /// Tells whether a name means Windows-1252, or says nothing of letters beyond ASCII.
    private static func isLatin(_ name: String) -> Bool {
        plain(name).isOne(of: "1252 CP1252 WINDOWS1252 ISO88591 88591 LATIN1 ASCII USASCII NONE UTF8 UNICODE")
    }

    private static func iconvName(_ name: String) -> String {
        name.allSatisfy(\.isNumber) ? "CP\(name)" : plain(name) == "" ? "ENCODING" : name.filter { !$0.isWhitespace }
    }

    /// The error of a file that is partly UTF-8; nil where nothing in it is.
    private static func mixed(_ bytes: [UInt8]) -> InputError? {
        var line = 1
        var place = 0
        var lines: (utf8: Int?, other: Int?)
        while place < bytes.count {
            if bytes[place] == 0x0A { line += 1 }
            guard bytes[place] >= 0x80 else {
                place += 1
                continue
            }
            let lengths = 2...4
            let length = lengths.first { length in
                place + length <= bytes.count
                    && String(validating: bytes[place..<place + length], as: UTF8.self)?.unicodeScalars.count == 1
            }
            if length == nil { lines.other = lines.other ?? line } else { lines.utf8 = lines.utf8 ?? line }
            if let utf8 = lines.utf8, let other = lines.other {
                return InputError(
                    "line \(utf8) has letters in UTF-8, and line \(other) has letters in another encoding. Save the file "
                        + "in one encoding.")
            }
            place += length ?? 1
        }
        return nil
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        let upper: [Unicode.Scalar] = [
            "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}", "\u{90}",
            "‘",
            "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
        ]
        return byte >= 0x80 && byte < 0xA0 ? upper[Int(byte - 0x80)] : Unicode.Scalar(byte)
    }
}
