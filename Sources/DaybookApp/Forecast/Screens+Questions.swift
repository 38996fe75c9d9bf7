import DaybookCore

extension Screens {
    /// Six questions, in the place of the list: a number and a sentence each.
    var questionsScreen: [Node] {
        let questions = state.questions
        return [
            bar, .empty,
            .element(
                .div, [.id("questions"), .class("report scroller")],
                (questions.problem.map { [.element(.p, [.class("problem")], text: texts.problem($0))] } ?? [])
                    + (questions.views.isEmpty
                        ? [.element(.p, [.class("side-hint")], text: texts(.noEntriesHint))]
                        : questions.views.enumerated().map { answers($0.offset, $0.element) })
                    + [goals]),
            .empty, entryFooter,
        ]
    }

    /// Beside them, the rows of one.
    var questionsPane: Node {
        let (place, question) = shownQuestion
        guard state.questions.views.indices.contains(place) else {
            return .element(.p, [.class("side-hint")], text: texts(.noEntriesHint))
        }
        let view = state.questions.views[place]
        return .element(
            .div, [.class("detail sums")],
            [
                .element(
                    .div, [.class("fields")],
                    [.element(.h2, text: texts(question.name))] + rows(of: question, view))
            ])
    }

    /// Beside the list one is always shown.
    private var shownQuestion: (place: Int, question: QuestionsState.Question) {
        let first = state.questions.views.firstIndex { $0.told != nil } ?? 0
        return state.questions.shown ?? (first, .surplus)
    }

    private func answers(_ place: Int, _ view: QuestionsState.View) -> Node {
        let isOne = state.questions.views.count == 1
        let title = view.isInBase ? texts(.allCurrencies, view.currency.code) : view.currency.code
        return .element(
            .section, [.class("questions"), .label(isOne ? texts(.questionsPlace) : title)],
            [isOne ? .empty : .element(.h2, text: title)] + missingRates(view.missing, view.currency)
                + [
                    view.missing.isEmpty
                        ? .empty : button(texts(.newRate), class: "choice", .form(.open(.rate, nil)))
                ]
                + (view.told.map { told in
                    QuestionsState.Question.allCases.map { answer($0, told, place, view) }
                } ?? []))
    }

    private func answer(
        _ question: QuestionsState.Question, _ told: SixQuestions, _ place: Int, _ view: QuestionsState.View
    ) -> Node {
        let isWide = state.navigation.window.isWide
        let shown = isWide ? shownQuestion : state.questions.shown
        let isShown = shown.map { $0 == (place, question) } ?? false
        let (number, sentence) = said(question, told, view)
        return .element(
            .div, [.class("left")],
            [
                .element(
                    .button,
                    [
                        .isButton, .id("ask-\(place)-\(question.rawValue)"), .state(.ariaExpanded, isShown),
                        .on(.click, .forecast(.ask(place, question))),
                    ],
                    [
                        .element(.span, text: texts(question.name)),
                        .element(.span, [.class(number.begins(with: "−") ? "much problem" : "much")], text: number),
                        .element(.span, text: sentence),
                    ]),
                isShown && !isWide ? .element(.div, [], rows(of: question, view)) : .empty,
            ])
    }

