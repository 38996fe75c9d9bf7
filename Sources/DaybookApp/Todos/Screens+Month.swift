import DaybookCore

extension State {
    /// True where a month stands beside what is to come: rows can be dragged onto its days.
    var showsMonth: Bool {
        todos.filter == .upcoming && !navigation.isMoney && navigation.route == .list && navigation.window.isWide
    }

    /// The first day of the month that is shown.
    var month: CivilDate { todos.month ?? today.startOfMonth }
}

extension Screens {
    /// A month beside what is to come. A day shows its to-dos, and takes rows that are dropped on it.
    var monthPane: Node {
        let month = state.month
        // Days that are over are soft.
        let first = (state.todos.month ?? state.today).startOfWeek(from: state.settings.firstWeekday)
        var names: [Node] = []
        var days: [Node] = []
        for place in 0..<Int64(42) {
            if place < 7 {
                names.append(.element(.span, text: texts.shortWeekday((state.settings.firstWeekday + place) % 7)))
            }
            let day = first.adding(days: place)
            days.append(self.day(day, isOther: state.todos.month == nil ? day < state.today : day.month != month.month))
        }
        return .element(
            .div, [.class("month")],
            [
                .element(
                    .header, [.class("bar")],
                    [
                        .element(.h2, text: texts.day(month, isMonth: true)),
                        icon(texts(.previousMonth), class: "back", id: "month-before", .todos(.showMonth(-1))),
                        button(texts.filter(.today), class: "quiet", .todos(.showMonth(0))),
                        icon(texts(.nextMonth), class: "back forth", id: "month-after", .todos(.showMonth(1))),
                    ]),
                .element(.div, [.class("weekdays"), .attribute(.ariaHidden, "true")], names),
                .element(.div, [.class("month-days")], days),
            ])
    }

    private func day(_ day: CivilDate, isOther: Bool) -> Node {
        let ids = state.visible[.day(day)]
        let id = "day-" + day.text
        var name = "month-day"
        if isOther { name += " other" }
        if day == state.today { name += " now" }
        if state.isTarget(id) { name += " target" }
        let label = texts.longDay(day) + (ids.isEmpty ? "" : texts(.stop) + texts(.countOpen, ids.count))
        var lines = [Node.element(.span, text: day.day == 1 ? texts.shortDay(day) : String(day.day))]
        // Shows as many as fit; the list has them all.
        for id in ids.prefix(3) {
            lines.append(.element(.span, [.class("name")], text: state.book[id]?.title.cut(to: 60) ?? ""))
        }
        if ids.count > 3 {
            lines.append(.element(.span, [.class("name")], text: "+" + Language.grouped(ids.count - 3)))
        }
        return .element(
            .button, [.class(name), .id(id), .isButton, .label(label), .on(.click, .todos(.addOn(day)))], lines)
    }
}
