/// A QR code (ISO/IEC 18004) of a short text in bytes: versions 1 to 10, error correction of level M.
struct QRCode: Equatable {
    /// Modules in a row.
    let size: Int
    /// Row by row; true is dark.
    private(set) var modules: [Bool]

    /// Nil for more than 213 bytes, which version 10 can't hold.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = (1...10).first(where: { bytes.count <= Self.capacity($0) }) else { return nil }
        size = 17 + 4 * version
        modules = []
        var best: (penalty: Int, drawing: Drawing)?
        let codewords = Self.codewords(bytes, version)
        for mask in 0..<8 {
            var drawing = Drawing(version: version)
            drawing.drawFunctionPatterns(mask: mask)
            drawing.draw(codewords, mask: mask)
            let penalty = drawing.penalty
            if best.map({ penalty < $0.penalty }) ?? true { best = (penalty, drawing) }
        }
        modules = best?.drawing.modules ?? []
    }

    /// Tells whether the module is dark; what lies around the code isn't.
    subscript(row: Int, column: Int) -> Bool {
        (0..<size).contains(row) && (0..<size).contains(column) && modules[row * size + column]
    }

    /// The code as lines of half blocks for a terminal, two rows in each, with the margin of four modules that readers want.
    /// Dark on light, whatever the colours of the terminal are.
    var lines: [String] {
        stride(from: -4, to: size + 4, by: 2).map { row in
            let blocks = (-4..<size + 4).map { column in
                switch (self[row, column], self[row + 1, column]) {
                case (false, false): " "
                case (true, false): "▀"
                case (false, true): "▄"
                case (true, true): "█"
                }
            }
            return "\u{1B}[30;107m" + blocks.joined() + "\u{1B}[0m"
        }
    }

    // MARK: What each version holds, at level M

    /// The blocks of each version: codewords of correction in a block, blocks of the shorter kind and their codewords of data, and
    /// blocks with one more.
    private static let blocks: [(correction: Int, count: Int, data: Int, longerCount: Int)] = [
        (10, 1, 16, 0), (16, 1, 28, 0), (26, 1, 44, 0), (18, 2, 32, 0), (24, 2, 43, 0), (16, 4, 27, 0), (18, 4, 31, 0),
        (22, 2, 38, 2), (22, 3, 36, 2), (26, 4, 43, 1),
    ]

    private static func dataCount(_ version: Int) -> Int {
        let kind = blocks[version - 1]
        return kind.count * kind.data + kind.longerCount * (kind.data + 1)
    }

    /// In bytes, beside the mode and the length.
    private static func capacity(_ version: Int) -> Int { dataCount(version) - (version < 10 ? 2 : 3) }

    /// Data and correction, in the order in which they are drawn.
    private static func codewords(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
        // Mode 4 in four bits, the length in 8 or 16, the bytes, four bits of end: all shifted by half a byte.
        let length = version < 10 ? [UInt8(bytes.count)] : [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        var data: [UInt8] = []
        var half: UInt8 = 4
        for byte in length + bytes {
            data.append(half << 4 | byte >> 4)
            half = byte & 15
        }
        data.append(half << 4)
        for pad in 0..<(dataCount(version) - data.count) { data.append(pad.isMultiple(of: 2) ? 0xEC : 0x11) }

        let kind = blocks[version - 1]
        let divisor = GaloisField.divisor(kind.correction)
        var parts: [(data: ArraySlice<UInt8>, correction: [UInt8])] = []
        var rest = data[...]
        for index in 0..<(kind.count + kind.longerCount) {
            let part = rest.prefix(kind.data + (index < kind.count ? 0 : 1))
            rest = rest.dropFirst(part.count)
            parts.append((part, GaloisField.remainder(part, divisor)))
        }
        var result: [UInt8] = []
        for index in 0...kind.data {
            for part in parts where index < part.data.count { result.append(part.data[part.data.startIndex + index]) }
        }
        for index in 0..<kind.correction { result += parts.map { $0.correction[index] } }
        return result
    }
}

/// Arithmetic on bytes as polynomials modulo x⁸ + x⁴ + x³ + x² + 1.
private enum GaloisField {
    static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var product: UInt8 = 0
        for bit in (0..<8).reversed() {
            product = product << 1 ^ (product >> 7 == 1 ? 0x1D : 0)
            if b >> bit & 1 == 1 { product ^= a }
        }
        return product
    }

    /// The coefficients of (x − 1)(x − 2)(x − 4)…, without the leading one.
    static func divisor(_ degree: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                result[index] = product(result[index], root)
                if index + 1 < degree { result[index] ^= result[index + 1] }
            }
            root = product(root, 2)
        }
        return result
    }

    static func remainder(_ data: ArraySlice<UInt8>, _ divisor: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ result.removeFirst()
            result.append(0)
            for index in divisor.indices { result[index] ^= product(divisor[index], factor) }
        }
        return result
    }
}
