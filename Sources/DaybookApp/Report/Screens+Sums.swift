import DaybookCore

extension Screens {
    /// The report, in the place of the list.
    var reportScreen: [Node] {
        let sums = state.report.sums
        let isWide = state.navigation.window.isWide
        return [
            bar, reportTools,
            .element(
                .div, [.id("report"), .class("report scroller")],
                [
                    cached(sums, 0) { [self] in shares(sums) },
                    isWide ? .empty : cached(sums, 1) { [self] in overTime(sums) },
                ]),
            .empty, entryFooter,
        ]
    }

    /// Beside it, what went on over time.
    var sumsPane: Node {
        let sums = state.report.sums
        return .element(
            .div, [.class("detail sums")],
            [.element(.div, [.class("fields")], [cached(sums, 1) { [self] in overTime(sums) }])])
    }

    /// Built again only if the sums changed.
    ///
    /// - Parameter number: of this part of the screen.
    func cached(_ sums: MoneySums, _ number: Int, _ build: @escaping () -> [Node]) -> Node {
        // Each place has rows of its own: none moves from one to another.
        let number = number + (state.navigation.window.isWide ? 0 : 3)
        return .element(
            .div, [],
            [.row(key: EntityID(number), version: texts.version([sums.number])) { .element(.div, [], build()) }])
    }

    private var reportTools: Node {
        let range = state.shownRange
        let months = range.months
        /// The month, quarter or year in which the range ends, or today if it has that.
        func choice(_ count: Int64, _ phrase: Phrase) -> Node {
            let end = min(range.through ?? state.today, state.today)
            return self.choice(
                texts(phrase), months == count && !state.report.asksDays,
                .report(.range(ReportRange(count, of: max(end, range.from ?? end)))))
        }
        func step(_ step: Int64, _ phrase: Phrase, _ look: String) -> Node {
            range.moved(by: step).map { icon(texts(phrase), class: look, .report(.range($0))) } ?? .empty
        }
        return .element(
            .div, [.class("tools report-tools")],
            [
                accountsButton,
                .element(
                    .div, [.class("steps")],
                    [
                        step(-1, .rangeBefore, "back"),
                        .element(.h2, [.attribute(.ariaLive, "polite")], text: texts.range(range)),
                        step(1, .rangeAfter, "back forth"),
                    ]),
                choices(
                    "filters ranges", texts(.days),
                    [
                        choice(1, .byMonth), choice(3, .quarter), choice(12, .year),
                        self.choice(texts(.everything), state.wholeRange == range, .report(.range(state.wholeRange))),
                        self.choice(
                            texts(.ownDays),
                            state.report.asksDays || months == 0 && state.wholeRange != range, .report(.askDays)),
                    ]),
                choices(
                    "filters", texts(.groupedBy),
                    MoneySums.Grouping.allCases.map {
                        self.choice(texts.grouping($0), $0 == state.report.grouping, .report(.group($0)))
                    }),
                choices(
                    "filters", texts(.kindLabel),
                    [EntryKind.expense, .income].map {
                        self.choice(texts.kind($0), $0 == state.report.kind, .report(.kind($0)))
                    }),
                shownPayee, shownRest,
                state.report.asksDays ? dayTools : .empty,
            ])
    }

    /// Shows the lines of each currency below the entries that no sum counts, or the error that stopped the counting.
    private func shares(_ sums: MoneySums) -> [Node] {
        if let problem = sums.problem { return [.element(.p, [.class("problem")], text: texts.problem(problem))] }
        let all = views(sums)
        return [
            sums.leftOutCount == 0 ? .empty : leftOut(sums),
            sums.figures.all.isEmpty ? .element(.p, [.class("side-hint")], text: texts(.noSumsThen)) : .empty,
        ] + all.map { shares(sums, $0, isOne: all.count == 1) }
    }

    /// A currency: what came in and out, and what this is made of.
    private func shares(_ sums: MoneySums, _ view: SumView, isOne: Bool) -> Node {
        let kind = state.report.kind
        let all = view.figures.all
        let lines = sums.lines(kind, view.currency, isInBase: view.isInBase)
        let parts = Sum.parts(lines.map { $0.sums(kind, view.currency, isInBase: view.isInBase).now })
        let whole = all[kind][view.currency]
        return .element(
            .section, [.class("sum"), .label(texts(.sums) + " " + view.title)],
            [
                isOne ? .empty : .element(.h3, text: view.title),
                .element(
                    .p, [.class("totals")],
                    text: all.isEmpty ? view.missing.isEmpty ? "" : "?" : flows(all, view.currency)),
            ] + missingRates(view.missing, view.currency)
                + [
                    view.missing.isEmpty
                        ? .empty : button(texts(.newRate), class: "choice", .form(.open(.rate, nil))),
                    .element(
                        .div, [.class("shares")],
                        (lines.isEmpty
                            ? []
                            : [
                                .element(
                                    .div, [.class("share share-head"), .attribute(.ariaHidden, "true")],
                                    ["", "", view.currency.code, texts(.ofAll), sums.isCompared ? texts(.before) : ""]
                                        .map { .element(.span, text: $0) })
                            ])
                            + zip(lines, parts).map { line, part in
                                share(
                                    line, line.name.isEmpty ? texts.rest(of: state.report.grouping) : line.name, kind,
                                    view, part: part, of: whole)
                            }),
                    state.report.grouping == .category && view.figures.ofSeveralTags[kind][view.currency] != nil
                        ? .element(.p, [.class("hint")], text: texts(.severalTags)) : .empty,
                ])
    }

