/// Reads one line such as `12.50 lunch #food @Taipei`, `yesterday 8,20 coffee` or `支出 38 午餐`, in any order.
///
/// - `#` leads tags, parted by commas, and `@` a place; both end at white space.
/// - An amount is an expense. `+` before the number, or the word income, earned or 收入, makes it income.
/// - A day is what `QuickDay` understands.
/// - Of several numbers the amount is the one with a sign or a currency, else one with decimals or thousands, else the
///   first that no counter follows (3月, 2 kg). One that has a currency, or can be read in two ways, and is no amount is
///   an error. All else is the note.
/// - What stands between quotation marks is note, whatever it looks like.
public struct QuickRecord: Equatable, Sendable {
    /// Unsorted without an amount, and without a word about it.
    public var kind = EntryKind.unsorted
    /// Nil if the line has none.
    public var amount: Amount?
    /// True where the amount is in a currency that the line names.
    public var namesCurrency = false
    /// The day that the line names; nil for none.
    public var day: CivilDate?
    /// Several stand with a space between them; empty for none.
    public var place = ""
    /// The rest of the line, with single spaces between its words; may be empty.
    public var note = ""
    /// The tags as they were typed, in their order, without `#`: the same may come twice, or one that can be no tag.
    public var tags: [String] = []

    /// Understands a line. Throws if there is a number that is meant as the amount and is none, or a day that doesn't
    /// exist; `amount` is nil if there is no number.
    ///
    /// `usual` and `local` are those of `Amount.init(_:of:usual:local:)`.
    public init(_ line: String, today: CivilDate, usual: Currency, local: Currency? = nil) throws(ItemError) {
        let scalars = line.scalars
        var pieces: [QuickPiece] = []
        var isParted = false
        let reader = QuickReader(scalars, today: today, isComing: false)
        let named = try Self.day(in: scalars, reader, usual)
        day = named?.day
        for var piece in QuickPiece.pieces(of: scalars, without: named.map { [$0.range] } ?? []) {
            // Keyboards of writing from right to left put marks of direction around tags.
            let visible = piece.isQuoted ? [] : piece.scalars.trimming { $0.isStray }
            let rest = Array(visible.dropFirst())
            switch visible.first {
            case "#" where !rest.isEmpty, "＃" where !rest.isEmpty:
                for name in String(rest).parts({ $0 == "," || $0 == "，" || $0 == "、" }) {
                    tags.append(String(name.trimming { $0.isStray }))
                }
            case "@" where !rest.isEmpty, "＠" where !rest.isEmpty:
                if !place.isEmpty { place += " " }
                place += String(rest.trimming { $0.isStray })
            default:
                piece.isParted = piece.isParted || isParted
                isParted = false
                pieces.append(piece)
                continue
            }
            isParted = true
        }
        var words = QuickWord.words(in: pieces)
        for index in words.indices where reader.left.contains(where: { $0.overlaps(words[index].range) }) {
            words[index].isLiteral = true
        }
        try takeAmount(from: &words, usual, local)
        for word in words where !word.text.isEmpty {
            if word.startsToken, !note.isEmpty { note += " " }
            note += word.text
        }
    }

    /// Tells what it comes to as an entry of the day that it names, or else of `today`.
    public func draft(on today: CivilDate) -> Changes {
        .entry(kind: kind, amount: amount, day: day ?? today, place: place, note: note, tags: tags)
    }

    private mutating func takeAmount(
        from words: inout [QuickWord], _ usual: Currency, _ local: Currency?
    ) throws(ItemError) {
        guard let found = try QuickWord.amount(in: words, isSure: false, usual, local) else {
            return takeKind(from: &words)
        }
        amount = found.amount
        namesCurrency = found.written.namesCurrency
        kind = .expense
        let sign = words[found.number].sign
        for index in found.words { words[index].text = "" }
        if let sign {
            if sign > 0 { kind = .income }
        } else {
            takeKind(from: &words)
            // (500) and 500- go out.
            if kind == .income, found.written.isNegative == true { throw .signedAmount(found.written.text) }
        }
    }

