import DaybookCore

extension Screens {
    /// The report: chart and sums of some days. Built again only if they changed.
    var sumsPane: Node {
        let sums = state.money.sums
        let version = texts.version(Int64(sums.number))
        return .element(
            .div, [.class("detail sums")],
            [
                sideBar(id: "sums-back"),
                // What scrolls has something to focus in it, so that the keyboard scrolls it, too.
                .element(
                    .div, [.class("fields")],
                    [
                        .element(
                            .div, [.class("report-tools")],
                            [
                                choices(
                                    "filters ranges", texts(.days),
                                    ReportRange.offered.map {
                                        choice(texts.range($0), $0 == state.money.range, .money(.range($0)))
                                    }),
                                choices(
                                    "filters periods", texts(.period),
                                    ReportPeriod.allCases.map {
                                        choice(texts.period($0), $0 == state.money.period, .money(.period($0)))
                                    }),
                            ]),
                        .row(key: EntityID(0), version: version) { [self] in .element(.div, [], report(sums)) },
                    ]),
            ])
    }

    private func report(_ sums: MoneySums) -> [Node] {
        if let problem = sums.problem { return [.element(.p, [.class("problem")], text: texts.problem(problem))] }
        let currencies = sums.all.currencies
        let isAll = sums.filter.from == nil && sums.filter.through == nil
        return [
            sums.leftOutCount == 0 ? .empty : leftOut(sums),
            currencies.isEmpty
                ? .element(.p, [.class("side-hint")], text: isAll ? texts(.noSums) : texts(.noSumsThen)) : .empty,
        ] + currencies.map { self.sums(sums, $0) }
    }

    /// Says what no sum has, and leads to it.
    private func leftOut(_ sums: MoneySums) -> Node {
        var filter = sums.filter
        filter.kinds = [.unsorted]
        return leading(texts.leftOut(sums.leftOutCount, sums.leftOut), class: "left-out", filter)
    }

    private func sums(_ sums: MoneySums, _ currency: Currency) -> Node {
        .element(
            .section, [.class("sum"), .label(currency.code)],
            [
                .element(.h3, text: currency.code),
                .element(.p, [.class("totals")], text: texts.totals(sums.all, in: currency)),
                chart(sums, currency), table(sums, currency),
                sums.ofSeveralTags.has(currency) ? .element(.p, [.class("hint")], text: texts(.severalTags)) : .empty,
            ])
    }

    /// What a press leads to the entries of.
    private func leading(_ text: String, class name: String, _ filter: EntryFilter, _ more: [Part] = []) -> Node {
        .element(
            .button,
            more + [
                .class(name), .isButton, .state(.ariaPressed, state.money.filter == filter),
                .on(.click, .money(.rows(filter))),
            ], text: text)
    }

    /// A bar up for each income and a bar down for each expense, on a scale of their own for each currency: the line on
    /// top is as high as the largest of all, which stands above it. The table below says the same in numbers.
    private func chart(_ sums: MoneySums, _ currency: Currency) -> Node {
        let periods = sums.periods
        guard let first = periods.first, let last = periods.last else { return .empty }
        let period = state.money.period
        let amounts = periods.flatMap { [$0.totals.income[currency], $0.totals.expense[currency]] }
        let parts = Sum.parts(amounts)
        let largest = parts.firstIndex { abs($0) == 1_000 }.flatMap { amounts[$0] }
        let count = 1 + period.count(from: first.start, to: last.start)
        let slot = max(3, 1_000 / count)
        let width = slot * count
        var paths = ["", ""]
        for (index, part) in parts.enumerated() where part != 0 {
            // What isn't nothing can be seen.
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
                // Of more than these no bar could be told from the next; the table has each of them.
                count > 62 ? .empty : bars(sums, currency, first.start, count),
                .element(
                    .p, [.attribute(.ariaHidden, "true")],
                    (count > 1 ? [first, last] : [first]).map { .element(.span, text: texts.label($0, period)) }),
            ])
    }

    /// What lies over the bars, says their sums and leads to their entries.
    private func bars(_ sums: MoneySums, _ currency: Currency, _ first: CivilDate, _ count: Int) -> Node {
        let period = state.money.period
        var bars = (0..<count).map { _ in Node.element(.span) }
        for totals in sums.periods where totals.totals.has(currency) {
            let place = period.count(from: first, to: totals.start)
            guard bars.indices.contains(place) else { continue }
            let filter = sums.filter.of(period, from: totals.start)
            let text = texts.label(totals, period) + texts(.colon) + texts.totals(totals.totals, in: currency)
            bars[place] = .element(
                .button,
                [
                    .isButton, .label(text), .state(.ariaPressed, state.money.filter == filter),
                    .on(.click, .money(.rows(filter))),
                ], [.element(.span, [.attribute(.ariaHidden, "true")], text: text)])
        }
        return .element(.div, [.class("bars")], bars)
    }

    /// One table, so that its two parts have the same columns.
    private func table(_ sums: MoneySums, _ currency: Currency) -> Node {
        let period = state.money.period
        let periods = sums.periods.filter { $0.totals.has(currency) }.reversed()
        let tags = TagTotals.bySize(sums.tags, in: currency)
        return .element(
            .table, [.label(texts(.sums) + " " + currency.code)],
            [head(texts.period(period))]
                + periods.map {
                    line(texts.label($0, period), $0.totals, currency, sums.filter.of(period, from: $0.start))
                } + [head(texts(.tags))]
                + tags.map { tag in
                    guard let name = tag.tag else { return line(texts(.untagged), tag.totals, currency, nil) }
                    var filter = sums.filter
                    filter.tags = [name]
                    return line("#" + name, tag.totals, currency, filter)
                })
    }

    private func head(_ title: String) -> Node {
        .element(
            .tr, [.class("head")],
            [title, texts.kind(.income), texts.kind(.expense), texts(.balance)].map {
                .element(.th, [.attribute(.scope, "col")], text: $0)
            })
    }

    /// - Parameter filter: of the entries that the line leads to; nil for none.
    private func line(_ name: String, _ totals: Totals, _ currency: Currency, _ filter: EntryFilter?) -> Node {
        let balance = (try? totals.balance).flatMap { $0[currency] }
        let sums = [totals.income[currency], totals.expense[currency], balance]
        return .element(
            .tr, [],
            [
                .element(
                    .th, [.attribute(.scope, "row")],
                    [filter.map { leading(name, class: "lead", $0) } ?? .text(name)])
            ] + sums.map { .element(.td, text: $0.map { Language.grouped($0.shown) } ?? "") })
    }
}

extension Totals {
    fileprivate func has(_ currency: Currency) -> Bool { income[currency] != nil || expense[currency] != nil }
}