    /// The number of an answer, and its sentence. What can't be said yet says from when.
    private func said(
        _ question: QuestionsState.Question, _ told: SixQuestions, _ view: QuestionsState.View
    ) -> (String, String) {
        func sum(_ sum: Sum) -> String { texts.sum(sum.rounded) }
        func notYet(_ other: Phrase) -> String { told.since.map { texts(.toldFrom, texts.day($0)) } ?? texts(other) }
        switch question {
        case .surplus:
            let atEnd = texts(.surplusAtEnd, sum(told.surplusAtEnd))
            let usual = told.usualSurplus.map { texts(.comma) + texts(.surplusUsual, sum($0)) } ?? ""
            return (sum(told.surplus), atEnd + usual)
        case .runway:
            guard let days = told.runway else { return ("–", notYet(.nothingSpent)) }
            let until =
                days < 36_500 ? texts(.untilChip, texts.day(state.today.adding(days: days))) + texts(.comma) : ""
            let paid = told.lastsUntil.map { texts(.withBills, texts.day($0)) } ?? ""
            return (texts(.countDays, Int(days)), until + texts(.atPace, told.days) + paid)
        case .assets: return (sum(told.assets), texts(.mayBeSpent, sum(told.liquid)))
        case .debts:
            let names = view.balances.filter { $0.balance.coefficient < 0 }.map { $0.account.name }
            if names.isEmpty { return (sum(told.debts), texts(.nothingOwed)) }
            guard let plan = told.debtPlan else { return (sum(told.debts), names.joined(separator: texts(.comma))) }
            let part = plan.isWhole ? "" : texts(.debtsPart)
            if let months = plan.months, let interest = plan.interest {
                return (sum(told.debts), texts(.debtsEnd, texts(.countMonths, months), sum(interest)) + part)
            }
            return (sum(told.debts), plan.growth.map { texts(.debtsGrow, sum($0)) + part } ?? "")
        case .saving:
            guard let share = told.saving else { return ("–", notYet(.nothingCame)) }
            let size = share.magnitude
            let percent = Language.grouped(Int(size / 10)) + "." + String(size % 10) + "\u{A0}%"
            return ((share < 0 ? "−" : "") + percent, texts(.ofIncome, told.days))
        case .costs:
            let offered = proposals(of: view).count
            let more = offered == 0 ? "" : texts(.moreComeAgain, offered)
            if let day = told.since { return (sum(told.yearOfBills), texts(.billsAlone, texts.day(day)) + more) }
            let all = (try? told.yearOfBills.adding(told.yearOfRest)) ?? told.yearOfRest
            return (
                sum(all), texts(.billsAndRest, sum(told.yearOfBills), sum(told.yearOfRest), String(told.days)) + more
            )
        }
    }

    // MARK: Their rows

    private func rows(of question: QuestionsState.Question, _ view: QuestionsState.View) -> [Node] {
        guard let told = view.told else { return [] }
        let zero = Sum(.zero(view.currency))
        func accounts(_ isIn: (AccountBalance) -> Bool) -> [Node] {
            view.balances.filter(isIn).map { balance in
                // Each as it is kept, also where all are told in one currency.
                let own = state.accounts.balances.first { $0.account.id == balance.account.id } ?? balance
                var filter = EntryFilter()
                filter.account = state.accounts.scope(of: balance.account)
                return place(balance.account.name, texts.sum(own.balance), .money(.rows(filter)))
            }
        }
        func entries(_ kind: EntryKind, _ sum: Sum, _ range: ReportRange, _ name: String) -> Node {
            var filter = EntryFilter()
            (filter.range, filter.kinds) = (range, [kind])
            return place(texts.kind(kind) + " · " + name, texts.sum(sum.rounded), .money(.rows(filter)))
        }
        let month = ReportRange(1, of: state.today)
        let year = ReportRange(from: told.year.start, through: state.today)
        let days = texts(.lastDays, told.days)
        switch question {
        case .surplus:
            let name = texts.day(state.today, isMonth: true)
            let planned = view.planned.filter { $0.flow != .transfer && $0.day <= state.today.endOfMonth }
                .sorted { ($0.day, $0.id) < ($1.day, $1.id) }
            return [
                entries(.income, told.month.income, month, name),
                entries(.expense, told.month.expense.negated, month, name),
            ] + planned.map { known($0) }
        case .runway:
            return accounts { $0.account.isSpendable && zero.isBelow($0.balance) }
                + [
                    entries(.expense, told.year.expense.negated, year, days),
                    place(texts(.forecastPlace), "", .forecast(.open(nil, view.currency))),
                ]
                + (told.typicalDay.map { [self.told(texts(.typicalDay), $0.rounded)] } ?? [])
        case .assets: return accounts { zero.isBelow($0.balance) }
        case .debts:
            let owing = accounts { $0.balance.isBelow(zero) }
            return owing.isEmpty ? [] : owing + [place(texts(.payOffPlace), "", .forecast(.payOff(nil)))]
        case .saving:
            return [
                entries(.income, told.year.income, year, days),
                entries(.expense, told.year.expense.negated, year, days),
            ]
        case .costs:
            let bills = view.bills
            var filter = EntryFilter()
            (filter.range, filter.kinds) = (year, [.expense])
            return (bills.isEmpty ? [.element(.p, [.class("hint")], text: texts(.noBills))] : bills.map { bill($0) })
                + [
                    .element(
                        .div, [.class("bill")],
                        [
                            place(
                                texts(.everythingElse), texts.sum(told.yearOfRest.rounded),
                                .money(.rows(filter))), .element(.span),
                        ])
                ] + offers(proposals(of: view))
        }
    }

