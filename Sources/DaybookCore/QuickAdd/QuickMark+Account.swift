extension QuickMark {
    /// The words before the account that pays: `from Visa`, 从Visa, 用Visa.
    private static let words = "from 从 從 用 由"

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
        for word in words.parts({ $0 == " " }) {
            let word = String(word)
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
                    best = QuickMark(range: start..<end, meaning: .account(account.id, account.name))
                }
            }
            if let best { return best }
        }
        return nil
    }
}

extension [QuickMark] {
    /// Without an account that can't pay what the line says: beside another currency, or no amount, the words are title.
    func paying(_ amount: Amount?, _ accounts: [MoneyAccount]) -> [QuickMark] {
        filter { mark in
            guard case .account(let id, _) = mark.meaning else { return true }
            return accounts.contains { $0.id == id && $0.currency == amount?.currency }
        }
    }
}
