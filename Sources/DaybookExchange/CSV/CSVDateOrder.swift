import DaybookCore

/// In which order the dates of a CSV stand, where each of them alone may be read in several ways.
enum CSVDateOrder {
    /// The one in which rows follow each other, if only one has that.
    static func found(_ layout: CSVLayout, _ guess: ColumnGuess, _ rows: [Int]) -> DateOrder? {
        guard let column = guess.column(.day) else { return nil }
        let dates = guess.profiles[column].values.compactMap { $0.isEmpty ? nil : WrittenDate($0) }
        guard dates.count > 1 else { return nil }
        let sorted = DateOrder.allCases.filter { order in
            let days = dates.compactMap { $0.readings[order] ?? $0.day }
            guard days.count == dates.count else { return false }
            let pairs = zip(days, days.dropFirst())
            return pairs.allSatisfy { $0 <= $1 } || pairs.allSatisfy { $0 >= $1 }
        }
        if sorted.count > 1, !isEastern(layout) {
            // Only in the east of Asia the year stands first in two digits.
            let others = sorted.filter { $0 != .ymd }
            if others.count == 1, others.count < sorted.count, dates.contains(where: { $0.day == nil }) {
                return others.first
            }
        }
        guard sorted.count == 1, dates.contains(where: { $0.day == nil }) else { return nil }
        return sorted.first
    }

    /// The one that the language of the names has, or the currency: only English has the month first, and dollars.
    static func usual(_ layout: CSVLayout, _ guess: ColumnGuess) -> DateOrder? {
        guard layout.header != nil else { return byCurrency(guess) }
        if isEastern(layout) { return .ymd }
        let matches = guess.profiles.compactMap { $0.matches.first { $0.strength == 3 } }
        if matches.contains(where: { !$0.isEnglish }) { return .dmy }
        return byCurrency(guess)
    }

    /// Tells whether the names are Chinese, Japanese or Korean.
    static func isEastern(_ layout: CSVLayout) -> Bool {
        layout.header != nil
            && layout.names.contains { name in
                name.unicodeScalars.contains {
                    (0x3040...0x9FFF).contains($0.value) || (0xAC00...0xD7A3).contains($0.value)
                }
            }
    }

    private static func byCurrency(_ guess: ColumnGuess) -> DateOrder? {
        let column = guess.column(.currency)
        let codes = Set(
            column.map { column in guess.profiles[column].values.compactMap { CSVCurrency.named($0)?.code } } ?? [])
        guard codes.count == 1, let code = codes.first else { return nil }
        return code.isOne(
            of: "EUR GBP AUD NZD INR ZAR SGD HKD CHF SEK NOK DKK PLN CZK HUF RON BGN TRY ILS AED MYR THB IDR BRL MXN")
            ? .dmy : nil
    }
}
