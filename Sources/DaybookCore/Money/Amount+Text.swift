extension Amount {
    /// The amount that a person wrote: `12.50`, `1,234.50`, `EUR 12.50`, `12.50eur`, `€12.50`, `38元`.
    ///
    /// - Parameters:
    ///   - usual: the currency of a number that comes with none.
    ///   - local: the currency of where the person is: what a sign means that several currencies share, if `usual` is none of them.
    public init(_ text: String, usual: Currency, local: Currency? = nil) throws(MoneyError) {
        // Keyboards of writing from right to left put marks of direction around numbers.
        let bytes = String(text.scalars.filter { !$0.isInvisible }).trimmed.bytes
        let isForeign = text.unicodeScalars.contains { isForeignDigit($0) }
        guard let first = bytes.firstIndex(where: { isDigit($0) || $0 == 0x2E }),
            let last = bytes.lastIndex(where: { isDigit($0) || $0 == 0x2E || $0 == 0x2C }), first <= last
        else { throw isForeign ? .foreignDigits(text) : .notANumber(text) }
        let before = String(utf8: Array(bytes[..<first])).trimmed
        let after = String(utf8: Array(bytes[(last + 1)...])).trimmed
        if isForeign { throw .foreignDigits(text) }
        if before.bytes.contains(where: { $0 == 0x2D || $0 == 0x2B }) { throw .signedAmount(text) }
        guard before.isEmpty || after.isEmpty else { throw .notANumber(text) }

        let (digits, decimals) = try Self.digits(bytes[first...last], of: text)
        var currency = usual
        if !before.isEmpty || !after.isEmpty {
            guard let named = Currency.named(before + after, usual: usual, local: local) else {
                throw .unknownCurrency(before + after)
            }
            currency = named
        }
        try self.init(digits, decimals, currency, text)
    }

    /// Whether two words may be one number, its thousands parted by a space: `1 250.50`, `€1 250`, `1 250EUR`, `3 萬元`.
    public static func mayBeOne(_ head: String, _ rest: String) -> Bool {
        // 百貨 is a word.
        let letters = rest.scalars.prefix { $0.isLetter }
        if let digit = head.bytes.last, isDigit(digit), let first = letters.first, let last = letters.last,
            isMultiple(first), isMultiple(last) || "元塊块圓圆円".unicodeScalars.contains(last)
        {
            return true
        }
        let thousands = rest.bytes.prefix { $0 != 0x2E && $0 != 0x2C }
        // 000 may be the middle of a million.
        let start = head.bytes.first == 0x30 ? "1," : ""
        return (try? Amount(start + head + "," + String(utf8: Array(thousands)), usual: .usDollar)) != nil
    }

    /// The amount of a number that a program wrote: digits, and decimals after a point.
    public init(number text: String, currency: Currency) throws(MoneyError) {
        let bytes = text.bytes
        guard !bytes.isEmpty, bytes.allSatisfy({ isDigit($0) || $0 == 0x2E }) else { throw .notANumber(text) }
        let (digits, decimals) = try Self.digits(bytes[...], of: text)
        try self.init(digits, decimals, currency, text)
    }

    private init(
        _ digits: ArraySlice<UInt8>, _ decimals: Int, _ currency: Currency, _ text: String
    ) throws(MoneyError) {
        var digits = digits
        var decimals = decimals
        while decimals > currency.minorDigits, digits.last == 0x30 {
            digits.removeLast()
            decimals -= 1
        }
        digits = digits.drop { $0 == 0x30 }
        guard digits.count <= Self.mostDigits else { throw .tooManyDigits(text) }
        let coefficient = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        guard let amount = Amount(coefficient: coefficient, scale: decimals, currency: currency) else {
            throw .tooManyDigits(text)
        }
        self = amount
    }

    /// The digits of a number, and how many of them are decimals.
    private static func digits(
        _ number: ArraySlice<UInt8>, of text: String
    ) throws(MoneyError) -> (ArraySlice<UInt8>, Int) {
        guard number.allSatisfy({ isDigit($0) || $0 == 0x2E || $0 == 0x2C }) else { throw .notANumber(text) }
        let parts = number.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first else { throw .notANumber(text) }
        let fraction = parts.count == 2 ? parts[1] : []
        if parts.count == 2, fraction.isEmpty { throw .notANumber(text) }
        if fraction.contains(0x2C) { throw .misplacedComma(text) }
        let groups = whole.split(separator: 0x2C, omittingEmptySubsequences: false)
        if groups.count > 1 {
            // Nobody writes thousands of nothing: 0,500 has decimals.
            let isGrouped =
                groups.dropFirst().allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count)
                && groups[0].first != 0x30
            guard isGrouped else { throw .misplacedComma(text) }
        }
        var digits: [UInt8] = []
        for group in groups { digits += group }
        digits += fraction
        return (digits[...], fraction.count)
    }
}

func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

/// Full-width digits, and the decimal digits of other scripts.
func isForeignDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 && scalar.properties.numericType == .decimal
}
