import DaybookCore

/// Says which balance a line of a bank's file tells in words, where other lines tell what came and went.
enum BalanceWord {
    case opening, closing
    /// Either of the two, as its day says.
    case any

    /// Nil for a text that says no balance.
    init?(_ text: String) {
        guard text.utf8.count < 60 else { return nil }
        let words = ColumnNames.words(text)
        let name = words.joined()
        if name == "saldo" {
            self = .any
        } else if name.isOne(of: Self.openings) || Self.starts(words, "beginning", "opening") {
            self = .opening
        } else if name.isOne(of: Self.closings) || Self.starts(words, "closing", "ending") {
            self = .closing
        } else {
            return nil
        }
    }

    private static func starts(_ words: [String], _ adjectives: String...) -> Bool {
        words.count > 1 && adjectives.contains(words[0]) && words[1] == "balance"
    }

    private static let openings =
        "anfangssaldo saldovortrag alterkontostand saldoinicial saldoanterior saldoiniziale soldeinitial soldeprecedent "
        + "beginsaldo broughtforward balancebroughtforward saldopoczatkowe pocatecnizustatek 期初余额 期初餘額 前月繰越 繰越"
    private static let closings =
        "endsaldo schlusssaldo neuerkontostand saldofinal saldofinale soldefinal eindsaldo balancecarriedforward "
        + "carriedforward saldokoncowe konecnyzustatek 期末余额"
}