    /// Income, expense and the part that was saved, which is left out without an income.
    private func flows(_ totals: Totals, _ currency: Currency) -> String {
        var text = texts.flows(totals, in: currency)
        if let income = totals.income[currency],
            let saved = try? income.adding((totals.expense[currency] ?? Sum(.zero(currency))).negated),
            let percent = saved.percent(of: income)
        {
            text += "\u{2003}" + texts(.saved, Language.grouped(percent) + "\u{A0}%")
        }
        return text
    }

    private func overTime(_ sums: MoneySums) -> [Node] {
        if sums.problem != nil { return [] }
        let period = state.reportBasis?.period ?? .month
        return [
            .element(.h3, text: texts(.twelveMonths))
        ]
            + views(sums).map { view in
                .element(
                    .section, [.class("sum"), .label(texts(.twelveMonths) + " " + view.title)],
                    [
                        .element(.p, [.class("hint")], text: view.title),
                        chart(view.figures.year, .month, view.currency, savings: true),
                    ])
            } + [
                choices(
                    "filters periods", texts(.period),
                    ReportPeriod.allCases.map { choice(texts.period($0), $0 == period, .report(.period($0))) })
            ]
            + views(sums).map { view in
                .element(
                    .section, [.class("sum over-time"), .label(view.title)],
                    [
                        .element(.h3, text: view.title), chart(view.figures.periods, period, view.currency),
                        table(view, period), worth(view, period),
                    ])
            }
    }

    /// Counts the entries to sort, which are in no sum, and leads to them.
    func leftOut(_ sums: MoneySums) -> Node {
        var filter = sums.filter
        filter.kinds = [.unsorted]
        return leading(texts.leftOut(sums.leftOutCount, sums.leftOut), class: "left-out", filter)
    }

    /// Shows what a press leads to the entries of.
    private func leading(_ text: String, class name: String, _ filter: EntryFilter) -> Node {
        .element(.button, [.class(name), .isButton, .on(.click, .money(.rows(filter)))], text: text)
    }

    /// A bar up for each income and a bar down for each expense, on a scale of their own for each currency: the line on
    /// top is as high as the largest of all, which stands above it.
    ///
    /// - Parameter savings: whether a line shows the difference, and the bars say it.
    private func chart(
        _ periods: [PeriodTotals], _ period: ReportPeriod, _ currency: Currency, savings: Bool = false
    ) -> Node {
        guard periods.contains(where: { $0.totals.has(currency) }), let first = periods.first, let last = periods.last
        else { return .empty }
        var amounts = periods.flatMap { [$0.totals.income[currency], $0.totals.expense[currency]] }
        if savings { amounts += periods.map { (try? $0.totals.balance).flatMap { $0[currency] } } }
        let parts = Sum.parts(amounts)
        let largest = parts.firstIndex { abs($0) == 1_000 }.flatMap { amounts[$0] }
        let count = 1 + period.count(from: first.start, to: last.start)
        let slot = max(3, 1_000 / count)
        let width = slot * count
        var paths = ["", "", ""]
        for (index, part) in parts.enumerated() {
            let isSaving = index >= periods.count * 2
            let number = isSaving ? index - periods.count * 2 : index / 2
            let place = period.count(from: first.start, to: periods[number].start) * slot + slot / 2
            if isSaving {
                paths[2] += "\(paths[2].isEmpty ? "M" : "L")\(place) \(100 - part * 96 / 1_000)"
            } else if part != 0 {
                // An amount that isn't zero can be seen.
                let height = max(2, abs(part) * 96 / 1_000)
                paths[index & 1] += "M\(place) \(index & 1 == 0 ? 99 : 101)v\(index & 1 == 0 ? -height : height)"
            }
        }
        // However many periods there are, a bar is some pixels wide.
        let thickness = String(max(width / 300, min(60, slot * 3 / 5)))
        return chart(
            largest, "0 0 \(width) 200",
            [
                .element(.path, [.class("axis"), .attribute(.d, "M0 4h\(width)M0 100h\(width)")]),
                .element(.path, [.class("income"), .attribute(.strokeWidth, thickness), .attribute(.d, paths[0])]),
                .element(.path, [.class("expense"), .attribute(.strokeWidth, thickness), .attribute(.d, paths[1])]),
                .element(.path, [.class("worth"), .attribute(.d, paths[2])]),
            ],
            count > 62
                ? .empty
                : bars(
                    periods.filter { $0.totals.has(currency) }.map {
                        (
                            $0.start,
                            savings ? texts.flows($0.totals, in: currency) : texts.totals($0.totals, in: currency)
                        )
                    }, period, first.start, count, isOfRange: !savings),
            ends(first.start, last.start, period, count))
    }