    // MARK: Rows that come again

    private func proposals(of view: QuestionsState.View) -> [BillProposal] {
        state.questions.proposals.filter { view.isInBase || $0.amount.currency == view.currency }
    }

    private func offers(_ proposals: [BillProposal]) -> [Node] {
        if proposals.isEmpty { return [] }
        return [.element(.h2, text: texts(.comesAgain))] + proposals.map { offer($0) }
    }

    /// What comes again, and beside it what makes a to-do of it, or has it not be offered again.
    private func offer(_ proposal: BillProposal) -> Node {
        func answer(_ phrase: Phrase, _ look: String, _ id: String, _ action: ForecastAction) -> Node {
            .element(
                .button,
                [
                    .class(look), .isButton, .id(id + proposal.id.text), .label(texts(phrase) + " " + proposal.payee),
                    .on(.click, .forecast(action)),
                ], text: texts(phrase))
        }
        let sum = texts.amount(proposal.amount, proposal.kind)
        return .element(
            .div, [.class("bill offer")],
            [
                .element(
                    .div, [.class("known")],
                    [
                        .element(.span, [.isOwnWords], text: proposal.payee),
                        .element(
                            .span, [.class("hint")],
                            text: [
                                proposal.isAbout ? "≈ " + sum : sum,
                                texts.rule(Repeat(proposal.rule, .every, anchor: proposal.due)),
                                texts.day(proposal.due, from: state.today),
                            ].joined(separator: " · ")),
                    ]),
                answer(.add, "choice", "add-", .accept(proposal.id)),
                answer(.notABill, "quiet", "refuse-", .refuse(proposal.id)),
            ])
    }

    /// A year's cost of a to-do, and beside it what ends its rule.
    private func bill(_ bill: QuestionsState.View.Bill) -> Node {
        let todo = state.book[bill.id]
        let title = todo?.title ?? ""
        let isEnding = todo?.rule.map { $0.until == todo?.due || $0.count == 1 } ?? true
        return .element(
            .div, [.class("bill")],
            [
                place(
                    "\(bill.count) × " + title, texts.sum(bill.sum.negated.rounded), .forecast(.item(bill.id, .todo))),
                isEnding
                    ? .element(.span, [.class("hint")], text: texts(.lastTime))
                    : .element(
                        .button,
                        [
                            .class("quiet"), .isButton, .label(texts(.endBill) + " " + title),
                            .on(.click, .forecast(.end(bill.id))),
                        ], text: texts(.endBill)),
            ])
    }

    /// A row that is known to come; a press opens it.
    func known(_ item: PlannedMoney) -> Node {
        place(
            texts.day(item.day, from: state.today) + " · " + name(of: item), texts.sum(item.sum.rounded),
            .forecast(.item(item.id, item.source)))
    }

    /// Its name.
    func name(of item: PlannedMoney) -> String {
        switch item.source {
        case .todo: state.book[item.id]?.title ?? state.forecast.tries.first { $0.id == item.id }?.title ?? ""
        case .entry: state.book.entries[item.id].map { title($0) } ?? ""
        case .transfer: state.book.transfer(item.id).map { state.accounts.title($0) } ?? ""
        case .interest: state.book.account(item.id)?.name ?? ""
        }
    }
}

extension QuestionsState.Question {
    var name: Phrase {
        switch self {
        case .surplus: .surplus
        case .runway: .runway
        case .assets: .allAssets
        case .debts: .debts
        case .saving: .saving
        case .costs: .yearCosts
        }
    }
}
