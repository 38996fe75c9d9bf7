import DaybookCore

extension Screens {
    /// The forecast, in the place of the list: its line, what is tried, and each day on which something comes or goes.
    var forecastScreen: [Node] {
        let forecast = state.forecast
        let sinks = forecast.shown.map { $0.forecast.lowest.sum.isBelow($0.floor) } ?? false
        return [
            bar, forecastTools,
            .element(
                .div, [.id("forecast"), .class("report forecast scroller" + (sinks ? " sinks" : ""))],
                [
                    forecast.isChoosing ? choices("filters segment", texts(.accounts), subjects) : .empty,
                    forecast.problem.map { .element(.p, [.class("problem")], text: texts.problem($0)) } ?? .empty,
                    forecast.shown.map { facts($0) }
                        ?? .element(.p, [.class("side-hint")], text: texts(.noEntriesHint)),
                    forecast.shown.map { shown in lineRow(shown, 10) { self.line(shown) } } ?? .empty,
                    state.navigation.window.isWide ? .empty : trying,
                    forecast.shown.map { shown in lineRow(shown, 11) { self.days(shown) } } ?? .empty,
                ]),
            .empty, entryFooter,
        ]
    }

    /// Beside it, what may be tried.
    var forecastPane: Node {
        .element(.div, [.class("detail sums")], [.element(.div, [.class("fields")], [trying])])
    }

    /// The name of what is shown.
    var forecastName: String { state.forecast.shown.map { name(of: $0.account, $0.currency) } ?? "" }

    private func name(of account: MoneyAccount?, _ currency: Currency) -> String {
        account?.name ?? texts(.allSpendable) + (spendableCurrencies.count > 1 ? " · " + currency.code : "")
    }

    private var spendableCurrencies: [Currency] {
        var currencies: [Currency] = []
        for balance in state.accounts.balances
        where balance.account.isSpendable && !currencies.contains(balance.account.currency) {
            currencies.append(balance.account.currency)
        }
        return currencies
    }

    /// Built again only if it was worked out again.
    private func lineRow(_ shown: ForecastState.Shown, _ number: Int, _ build: @escaping () -> Node) -> Node {
        .element(
            .div, [], [.row(key: EntityID(number), version: texts.version([shown.number]), build: build)])
    }

    private var forecastTools: Node {
        let forecast = state.forecast
        return .element(
            .div, [.class("tools report-tools")],
            [
                choices(
                    "filters", texts(.days),
                    ForecastState.Range.allCases.map { range in
                        choice(
                            range == .year ? texts(.year) : texts(.countDays, range.days), range == forecast.range,
                            .forecast(.range(range)))
                    }),
                subjects.count < 2
                    ? .empty
                    : .element(
                        .button,
                        [
                            .class("choice more-of"), .isButton, .id("of-account"),
                            .state(.ariaExpanded, forecast.isChoosing), .on(.click, .forecast(.choose)),
                        ], text: forecastName),
            ])
    }

    /// The accounts whose forecast may be shown, and all that may be spent in each currency.
    private var subjects: [Node] {
        let shown = state.forecast.shown
        let all = spendableCurrencies.map { currency in
            choice(
                name(of: nil, currency), shown?.account == nil && shown?.currency == currency,
                .forecast(.open(nil, currency)))
        }
        // Nothing comes and goes of a house.
        let own = state.accounts.balances.filter {
            !$0.account.isClosed && $0.account.accountKind < 4 || $0.account.id == shown?.account?.id
        }
        return all
            + own.map {
                choice($0.account.name, shown?.account?.id == $0.account.id, .forecast(.open($0.account.id, nil)))
            }
    }

    private func floorField(_ shown: ForecastState.Shown) -> Node {
        .element(
            .div, [.class("floor")],
            [
                .element(.label, [.attribute(.for, "floor")], text: texts(.floor)),
                .element(
                    .input,
                    [
                        .id("floor"), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                        .attribute(.value, state.forecast.floor ?? texts.number(shown.floor)),
                        .ask(.input) { .forecast(.typeFloor($0.text)) }, .on(.change, .forecast(.keepFloor)),
                    ]),
            ])
    }

    /// The lowest point, what is free, and the first day below the floor. A press leads to the day.
    private func facts(_ shown: ForecastState.Shown) -> Node {
        let forecast = shown.forecast
        let lowest = forecast.lowest
        let below = forecast.first(below: shown.floor)
        func fact(_ name: String, _ value: String, _ day: CivilDate, isBad: Bool) -> Node {
            .element(
                .button, [.isButton, .on(.click, .forecast(.day(day)))],
                [
                    .element(.span, text: name),
                    .element(.span, [.class(isBad ? "much problem" : "much")], text: value),
                ])
        }
        func day(_ day: CivilDate) -> String { texts.day(headingOf: day, today: state.today) }
        let until = forecast.payday ?? shown.last
        return .element(
            .div, [.class("facts")],
            [
                fact(
                    texts(.lowestOn, day(lowest.day)), texts.sum(lowest.sum), lowest.day,
                    isBad: lowest.sum.isBelow(shown.floor)),
                fact(
                    texts(.freeUntil, day(until)), texts.sum(shown.free), until, isBad: shown.free.coefficient < 0),
                below.map { fact(texts(.belowFrom, texts.sum(shown.floor)), day($0), $0, isBad: true) } ?? .empty,
            ])
    }