    /// The first day that is named, and where.
    private static func day(
        in scalars: [Unicode.Scalar], _ reader: QuickReader, _ usual: Currency
    ) throws(ItemError) -> (range: Range<Int>, day: CivilDate)? {
        for (index, match) in reader.matches.enumerated() {
            guard let match, case .day(let day, _) = match.meaning else { continue }
            let range = reader.range(index, match.end)
            let before = range.lowerBound > 0 ? scalars[range.lowerBound - 1] : " "
            let after = range.upperBound < scalars.count ? scalars[range.upperBound] : " "
            // In Chinese a day stands at either end of words, or beside a number.
            guard
                !before.isLetter
                    || before.isOne(in: "元塊块圓圆円")
                    || !after.isLetter && !isDigit(scalars[range.lowerBound])
            else { continue }
            // 24.11. is a day where another number is the amount.
            if scalars[range.upperBound - 1] == ".", day != nil {
                let rest = QuickWord.words(in: QuickPiece.pieces(of: scalars, without: [range]))
                guard (try? QuickWord.amount(in: rest, isSure: false, usual, nil)) ?? nil != nil else { continue }
            }
            guard let day else { throw .badDay(String(Array(scalars[range]))) }
            return (range, day)
        }
        return nil
    }

    private mutating func takeKind(from words: inout [QuickWord]) {
        guard let index = words.firstIndex(where: { $0.kind != nil }), let named = words[index].kind else { return }
        kind = named
        words[index].text = ""
    }
}

/// A word of the line, or a part of one: writing that puts no spaces between words is parted around its numbers.
struct QuickWord {
    var text: String
    /// Its places in the line.
    var range: Range<Int>
    /// True where white space stands before it.
    let startsToken: Bool
    /// True where it stood between quotation marks, and so is note.
    var isLiteral = false
    /// True where more than that does: a tag or a place.
    var isParted = false
    /// True where it is a number with a word directly behind, which may be a counter.
    var isCounted = false

    static func words(in pieces: [QuickPiece]) -> [QuickWord] {
        var words: [QuickWord] = []
        for piece in pieces {
            let start = words.count
            if piece.isQuoted {
                words.append(
                    QuickWord(text: String(piece.scalars), range: piece.range, startsToken: true, isLiteral: true))
            } else {
                add(piece, to: &words)
            }
            if start < words.count { words[start].isParted = piece.isParted }
        }
        return words
    }

    private static func add(_ piece: QuickPiece, to words: inout [QuickWord]) {
        let token = piece.scalars
        guard token.contains(where: { isDigit($0) || isForeignDigit($0) }) else {
            words.append(QuickWord(text: String(token), range: piece.range, startsToken: true))
            return
        }
        let first = words.count
        var wasWord: Bool?
        var before: Unicode.Scalar = " "
        for (index, scalar) in token.enumerated() {
            // Joined characters need theirs.
            if scalar.isStray { continue }
            let next = index + 1 < token.count ? token[index + 1] : ";"
            defer { before = scalar }
            // In the middle of a number such as 12：30 it is a part of it.
            if isMark(scalar), !isDigit(before) || !isDigit(next) {
                wasWord = nil
                continue
            }
            // Writing that puts no spaces between words begins with Thai.
            let isWord =
                scalar.isLetter && scalar.value >= 0xE00 && !(isDigit(before) && isMultiple(scalar))
                && (!isCurrencySign(scalar)
                    || isCounter(scalar) && !isMark(next) && !isDigit(next) && !next.isOne(in: "钱錢"))
            let place = piece.range.lowerBound + index
            if isWord == wasWord {
                words[words.count - 1].text.unicodeScalars.append(scalar)
                words[words.count - 1].range = words[words.count - 1].range.lowerBound..<place + 1
                continue
            }
            if isWord, wasWord != nil, words.count > first, let last = words.indices.last, !words[last].hasCurrency {
                words[last].isCounted = true
            }
            words.append(QuickWord(text: String([scalar]), range: place..<place + 1, startsToken: wasWord == nil))
            wasWord = isWord
        }
    }

