import DaybookCore

/// The names that banks give the columns of their files.
enum ColumnNames {
    struct Match: Equatable {
        let meaning: ColumnMeaning
        /// The greater, the surer: 3 for the whole of a name.
        let strength: Int
        let isEnglish: Bool
        /// The rank among several columns for days: the one with the most is the day of booking.
        let rank: Int
    }

    /// Names a column that has no name.
    static func unnamed(_ column: Int) -> String { "Column \(column + 1)" }

    /// Letters and digits in their plain form: `Début` is `debut`, `Zł` is `zl`.
    static func words(_ name: String) -> [String] {
        var words: [String] = [""]
        for scalar in name.lowercased().unicodeScalars {
            let properties = scalar.properties
            switch properties.generalCategory {
            case .nonspacingMark: continue
            case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter, .decimalNumber,
                .spacingMark:
                words[words.count - 1] += plain(scalar)
            default: if words[words.count - 1] != "" { words.append("") }
            }
        }
        return words.filter { !$0.isEmpty }
    }

    private static func plain(_ scalar: Unicode.Scalar) -> String {
        if scalar.value < 0x80 { return String(scalar) }
        guard scalar.value < 0x1F00, let name = scalar.properties.name,
            let letter = name.rest(after: "LATIN SMALL LETTER ")
        else { return String(scalar) }
        if letter == "SHARP S" { return "ss" }
        if letter == "DOTLESS I" { return "i" }
        return letter.prefix { $0 != " " }.lowercased()
    }

    /// The meanings that a name may have, the surest first.
    static func matches(_ name: String) -> [Match] {
        var found: [Match] = []
        func add(_ phrase: String, _ strength: Int) {
            for entry in phrases[phrase] ?? [] where !found.contains(where: { $0.meaning == entry.meaning }) {
                found.append(
                    Match(meaning: entry.meaning, strength: strength, isEnglish: entry.isEnglish, rank: entry.rank))
            }
        }
        let whole = words(name)
        add(whole.joined(), 3)
        // `Amount (EUR)`, `Betrag in EUR`, `Kwota [PLN]`
        let bare = words(String(name.prefix { !"([{（".contains($0) }))
        if !bare.isEmpty { add(bare.joined(), 3) }
        let unitless = bare.filter { Currency($0) == nil && !$0.isOne(of: "in en em w in rub") }
        if !unitless.isEmpty { add(unitless.joined(), 3) }
        // A name in two languages: `日付 / Date`, `Datum/Date`.
        for part in name.split(whereSeparator: { "/|\n".contains($0) }) where part.count < name.count {
            add(words(String(part)).joined(), 3)
        }
        for length in stride(from: min(4, whole.count), to: 0, by: -1) where length < whole.count {
            for start in 0...whole.count - length { add(whole[start..<start + length].joined(), 2) }
        }
        if found.isEmpty, let last = whole.last {
            for (suffix, meaning) in suffixes where last.hasSuffix(suffix) && last.utf8.count > suffix.utf8.count {
                found.append(Match(meaning: meaning, strength: 1, isEnglish: false, rank: 1))
                break
            }
            for (part, meaning) in eastern where found.isEmpty && whole.joined().contains(part) {
                found.append(Match(meaning: meaning, strength: 2, isEnglish: false, rank: 3))
            }
        }
        return found
    }

    /// Tells whether a name is that of the number or the address of somebody, or of a card.
    static func isOfDetails(_ name: String) -> Bool {
        words(name).contains {
            $0.isOne(
                of:
                    "iban bic swift swiftcode number nummer no nr address adres adresse adress email mail account konto kontonummer "
                    + "rekeningnummer rekening compte cuenta conto conta card holder cardholder kode code phone id")
        } || name.contains("账号") || name.contains("帳號") || name.contains("账户号") || name.contains("계좌")
    }

    /// Tells whether a name is that of an amount before it was exchanged, or of a part of one.
    static func isSecondary(_ name: String) -> Bool {
        words(name).contains { $0.isOne(of: others) } || name.contains("外") || name.contains("原")
    }

    private static let others =
        "foreign original origin originale originalbetrag ursprunglich ursprunglicher fremd fremdwahrung local "
        + "origem origen origine transazione fx fee fees gebuhr gebuhren frais comision commission provision tax vat "
        + "cashback rounding gross brutto source exchange kurs rate cours cambio bonus instructed valuta"

    private struct Entry {
        let meaning: ColumnMeaning
        let isEnglish: Bool
        let rank: Int
    }

    private static let phrases: [String: [Entry]] = {
        var phrases: [String: [Entry]] = [:]
        func add(_ meaning: ColumnMeaning, _ rank: Int, _ text: String, isEnglish: Bool) {
            for phrase in text.split(separator: " ") {
                phrases[words(String(phrase)).joined(), default: []].append(
                    Entry(meaning: meaning, isEnglish: isEnglish, rank: rank))
            }
        }
        for (meaning, rank, english, other) in ColumnPhrases.all {
            add(meaning, rank, english, isEnglish: true)
            add(meaning, rank, other, isEnglish: false)
        }
        return phrases
    }()

    private static let suffixes: [(String, ColumnMeaning)] = [
        ("datum", .day), ("betrag", .amount), ("bedrag", .amount), ("belopp", .amount), ("belob", .amount),
        ("saldo", .balance), ("waehrung", .currency), ("wahrung", .currency), ("zweck", .text),
    ]

    private static let eastern: [(String, ColumnMeaning)] = [
        ("預かり", .into), ("預り金", .into), ("利用金額", .out), ("支払い金額", .out),
        ("余额", .balance), ("餘額", .balance), ("残高", .balance), ("잔액", .balance), ("잔고", .balance),
        ("日期", .day), ("日付", .day), ("일자", .day), ("날짜", .day), ("일시", .day), ("时间", .day), ("時間", .day),
        ("支出", .out), ("收入", .into), ("存入", .into), ("提出", .out), ("出金", .out), ("入金", .into),
        ("출금", .out), ("입금", .into), ("金额", .amount), ("金額", .amount), ("금액", .amount),
        ("摘要", .text), ("内容", .text), ("备注", .text), ("備註", .text), ("적요", .text), ("币种", .currency),
        ("幣別", .currency), ("对方", .payee), ("對方", .payee),
    ]
}
