import DaybookCore

extension Screens {
    func row(_ entry: Entry) -> Node {
        let id = entry.id
        var name = "row entry " + entry.kind.name
        var shiftX: Int?
        switch state.gesture {
        case .swipe(id, _, let distance):
            name += " pulled"
            shiftX = distance
        case .swiped(id):
            name += " swiped"
            shiftX = -Reducer.swipeWidth
        case .none, .pressed, .swipe, .swiped, .drag: break
        }
        if state.route == .entry(id) { name += " current" }
        return .element(
            .li, key: Key(id.high, id.low),
            [
                .class(name), .attribute(.shiftX, shiftX.map { String($0) }),
                .ask(.pointerdown) {
                    $0.modifiers.contains(.touch) ? .gesture(.pressRow(id, x: $0.x, y: $0.y)) : nil
                },
                .ask(.pointermove) { .gesture(.move(x: $0.x, y: $0.y)) },
                .on(.pointerup, .gesture(.release)), .on(.pointercancel, .gesture(.cancel)),
                .ask(.keydown) { $0.text == "Delete" || $0.text == "Backspace" ? .money(.delete(id)) : nil },
                .ask(.contextmenu) { .screen(.openMenu(id, x: $0.x, y: $0.y)) },
            ],
            [
                .element(
                    .button,
                    [
                        .class("open"), .id("open-" + id.text), .attribute(.type, "button"),
                        .on(.click, .money(.edit(id))),
                    ],
                    [
                        .element(.span, [.class("name")], text: texts.title(entry)),
                        .element(.span, [.class("more-text")], text: texts.particulars(entry)),
                    ]),
                entry.voice.map { playButton($0) } ?? .empty,
                .element(.span, [.class("amount")], text: entry.amount.map { texts.amount($0, entry.kind) } ?? ""),
                entry.isSynced
                    ? .empty
                    : .element(
                        .span,
                        [
                            .class("unsynced"), .attribute(.role, "img"), .label(unsyncedText),
                            .attribute(.title, unsyncedText),
                        ]),
                .element(
                    .button,
                    [
                        .class("icon more"), .id("more-" + id.text), .attribute(.type, "button"),
                        .label(texts.more(texts.title(entry))), .attribute(.ariaHaspopup, "menu"),
                        .ask(.click) { .screen(.openMenu(id, x: $0.x, y: $0.y)) },
                    ]),
                shiftX == nil
                    ? .empty
                    : .element(
                        .div, [.class("swipe")],
                        [
                            button(texts.edit, class: "details", .money(.edit(id))),
                            button(texts.delete, class: "danger", .money(.delete(id))),
                        ]),
            ])
    }

    func menu(_ entry: Entry, _ x: Int, _ y: Int) -> Node {
        let id = entry.id
        let kinds = entry.amount == nil ? [] : EntryKind.allCases.filter { $0 != entry.kind }
        return menu(
            texts.more(texts.title(entry)),
            [(texts.edit, "details", .money(.edit(id)))]
                + kinds.map { (texts.kind($0), "kind " + $0.name, .money(.sort(id, $0))) }
                + [(texts.delete, "danger", .money(.delete(id)))], x, y)
    }

    func entryForm(_ form: EntryForm) -> Node {
        .element(
            .form, [.class("form entry-form"), .on(.submit, .money(.save))],
            [
                .element(
                    .header, [.class("bar")],
                    [
                        icon(texts.back, class: "back", .screen(.back)),
                        .element(.h2, text: form.entry == nil ? texts.newEntry : texts.details),
                        form.entry?.voice.map { playButton($0) } ?? .empty,
                        form.entry.map { icon(texts.delete, class: "trash", .money(.delete($0.id))) } ?? .empty,
                    ]),
                .element(
                    .div, [.class("fields")],
                    [
                        .element(
                            .div, [.class("filters kinds"), .attribute(.role, "group"), .label(texts.kindLabel)],
                            [EntryKind.expense, .income, .unsorted].map { kind in
                                choice(texts.kind(kind), kind == form.kind, changed { $0.kind = kind })
                            }),
                        .element(
                            .div, [.class("money-field")],
                            [
                                field(.amount, texts.amountLabel, form.amount) { $0.amount = $1 },
                                field(.currency, texts.currency, form.currency) { $0.currency = $1 },
                            ]),
                        field(.day, texts.dayLabel, form.day) { $0.day = $1 },
                        field(.note, texts.note, form.note) { $0.note = $1 },
                        field(.place, texts.place, form.place) { $0.place = $1 },
                        field(.tags, texts.tags, form.tags) { $0.tags = $1 },
                    ]),
                .element(
                    .footer, [.class("actions")],
                    [
                        button(texts.cancel, class: "quiet", .screen(.back)),
                        .element(.button, [.class("primary save"), .attribute(.type, "submit")], text: texts.save),
                    ]),
            ])
    }

    private func changed(_ change: (inout EntryForm) -> Void) -> Action {
        Screens.changed(state.money.form, change)
    }

    private static func changed(_ form: EntryForm?, _ change: (inout EntryForm) -> Void) -> Action {
        guard var form else { return .ignore }
        change(&form)
        return .money(.change(form))
    }

    private func field(
        _ field: EntryForm.Field, _ label: String, _ value: String,
        _ change: @escaping (inout EntryForm, String) -> Void
    ) -> Node {
        let problem = state.money.form?.shownProblem(field)
        let name = "entry-" + field.name
        return .element(
            .div, [.class("field")],
            [
                .element(.label, [.attribute(.for, name)], text: label),
                .element(
                    field == .note ? .textarea : .input,
                    [
                        .id(name), .attribute(.type, field == .note ? nil : field == .day ? "date" : "text"),
                        .attribute(.inputmode, field == .amount ? "decimal" : nil),
                        .attribute(.rows, field == .note ? "3" : nil), .attribute(.autocomplete, "off"),
                        .attribute(.ariaDescribedby, problem == nil ? nil : name + "-problem"),
                        .attribute(.ariaInvalid, problem == nil ? nil : "true"), .attribute(.value, value),
                        .ask(.input) { [form = state.money.form] event in
                            Screens.changed(form) { change(&$0, event.text) }
                        },
                    ]),
                problemText(problem, name),
            ])
    }

    /// What is wrong with the field of that name.
    func problemText(_ problem: MoneyError?, _ name: String) -> Node {
        problem.map {
            .element(
                .p, [.id(name + "-problem"), .class("problem"), .attribute(.role, "alert")], text: texts.problem($0))
        } ?? .empty
    }
}

extension EntryForm.Field {
    fileprivate var name: String {
        switch self {
        case .amount: "amount"
        case .currency: "currency"
        case .day: "day"
        case .place: "place"
        case .note: "note"
        case .tags: "tags"
        }
    }
}