    /// The amount that some words have; nil if they have none.
    ///
    /// - Parameter isSure: whether it is to be plain that it is one: a currency stands beside it, it has no sign, and can be
    ///   read in one way. Otherwise what is meant as the amount, and is none, is an error.
    static func amount(
        in words: [QuickWord], isSure: Bool, _ usual: Currency, _ local: Currency?
    ) throws(ItemError) -> (words: Range<Int>, number: Int, written: WrittenAmount, amount: Amount)? {
        var best: (words: Range<Int>, number: Int, rank: Int, written: WrittenAmount, amount: Amount)?
        var failure: (rank: Int, error: ItemError)?
        func fail(_ rank: Int, _ error: ItemError) {
            if rank > failure?.rank ?? -1 { failure = (rank, error) }
        }
        for index in words.indices where words[index].mayBeAmount {
            let word = words[index]
            var text = String(word.unsigned)
            var range = index..<index + 1
            if !word.hasCurrency {
                let isBefore = index > 0 && words[index - 1].isCurrency && (index == 1 || !words[index - 2].mayBeAmount)
                if index + 1 < words.count, words[index + 1].isCurrency {
                    text += " " + words[index + 1].text
                    range = index..<index + 2
                }
                // Neither of two currencies is guessed.
                if isBefore {
                    text = words[index - 1].text + " " + text
                    range = index - 1..<range.upperBound
                }
            }
            let isCertain = word.sign != nil || word.hasCurrency || range.count > 1
            let isCounted = word.isCounted || index + 1 < words.count && words[index + 1].isUnit
            // Nobody is to pay 20 of 3 x 20 EUR.
            let two = words[..<range.lowerBound].suffix(2).map { Array($0.text.unicodeScalars) }
            let isFactor =
                two.count == 2 && two[0].contains { isDigit($0) } && two[1].count == 1 && two[1][0].isOne(in: "xX×*")
            let isWhole = !isFactor && !words[range].dropFirst().contains { $0.isParted }
            if isSure, !isCertain || word.sign != nil || !isWhole { continue }
            // (2) is a remark, where there is another number.
            let rank = isCertain ? 3 : word.hasMark ? isCounted ? 1 : 2 : isCounted || word.isBracketed ? 0 : 1
            // Nobody is to find 2 in the book of 2 beds 1 250.
            if let next = words.dropFirst(index + 1).first, next.startsToken, !next.isParted, !next.isLiteral,
                Amount.mayBeOne(String(word.unsigned), next.text)
            {
                fail(isCounted ? rank : 2, .spaceInside(String(word.unsigned) + " " + next.text))
            }
            do throws(ItemError) {
                if word.text.scalars.contains(where: isMultiple) { throw .notANumber(text) }
                let written = try WrittenAmount(text)
                if written.isNegative != nil, word.sign != nil { throw .notANumber(text) }
                let amount = try written.amount(usual: usual, local: local)
                if rank > best?.rank ?? -1 { best = (range, index, rank, written, amount) }
            } catch {
                if word.sign != nil { throw error }
                // A number that can be read in two ways was to be one; 1.2.3 needn't.
                var weight = rank
                if rank < 3 {
                    switch error {
                    case .misplacedComma, .twoReadings, .foreignDigits: weight = isCounted ? rank : 2
                    default: weight = min(rank, 1)
                    }
                }
                fail(weight, error)
            }
        }
        if let failure, failure.rank > best?.rank ?? -1 { throw failure.error }
        guard let best else { return nil }
        // Nobody is to find 1 or 250 in the book of 1 250.
        for rest in [best.number, best.number + 1]
        where rest > 0 && rest < words.count && words[rest].startsToken && !words[rest].isParted
            && !words[rest].isLiteral && !words[rest - 1].isLiteral
        {
            let head = String(words[rest - 1].unsigned)
            guard !Amount.mayBeOne(head, words[rest].text) else { throw .spaceInside(head + " " + words[rest].text) }
        }
        return (best.words, best.number, best.written, best.amount)
    }

    /// The amount that is plainly one; nil if there is none.
    static func amount(
        in pieces: [QuickPiece], usual: Currency, local: Currency?
    ) -> (range: Range<Int>, amount: Amount)? {
        let words = words(in: pieces)
        guard let found = try? amount(in: words, isSure: true, usual, local) else { return nil }
        let range = words[found.words.lowerBound].range.lowerBound..<words[found.words.upperBound - 1].range.upperBound
        return (range, found.amount)
    }

    /// 1 or -1 for a number with a sign.
    var sign: Int? {
        guard let first = text.scalars.first, !isLiteral else { return nil }
        return WrittenAmount.isNegative(first).map { $0 ? -1 : 1 }
    }

    var unsigned: [Unicode.Scalar] { Array(text.scalars.dropFirst(sign == nil ? 0 : 1)) }

