import DaybookCore

extension Screens {
    /// The report: chart and sums of some days. Built again only if they changed.
    var sumsPane: Node {
        let sums = state.report.sums
        let version = texts.version(Int64(sums.number))
        return .element(
            .div, [.class("detail sums")],
            [
                sideBar(id: "sums-back"),
                // A part that scrolls has something to focus in it, so that the keyboard scrolls it, too.
                .element(
                    .div, [.class("fields")],
                    [
                        .element(
                            .div, [.class("report-tools")],
                            [
                                choices(
                                    "filters ranges", texts(.days),
                                    ReportRange.offered.map {
                                        choice(texts.range($0), $0 == state.report.range, .report(.range($0)))
                                    }),
                                choices(
                                    "filters periods", texts(.period),
                                    ReportPeriod.allCases.map {
                                        choice(texts.period($0), $0 == state.report.period, .report(.period($0)))
                                    }),
                            ]),
                        .row(key: EntityID(0), version: version) { [self] in .element(.div, [], report(sums)) },
                    ]),
            ])
    }

    private func report(_ sums: MoneySums) -> [Node] {
        if let problem = sums.problem { return [.element(.p, [.class("problem")], text: texts.problem(problem))] }
        let isAll = sums.filter.from == nil && sums.filter.through == nil
        return [
            sums.leftOutCount == 0 ? .empty : leftOut(sums),
            sums.figures.all.isEmpty
                ? .element(.p, [.class("side-hint")], text: isAll ? texts(.noSums) : texts(.noSumsThen)) : .empty,
            sums.inBase.map { self.sums($0) } ?? .empty,
        ] + sums.figures.currencies.map { currency in section(currency.code, sums.figures, currency) }
    }

    /// Shows what all currencies come to in the usual one.
    private func sums(_ base: MoneySums.BaseFigures) -> Node {
        section(
            texts(.allCurrencies, base.currency.code), base.figures, base.currency, holes(base.missing, base.currency))
    }

    /// Says what no sum has, and leads to it.
    private func leftOut(_ sums: MoneySums) -> Node {
        var filter = sums.filter
        filter.kinds = [.unsorted]
        return leading(texts.leftOut(sums.leftOutCount, sums.leftOut), class: "left-out", filter)
    }

    /// - Parameter holes: which rates are missing. What they leave unknown is a question mark.
    private func section(
        _ title: String, _ figures: MoneySums.Figures, _ currency: Currency, _ holes: [Node] = []
    ) -> Node {
        .element(
            .section, [.class("sum"), .label(title)],
            [
                .element(.h3, text: title),
                .element(
                    .p, [.class("totals")],
                    text: figures.all.isEmpty && !holes.isEmpty ? "?" : texts.totals(figures.all, in: currency)),
            ] + holes
                + [
                    holes.isEmpty ? .empty : button(texts(.newRate), class: "choice", .account(.open(.rate, nil))),
                    chart(figures, currency), table(title, figures, currency),
                    figures.ofSeveralTags.has(currency)
                        ? .element(.p, [.class("hint")], text: texts(.severalTags)) : .empty,
                    worth(title, figures, currency),
                ])
    }

    /// Shows what a press leads to the entries of.
    private func leading(_ text: String, class name: String, _ filter: EntryFilter, _ more: [Part] = []) -> Node {
        .element(
            .button,
            more + [
                .class(name), .isButton, .state(.ariaPressed, state.entries.filter == filter),
                .on(.click, .money(.rows(filter))),
            ], text: text)
    }

    /// A bar up for each income and a bar down for each expense, on a scale of their own for each currency: the line on
    /// top is as high as the largest of all, which stands above it. The table below says the same in numbers.
    private func chart(_ figures: MoneySums.Figures, _ currency: Currency) -> Node {
        let periods = figures.periods
        guard periods.contains(where: { $0.totals.has(currency) }), let first = periods.first, let last = periods.last
        else { return .empty }
        let period = state.report.period
        let amounts = periods.flatMap { [$0.totals.income[currency], $0.totals.expense[currency]] }
        let parts = Sum.parts(amounts)
        let largest = parts.firstIndex { abs($0) == 1_000 }.flatMap { amounts[$0] }
        let count = 1 + period.count(from: first.start, to: last.start)
        let slot = max(3, 1_000 / count)
        let width = slot * count
        var paths = ["", ""]
        for (index, part) in parts.enumerated() where part != 0 {
            // An amount that isn't zero can be seen.
            let height = max(2, abs(part) * 96 / 1_000)
            let place = period.count(from: first.start, to: periods[index / 2].start)
            paths[index & 1] +=
                "M\(place * slot + slot / 2) \(index & 1 == 0 ? 99 : 101)v\(index & 1 == 0 ? -height : height)"
        }
        // However many periods there are, a bar is some pixels wide.
        let thickness = String(max(width / 300, min(60, slot * 3 / 5)))
        return .element(
            .div, [.class("chart")],
            [
                .element(
                    .p, [.attribute(.ariaHidden, "true")],
                    [.element(.span, text: largest.map { Language.grouped($0.shown) } ?? "")]),
                .element(
                    .svg,
                    [
                        .attribute(.viewBox, "0 0 \(width) 200"), .attribute(.preserveAspectRatio, "none"),
                        .attribute(.ariaHidden, "true"),
                    ],
                    [
                        .element(.path, [.class("axis"), .attribute(.d, "M0 4h\(width)M0 100h\(width)")]),
                        .element(
                            .path, [.class("income"), .attribute(.strokeWidth, thickness), .attribute(.d, paths[0])]),
                        .element(
                            .path, [.class("expense"), .attribute(.strokeWidth, thickness), .attribute(.d, paths[1])]),
                    ]),
                // No bar of more than these could be told from the next; the table has each of them.
                count > 62
                    ? .empty
                    : bars(
                        periods.filter { $0.totals.has(currency) }.map {
                            ($0.start, texts.totals($0.totals, in: currency))
                        }, first.start, count),
                ends(first.start, last.start, count),
            ])
    }

