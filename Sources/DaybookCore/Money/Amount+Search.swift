extension Amount {
    /// Tells what a search finds it by: `−1,234.50 EUR` as rows show it, `-1234.50` and `1234,50`.
    func searchTexts(_ kind: EntryKind) -> [String] {
        let plain = number
        let sign: (shown: String, typed: String) =
            switch kind {
            case .income: ("+", "+")
            case .expense: ("−", "-")
            case .unsorted: ("", "")
            }
        var shown: [UInt8] = []
        var comma = plain.bytes
        let digits = comma
        let whole = digits.firstIndex(of: 0x2E) ?? digits.count
        for (index, digit) in digits.enumerated() {
            if index > 0, index < whole, (whole - index) % 3 == 0 { shown.append(0x2C) }
            shown.append(digit)
        }
        if whole < comma.count { comma[whole] = 0x2C }
        return [sign.shown + String(utf8: shown) + " " + currency.code, sign.typed + plain, String(utf8: comma)]
    }
}
