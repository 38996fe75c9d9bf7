import DaybookCore

extension Screens {
    /// The arrows to the month before and after, beside the name of the month.
    var monthSteps: Node {
        let range = state.shownRange
        func step(_ step: Int64, _ phrase: Phrase, _ look: String) -> Node {
            // All is shown with this month.
            let wanted = range.moved(by: step) ?? range
            let isNow = wanted == ReportRange(1, of: state.today)
            return icon(
                texts(phrase), class: look,
                .money(.filter(.days(isNow ? ReportRange(from: nil, through: nil) : wanted))))
        }
        return .element(
            .span, [.class("steps")], [step(-1, .previousMonth, "back"), step(1, .nextMonth, "back forth")])
    }

    /// The name of the month that is shown, with its year unless that is this one.
    var monthName: String {
        let month = state.shownRange.from ?? state.today
        return month.year == state.today.year
            ? texts.word(month.month - 1, of: .monthNames) : texts.day(month, isMonth: true)
    }

    /// The sums of what came in and went out in the month.
    var monthFlows: String {
        let sums = state.report.sums
        return homeViews(sums).map { texts.flows($0.figures.all, in: $0.currency) }.joined(separator: " · ")
    }

    /// The month by category, above the line; built again only if it changed. Where there is one column it is part of the
    /// list.
    var monthPart: Node {
        guard state.isMoneyHome, state.navigation.window.isWide else { return .empty }
        return spendingRow
    }

    private var spendingRow: Node {
        let sums = state.report.sums
        let isBudget = state.showsEnvelopes
        return .element(
            .section, [.class("shares"), .label(texts(isBudget ? .budgetPlace : .category))],
            isBudget
                ? (sums.leftOutCount == 0 ? [] : [leftOut(sums)]) + envelopeShares
                : [cached(sums, 2) { [self] in spending(sums) }])
    }

    /// In one column, above the rows: what is left, the accounts on a phone, the month by category, and what comes.
    var homeHead: Node {
        guard state.isMoneyHome, !state.navigation.window.isWide else { return .empty }
        let isPhone = !state.navigation.window.hasSideBar
        return .element(
            .div, [.class("home")],
            leftParts + [
                isPhone ? cards : .empty,
                !isPhone
                    ? .empty
                    : .element(
                        .div, [.class("heading")],
                        [
                            .element(.h2, text: monthName), monthSteps,
                            .element(.span, [.class("totals")], text: texts.totals(state.report.sums.figures.all)),
                        ]),
                spendingRow,
            ])
    }

    /// The accounts on a phone, each with what is in it.
    private var cards: Node {
        let own = state.accounts.balances.filter { !$0.account.isClosed }
        guard own.count > 1, state.accounts.problem == nil else { return .empty }
        return .element(
            .nav, [.class("cards"), .label(texts(.accounts))],
            own.map { balance in
                place(balance.account.name, texts.sum(balance.balance), .account(.show(balance.account.id)))
            })
    }

    // MARK: What is left

    /// The money that is left until payday, in each currency; a press shows its accounts and bills.
    var leftParts: [Node] {
        state.accounts.left.map { left in
            let isOpen = state.entries.showsLeft
            let until = texts.longDay(left.payday ?? left.last, isShort: true)
            return .element(
                .section, [.class("left")],
                [
                    .element(
                        .button,
                        [
                            .isButton, .id("left-" + left.money.currency.code), .state(.ariaExpanded, isOpen),
                            .on(.click, .money(.toggleLeft)),
                        ],
                        [
                            .element(.span, text: texts(.leftUntil, until)),
                            .element(.span, [.class("much")], text: texts.sum(left.sum)),
                            .element(
                                .span, text: left.aDay.map { texts(.aDay, Int(left.days), texts.number($0)) } ?? ""),
                        ]),
                    isOpen ? .element(.div, [], parts(of: left)) : .empty,
                ])
        }
    }

    /// The accounts that are counted, and what goes out.
    private func parts(of left: LeftToSpend) -> [Node] {
        left.accounts.map { place($0.account.name, texts.sum($0.balance), .account(.show($0.account.id))) }
            + left.items.map { known($0) }
            + [place(texts(.forecastPlace), "", .forecast(.open(nil, left.money.currency)))]
    }

    /// Beside the list: what is left, and what comes.
    var homeSide: Node {
        let plans = Array(state.entries.plans.shown)
        if state.accounts.left.isEmpty && plans.isEmpty {
            return .element(.p, [.class("side-hint")], text: texts(.noEntriesHint))
        }
        return .element(
            .div, [.class("home scroller")], leftParts + [outlook, plans.isEmpty ? .empty : upcoming(plans)])
    }
}

extension State {
    /// The height of `homeHead` in CSS pixels, as app.css has it.
    var homeHeight: Int {
        guard isMoneyHome, !navigation.window.isWide else { return 0 }
        var height = 0
        for left in accounts.left {
            height += 96 + (entries.showsLeft ? rowHeight * (left.accounts.count + left.items.count + 1) : 0)
        }
        if !navigation.window.hasSideBar {
            height += ListLayout.headingHeight
            if accounts.problem == nil, accounts.balances.count(where: { !$0.account.isClosed }) > 1 { height += 72 }
        }
        if report.sums.leftOutCount > 0 { height += 36 }
        let few = showsEnvelopes ? [] : report.sums.few
        if showsEnvelopes, let page = budget.page {
            height += 36 * (homeEnvelopes.count + (page.rest.coefficient == 0 ? 1 : 2))
        }
        for part in few where !part.lines.isEmpty { height += 36 * (part.lines.count + (few.count > 1 ? 1 : 0)) }
        return height
    }
}