    // MARK: The line

    private func place(of day: CivilDate) -> Int {
        Int(truncatingIfNeeded: day.daysSince1970 - state.today.daysSince1970) * 10
    }

    /// The balance at the end of each day, down to the lowest of that day, with a dot at the lowest of all.
    ///
    /// - Returns: the drawing, and its largest sum.
    private func drawing(_ shown: ForecastState.Shown) -> (Node, Sum) {
        let forecast = shown.forecast
        var sums: [Sum?] = [forecast.start, shown.floor]
        for day in forecast.days { sums += [day.low, day.end] }
        let hasFloor = shown.floor.coefficient != 0
        let sizes = Sum.parts(sums)
        let drawn = hasFloor ? sizes : sizes.enumerated().filter { $0.offset != 1 }.map { $0.element }
        var (top, least) = drawn.reduce((drawn[0], drawn[0])) { (max($0.0, $1), min($0.1, $1)) }
        // A line that stays far above 0 is drawn without the way down to it, for its steps to be seen.
        let isFar = top > 0 && least * 2 > top
        if isFar {
            least = min(least - (top - least) / 8, top - 20)
        } else {
            (top, least) = (max(top, least < 0 ? 0 : 1), min(least, 0))
        }
        func height(_ size: Int) -> Int { 4 + (top - size) * 96 / (top - least) }
        let heights = sizes.map { height($0) }
        let width = state.forecast.range.days * 10
        var path = "M0 \(heights[0])"
        for (index, day) in forecast.days.enumerated() {
            path += "H\(place(of: day.day))V\(heights[2 + index * 2])V\(heights[3 + index * 2])"
        }
        path += "H\(width)"
        let lowest = forecast.lowest
        let low = forecast.days.firstIndex { $0.day == lowest.day && $0.low == lowest.sum }
        let lowHeight = low.map { heights[2 + $0 * 2] } ?? heights[0]
        let node = Node.element(
            .svg,
            [
                .attribute(.viewBox, "0 0 \(width) 104"), .attribute(.preserveAspectRatio, "none"),
                .attribute(.ariaHidden, "true"),
            ],
            [
                isFar ? .empty : .element(.path, [.class("axis"), .attribute(.d, "M0 \(height(0))h\(width)")]),
                !hasFloor
                    ? .empty : .element(.path, [.class("floor-line"), .attribute(.d, "M0 \(heights[1])h\(width)")]),
                .element(.path, [.class("worth"), .attribute(.d, path)]),
                .element(.path, [.class("lowest"), .attribute(.d, "M\(place(of: lowest.day)) \(lowHeight)h0")]),
            ])
        return (node, heights.firstIndex(of: 4).flatMap { sums[$0] } ?? Sum(.zero(shown.currency)))
    }

    private func line(_ shown: ForecastState.Shown) -> Node {
        let forecast = shown.forecast
        let (count, days) = state.forecast.range.parts
        let (drawing, largest) = drawing(shown)
        var parts = (0..<count).map { _ in Node.element(.span) }
        for day in forecast.days.reversed() {
            let part = place(of: day.day) / (days * 10)
            guard parts.indices.contains(part) else { continue }
            let text = texts.shortDay(day.day) + texts(.colon) + texts.sum(day.low)
            parts[part] = .element(
                .button, [.isButton, .label(text), .on(.click, .forecast(.day(day.day)))],
                [.element(.span, [.attribute(.ariaHidden, "true")], text: text)])
        }
        var names = (0..<count).map { _ in Node.element(.span) }
        let lowest = forecast.lowest
        let lowPart = min(place(of: lowest.day) / (days * 10), count - 1)
        names[lowPart] = .element(
            .span, [.class(lowPart * 2 < count ? "low" : "low late")],
            [.element(.span, text: texts.number(lowest.sum) + " · " + texts.shortDay(lowest.day))])
        return .element(
            .div, [.class("chart")],
            [
                .element(
                    .p, [.attribute(.ariaHidden, "true")],
                    [.element(.span, text: texts.number(largest))]),
                drawing, .element(.div, [.class("bars")], parts),
                .element(.div, [.class("names"), .attribute(.ariaHidden, "true")], names),
                ends(state.today, shown.last, .day, 2),
            ])
    }