    /// The first period of a chart, and the last.
    func ends(_ first: CivilDate, _ last: CivilDate, _ count: Int) -> Node {
        .element(
            .p, [.attribute(.ariaHidden, "true")],
            (count > 1 ? [first, last] : [first]).map {
                .element(.span, text: texts.day($0, isMonth: state.report.period == .month))
            })
    }

    /// Lies over the bars of some periods, says what they come to and leads to their entries.
    func bars(_ periods: [(start: CivilDate, sums: String)], _ first: CivilDate, _ count: Int) -> Node {
        let period = state.report.period
        var bars = (0..<count).map { _ in Node.element(.span) }
        for (start, sums) in periods {
            let place = period.count(from: first, to: start)
            guard bars.indices.contains(place) else { continue }
            let filter = state.report.sums.filter.of(period, from: start)
            let text = texts.day(start, isMonth: period == .month) + texts(.colon) + sums
            bars[place] = .element(
                .button,
                [
                    .isButton, .label(text), .state(.ariaPressed, state.entries.filter == filter),
                    .on(.click, .money(.rows(filter))),
                ], [.element(.span, [.attribute(.ariaHidden, "true")], text: text)])
        }
        return .element(.div, [.class("bars")], bars)
    }

    /// One table, so that its parts have the same columns.
    private func table(_ title: String, _ figures: MoneySums.Figures, _ currency: Currency) -> Node {
        let period = state.report.period
        let periods = figures.periods.filter { $0.totals.has(currency) || figures.isInBase }
        let tags =
            TagTotals.bySize(figures.tags, in: currency)
            + (figures.isInBase ? figures.tags.filter { $0.totals.isEmpty } : [])
        let own = state.report.sums.filter
        if periods.isEmpty { return .empty }
        return .element(
            .table, [.label(texts(.sums) + " " + title)],
            [head(texts.period(period))]
                + periods.reversed().map {
                    line(texts.label($0, period), $0.totals, currency, own.of(period, from: $0.start))
                } + [head(texts(.tags))]
                + tags.map { tag in
                    guard let name = tag.tag else { return line(texts(.untagged), tag.totals, currency, nil) }
                    var filter = own
                    filter.tags = [name]
                    return line("#" + name, tag.totals, currency, filter)
                } + accountLines(figures, currency))
    }

    private func accountLines(_ figures: MoneySums.Figures, _ currency: Currency) -> [Node] {
        let accounts = figures.accounts.filter { $0.account.currency == currency }
        return accounts.isEmpty
            ? []
            : [head(texts(.accounts))]
                + accounts.map {
                    var filter = state.report.sums.filter
                    filter.account = state.accounts.scope(of: $0.account)
                    return line($0.account.name, $0.totals, currency, filter)
                }
    }

    private func head(_ title: String) -> Node {
        head([title, texts.kind(.income), texts.kind(.expense), texts(.balance)])
    }

    func head(_ titles: [String]) -> Node {
        .element(
            .tr, [.class("head")], titles.map { .element(.th, [.attribute(.scope, "col")], text: $0) })
    }

    /// - Parameter filter: of the entries that the line leads to; nil for none.
    private func line(_ name: String, _ totals: Totals, _ currency: Currency, _ filter: EntryFilter?) -> Node {
        if totals.isEmpty { return line(name, ["?", "?", "?"], filter) }
        let balance = (try? totals.balance).flatMap { $0[currency] }
        return line(
            name,
            [totals.income[currency], totals.expense[currency], balance].map { $0.map { texts.number($0) } ?? "" },
            filter)
    }

    func line(_ name: String, _ sums: [String], _ filter: EntryFilter?) -> Node {
        .element(
            .tr, [],
            [
                .element(
                    .th, [.attribute(.scope, "row")],
                    [filter.map { leading(name, class: "lead", $0) } ?? .text(name)])
            ] + sums.map { .element(.td, text: $0) })
    }
}

extension Language {
    /// A sum without its currency.
    func number(_ sum: Sum) -> String { Self.grouped(sum.shown) }
}

extension Totals {
    fileprivate func has(_ currency: Currency) -> Bool { income[currency] != nil || expense[currency] != nil }
}
