/// What one line such as `12.50 lunch #food @Taipei`, `+30000 salary` or `支出 38 午餐` says, in any order.
///
/// - `#` leads tags, parted by commas, and `@` a place; both end at white space.
/// - `+` before the number, or the word income, earned or 收入, makes it income; `-`, expense, spent or 支出, 花了 an
///   expense. Without any it waits to be sorted.
/// - Of several numbers the amount is the one with a sign or a currency, else one with decimals, else the first that no
///   counter follows (3月). One that has a currency, or a comma for decimals, and is no amount is an error. All else is
///   the note.
public struct QuickRecord: Equatable, Sendable {
    /// Unsorted unless a sign or a word says what it is.
    public var kind = EntryKind.unsorted
    /// Nil if the line has none.
    public var amount: Amount?
    /// Several stand with a space between them; empty for none.
    public var place = ""
    /// What is left of the line, with single spaces between its words; may be empty.
    public var note = ""
    /// As they were typed, in their order, without `#`: the same may come twice, or one that can be no tag.
    public var tags: [String] = []

    /// Understands a line. Throws if there is a number that is meant as the amount and is none; `amount` is nil if
    /// there is no number.
    ///
    /// `usual` and `local` are those of `Amount.init(_:usual:local:)`.
    public init(_ line: String, usual: Currency, local: Currency? = nil) throws(MoneyError) {
        var words: [QuickWord] = []
        var before: Unicode.Scalar = " "
        let tokens = line.parts { scalar in
            defer { before = scalar }
            return scalar.isSpace && !(isGroupSpace(scalar) && isDigit(before))
        }
        var isParted = false
        for token in tokens {
            // Keyboards of writing from right to left put marks of direction around tags.
            let visible = token.trimming { $0.isInvisible }
            let rest = String(Array(visible.dropFirst()))
            let start = words.count
            switch visible.first {
            case "#" where !rest.isEmpty, "＃" where !rest.isEmpty:
                tags += rest.parts { $0 == "," || $0 == "，" || $0 == "、" }.map { String($0) }
            case "@" where !rest.isEmpty, "＠" where !rest.isEmpty:
                if !place.isEmpty { place += " " }
                place += rest
            default:
                // Joined characters need theirs.
                words += QuickWord.words(in: token.contains { isDigit($0) } ? token.filter { !$0.isInvisible } : token)
            }
            if start < words.count { words[start].isParted = isParted }
            isParted = start == words.count
        }
        try takeAmount(from: &words, usual, local)
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

    private mutating func takeAmount(
        from words: inout [QuickWord], _ usual: Currency, _ local: Currency?
    ) throws(MoneyError) {
        var best: (words: Range<Int>, number: Int, rank: Int, amount: Amount)?
        var failure: (rank: Int, error: MoneyError)?
        for index in words.indices where words[index].mayBeAmount {
            let word = words[index]
            var text = String(word.unsigned)
            var range = index..<index + 1
            if !word.hasCurrency, index + 1 < words.count, words[index + 1].isCurrency {
                text += " " + words[index + 1].text
                range = index..<index + 2
            } else if !word.hasCurrency, index > 0, words[index - 1].isCurrency,
                index == 1 || !words[index - 2].mayBeAmount
            {
                text = words[index - 1].text + " " + text
                range = index - 1..<index + 1
            }
            let isCertain = word.sign != nil || word.hasCurrency || range.count == 2
            var rank = isCertain ? 3 : text.bytes.contains(0x2E) ? 2 : word.isCounted ? 0 : 1
            do throws(MoneyError) {
                if word.text.scalars.contains(where: isMultiple) { throw .notANumber(text) }
                let amount = try Amount(text, usual: usual, local: local)
                if rank > best?.rank ?? -1 { best = (range, index, rank, amount) }
            } catch {
                if word.sign != nil { throw error }
                // 12,50 was to have decimals; 1.2.3 needn't.
                if rank < 3 { if case .misplacedComma = error { rank = 2 } else { rank = min(rank, 1) } }
                if rank > failure?.rank ?? -1 { failure = (rank, error) }
            }
        }
        if let failure, failure.rank > best?.rank ?? -1 { throw failure.error }
        guard let best else { return }
        // Of 1 250 nobody is to find 1 or 250 in the book.
        for rest in [best.number, best.number + 1]
        where rest > 0 && rest < words.count && words[rest].startsToken && !words[rest].isParted {
            let head = String(words[rest - 1].unsigned)
            guard !Amount.mayBeOne(head, words[rest].text) else { throw .spaceInside(head + " " + words[rest].text) }
        }
        amount = best.amount
        for index in best.words {
            switch words[index].sign {
            case 1: kind = .income
            case -1: kind = .expense
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
    /// Whether more than that does: a tag or a place.
    var isParted = false
    /// Whether it is a number with a word directly behind, which may be a counter.
    var isCounted = false

    static func words(in token: [Unicode.Scalar]) -> [QuickWord] {
        guard token.contains(where: { isDigit($0) || isForeignDigit($0) }) else {
            return [QuickWord(text: String(token), startsToken: true)]
        }
        var words: [QuickWord] = []
        var wasWord: Bool?
        var before: Unicode.Scalar = " "
        for (index, scalar) in token.enumerated() {
            let next = index + 1 < token.count ? token[index + 1] : ";"
            defer { before = scalar }
            // In the middle of a number such as 12：30 it is a part of it.
            if isMark(scalar), !isDigit(before) || !isDigit(next) {
                wasWord = nil
                continue
            }
            let isWord =
                scalar.isLetter && !scalar.isASCII && !(isDigit(before) && isMultiple(scalar))
                && (!isCurrencySign(scalar) || isCounter(scalar) && !isMark(next) && !isDigit(next))
            if isWord == wasWord {
                words[words.count - 1].text.unicodeScalars.append(scalar)
                continue
            }
            if isWord, wasWord != nil, let last = words.indices.last, !words[last].hasCurrency {
                words[last].isCounted = true
            }
            words.append(QuickWord(text: String([scalar]), startsToken: wasWord == nil))
            wasWord = isWord
        }
        return words
    }

    /// 1 or -1 for a number with a sign.
    var sign: Int? {
        switch text.scalars.first {
        case "+", "＋": 1
        case "-", "－", "−": -1
        default: nil
        }
    }

    var unsigned: [Unicode.Scalar] { Array(text.scalars.dropFirst(sign == nil ? 0 : 1)) }

    /// Whether it starts as an amount does. What starts with a letter and has digits (`7up` has them too late) is a
    /// word.
    var mayBeAmount: Bool {
        let unsigned = unsigned
        guard let start = unsigned.firstIndex(where: { !Self.isCurrencySign($0) }) else { return false }
        let first = unsigned[start]
        if first == ".", start + 1 < unsigned.count { return isDigit(unsigned[start + 1]) }
        return isDigit(first) || isForeignDigit(first) || hasCurrency && unsigned.contains { isDigit($0) }
    }

    /// Whether a part of the word names a currency, as in USD12.50, (€5) and 120€/night: a number in it is meant as the
    /// amount.
    var hasCurrency: Bool {
        for part in text.parts({ !($0.isLetter || Self.isCurrencySign($0)) }) where Self.isCurrency(String(part)) {
            return true
        }
        return false
    }

    /// Whether it is a sign or a code, and nothing else.
    var isCurrency: Bool { Self.isCurrency(text) }

    var kind: EntryKind? {
        let word = String(utf8: SearchQuery.fold(text))
        return word.isOne(of: "income earned 收入 賺了 赚了")
            ? .income : word.isOne(of: "expense spent 支出 花了 花費 花费") ? .expense : nil
    }

    /// A code in small letters counts if it has a sign: others are words, as in `all` and `top40`.
    private static func isCurrency(_ name: String) -> Bool {
        name.bytes.contains { $0 >= 0x61 && $0 <= 0x7A }
            ? Currency(name)?.hasSign == true : Currency.named(name, usual: Currency("USD") ?? Currency.all[0]) != nil
    }

    /// 3塊蛋糕 is cake, 3塊 is money.
    private static func isCounter(_ scalar: Unicode.Scalar) -> Bool { scalar == "塊" || scalar == "块" }

    /// The punctuation of writing that puts no spaces around it, 、 。 （ ） ， ： ；, and the semicolon.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        "\u{A0}\u{202F};、。（），：；".unicodeScalars.contains(scalar)
    }

    private static func isCurrencySign(_ scalar: Unicode.Scalar) -> Bool {
        (!scalar.isASCII || scalar == "$") && isCurrency(String([scalar]))
    }
}

/// The spaces that don't break a line, and stand within a number: 1 234.
private func isGroupSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{A0}" || scalar == "\u{202F}" }

/// 3萬 is not 3, nor is 3萬5 5.
func isMultiple(_ scalar: Unicode.Scalar) -> Bool { "万亿億千百萬".unicodeScalars.contains(scalar) }

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x30 && scalar.value <= 0x39 }
