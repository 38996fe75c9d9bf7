public import Foundation

/// Kept as ``DecimalKey``: text that keeps every digit and whose byte order is the numeric order.
extension Decimal: Value {
    public static var columnType: ColumnType { .decimal }

    public static func read(_ field: Field) throws -> Decimal {
        guard field.kind == .text, let decimal = field.withBytes({ DecimalKey.decimal(from: $0) }) else {
            throw field.mismatch(Decimal.self)
        }
        return decimal
    }

    public var stored: StoredValue {
        guard let key = DecimalKey.text(of: self) else { return .refused(reason: "NaN isn't a number") }
        return .text(key)
    }
}

/// The text that a decimal is kept as.
///
/// A number is ±0.d₁d₂…dₙ × 10^e with d₁ and dₙ not 0, which makes every number one text:
/// - positive: `2`, then e + 500 in three digits, a point, and the digits: 123.45 is `2503.12345`;
/// - zero: `1`;
/// - negative: `0`, then the same with every digit taken from 9, and `~` at the end: -123.45 is `0496.87654~`.
///
/// So comparing, sorting, grouping and UNIQUE work in SQL, with indexes, in any SQLite program, without a function or a
/// collation of Sworm's. Adding up needs Sworm's functions, which every connection of Sworm has.
enum DecimalKey {
    /// Nil for NaN.
    static func text(of decimal: Decimal) -> String? {
        DecimalDigits(decimal).map(text)
    }

    static func text(of number: DecimalDigits) -> String {
        if number.digits.isEmpty { return "1" }
        let biased = number.isNegative ? 999 - (number.exponent + 500) : number.exponent + 500
        var text: [UInt8] = [UInt8(ascii: number.isNegative ? "0" : "2")]
        text.reserveCapacity(number.digits.count + 6)
        for place in [100, 10, 1] { text.append(UInt8(ascii: "0") + UInt8(biased / place % 10)) }
        text.append(UInt8(ascii: "."))
        if number.isNegative {
            text.append(contentsOf: number.digits.map { UInt8(ascii: "9") - $0 })
            text.append(UInt8(ascii: "~"))
        } else {
            text.append(contentsOf: number.digits.map { UInt8(ascii: "0") + $0 })
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil if the bytes are not such a text.
    static func decimal(from bytes: UnsafeRawBufferPointer) -> Decimal? {
        guard let parts = Parts(bytes) else { return nil }
        // Eighteen digits at a time fit an Int64.
        var mantissa = Decimal(0)
        var part: Int64 = 0
        var scale: Int64 = 1
        for index in parts.digits {
            guard let digit = parts.digit(index, bytes) else { return nil }
            part = part * 10 + Int64(digit)
            scale *= 10
            if scale == 1_000_000_000_000_000_000 || index == parts.digits.upperBound - 1 {
                mantissa = mantissa == 0 ? Decimal(part) : mantissa * Decimal(scale) + Decimal(part)
                part = 0
                scale = 1
            }
        }
        let exponent = parts.exponent - parts.digits.count
        // A mantissa has room for 38 zeros.
        guard (-128...165).contains(exponent) else { return nil }
        var decimal = Decimal(
            sign: parts.isNegative ? .minus : .plus, exponent: min(exponent, 127), significand: mantissa)
        // Beyond 127 the zeros stand in the mantissa. Multiplying by 10 would put them into the exponent; adding
        // doesn't.
        for _ in 127..<max(exponent, 127) {
            let double = decimal + decimal
            let half = double + double + decimal
            decimal = half + half
        }
        return decimal.isNaN ? nil : decimal
    }

    /// Nil if the bytes are not such a text.
    static func digits(from bytes: UnsafeRawBufferPointer) -> DecimalDigits? {
        guard let parts = Parts(bytes) else { return nil }
        var digits: [UInt8] = []
        digits.reserveCapacity(parts.digits.count)
        for index in parts.digits {
            guard let digit = parts.digit(index, bytes) else { return nil }
            digits.append(digit)
        }
        return DecimalDigits(isNegative: parts.isNegative, digits: digits, exponent: parts.exponent)
    }

    /// Where in a text is what.
    private struct Parts {
        let isNegative: Bool
        let exponent: Int
        /// Where the digits are; nowhere for zero.
        let digits: Range<Int>

        init?(_ bytes: UnsafeRawBufferPointer) {
            guard let first = bytes.first else { return nil }
            isNegative = first == UInt8(ascii: "0")
            if bytes.count == 1, first == UInt8(ascii: "1") {
                exponent = 0
                digits = 0..<0
                return
            }
            let end = isNegative ? bytes.count - 1 : bytes.count
            guard isNegative || first == UInt8(ascii: "2"), (6...44).contains(end), bytes[4] == UInt8(ascii: "."),
                !isNegative || bytes[end] == UInt8(ascii: "~")
            else { return nil }
            digits = 5..<end
            var biased = 0
            for index in 1...3 {
                guard let digit = Self.digit(bytes[index], isNegative) else { return nil }
                biased = biased * 10 + Int(digit)
            }
            exponent = biased - 500
        }

        func digit(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> UInt8? { Self.digit(bytes[index], isNegative) }

        private static func digit(_ byte: UInt8, _ isNegative: Bool) -> UInt8? {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            return isNegative ? UInt8(ascii: "9") - byte : byte - UInt8(ascii: "0")
        }
    }
}
