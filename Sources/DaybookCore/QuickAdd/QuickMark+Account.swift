extension QuickMark {
    /// The words before the account that pays, `from Visa`, 从Visa, 用Visa, and before the one that gets it.
    private static let words = [("from 从 從 用 由", false), ("to into 到 轉到 转到 轉入 转入 存入", true)]
    /// The words at the start of a line whose amount comes in.
    private static let incomes = "earn receive 收到 收入 賺 赚"

    /// A word at the start of a line that makes its amount an income; nil where there is none.
    static func income(in line: [Unicode.Scalar], at start: Int) -> QuickMark? {
        guard line[..<start].allSatisfy({ $0.isSpace }) else { return nil }
        for word in incomes.parts({ $0 == " " }) {
            let scalars = String(word).scalars
            let end = start + scalars.count
            guard end < line.count,
                SearchQuery.fold(String(Array(line[start..<end]))) == SearchQuery.fold(String(word)),
                line[end].isSpace || !(scalars.first ?? " ").isASCII
            else { continue }
            return QuickMark(range: start..<end, meaning: .income)
        }
        return nil
    }

    /// The account that words at a place name; nil if they name none. Of names that begin alike the longest is meant.
    ///
    /// - Parameter accounts: those that may be named.
    static func account(in line: [Unicode.Scalar], at start: Int, _ accounts: [MoneyAccount]) -> QuickMark? {
        if accounts.isEmpty { return nil }
        func isSame(_ text: String, at place: Int) -> Bool {
            let end = place + text.unicodeScalars.count
            return end <= line.count
                && SearchQuery.fold(String(Array(line[place..<end]))) == SearchQuery.fold(text)
        }
        for (word, isInto) in words.flatMap({ words, isInto in words.parts { $0 == " " }.map { (String($0), isInto) } })
        {
            guard isSame(word, at: start) else { continue }
            var place = start + word.unicodeScalars.count
            let first = place
            while place < line.count, line[place].isSpace { place += 1 }
            // Chinese puts no space behind it.
            guard place > first || !(word.unicodeScalars.first ?? " ").isASCII else { continue }
            var best: QuickMark?
            for account in accounts where !account.isClosed && !account.name.isBlank && isSame(account.name, at: place)
            {
                let end = place + account.name.unicodeScalars.count
                let isWhole = end == line.count || line[end].isSpace || line[end].isOne(in: ",;.!?)，；。！？）")
                if isWhole, end > best?.range.upperBound ?? start {
                    best = QuickMark(
                        range: start..<end,
                        meaning: isInto ? .into(account.id, account.name) : .account(account.id, account.name))
                }
            }
            if let best { return best }
        }
        return nil
    }
}

extension [QuickMark] {
    /// Without an account that can't have what the line says: beside another currency, or no amount, the words are title. So
    /// is the account that it comes from as well.
    func paying(_ currency: Currency?, _ accounts: [MoneyAccount]) -> [QuickMark] {
        var payer: EntityID?
        for mark in self { if case .account(let id, _) = mark.meaning { payer = id } }
        return filter { mark in
            switch mark.meaning {
            case .account(let id, _): return accounts.contains { $0.id == id && $0.currency == currency }
            case .into(let id, _):
                return id != payer && accounts.contains { $0.id == id && $0.currency == currency }
            case .income: return currency != nil
            default: return true
            }
        }
    }

    /// The values of all of them. What comes in goes to the account that the line names, whatever word stands before it.
    var values: FieldValues {
        var values = FieldValues()
        let isIncome = contains { $0.field == .books }
        for mark in self {
            let field = isIncome && mark.field == .paysInto ? .account : mark.field
            values[field] = field == .tag ? .texts((values[.tag] ?? .nothing).texts + mark.value.texts) : mark.value
        }
        return values
    }
}
