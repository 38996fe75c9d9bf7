import DaybookCore

extension Screens {
    func row(_ entry: Entry, _ place: (index: Int, count: Int)?) -> Node {
        let id = entry.id
        let title = texts.title(entry)
        var name = "row entry " + entry.kind.name
        let shiftX = swipe(of: id, &name)
        if state.route == .entry(id) { name += " current" }
        if case .recorded(let entry) = state.notice, entry.id == id { name += " fresh" }
        // A tap on what is pushed aside puts it back.
        let open = shiftX == nil ? Action.money(.edit(id)) : .gesture(.cancel)
        return .element(
            .li, key: id,
            gestures(of: id) + [
                .class(name), .attribute(.shiftX, shiftX.map { String($0) }),
                .attribute(.ariaPosinset, place.map { String($0.index + 1) }),
                .attribute(.ariaSetsize, place.map { String($0.count) }),
                .ask(.keydown) {
                    $0.modifiers.isEmpty && ($0.text == "Delete" || $0.text == "Backspace") ? .money(.delete(id)) : nil
                },
                .ask(.contextmenu) { .screen(.openMenu(id, x: $0.x, y: $0.y)) },
            ],
            [
                openButton(id, title, texts.particulars(entry), open),
                entry.voice.map { playButton($0, title) } ?? .empty,
                amount(id, entry.amount, entry.kind, open),
                unsyncedMark(entry.isSynced),
                moreButton(id, id.text, title),
                shiftX == nil ? .empty : swipeButtons(texts.edit, .money(.edit(id)), .money(.delete(id))),
            ])
    }

    /// The title of a row, and what else there is to say.
    func openButton(_ id: EntityID, _ title: String, _ more: String, _ open: Action) -> Node {
        .element(
            .button,
            [
                .class("open"), .id("open-" + id.text), .isButton,
                .attribute(.ariaDescribedby, "amount-" + id.text),
                .attribute(.ariaCurrent, state.route == .entry(id) ? "true" : nil), .on(.click, open),
            ],
            [
                .element(.span, [.class("name")], text: title),
                .element(.span, [.class("more-text")], text: more),
            ])
    }

    /// What the title of a row is described by. A tap does there what it does on the title.
    func amount(_ id: EntityID, _ amount: Amount?, _ kind: EntryKind, _ open: Action) -> Node {
        .element(
            .span, [.class("amount"), .id("amount-" + id.text), .on(.click, open)],
            text: amount.map { texts.amount($0, kind) } ?? "")
    }

    func menu(_ entry: Entry, _ x: Int, _ y: Int) -> Node {
        let id = entry.id
        let kinds = entry.amount == nil ? [] : EntryKind.allCases.filter { $0 != entry.kind }
        return menu(
            texts.more(texts.title(entry)),
            [(texts.edit, "details", .money(.edit(id)))]
                + kinds.map { (texts.move(to: $0), "kind " + $0.name, .money(.sort(id, $0))) }
                + [(texts.delete, "danger", .money(.delete(id)))], x, y)
    }

    func entryForm(_ form: EntryForm) -> Node {
        .element(
            .form, [.class("form entry-form"), .on(.submit, .money(.save))],
            [
                sideBar([
                    form.entry?.voice.map { playButton($0, texts.voiceNote) } ?? .empty,
                    form.entry.map { icon(texts.delete, class: "trash", .money(.delete($0.id))) } ?? .empty,
                ]),
                .element(
                    .div, [.class("fields")],
                    [
                        choices(
                            "filters kinds", texts.kindLabel,
                            [EntryKind.expense, .income, .unsorted].map { kind in
                                choice(texts.kind(kind), kind == form.kind, .money(.kind(kind)))
                            }),
                        .element(
                            .div, [.class("money-field")],
                            [
                                field(.amount, texts.amountLabel, of: form),
                                field(.currency, texts.currency, of: form),
                            ]),
                        field(.day, texts.dayLabel, of: form),
                        field(.note, texts.note, of: form),
                        field(.place, texts.place, of: form),
                        field(.tags, texts.tags, of: form),
                    ]),
                formActions(isDisabled: false),
            ])
    }

    private func field(_ field: FormField, _ label: String, of form: EntryForm) -> Node {
        self.field(
            field, label, form[field], form.shownProblem(field), more: field == .tags ? completing(.form) : [],
            below: field == .tags ? completions(.form) : .empty)
    }
}