    /// The line beside the entries, small. A press opens the forecast.
    var outlook: Node {
        guard let shown = state.forecast.shown, !state.entries.plans.all.isEmpty else { return .empty }
        let lowest = shown.forecast.lowest
        let day = texts.day(headingOf: lowest.day, today: state.today)
        return .element(
            .section, [.class("left")],
            [
                .element(
                    .button,
                    [
                        .class("chart outlook"), .isButton, .id("outlook"),
                        .on(.click, .forecast(.open(state.forecast.account, state.forecast.currency))),
                    ],
                    [
                        .element(
                            .span,
                            text: name(of: shown.account, shown.currency) + " · "
                                + texts(.countDays, state.forecast.range.days)),
                        drawing(shown).0,
                        .element(.span, text: texts(.lowestOn, day) + " · " + texts.sum(lowest.sum)),
                    ])
            ])
    }

    // MARK: What if

    private var trying: Node {
        let forecast = state.forecast
        guard let shown = forecast.shown else { return .empty }
        return .element(
            .section, [.class("trying"), .label(texts(.whatIf))],
            [
                .element(
                    .form, [.class("new"), .on(.submit, .forecast(.add))],
                    [
                        .element(
                            .input,
                            [
                                .id("what-if"), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                                .attribute(.enterkeyhint, "done"), .attribute(.placeholder, texts(.whatIfHint)),
                                .label(texts(.whatIf)), .attribute(.ariaDescribedby, "what-if-problem"),
                                .attribute(.ariaInvalid, forecast.refused == nil ? nil : "true"),
                                .attribute(.value, forecast.line), .ask(.input) { .forecast(.type($0.text)) },
                            ]),
                        .element(
                            .button,
                            [.class("add"), .attribute(.type, "submit"), .flag(.disabled, forecast.line.isBlank)],
                            text: texts(.add)),
                    ]),
                .element(
                    .p, [.id("what-if-problem"), .class("problem"), .attribute(.ariaLive, "polite")],
                    text: forecast.refused.map { texts.problem($0) } ?? ""),
                .element(
                    .ul, [.class("tries")],
                    forecast.tries.map { todo in
                        .element(
                            .li, key: todo.id, [.class("bill")],
                            [
                                .element(.span, [.isOwnWords], text: todo.title),
                                .element(
                                    .span, [.class("hint")],
                                    text: [
                                        todo.due.map { texts.day($0, from: state.today) },
                                        todo.amount.map {
                                            texts.amount($0, todo.books == .income ? .income : .expense)
                                        },
                                    ].compactMap { $0 }.joined(separator: " · ")),
                                icon(texts(.removeTry, todo.title), class: "close", .forecast(.drop(todo.id))),
                            ])
                    }),
                floorField(shown),
            ])
    }

    // MARK: The days

    /// All that is known, with the balance after each: for eyes and for screen readers.
    private func days(_ shown: ForecastState.Shown) -> Node {
        let forecast = shown.forecast
        let lowest = forecast.lowest
        var rows = [head([texts(.forecastPlace), texts(.amountLabel), texts(.balance)])]
        func row(_ first: Node, _ amount: String, _ balance: Sum, isLow: Bool) -> Node {
            .element(
                .tr, [.attribute(.class, isLow ? "lowest" : nil)],
                [
                    .element(.th, [.attribute(.scope, "row")], [first]), .element(.td, text: amount),
                    .element(.td, text: texts.number(balance)),
                ])
        }
        rows.append(
            row(
                .text(texts(.today)), "", forecast.start,
                isLow: lowest.day == state.today && lowest.sum == forecast.start))
        var sum = forecast.start
        for day in forecast.days {
            for (index, item) in day.items.enumerated() {
                sum = (try? sum.adding(item.sum)) ?? sum
                rows.append(
                    row(
                        self.item(item, day.day, shown, isFirst: index == 0), texts.number(item.sum), sum,
                        isLow: day.day == lowest.day && sum == lowest.sum))
            }
        }
        return .element(
            .div, [.class("sum")],
            [
                forecast.days.isEmpty ? .element(.p, [.class("hint")], text: texts(.nothingToCome)) : .empty,
                .element(.table, [.label(texts(.forecastPlace) + " " + name(of: shown.account, shown.currency))], rows),
            ])
    }

    private func item(_ item: PlannedMoney, _ day: CivilDate, _ shown: ForecastState.Shown, isFirst: Bool) -> Node {
        let isTried = state.forecast.tries.contains { $0.id == item.id }
        var more = texts.day(headingOf: day, today: state.today)
        if item.day < day { more += " · " + texts(.overdue) }
        if isTried { more += " · " + texts(.whatIf) }
        if shown.account == nil { more += " · " + (state.book.account(item.account)?.name ?? "") }
        return .element(
            .button,
            [
                .class("known"), .isButton, .attribute(.id, isFirst ? "day-" + day.text : nil),
                .on(.click, isTried ? .forecast(.toLine) : .forecast(.item(item.id, item.source))),
            ],
            [
                .element(.span, [.isOwnWords], text: name(of: item)),
                .element(.span, [.class("hint")], text: more),
            ])
    }
}