    /// True where it starts as an amount does. What starts with a letter and has digits (`7up` has them too late) is a
    /// word.
    var mayBeAmount: Bool {
        guard !isLiteral else { return false }
        let unsigned = isBracketed ? Array(unsigned.dropFirst()) : unsigned
        guard let start = unsigned.firstIndex(where: { !Self.isCurrencySign($0) }) else { return false }
        let first = unsigned[start]
        if first == "." || first == ",", start + 1 < unsigned.count { return isDigit(unsigned[start + 1]) }
        return isDigit(first) || isForeignDigit(first) || unsigned.contains { isDigit($0) } && hasCurrency
    }

    /// True where it is all in parentheses.
    var isBracketed: Bool { text.scalars.first == "(" && text.scalars.last == ")" }

    /// True where the number has decimals, or thousands that are parted.
    var hasMark: Bool { text.unicodeScalars.contains { WrittenNumber.mark($0) != nil } }

    /// True where it names what a number before it counts, and no money.
    var isUnit: Bool {
        !isLiteral && startsToken
            && text.isOne(of: "kg g mg l L ml cl dl km m cm mm h min % x pcs lb lbs oz kWh W GB")
    }

    /// True where a part of the word names a currency, as in USD12.50, (€5) and 120€/night: a number in it is meant as the
    /// amount.
    var hasCurrency: Bool {
        for part in text.parts({ !($0.isLetter || $0 == "$" || Currency.isSign($0)) })
        where Currency.isMeant(String(part)) { return true }
        return false
    }

    /// True where it is a sign or a code, and nothing else.
    var isCurrency: Bool { !isLiteral && Currency.isMeant(text) }

    var kind: EntryKind? {
        guard !isLiteral else { return nil }
        let word = String(utf8: SearchQuery.fold(text))
        return word.isOne(of: "income earned 收入 賺了 赚了")
            ? .income : word.isOne(of: "expense spent 支出 花了 花費 花费") ? .expense : nil
    }

    /// 3塊蛋糕 is cake, 3塊 and 3塊錢 are money.
    private static func isCounter(_ scalar: Unicode.Scalar) -> Bool { scalar == "塊" || scalar == "块" }

    /// The punctuation of writing that puts no spaces around it, 、 。 （ ） ， ： ；, and the semicolon.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        isGroupSpace(scalar) || scalar.isOne(in: ";、。（），：；")
    }

    private static func isCurrencySign(_ scalar: Unicode.Scalar) -> Bool {
        Currency.isSign(scalar) || !scalar.isASCII && Currency.isMeant(String([scalar]))
    }
}

/// The spaces that don't break a line, or are thin, and stand within a number: 1 234.
private func isGroupSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{A0}" || scalar == "\u{202F}" || scalar == "\u{2009}" || scalar == "\u{2007}" || scalar == "\u{2008}"
}

/// 3萬 is not 3, nor is 3萬5 5.
func isMultiple(_ scalar: Unicode.Scalar) -> Bool { scalar.isOne(in: "万亿億千百萬") }

/// A piece between white space, or between quotation marks.
struct QuickPiece {
    let scalars: [Unicode.Scalar]
    /// Its places in the line.
    let range: Range<Int>
    var isQuoted = false
    /// True where more than white space stands before it: a tag or a place, or a day.
    var isParted = false

    /// - Parameter taken: what belongs to something else, in the order of the line.
    static func pieces(of scalars: [Unicode.Scalar], without taken: [Range<Int>]) -> [QuickPiece] {
        let quotations = Quotations(scalars)
        var pieces: [QuickPiece] = []
        var start = 0
        var isParted = false
        func end(_ index: Int) {
            if start < index {
                pieces.append(
                    QuickPiece(scalars: Array(scalars[start..<index]), range: start..<index, isParted: isParted))
                isParted = false
            }
        }
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if let range = taken.first(where: { $0.lowerBound == index }) {
                end(index)
                isParted = true
                index = range.upperBound
                start = index
            } else if let last = quotations.end(of: index, startsWord: start == index) {
                // 看「昨天」 has its quotation in the middle.
                end(index)
                var stop = last
                while stop < scalars.count, scalars[stop].isOne(in: ".,;:!?)") { stop += 1 }
                let range = index..<stop
                pieces.append(
                    QuickPiece(scalars: Array(scalars[range]), range: range, isQuoted: true, isParted: isParted))
                (isParted, index, start) = (false, stop, stop)
            } else if scalar.isSpace, start == index || !isGroupSpace(scalar) || !isDigit(scalars[index - 1]) {
                end(index)
                index += 1
                start = index
            } else {
                index += 1
            }
        }
        end(index)
        return pieces
    }
}
