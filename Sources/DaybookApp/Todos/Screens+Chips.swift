import DaybookCore

extension State {
    /// The reading of the field that adds a to-do.
    var quick: QuickTodo {
        QuickTodo(
            todos.newTitle, now: clock, literal: todos.literal, lists: book.lists, accounts: book.accounts,
            usual: usualCurrency, local: settings.language.usualCurrency)
    }
}

extension State {
    /// The book and the clock that the lines of templates are read with.
    ///
    /// - Parameter now: what clocks show, or showed.
    func quickContext(at now: LocalTime) -> QuickContext {
        QuickContext(
            now: now, lists: book.lists, accounts: book.accounts, usual: usualCurrency,
            local: settings.language.usualCurrency)
    }
}

extension Screens {
    /// Shows what is understood of a new to-do; each chip puts its words back into the title.
    var chips: [Node] {
        if state.todos.newTitle.isBlank { return [] }
        let quick = state.quick
        let values = quick.values
        let due = values[.due]?.day.map { texts.day($0, from: state.today) } ?? ""
        // A line that names no day has one all the same.
        let namesDay = quick.parts.contains { if case .due = $0.meaning { true } else { false } }
        let hasRule = values[.repeats] != nil
        return quick.parts.map { part in
            let text: String
            switch part.meaning {
            case .due(let day, let time):
                text = texts.day(day, from: state.today) + (time.map { " " + $0.clock } ?? "")
            case .time(let time): text = namesDay || hasRule ? time.clock : due + " " + time.clock
            case .repeats(let rule, let isAfterDone):
                let words = texts.rule(Repeat(rule.text, isAfterDone ? .afterDone : .passing, anchor: state.today))
                text = namesDay ? words : words + " · " + due
            case .until(let day): text = texts(.untilChip, texts.day(day))
            case .times(let count): text = texts.times(count)
            case .amount(let amount): text = texts.amount(amount, .unsorted)
            case .list(_, let name): text = name
            case .account(_, let name): text = texts(.paidFrom, name)
            case .into(_, let name): text = texts(.paidInto, name)
            case .income: text = texts(.income)
            case .tag(let name): text = "#" + name
            case .priority(let number):
                text = Phrase(choice: Int(number), of: Todo.priorities).map { texts($0) } ?? part.text
            }
            let label = texts(.takeLiterally, text, part.text)
            let action = Action.todos(.takeLiterally(part.text))
            return .element(
                .button,
                [
                    .class("part"), .isButton, .label(label), .attribute(.title, label), .on(.click, action),
                    .ask(.keydown) { $0.text == "Delete" || $0.text == "Backspace" ? action : nil },
                ], text: text)
        }
    }
}
