import DaybookCore

extension Screens {
    /// Chart and sums of what the list shows. Built anew only if they changed.
    var sumsPane: Node {
        let sums = state.money.sums
        let version = Int64(truncatingIfNeeded: sums.number << 2 | languageNumber)
        return .element(
            .div, [.class("detail sums")],
            [
                sideBar(id: "sums-back"),
                // What scrolls has something to focus in it, so that the keyboard scrolls it, too.
                .element(
                    .div, [.class("fields")],
                    [
                        choices(
                            "filters periods", texts.period,
                            ReportPeriod.allCases.map {
                                choice(texts.period($0), $0 == state.money.period, .money(.period($0)))
                            }),
                        .row(key: EntityID(0), version: version) { [self] in .element(.div, [], charts(sums)) },
                    ]),
            ])
    }

    private func charts(_ sums: MoneySums) -> [Node] {
        if let problem = sums.problem { return [.element(.p, [.class("problem")], text: texts.problem(problem))] }
        let currencies = sums.all.currencies
        guard !currencies.isEmpty else { return [.element(.p, [.class("side-hint")], text: texts.noSums)] }
        return currencies.map { currency in
            let code = currency.code
            let rows = sums.periods.filter { $0.totals.has(currency) }.reversed()
            return .element(
                .section, [.class("sum"), .label(code)],
                [
                    .element(.h3, text: code),
                    .element(.p, [.class("totals")], text: texts.totals(sums.all, in: currency)),
                    chart(sums.periods, currency),
                    table(
                        texts.period(state.money.period), rows.map { (texts.label($0, state.money.period), $0.totals) },
                        currency),
                    table(
                        texts.tags,
                        sums.tags.filter { $0.totals.has(currency) }
                            .map { ($0.tag.map { "#" + $0 } ?? texts.untagged, $0.totals) }, currency),
                ])
        }
    }

    /// A bar up for each income and a bar down for each expense, on a scale of their own for each currency: the line on
    /// top is as high as the largest of all, which stands above it. The table below says the same in numbers.
    private func chart(_ periods: [PeriodTotals], _ currency: Currency) -> Node {
        guard let first = periods.first, let last = periods.last else { return .empty }
        let period = state.money.period
        let sums = periods.flatMap { [$0.totals.income[currency], $0.totals.expense[currency]] }
        let parts = Sum.parts(sums)
        let largest = parts.firstIndex { abs($0) == 1_000 }.flatMap { sums[$0] }
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
            .div, [.class("chart"), .attribute(.ariaHidden, "true")],
            [
                .element(.p, [], [.element(.span, text: largest.map { Texts.grouped($0.number) } ?? "")]),
                .element(
                    .svg, [.attribute(.viewBox, "0 0 \(width) 200"), .attribute(.preserveAspectRatio, "none")],
                    [
                        .element(.path, [.class("axis"), .attribute(.d, "M0 4h\(width)M0 100h\(width)")]),
                        .element(
                            .path, [.class("income"), .attribute(.strokeWidth, thickness), .attribute(.d, paths[0])]),
                        .element(
                            .path, [.class("expense"), .attribute(.strokeWidth, thickness), .attribute(.d, paths[1])]),
                    ]),
                .element(
                    .p, [],
                    (count > 1 ? [first, last] : [first]).map { .element(.span, text: texts.label($0, period)) }),
            ])
    }

    private func table(_ caption: String, _ rows: [(String, Totals)], _ currency: Currency) -> Node {
        let titles = [caption, texts.kind(.income), texts.kind(.expense), texts.balance]
        return .element(
            .table, [.label(caption + " " + currency.code)],
            [.element(.tr, [], titles.map { .element(.th, [.attribute(.scope, "col")], text: $0) })]
                + rows.map { name, totals in
                    let balance = (try? totals.balance).flatMap { $0[currency] }
                    let sums = [totals.income[currency], totals.expense[currency], balance]
                    return .element(
                        .tr, [],
                        [.element(.th, [.attribute(.scope, "row")], text: name)]
                            + sums.map { .element(.td, text: $0.map { Texts.grouped($0.number) } ?? "") })
                })
    }
}

extension Totals {
    fileprivate func has(_ currency: Currency) -> Bool { income[currency] != nil || expense[currency] != nil }
}
