import DaybookCore

extension Screens {
    /// A chip for each thing that a to-do has or can have; below them the fields of the chip that is open.
    func parts(_ todo: Todo) -> [Node] {
        var chips: [Node] = []
        if !todo.isCompleted {
            let isOn = todo.isPut(onToday: state.today)
            let put = FieldValue.day(state.today)
            chips.append(
                .element(
                    .button,
                    [
                        .class(isOn ? "chip on" : "chip unset"), .isButton, .state(.ariaPressed, isOn),
                        .on(
                            .click,
                            isNew
                                ? .editing(.set(.todayDay, isOn ? .nothing : put))
                                : .item(.putOnToday(todo.id, !isOn))),
                    ], text: texts(.onToday)))
        }
        var editors: [Node] = []
        for part in DetailPart.allCases {
            guard let value = value(of: part, todo) else {
                editors.append(.empty)
                continue
            }
            let isOpen = isOpen(part)
            var look = value.isEmpty ? "chip unset" : "chip"
            if part == .list, let list = state.book.list(of: todo) { look += " " + list.dotClass }
            if part == .priority { look += priorityClass(todo) }
            if part == .due, isOverdue(todo) { look += " late" }
            let name = texts(part.name)
            chips.append(
                .element(
                    .button,
                    [
                        .class(look), .id("chip-\(part.rawValue)"), .isButton, .state(.ariaExpanded, isOpen),
                        .attribute(.ariaLabel, value.isEmpty ? nil : name + texts(.colon) + value),
                        .on(.click, .editing(.open(part))),
                    ], text: value.isEmpty ? name : part == .due ? name + " " + value : value))
            // Each has a place: where one of two closes, the other stays, with the focus.
            editors.append(isOpen ? .element(.div, [.class("editor")], editor(of: part, todo)) : .empty)
        }
        return [.element(.div, [.class("chips")], chips)] + editors + [booking(todo)]
    }

    /// Opened by a person, or by words in it that can't be taken.
    private func isOpen(_ part: DetailPart) -> Bool {
        if state.editing.part == part { return true }
        guard let field = part.field, let draft = draft(field) else { return false }
        return !isNew || state.problem(of: draft, in: field, world) != nil
    }

    /// The words on a chip: empty while it isn't set, nil if it can't be.
    private func value(of part: DetailPart, _ todo: Todo) -> String? {
        func day(_ day: CivilDate?, _ time: TimeOfDay?) -> String {
            day.map { texts.day($0, from: state.today) + (time.map { " " + $0.clock } ?? "") } ?? ""
        }
        switch part {
        case .due: return day(todo.due, todo.dueTime)
        case .start: return todo.start == nil ? "" : texts(.fromDay, day(todo.start, todo.startTime))
        case .reminders:
            return todo.isCompleted
                ? nil : todo.reminders.map { texts.reminder($0) }.joined(separator: texts(.listComma))
        case .repeats:
            if todo.isPastOccurrence || todo.isCompleted { return nil }
            return todo.repeats.map { $0.rule.isEmpty ? "" : texts.rule($0) } ?? ""
        case .list: return state.book.lists.isEmpty ? nil : state.book.list(of: todo)?.name ?? ""
        case .priority: return priority(todo) ?? ""
        case .tags: return todo.tags.map { "#" + $0 }.joined(separator: " ")
        case .amount:
            guard let amount = todo.amount else { return "" }
            let payer = state.payer(of: todo).map {
                " " + texts(todo.books == .income ? .paidInto : .paidFrom, $0.name)
            }
            let into = state.receiver(of: todo).map { " " + texts(.paidInto, $0.name) }
            return (todo.isAbout ? "± " : "") + texts.amount(amount, todo.books == .income ? .income : .unsorted)
                + (payer ?? "") + (into ?? "")
        }
    }

    private func editor(of part: DetailPart, _ todo: Todo) -> [Node] {
        switch part {
        case .due: [dayField(.day, texts(.dueDay), Todo.typed(todo.due, todo.dueTime), todo.dueTime)]
        case .start: [dayField(.start, texts(.start), Todo.typed(todo.start, todo.startTime), todo.startTime)]
        case .reminders: [reminderControls(todo)]
        case .repeats: [repeatControl(todo)]
        case .list, .priority:
            [choices("filters segment", texts(part.name), choices(of: part, [todo]) { .editing(.change($0)) })]
        // Parted by commas; those that are known are offered.
        case .tags:
            [
                detailField(
                    .tags, texts(.tags), todo.tags.joined(separator: ", "), more: completing(.details),
                    below: completions(.details))
            ]
        case .amount: [detailField(.amount, texts(.amountLabel), todo.amount?.text ?? "")] + bookingControls(todo)
        }
    }

    /// A field of a day, to be typed in words or picked from those that are usual or the system's calendar; below it what
    /// was understood.
    ///
    /// - Parameter time: what stays if another day is picked.
    private func dayField(_ field: FormField, _ label: String, _ value: String, _ time: TimeOfDay?) -> Node {
        let when = TypedWhen(draft(field) ?? value, now: state.clock)
        let picker = Node.element(
            .input,
            [
                .id(routeName + "-" + field.rawValue + "-pick"), .attribute(.type, "date"),
                .label(texts(.pickDay, label)),
                .attribute(.value, when?.day.text ?? ""),
                .ask(.input) { .editing(.field(field, Todo.typed(CivilDate($0.text), time))) },
                .on(.change, .editing(.commitDetail)),
            ])
        return detailField(
            field, label, value, more: [.attribute(.placeholder, texts(.dayHint))], beside: picker,
            below: .element(
                .div, [.class("below")],
                [
                    .element(
                        .p, [.class("reading"), .attribute(.ariaLive, "polite")],
                        text: when.map { texts.longDay($0.day) + ($0.time.map { " " + $0.text } ?? "") } ?? ""),
                    .element(
                        .div, [.class("filters segment")],
                        usualDays.map { name, day in
                            choice(name, when?.day == day, .editing(.pick(field, Todo.typed(day, time))))
                        }),
                ]))
    }

    /// The days that people mean most, and none.
    var usualDays: [(name: String, day: CivilDate?)] {
        let today = state.today
        let monday = today.startOfWeek().adding(days: 7)
        return [
            (texts(.today), today), (texts(.tomorrow), today.adding(days: 1)),
            (texts(.weekend), monday.adding(days: today.weekday == 6 ? 5 : -2)), (texts.shortWeekday(0), monday),
            (texts(.nextWeek), today.adding(days: 7)), (texts(.noPriority), nil),
        ]
    }

    /// Says what finishing it will record.
    private func booking(_ todo: Todo) -> Node {
        guard let amount = todo.amount, !todo.isCompleted else { return .empty }
        if let into = state.receiver(of: todo) {
            let from = state.payer(of: todo)?.name ?? MoneyAccount.default(of: amount.currency).name
            return .element(
                .p, [.class("hint")], text: texts(.movesWhenDone, texts.amount(amount, .unsorted), from, into.name))
        }
        let place = state.payer(of: todo).map { texts(.recordsIn, $0.name) } ?? ""
        let tags = todo.tags.map { "#" + $0 }.joined(separator: " ")
        return .element(
            .p, [.class("hint")],
            text: texts(
                .recordsWhenDone, texts.amount(amount, todo.amountKind), place,
                tags.isEmpty ? "" : texts(.recordsTagged, tags)))
    }
}
