import Foundation

/// A decimal by its digits: ±0.d₁d₂…dₙ × 10^exponent, with d₁ and dₙ not 0. Zero has no digits.
///
/// Foundation's own arithmetic loses the last digits of a result that is too long without saying so, and ends the
/// program where an exponent gets out of range. Here results are as long as they are.
struct DecimalDigits {
    let isNegative: Bool
    /// 0 to 9 each.
    let digits: [UInt8]
    let exponent: Int

    /// Takes digits with zeros at either end.
    init(isNegative: Bool, digits: consuming [UInt8], exponent: Int) {
        let leading = digits.firstIndex { $0 != 0 } ?? digits.count
        if leading > 0 { digits.removeFirst(leading) }
        while digits.last == 0 { digits.removeLast() }
        self.isNegative = isNegative && !digits.isEmpty
        self.exponent = digits.isEmpty ? 0 : exponent - leading
        self.digits = digits
    }

    /// Nil for NaN.
    init?(_ decimal: Decimal) {
        guard !decimal.isNaN else { return nil }
        var digits: [UInt8] = []
        digits.reserveCapacity(48)
        var point: Int?
        for byte in decimal.description.utf8 {
            switch byte {
            case UInt8(ascii: "."): point = digits.count
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
            default: break
            }
        }
        self.init(isNegative: decimal.sign == .minus, digits: digits, exponent: point ?? digits.count)
    }

    /// Every digit of the sum.
    static func + (left: DecimalDigits, right: DecimalDigits) -> DecimalDigits {
        let top = max(left.exponent, right.exponent)
        let bottom = min(left.exponent - left.digits.count, right.exponent - right.digits.count)
        // The first one takes the carry.
        var columns = [Int](repeating: 0, count: top - bottom + 1)
        for number in [left, right] {
            for (place, digit) in number.digits.enumerated() {
                columns[top - number.exponent + place + 1] += number.isNegative ? -Int(digit) : Int(digit)
            }
        }
        let isNegative = columns.first { $0 != 0 }.map { $0 < 0 } ?? false
        if isNegative { columns = columns.map { -$0 } }
        for place in columns.indices.dropFirst().reversed() {
            let digit = (columns[place] + 10) % 10
            columns[place - 1] += (columns[place] - digit) / 10
            columns[place] = digit
        }
        return DecimalDigits(isNegative: isNegative, digits: columns.map { UInt8($0) }, exponent: top + 1)
    }

    static prefix func - (number: DecimalDigits) -> DecimalDigits {
        DecimalDigits(isNegative: !number.isNegative, digits: number.digits, exponent: number.exponent)
    }

    /// Every digit of the product.
    static func * (left: DecimalDigits, right: DecimalDigits) -> DecimalDigits {
        var columns = [Int](repeating: 0, count: left.digits.count + right.digits.count)
        for (leftPlace, leftDigit) in left.digits.enumerated() {
            for (rightPlace, rightDigit) in right.digits.enumerated() {
                columns[leftPlace + rightPlace + 1] += Int(leftDigit) * Int(rightDigit)
            }
        }
        for place in columns.indices.dropFirst().reversed() {
            columns[place - 1] += columns[place] / 10
            columns[place] %= 10
        }
        return DecimalDigits(
            isNegative: left.isNegative != right.isNegative, digits: columns.map { UInt8($0) },
            exponent: left.exponent + right.exponent)
    }

    /// The quotient to so many digits, half a unit of the last going away from zero.
    func divided(by divisor: Int, digits count: Int) -> DecimalDigits {
        var quotient: [UInt8] = []
        var significant = 0
        var remainder = 0
        var place = 0
        while significant <= count, place < digits.count || remainder > 0 {
            remainder = remainder * 10 + (place < digits.count ? Int(digits[place]) : 0)
            quotient.append(UInt8(remainder / divisor))
            remainder %= divisor
            if significant > 0 || quotient.last != 0 { significant += 1 }
            place += 1
        }
        // A zero in front takes the carry of 99…95.
        quotient.insert(0, at: 0)
        if significant > count, quotient.removeLast() >= 5 {
            var last = quotient.count - 1
            while quotient[last] == 9 {
                quotient[last] = 0
                last -= 1
            }
            quotient[last] += 1
        }
        return DecimalDigits(isNegative: isNegative, digits: quotient, exponent: exponent + 1)
    }
}