    /// Lines under the largest sum.
    ///
    /// - Parameters:
    ///   - bars: empty where no bar of so many could be told from the next; the table has each of them.
    ///   - ends: the first period, and the last.
    func chart(_ largest: Sum?, _ box: String, _ lines: [Node], _ bars: Node, _ ends: Node) -> Node {
        .element(
            .div, [.class("chart")],
            [
                .element(
                    .p, [.attribute(.ariaHidden, "true")],
                    [.element(.span, text: largest.map { Language.grouped($0.shown) } ?? "")]),
                .element(
                    .svg,
                    [
                        .attribute(.viewBox, box), .attribute(.preserveAspectRatio, "none"),
                        .attribute(.ariaHidden, "true"),
                    ], lines),
                bars, ends,
            ])
    }

    /// The first period of a chart, and the last.
    func ends(_ first: CivilDate, _ last: CivilDate, _ period: ReportPeriod, _ count: Int) -> Node {
        .element(
            .p, [.attribute(.ariaHidden, "true")],
            (count > 1 ? [first, last] : [first]).map {
                .element(.span, text: texts.day($0, isMonth: period == .month))
            })
    }

    /// Lies over the bars of some periods, says what they come to and leads to their entries.
    ///
    /// - Parameter isOfRange: whether what is outside the days of the report doesn't count.
    func bars(
        _ periods: [(start: CivilDate, sums: String)], _ period: ReportPeriod, _ first: CivilDate, _ count: Int,
        isOfRange: Bool = true
    ) -> Node {
        var bars = (0..<count).map { _ in Node.element(.span) }
        var own = state.report.sums.filter
        if !isOfRange { own.range = ReportRange(from: nil, through: nil) }
        for (start, sums) in periods {
            let place = period.count(from: first, to: start)
            guard bars.indices.contains(place) else { continue }
            let text = texts.day(start, isMonth: period == .month) + texts(.colon) + sums
            bars[place] = .element(
                .button, [.isButton, .label(text), .on(.click, .money(.rows(own.of(period, from: start))))],
                [.element(.span, [.attribute(.ariaHidden, "true")], text: text)])
        }
        return .element(.div, [.class("bars")], bars)
    }

    private func table(_ view: SumView, _ period: ReportPeriod) -> Node {
        let currency = view.currency
        let periods = view.figures.periods.filter { $0.totals.has(currency) || view.isInBase }
        if periods.isEmpty { return .empty }
        return .element(
            .table, [.label(texts(.sums) + " " + view.title)],
            [head([texts.period(period), texts.kind(.income), texts.kind(.expense), texts(.balance)])]
                + periods.reversed().map { sums in
                    let totals = sums.totals
                    let balance = (try? totals.balance).flatMap { $0[currency] }
                    return line(
                        texts.label(sums, period),
                        totals.isEmpty
                            ? ["?", "?", "?"]
                            : [totals.income[currency], totals.expense[currency], balance]
                                .map { $0.map { texts.number($0) } ?? "" },
                        state.report.sums.filter.of(period, from: sums.start))
                })
    }

    func head(_ titles: [String]) -> Node {
        .element(
            .tr, [.class("heads")], titles.map { .element(.th, [.attribute(.scope, "col")], text: $0) })
    }

    /// - Parameter filter: of the entries that the line leads to.
    func line(_ name: String, _ sums: [String], _ filter: EntryFilter) -> Node {
        .element(
            .tr, [],
            [.element(.th, [.attribute(.scope, "row")], [leading(name, class: "lead", filter)])]
                + sums.map { .element(.td, text: $0) })
    }
}

extension State {
    /// All days on which there is an entry, up to today or later.
    public var wholeRange: ReportRange {
        let days = book.entries.byDay
        return ReportRange(
            from: min(days.last?.day ?? today, today), through: max(days.first?.day ?? today, today))
    }
}

extension Language {
    /// A sum without its currency.
    func number(_ sum: Sum) -> String { Self.grouped(sum.shown) }

    func grouping(_ grouping: MoneySums.Grouping) -> String {
        let phrase: Phrase =
            switch grouping {
            case .category: .category
            case .payee: .payee
            case .account: .account
            }
        return self(phrase)
    }

    /// The name of the entries without a tag, a payee or an account.
    func rest(of grouping: MoneySums.Grouping) -> String { self(grouping == .category ? .untagged : .everythingElse) }
}

extension Totals {
    fileprivate func has(_ currency: Currency) -> Bool { income[currency] != nil || expense[currency] != nil }
}
