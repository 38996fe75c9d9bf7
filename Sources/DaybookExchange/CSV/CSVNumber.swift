import DaybookCore

/// An amount in a cell of a bank's CSV: a number, its sign, and its currency.
struct CSVNumber {
    /// Digits and the marks between them.
    let digits: String
    let sign: SignedNumber.Sign?
    /// A code or a sign; empty for none.
    let currency: String

    var isZero: Bool { !digits.contains { "123456789".contains($0) } }

    /// Nil for what isn't an amount.
    init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 60 else { return nil }
        var scalars: [Unicode.Scalar] = []
        for scalar in text.scalars {
            switch scalar {
            case "０"..."９": scalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFF10 + 0x30)))
            case "，": scalars.append(",")
            case "．": scalars.append(".")
            case "−", "－", "–", "\u{2011}", "△", "▲": scalars.append("-")
            case "＋": scalars.append("+")
            case "\"", "\u{200E}", "\u{200F}", "\u{FEFF}": continue
            default: scalars.append(scalar)
            }
        }
        func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
        guard var first = scalars.firstIndex(where: isDigit), let last = scalars.lastIndex(where: isDigit) else {
            return nil
        }
        // .50 is half of one; the point of Rs.500 is none of the number.
        if first > 0, scalars[first - 1] == "." || scalars[first - 1] == ",",
            first == 1 || !scalars[first - 2].properties.isAlphabetic
        {
            first -= 1
        }
        let number = Array(scalars[first...last])
        guard number.allSatisfy({ isDigit($0) || ".,' \u{A0}\u{202F}\u{2009}\u{2019}".unicodeScalars.contains($0) })
        else { return nil }
        var sign: SignedNumber.Sign?
        var words: [String] = []
        var isBroken = false
        for (part, isBehind) in [(scalars[..<first], false), (scalars[(last + 1)...], true)] {
            var rest = part
            // 5.- and 5,-- have no decimals.
            if isBehind, let mark = rest.first, mark == "." || mark == "," {
                rest.removeFirst()
                guard let dash = rest.first, dash == "-" || dash == "—" else {
                    if rest.isEmpty { continue }
                    return nil
                }
                rest = rest.drop { $0 == "-" || $0 == "—" }
            }
            var word = String.UnicodeScalarView()
            func end() {
                if !word.isEmpty { words.append(String(word)) }
                word = String.UnicodeScalarView()
            }
            for scalar in rest {
                switch scalar {
                case "-", "+":
                    if sign != nil { isBroken = true }
                    sign = scalar == "-" ? .minus : .plus
                    end()
                case "(" where !isBehind, ")" where isBehind:
                    if !isBehind { sign = sign == nil ? .minus : sign }
                case _ where scalar.isSpace: end()
                case "'", "*": continue
                default: word.append(scalar)
                }
            }
            end()
        }
        var currency = ""
        for word in words {
            switch SignWord(word) {
            // C and D beside an amount, as in 12.50 CR
            case .out? where sign == nil && word.utf8.count <= 3: sign = .minus
            case .into? where sign == nil && word.utf8.count <= 3: sign = .plus
            default:
                guard currency.isEmpty, word.utf8.count <= 8, Currency(word) != nil || Currency.isMeant(word) else {
                    return nil
                }
                currency = word
            }
        }
        if isBroken { return nil }
        self.sign = sign
        self.currency = currency
        digits = Self.withoutLakhs(String(number))
        guard WrittenNumber(Self.whole(digits.scalars)[...]) != nil else { return nil }
    }

    /// `1,00,000.50` of India as `100000.50`.
    private static func withoutLakhs(_ text: String) -> String {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first else { return text }
        let groups = whole.split(separator: ",", omittingEmptySubsequences: false)
        guard groups.count > 2, let first = groups.first, (1...2).contains(first.utf8.count),
            groups.last?.utf8.count == 3,
            groups[1..<groups.count - 1].allSatisfy({ $0.utf8.count == 2 })
        else { return text }
        return groups.joined() + (parts.count == 2 ? ".\(parts[1])" : "")
    }

    private static func whole(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard let last = scalars.last, last == "." || last == ",", scalars.count > 1 else { return scalars }
        return Array(scalars.dropLast())
    }
}

/// The sign that a word beside an amount says.
enum SignWord {
    case out, into
    /// Neither, such as a move within the account.
    case neither

    init?(_ word: String) {
        let word = ColumnNames.words(word).joined()
        if word.isOne(of: Self.outs) {
            self = .out
        } else if word.isOne(of: Self.ins) {
            self = .into
        } else if word.isOne(of: Self.neithers) {
            self = .neither
        } else {
            return nil
        }
    }

    private static let outs =
        "d dr db dt deb debit debits debitdebit dbit debet af uit s soll sol belastung lastschrift out outflow outgoing withdrawal "
        + "expense expenses spend spent payment debitcard charge money out paidout cargo cargos egreso gasto retiro debito addebito "
        + "uscita dare saida despesa ut utgift ud udgift ulos pano menee obciazenie obciazenia wyplata wydatek vydaj odchozi odchozí "
        + "terheles kiadas debitare plata isplata duguje odliv breme deebet borc cikis gider расход списание дебет дт χρέωση χ π "
        + "支出 支 借 借方 付 出 转出 轉出 提款 出金 支払 出 출금 지급 출 rut chi debet חובה"

    private static let ins =
        "c cr k ct cred credit credits crdt bij h haben hab gutschrift in inflow incoming deposit income topup received refund moneyin "
        + "paidin abono abonos ingreso deposito credito accredito entrata avere entrada receita inn inkomst inntekt indbetaling ind "
        + "sisaan tulee uznanie uznania wplata wplyw przychod prijem prichozi jovairas bevetel creditare incasare uplata potrazuje "
        + "priliv dobro kreedit kredit alacak giris gelir приход зачисление кредит кт πίστωση 收入 收 贷 貸 贷方 貸方 进 入 转入 轉入 存款 "
        + "入金 預入 입금 예입 입 vao thu זכות"

    private static let neithers = "不计收支 不計收支 其他 中性交易 neutral none internal"
}

extension CSVNumber {
    /// Tells whether "/" or nothing stands where a word should say the sign.
    static func isNoSign(_ text: String) -> Bool { text.isEmpty || text == "/" || text == "-" }
}
