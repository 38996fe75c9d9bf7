import DaybookCore

/// In which of the old encodings the letters of a file lie: the one in which they make words.
enum EncodingGuess {
    private static let others: [TextEncoding] = [
        .windows1250, .windows1251, .windows1253, .windows1254, .windows1257, .shiftJIS, .gb18030, .eucKR, .big5,
    ]

    /// Guesses the encoding of bytes that aren't UTF-8.
    static func best(_ bytes: [UInt8]) -> TextEncoding {
        let sample = sample(bytes)
        var best = (encoding: TextEncoding.windows1252, score: score(.windows1252, sample) ?? 0)
        for encoding in others {
            guard let score = score(encoding, sample), score > best.score + (encoding.hasPairs ? 3 : 1) else {
                continue
            }
            best = (encoding, score)
        }
        return best.encoding
    }

    /// The first lines, and of those that follow the ones with letters beyond ASCII.
    private static func sample(_ bytes: [UInt8]) -> [UInt8] {
        var sample: [UInt8] = []
        var start = 0
        while start < bytes.count, sample.count < 16 << 10 {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count - 1
            let line = bytes[start...end]
            if start < 4 << 10 || line.contains(where: { $0 >= 0x80 }) { sample += line }
            start = end + 1
        }
        return sample
    }

    /// Nil where the bytes aren't in the encoding.
    private static func score(_ encoding: TextEncoding, _ sample: [UInt8]) -> Int? {
        let western = encoding == .windows1252 ? TextEncoding.western(sample) : nil
        guard let bytes = western ?? encoding.text(of: sample) else {
            return nil
        }
        let text = String(decoding: bytes, as: UTF8.self)
        var score = encoding.hasPairs ? pairs(sample, encoding) : 0
        var run = 0
        var last: Unicode.Scalar = " "
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            defer { last = scalar }
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            guard scalar.value >= 0x80 else {
                run = 0
                if last.value >= 0x370, isLetter(last), isASCIILetter(scalar) { score -= 2 }
                continue
            }
            switch scalar.value {
            case 0x80..<0xA0, 0xE000..<0xF900: score -= 20
            case _ where isLetter(scalar):
                run += 1
                if encoding.hasPairs || !isLetter(last) && !isLetter(next) { continue }
                // Words of Western letters have few accents; those of other letters nothing else.
                let isLatin = scalar.value < 0x370
                score += isLatin ? run > 2 ? -3 : 1 : 1
                if !isLatin, isASCIILetter(last) { score -= 3 }
                if isLatin, isUpper(scalar), isLower(last) { score -= 2 }
            default:
                run = 0
                // A sign in the middle of a word is a letter of another encoding.
                if isLetter(last), !encoding.hasPairs, !"–—’“”„°€".unicodeScalars.contains(scalar) { score -= 2 }
            }
        }
        for line in text.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }).prefix(40) {
            for cell in line.split(whereSeparator: { ",;\t|\"".contains($0) })
            where cell.utf8.count < 80 && cell.utf8.contains(where: { $0 >= 0x80 }) {
                let strength = ColumnNames.matches(String(cell)).map(\.strength).max() ?? 0
                // Where two of them have a letter in each place, the words tell whose it is.
                let words = ColumnNames.words(String(cell)).joined()
                if encoding == .windows1250,
                    words.isOne(of: "osszeg kozlemeny konyvelesdatuma ertekdatum penznem castka zostatok")
                {
                    score += 4
                }
                if encoding == .windows1254, words.isOne(of: "aciklama islemtarihi") { score += 4 }
                score += strength == 3 ? 20 : 0
            }
        }
        return score
    }

    private static func isASCIILetter(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x80 && isLetter(scalar) }
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }
    private static func isUpper(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isUppercase }
    private static func isLower(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isLowercase }

    /// How usual the pairs of bytes are in an encoding: the first half of each of their tables has what people write.
    private static func pairs(_ bytes: [UInt8], _ encoding: TextEncoding) -> Int {
        var (score, pairs, low) = (0, 0, 0)
        var place = 0
        while place + 1 < bytes.count {
            let (first, second) = (bytes[place], bytes[place + 1])
            guard first >= 0x80 else {
                place += 1
                continue
            }
            if encoding == .shiftJIS, (0xA0...0xDF).contains(first) {
                place += 1
                continue
            }
            pairs += 1
            if second < 0x80 { low += 1 }
            switch encoding {
            case .shiftJIS:
                score += first == 0x82 || first == 0x83 ? 3 : (0x88...0x97).contains(first) ? 2 : first == 0x81 ? 0 : -1
            case .gb18030:
                score += first < 0xA1 || second < 0xA1 ? -2 : (0xB0...0xD7).contains(first) ? 2 : first < 0xB0 ? 0 : -1
            case .eucKR:
                score += first < 0xA1 || second < 0xA1 ? -2 : (0xB0...0xC8).contains(first) ? 3 : first < 0xB0 ? 0 : -3
            default: score += first < 0xA1 ? -3 : (0xA4...0xC6).contains(first) ? 2 : first < 0xA4 ? 0 : -1
            }
            place += 2
        }
        // In Big5 the second byte is often one of ASCII.
        if encoding == .big5, pairs > 9, low == 0 { score -= pairs * 2 }
        return score
    }
}
