extension QuickMark {
    /// The words before an amount that is about so much; 左右 stands behind one.
    private static let estimates = "about around approx. approx ca. circa ~ ≈ 大約 大约 約 约"
    /// The words at the start of a line before the card or the loan that is paid.
    private static let payments = "pay 支付 付 還 还 繳 缴"

    /// Finds words at a place; nil where they aren't there.
    private static func end(of words: String, in line: [Unicode.Scalar], at start: Int) -> Int? {
        for word in words.parts({ $0 == " " }) {
            let end = start + word.count
            if end <= line.count, SearchQuery.fold(String(Array(line[start..<end]))) == SearchQuery.fold(String(word)) {
                return end
            }
        }
        return nil
    }

    private static func behindSpace(_ line: [Unicode.Scalar], _ start: Int) -> Int {
        var place = start
        while place < line.count, line[place].isSpace { place += 1 }
        return place
    }

    /// The first word that may say that the number behind it is about so much: its places, and where the number begins.
    static func estimate(in line: [Unicode.Scalar]) -> (range: Range<Int>, next: Int)? {
        for start in line.indices {
            // 預約 is an appointment.
            let isWord =
                start == 0 || line[start - 1].isSpace || !line[start].isASCII && !line[start - 1].isOne(in: "預预契合")
            guard isWord else { continue }
            guard let end = end(of: estimates, in: line, at: start) else { continue }
            let next = behindSpace(line, end)
            // A word has a space behind it, and a sign needs none.
            guard next < line.count, next > end || !line[end - 1].isLetter || !line[end - 1].isASCII,
                isDigit(line[next]) || Currency.isSign(line[next]) || line[next].isLetter && line[next].isASCII
            else { continue }
            return (start..<end, next)
        }
        return nil
    }

    /// The end of 左右 behind an amount; nil where it isn't there.
    static func estimate(behind amount: Range<Int>, in line: [Unicode.Scalar]) -> Int? {
        end(of: "左右", in: line, at: behindSpace(line, amount.upperBound))
    }

    /// A number that begins at a place, or behind white space there, and is an amount in the usual currency; nil where there is none,
    /// or another word follows that it counts.
    static func number(
        in line: [Unicode.Scalar], at start: Int, usual: Currency
    ) -> (range: Range<Int>, amount: Amount)? {
        let start = behindSpace(line, start)
        var end = start
        while end < line.count, !line[end].isSpace, !(line[end].isLetter && !line[end].isASCII) { end += 1 }
        while end > start, line[end - 1].isOne(in: ",.;:!?)") { end -= 1 }
        guard start < end, isDigit(line[start]),
            let amount = try? Amount(String(Array(line[start..<end])), usual: usual), amount.currency == usual
        else { return nil }
        let rest = line[end...].drop { $0.isSpace }.prefix { !$0.isSpace }
        let next = QuickWord(text: String(rest.map { $0 }), range: end..<end, startsToken: true)
        guard !next.isUnit, !next.text.scalars.contains(where: { isDigit($0) }) || !next.mayBeAmount else { return nil }
        return (start..<end, amount)
    }

    /// Tells whether a line begins with a word for paying.
    static func isPayment(_ line: [Unicode.Scalar]) -> Bool { payment(line) != nil }

    private static func payment(_ line: [Unicode.Scalar]) -> Int? {
        guard let end = end(of: payments, in: line, at: behindSpace(line, 0)) else { return nil }
        let next = behindSpace(line, end)
        return next > end || !line[end - 1].isASCII ? next : nil
    }

    /// The card or the loan that a line pays as it begins, `pay Visa`: the places of its name; nil where it pays none.
    static func paid(in line: [Unicode.Scalar], _ accounts: [MoneyAccount]) -> (
        range: Range<Int>, account: MoneyAccount
    )? {
        guard let start = payment(line) else { return nil }
        var best: (range: Range<Int>, account: MoneyAccount)?
        for account in accounts where !account.isClosed && [2, 3].contains(account.accountKind) {
            let end = start + account.name.unicodeScalars.count
            guard end <= line.count, end > best?.range.upperBound ?? start, end == line.count || line[end].isSpace,
                SearchQuery.fold(String(Array(line[start..<end]))) == SearchQuery.fold(account.name)
            else { continue }
            best = (start..<end, account)
        }
        return best
    }
}
