import DaybookCore

/// The looks of the values of one column, in the first rows of a file.
struct ColumnProfile {
    let name: String
    /// One for each row that is looked at.
    let values: [String]
    let matches: [ColumnNames.Match]
    /// How many have a value, and how many of these are days, and amounts.
    let filled: Int
    let days: Int
    let numbers: Int
    let distinct: Int
    /// The amounts, by row; nil where there is none.
    let amounts: [CSVNumber?]
    /// How many amounts have a minus, and how many of the others aren't zero.
    let minuses: Int
    let others: Int

    init(_ name: String, _ values: [String], hasName: Bool) {
        self.name = name
        self.values = values
        matches = hasName ? ColumnNames.matches(name) : []
        let filledValues = values.filter { !$0.isEmpty }
        filled = filledValues.count
        days = filledValues.count { CSVLayout.isDay($0) }
        amounts = values.map { $0.isEmpty ? nil : CSVNumber($0) }
        numbers = amounts.count { $0 != nil }
        distinct = Set(filledValues).count
        minuses = amounts.count { $0?.sign == .minus && $0?.isZero == false }
        others = amounts.count { $0.map { $0.sign != .minus && !$0.isZero } ?? false }
    }

    func match(_ meaning: ColumnMeaning) -> ColumnNames.Match? { matches.first { $0.meaning == meaning } }

    /// How sure the name is of a meaning; 0 for none.
    func strength(_ meaning: ColumnMeaning) -> Int { match(meaning)?.strength ?? 0 }

    var isEmpty: Bool { filled == 0 }
    /// Most values are days.
    var isOfDays: Bool { filled > 0 && days * 10 >= filled * 8 }
    /// Half of them are: enough where the name says it.
    var mayBeOfDays: Bool { filled > 0 && days * 2 >= filled }
    var isOfNumbers: Bool { filled > 0 && numbers * 10 >= filled * 9 && !isOfDays }
    var mayBeOfNumbers: Bool { filled > 0 && numbers * 2 >= filled && !isOfDays }

    /// True where the numbers are money rather than numbers of something: they have decimals, a sign, or a currency.
    var isOfMoney: Bool {
        isOfNumbers
            && amounts.contains { number in
                guard let number else { return false }
                return number.sign != nil || !number.currency.isEmpty || number.digits.contains { ".,".contains($0) }
            }
    }

    var isOfCurrencies: Bool {
        filled > 0 && values.allSatisfy { $0.isEmpty || $0.utf8.count <= 16 && Self.isCurrency($0) }
    }

    static func isCurrency(_ text: String) -> Bool {
        guard !text.unicodeScalars.contains(where: { ("0"..."9").contains($0) }) else { return false }
        return Currency(text) != nil || CSVCurrency.named(text) != nil || Currency.isMeant(text)
    }

    /// True where each value is a word that says what went out and what came in.
    var isOfSigns: Bool {
        filled > 0 && distinct <= 6
            && values.allSatisfy { value in
                if CSVNumber.isNoSign(value) { return true }
                if value == "+" { return true }
                return SignWord(value) != nil
            } && values.contains { !CSVNumber.isNoSign($0) || $0 == "-" }
    }

    /// True where letters stand in most of the values.
    var isOfTexts: Bool {
        let texts = values.count { $0.unicodeScalars.contains { $0.properties.isAlphabetic } }
        return filled > 0 && texts * 2 >= filled && !isOfDays
    }

    /// Tells whether the values are numbers of accounts, such as IBANs, and so nobody's name.
    var isOfAccountNumbers: Bool {
        filled > 0
            && values.allSatisfy { value in
                value.isEmpty
                    || value.count { $0.isNumber } >= 6 && value.count { $0.isNumber } > value.count { $0.isLetter }
                        && value == value.uppercased() && value.prefix(2).allSatisfy { $0.isLetter }
            }
    }

    var length: Int { filled == 0 ? 0 : values.reduce(0) { $0 + $1.unicodeScalars.count } / filled }

    /// True where each value is a name of its row alone, as the ids of banks are.
    var isOfIDs: Bool {
        filled == values.count && filled > 0 && distinct == filled
            && values.allSatisfy { value in
                !value.unicodeScalars.contains { $0.isSpace } && value.utf8.contains { (0x30...0x39).contains($0) }
                    && value.utf8.count >= 4
            }
    }

    /// True where the name says that values are ids that the bank gives once and for all: the values don't, since they differ
    /// from one file to the next.
    var isOfHardIDs: Bool {
        let words = ColumnNames.words(name).joined()
        let isSoft = words.isOne(
            of:
                "reference referenz referenznummer kundenreferenz referentie referencia referens referenca referinta riferimento ref refno "
                + "referencenumber referenceno paymentreference viite viitenumero documentnumber numerodocumento 승인번호 אסמכתא id volgnr "
                + "volgnummer transactioncode referansno fisno номердокумента")
        return filled > 0 && !isSoft && !isOfMoney && !values.contains { $0.unicodeScalars.contains { $0.isSpace } }
    }

    /// True where the values name the account of the file: one, or few that come again and again.
    var isOfAccounts: Bool {
        guard filled * 10 >= values.count * 9, !isOfDays else { return false }
        // The last digits of a card name no account.
        let isLong = values.allSatisfy { value in
            value.isEmpty || value.count { $0.isLetter } > 2 || value.count { $0.isNumber } > 5
        }
        guard isLong else { return false }
        return distinct == 1 || distinct * 3 <= filled && distinct <= 20
    }
}

/// Signs and words that banks write in the place of a currency's code.
enum CSVCurrency {
    static func named(_ text: String) -> Currency? {
        if let currency = Currency(text.trimmed) { return currency }
        let codes = [
            "€": "EUR", "人民币": "CNY", "人民币元": "CNY", "rmb": "CNY", "新臺幣": "TWD", "新台幣": "TWD", "台幣": "TWD",
            "ntd": "TWD", "港币": "HKD",
            "港幣": "HKD", "美元": "USD", "美金": "USD", "日元": "JPY", "円": "JPY", "원": "KRW", "руб": "RUB", "rur": "RUB",
            "euro": "EUR", "eura": "EUR", "zl": "PLN", "kc": "CZK", "грн": "UAH", "лв": "BGN", "tl": "TRY",
        ]
        return codes[text == "€" ? text : ColumnNames.words(text).joined()].flatMap { Currency($0) }
    }
}
