import DaybookCore

extension Screens {
    /// How many rates are listed: the newest. A file with those of every day has thousands.
    private static let mostRates = 200

    /// The rates, the newest first; each opens its form.
    var rateList: [Node] {
        let rates = state.book.rates.values
            .sorted { ($1.day, $0.from, $0.to) < ($0.day, $1.from, $1.to) }
        let older = rates.count - Self.mostRates
        return [
            .element(
                .nav, [.class("payees"), .label(texts(.rates))],
                (rates.isEmpty ? [.element(.p, [.class("hint")], text: texts(.noRates))] : [])
                    + rates.prefix(Self.mostRates).map { rate in
                        place(
                            "1 " + rate.from.code + " = " + rate.number.text + " " + rate.to.code,
                            texts.day(rate.day), .form(.open(.rate, rate.id)))
                    } + (older > 0 ? [.element(.p, [.class("hint")], text: texts(.olderRates, older))] : [])),
            .element(
                .footer, [.class("actions")],
                [button(texts(.newRate), class: "primary", id: "new-rate", .form(.open(.rate, nil)))]),
        ]
    }

    /// Shows the money in all accounts in the usual currency, or which rates are missing for that.
    var worthInBase: [Node] {
        guard let worth = state.accounts.worth else { return [] }
        return [
            .element(
                .p, [.class("account-total")],
                text: "≈ " + (worth.sums.map { texts.sum($0.balance) } ?? "? " + worth.base.code))
        ] + missingRates(worth.missing, worth.base, class: "account-total")
    }

    /// Which rates are missing.
    func missingRates(_ missing: [BaseTotals.MissingRate], _ base: Currency, class name: String = "hint") -> [Node] {
        missing.map {
            .element(
                .p, [.class(name)], text: texts(.missingRate, $0.currency.code, base.code, texts.day($0.day)))
        }
    }
}
