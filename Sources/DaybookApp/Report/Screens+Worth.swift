import DaybookCore

extension Screens {
    /// Shows the balances of the accounts at the end of each period: a line, and the same in numbers.
    func worth(_ view: SumView, _ period: ReportPeriod) -> Node {
        let currency = view.currency
        let worths = view.figures.worths.filter { $0.sums[currency] != nil || view.isInBase }
        guard let first = worths.first, let last = worths.last else { return .empty }
        let amounts = worths.map { $0.sums[currency] }
        let parts = Sum.parts(amounts)
        let largest = parts.firstIndex { abs($0) == 1_000 }.flatMap { amounts[$0] }
        let count = 1 + period.count(from: first.start, to: last.start)
        let slot = max(3, 1_000 / count)
        var path = ""
        var isDrawn = false
        for (part, worth) in zip(parts, worths) {
            let place = period.count(from: first.start, to: worth.start) * slot
            // It stays until the next one. Where a rate is missing there is a gap.
            if isDrawn { path += "H\(place)" }
            let wasDrawn = isDrawn
            isDrawn = worth.sums[currency] != nil
            guard isDrawn else { continue }
            path += (wasDrawn ? "V" : "M\(place) ") + String(100 - part * 96 / 1_000)
        }
        if isDrawn { path += "H\(count * slot)" }
        let title = texts(state.entries.filter.account == nil ? .inAllAccounts : .worth)
        return .element(
            .div, [.class("worth-part")],
            [
                .element(.h3, text: title),
                chart(
                    largest, "0 0 \(count * slot) \(parts.contains { $0 < 0 } ? 200 : 104)",
                    [
                        .element(.path, [.class("axis"), .attribute(.d, "M0 100h\(count * slot)")]),
                        .element(.path, [.class("worth"), .attribute(.d, path)]),
                    ],
                    count > 62
                        ? .empty
                        : bars(
                            worths.map { ($0.start, $0.sums[currency].map { texts.sum($0) } ?? "?") }, period,
                            first.start, count),
                    ends(first.start, last.start, period, count)),
                .element(
                    .table, [.label(title + " " + view.title)],
                    [head([texts.period(period), texts(.atEnd)])]
                        + worths.reversed().map {
                            line(
                                texts.day($0.start, isMonth: period == .month),
                                [$0.sums[currency].map { texts.number($0) } ?? "?"],
                                state.report.sums.filter.of(period, from: $0.start))
                        }),
            ])
    }
}
