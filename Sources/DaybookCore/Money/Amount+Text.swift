extension Amount {
    /// The amount that a person wrote: `12.50`, `8,20`, `1,234.50`, `1'250`, `EUR 12.50`, `12.50eur`, `€12.50`, `38元`.
    ///
    /// - Parameters:
    ///   - kind: what the amount is for; nil where nothing but an amount above zero makes sense. A minus, also behind the number or as parentheses, is read of an expense, and a
    ///     plus of an income; any other sign is refused.
    ///   - usual: the currency of a number that comes with none.
    ///   - local: the currency of where the person is: what a sign means that several currencies share, if `usual` is none of them.
    public init(
        _ text: String, of kind: EntryKind? = nil, usual: Currency, local: Currency? = nil
    ) throws(ItemError) {
        let written = try WrittenAmount(text)
        switch (written.isNegative, kind) {
        case (nil, _), (true, .expense), (false, .income): break
        default: throw kind == nil ? .hasSign(text) : .signedAmount(text)
        }
        self = try written.amount(usual: usual, local: local)
    }

    /// Reads what is in an account as people write it: `250`, or `-250 EUR` for what is owed.
    ///
    /// - Returns: the amount, and whether it is owed.
    public static func balance(
        _ text: String, usual: Currency, local: Currency?
    ) throws(ItemError) -> (amount: Amount, isOwed: Bool) {
        let written = try WrittenAmount(text)
        if written.isNegative == false { throw .signedAmount(text) }
        let amount = try written.amount(usual: usual, local: local)
        return (amount, written.isNegative == true && amount.coefficient > 0)
    }

    /// Tells whether a text that is an amount names its currency, if only by a sign that several share.
    public static func namesCurrency(_ text: String) -> Bool {
        (try? WrittenAmount(text))?.namesCurrency ?? false
    }

    /// Tells whether a text that is an amount names its currency by a code, which means the same whatever the usual one is.
    public static func namesCode(_ text: String) -> Bool {
        (try? WrittenAmount(text))?.namesCode ?? false
    }

    /// Tells whether two words may be one number, its thousands parted by a space: `1 250.50`, `€1 250`, `1 250EUR`, `3 萬元`.
    public static func mayBeOne(_ head: String, _ rest: String) -> Bool {
        // 百貨 is a word.
        let letters = rest.scalars.prefix { $0.isLetter }
        if let digit = head.bytes.last, isDigit(digit), let first = letters.first, let last = letters.last,
            isMultiple(first), isMultiple(last) || last.isOne(in: "元塊块圓圆円")
        {
            return true
        }
        let thousands = rest.bytes.prefix { $0 != 0x2E && $0 != 0x2C }
        guard let first = thousands.first, let last = head.bytes.last, isDigit(first), isDigit(last) else {
            return false
        }
        // 000 may be the middle of a million.
        let start = head.bytes.first == 0x30 ? "1 " : ""
        return (try? Amount(start + head + " " + String(utf8: Array(thousands)), usual: .usDollar)) != nil
    }

    /// The amount of a number that a program wrote: digits, and decimals after a point.
    public init(number text: String, currency: Currency) throws(ItemError) {
        let bytes = text.bytes
        let parts = bytes.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count <= 2, bytes.allSatisfy({ isDigit($0) || $0 == 0x2E }), let last = parts.last, !last.isEmpty
        else { throw .notANumber(text) }
        try self.init(bytes.filter { $0 != 0x2E }, parts.count == 2 ? last.count : 0, currency, text)
    }

    fileprivate init(
        _ digits: [UInt8], _ decimals: Int, _ currency: Currency, _ text: String
    ) throws(ItemError) {
        // Zeros in front of the first digit, and behind the last decimal, are no digits.
        var digits = digits[...]
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
}

/// An amount as a person wrote it, before it is known which currency a number alone is in.
struct WrittenAmount {
    let text: String
    private let number: WrittenNumber
    /// A sign or a code; empty for none.
    private let currency: String
    /// True where a minus or a plus stands there; nil without any. Parentheses are a minus.
    let isNegative: Bool?

    var namesCurrency: Bool { !currency.isEmpty }
    var namesCode: Bool { Currency(currency) != nil }

    init(_ text: String) throws(ItemError) {
        self.text = text
        // Keyboards of writing from right to left put marks of direction around numbers.
        var scalars = text.scalars.filter { !$0.isStray }.trimming { $0.isSpace }
        guard !scalars.contains(where: { isForeignDigit($0) }) else { throw .foreignDigits(text) }
        var signs: [Bool] = []
        if scalars.count > 2, scalars[0].isOne(in: "(（"),
            scalars[scalars.count - 1].isOne(in: ")）")
        {
            signs.append(true)
            scalars = Array(scalars.dropFirst().dropLast())
        }
        guard var first = scalars.firstIndex(where: { isDigit($0) }),
            let last = scalars.lastIndex(where: { isDigit($0) })
        else { throw .notANumber(text) }
        // The point of Rs.500 is none before decimals.
        if first > 0, scalars[first - 1] == "." || scalars[first - 1] == ",", first == 1 || !scalars[first - 2].isLetter
        {
            first -= 1
        }
        var after = scalars[(last + 1)...]
        if let mark = after.first, mark == "." || mark == "," {
            // 5.- and 5,– have no decimals; 12. is broken off.
            guard let dash = after.dropFirst().first, dash == "—" || Self.isNegative(dash) == true else {
                throw mark == "," ? .misplacedComma(text) : .notANumber(text)
            }
            after = after.dropFirst(2)
        }
        let before = scalars[..<first]
        for scalar in before + after { if let sign = Self.isNegative(scalar) { signs.append(sign) } }
        // 18+ is no income.
        guard signs.count < 2, !after.contains(where: { Self.isNegative($0) == false }) else { throw .notANumber(text) }
        isNegative = signs.first
        func name(_ part: ArraySlice<Unicode.Scalar>) -> String {
            String(part.filter { Self.isNegative($0) == nil }).trimmed
        }
        guard name(before).isEmpty || name(after).isEmpty else { throw .notANumber(text) }
        currency = name(before) + name(after)
        guard let number = WrittenNumber(scalars[first...last]) else {
            throw scalars[first...last].contains(",") ? .misplacedComma(text) : .notANumber(text)
        }
        self.number = number
    }

    /// The amount in the currency that is written, or else in the usual one.
    func amount(usual: Currency, local: Currency?) throws(ItemError) -> Amount {
        var meant = usual
        if !currency.isEmpty {
            guard let named = Currency.named(currency, usual: usual, local: local) else {
                throw .unknownCurrency(currency)
            }
            meant = named
        }
        guard let mark = number.ambiguousMark, mark != "." || meant.minorDigits != number.decimals else {
            return try Amount(number.digits, number.decimals, meant, text)
        }
        let whole = try Amount(number.digits, 0, meant, text)
        // Where nobody uses decimals there is one reading.
        guard meant.hasDecimalsInUse else { return whole }
        let decimal = try Amount(number.digits, number.decimals, meant, text)
        // 1.250 may be 1250; 1.2500 can't: thousands have three digits.
        throw .twoReadings(text, whole.number, decimal.scale == 3 ? decimal.number + "0" : decimal.number)
    }

    /// Tells whether a sign is a minus; nil for what is none.
    static func isNegative(_ scalar: Unicode.Scalar) -> Bool? {
        switch scalar {
        case "-", "−", "－", "–", "﹣": true
        case "+", "＋": false
        default: nil
        }
    }
}
