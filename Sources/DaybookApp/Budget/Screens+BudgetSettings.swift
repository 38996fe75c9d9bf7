import DaybookCore

extension Screens {
    /// The periods of the budget, and how cards count where there are any.
    var budgetSettings: [Node] {
        let (periods, mode) = (state.book.settings.budgetPeriods, state.book.settings.budgetMode)
        var (weeks, begin): (Int64?, String)
        switch periods {
        case .months(let day): (weeks, begin) = (nil, String(day))
        case .weeks(let count, let day): (weeks, begin) = (count, day.text)
        }
        // The week of today, until a person says when one begins.
        let monday = state.today.adding(days: -((state.today.weekday - state.settings.firstWeekday + 7) % 7))
        return [
            setting(
                texts(.periods),
                [choice(texts(.byMonth), weeks == nil, .budget(.periods(.usual)))]
                    + [1 as Int64, 2, 4].map { count in
                        let from = if case .weeks(_, let day) = periods { day } else { monday }
                        return choice(
                            count == 1 ? texts(.byWeek) : texts(.countWeeks, Int(count)), weeks == count,
                            .budget(.periods(.weeks(count, from: from))))
                    }),
            .element(
                .div, [.class("field")],
                [
                    .element(
                        .label, [.attribute(.for, "periods-begin")], text: texts(weeks == nil ? .beginDay : .openedOn)),
                    .element(
                        .input,
                        [
                            .id("periods-begin"), .attribute(.type, weeks == nil ? "text" : "date"),
                            .attribute(.inputmode, weeks == nil ? "numeric" : nil), .attribute(.autocomplete, "off"),
                            .attribute(.value, begin), .ask(.change) { .budget(.begin($0.text)) },
                        ]),
                ]),
            state.book.accounts.contains { $0.isCard }
                ? setting(
                    texts(.cardsCount),
                    [
                        choice(texts(.cardsAreCash), mode == .pool, .budget(.mode(.pool))),
                        choice(texts(.cardsAreDebt), mode == .card, .budget(.mode(.card))),
                    ]) : .empty,
        ]
    }
}
