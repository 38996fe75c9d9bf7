/// What one line such as `12.50 lunch #food @Taipei`, `+30000 salary` or `支出 38 午餐` says, in any order.
///
/// - `#` leads a tag and `@` a place; both end at white space.
/// - `+` before the number, or the word income, earned or 收入, makes it income; `-`, expense, spent or 支出, 花了 an
///   expense. Without any it waits to be sorted.
/// - Of several numbers the amount is the one with a sign or a currency, else one with decimals, else the first that no
///   counter follows (3月). All else is the note.
public struct QuickRecord: Equatable, Sendable {
    public var kind = EntryKind.unsorted
    public var amount: Amount?
    public var place = ""
    public var note = ""
    public var tags: [String] = []

    /// Understands a line. Throws if there is a number that is meant as the amount and is none; `amount` is nil if
    /// there is no number.
    ///
    /// - Parameter usual: the currency of a number that comes with none.
    public init(_ line: String, usual: Currency) throws(MoneyError) {
        var words: [QuickWord] = []
        for token in line.split(whereSeparator: { $0.isWhitespace }) {
            if token.count > 1, let first = token.first {
                let rest = String(token.dropFirst())
                if first == "#" || first == "＃" {
                    tags.append(rest)
                    continue
                }
                if first == "@" || first == "＠" {
                    place = place.isEmpty ? rest : place + " " + rest
                    continue
                }
            }
            words += QuickWord.words(in: token, startsToken: true)
        }
        try takeAmount(from: &words, usual)
        takeKind(from: &words)
        for word in words where !word.text.isEmpty {
            if word.startsToken, !note.isEmpty { note += " " }
            note += word.text
        }
    }

    /// What it comes to as an entry of a day.
    public func draft(on day: CivilDate) -> EntryDraft {
        EntryDraft(kind: kind, amount: amount, day: day, place: place, note: note, tags: tags)
    }

    private mutating func takeAmount(from words: inout [QuickWord], _ usual: Currency) throws(MoneyError) {
        var best: (words: Range<Int>, rank: Int, amount: Amount)?
        var failure: MoneyError?
        for index in words.indices where words[index].mayBeAmount {
            let word = words[index]
            var text = word.unsigned
            var range = index..<index + 1
            if !word.hasCurrency, index + 1 < words.count, words[index + 1].isCurrency {
                text += " " + words[index + 1].text
                range = index..<index + 2
            } else if !word.hasCurrency, index > 0, words[index - 1].isCurrency {
                text = words[index - 1].text + " " + text
                range = index - 1..<index + 1
            }
            do {
                let amount = try Amount(text, usual: usual)
                let isCertain = word.sign != nil || word.hasCurrency || range.count == 2
                let rank = isCertain ? 3 : text.utf8.contains(0x2E) ? 2 : word.isCounted ? 0 : 1
                if rank > best?.rank ?? -1 { best = (range, rank, amount) }
            } catch {
                if word.sign != nil { throw error }
                failure = failure ?? error
            }
        }
        guard let best else {
            if let failure { throw failure }
            return
        }
        amount = best.amount
        for index in best.words {
            switch words[index].sign {
            case "+": kind = .income
            case "-": kind = .expense
            default: break
            }
            words[index].text = ""
        }
    }

    private mutating func takeKind(from words: inout [QuickWord]) {
        guard kind == .unsorted else { return }
        for index in words.indices {
            guard let named = words[index].kind else { continue }
            kind = named
            words[index].text = ""
            return
        }
    }
}

/// A word of the line, or a part of one: writing that puts no spaces between words is parted around its numbers.
private struct QuickWord {
    var text: String
    /// Whether white space stands before it.
    let startsToken: Bool
    /// Whether it is a number with a word directly behind, which may be a counter.
    var isCounted = false

    static func words(in token: Substring, startsToken: Bool) -> [QuickWord] {
        guard token.utf8.contains(where: { isDigit($0) }) else {
            return [QuickWord(text: String(token), startsToken: startsToken)]
        }
        var words: [QuickWord] = []
        var wasWord: Bool?
        for (index, character) in zip(token.indices, token) {
            let isLast = token.index(after: index) == token.endIndex
            let isWord =
                character.isLetter && !character.isASCII
                && (!isCurrencySign(character) || isCounter(character) && !isLast)
            if isWord == wasWord {
                words[words.count - 1].text.append(character)
                continue
            }
            if isWord, let last = words.indices.last, !words[last].hasCurrency { words[last].isCounted = true }
            words.append(QuickWord(text: String(character), startsToken: startsToken && words.isEmpty))
            wasWord = isWord
        }
        return words
    }

    var sign: Character? {
        switch text.first {
        case "+", "＋": "+"
        case "-", "－", "−": "-"
        default: nil
        }
    }

    var unsigned: String { sign == nil ? text : String(text.dropFirst()) }

    /// Whether it starts as an amount does. What starts with a letter and has digits (`7up` has them too late) is a word.
    var mayBeAmount: Bool {
        let rest = unsigned.drop { Self.isCurrencySign($0) }
        guard let first = rest.unicodeScalars.first else { return false }
        if first == ".", let second = rest.utf8.dropFirst().first { return isDigit(second) }
        if first.value < 0x80, isDigit(UInt8(first.value)) { return true }
        if isForeignDigit(first) { return true }
        // A code or a sign with letters, directly before the number: USD12.50.
        let letters = rest.prefix { $0.isLetter || $0 == "$" }
        guard rest.count > letters.count, let digit = rest.dropFirst(letters.count).utf8.first else { return false }
        return isDigit(digit) && Currency.named(letters, usual: Self.anyCurrency) != nil
    }

    /// Whether the word names its currency itself.
    var hasCurrency: Bool {
        let name = unsigned.filter { !($0.isNumber || $0 == "." || $0 == ",") }
        return !name.isEmpty && name.count < unsigned.count && Currency.named(name, usual: Self.anyCurrency) != nil
    }

    /// Whether it is a code in capitals, or a sign, and nothing else.
    var isCurrency: Bool {
        text == text.uppercased() && Currency.named(text, usual: Self.anyCurrency) != nil
    }

    var kind: EntryKind? {
        switch text.lowercased() {
        case "income", "earned", "收入", "賺了", "赚了": .income
        case "expense", "spent", "支出", "花了", "花費", "花费": .expense
        default: nil
        }
    }

    private static let anyCurrency = Currency("USD") ?? Currency.all[0]

    /// 3塊蛋糕 is cake, 3塊 is money.
    private static func isCounter(_ character: Character) -> Bool { character == "塊" || character == "块" }

    private static func isCurrencySign(_ character: Character) -> Bool {
        guard !character.isASCII || character == "$" else { return false }
        return Currency.named(String(character), usual: anyCurrency) != nil
    }
}
