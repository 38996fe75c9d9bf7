import DaybookCore

extension Screens {
    /// A currency in which sums are told.
    struct SumView {
        let title: String
        let currency: Currency
        let figures: MoneySums.Figures
        var missing: [BaseTotals.MissingRate] = []
        var isInBase: Bool { figures.isInBase }
    }

    /// The currencies of the report: first all in the usual one, where any rate is known, then each by itself.
    func views(_ sums: MoneySums) -> [SumView] {
        var views = sums.figures.currencies.map { SumView(title: $0.code, currency: $0, figures: sums.figures) }
        if let base = sums.inBase {
            views.insert(
                SumView(
                    title: texts(.allCurrencies, base.currency.code), currency: base.currency, figures: base.figures,
                    missing: base.missing), at: 0)
        }
        return views
    }

    /// The currencies of the sums above the list: the usual one where all rates are known, else each.
    func homeViews(_ sums: MoneySums) -> [SumView] {
        let all = views(sums)
        guard let first = all.first, first.isInBase else { return all }
        return first.missing.isEmpty ? [first] : Array(all.dropFirst())
    }

    /// A bar that lies, with the sum beside it, its share and the change since the range before. It leads to its rows.
    ///
    /// - Parameters:
    ///   - part: its length, in thousandths.
    ///   - whole: of which the share is told; nil for none.
    func share(
        _ line: MoneySums.Line, _ name: String, _ kind: EntryKind, _ view: SumView, part: Int, of whole: Sum?,
        _ rest: Action? = nil
    ) -> Node {
        let (now, before) = line.sums(kind, view.currency, isInBase: view.isInBase)
        guard let now else { return .empty }
        let change = before.flatMap { now.percent(of: $0) }.map { $0 - 100 }
        let isNew = state.report.sums.isCompared && before == nil && line.filter != nil && !line.name.isEmpty
        var filter = line.filter
        filter?.kinds = [kind]
        let action = filter.map { Action.money(.rows($0)) } ?? rest
        return .element(
            action == nil ? .div : .button,
            [
                .class(change ?? 0 > 10 ? "share more-spent" : "share"),
                .attribute(.type, action == nil ? nil : "button"),
            ]
                + (action.map { [.on(.click, $0)] } ?? []),
            [
                .element(.span, [.class("share-name"), .isOwnWords], text: name),
                track(part),
                .element(.span, [.class("sum-of")], text: texts.number(now)),
                whole.map {
                    .element(.span, [.class("portion")], text: now.percent(of: $0).map { "\($0)\u{A0}%" } ?? "")
                }
                    ?? .empty,
                .element(
                    .span, [.class("change")],
                    text: change.map { texts.change($0) } ?? (isNew ? texts(.isNew) : "")),
            ])
    }

    /// A bar of so many thousandths.
    func track(_ part: Int) -> Node {
        .element(
            .svg,
            [
                .class("track"), .attribute(.viewBox, "0 0 1000 1"), .attribute(.preserveAspectRatio, "none"),
                .attribute(.ariaHidden, "true"),
            ], [.element(.path, [.attribute(.d, "M0 .5h\(part)")])])
    }

    /// The spending of a month by category, as far as it is known without the report.
    func spending(_ sums: MoneySums) -> [Node] {
        let views = homeViews(sums)
        return (sums.leftOutCount == 0 ? [] : [leftOut(sums)])
            + zip(views, sums.few).flatMap { view, few in
                let lines = few.lines
                let parts = Sum.parts(lines.map { $0.sums(.expense, view.currency, isInBase: view.isInBase).now })
                return
                    (views.count > 1 && !lines.isEmpty ? [.element(.p, [.class("share-head")], text: view.title)] : [])
                    + zip(lines, parts).map { line, part in
                        share(
                            line, line.name.isEmpty ? texts(.everythingElse) : line.name, .expense, view, part: part,
                            of: nil)
                    }
            }
    }
}

extension Language {
    /// A change in percent, with its sign.
    func change(_ percent: Int) -> String {
        (percent > 0 ? "+" : percent == 0 ? "±" : "") + Self.grouped(percent) + "\u{A0}%"
    }

    /// Income, expense and their difference: “In 3,180.00 Out 3,293.00 −113.00 EUR”, with spaces that a page keeps.
    func flows(_ totals: Totals, in currency: Currency) -> String {
        let none = Sum(.zero(currency))
        let (income, expense) = (totals.income[currency] ?? none, totals.expense[currency] ?? none)
        var parts = [self(.cameIn) + "\u{A0}" + number(income), self(.wentOut) + "\u{A0}" + number(expense)]
        if let difference = try? income.adding(expense.negated) {
            parts.append((difference.coefficient > 0 ? "+" : "") + sum(difference))
        }
        return parts.joined(separator: "\u{2003}")
    }

    /// Tells what to call days in a row: “Nov 2026”, “Q3 2026”, “2026”, “Jul 1, 2026 – Aug 15, 2026”.
    func range(_ range: ReportRange) -> String {
        guard let from = range.from else { return "– " + (range.through.map { day($0) } ?? "") }
        switch range.months {
        case 1: return day(from, isMonth: true)
        case 3: return self(.quarterName, String((from.month + 2) / 3), String(from.year))
        case 12: return String(from.year)
        default: return day(from) + " –" + (range.through.map { " " + day($0) } ?? "")
        }
    }
}
