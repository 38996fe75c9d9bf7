import DaybookCore

extension Screens {
    func row(_ entry: Entry, _ place: (index: Int, count: Int)?, _ after: Node) -> Node {
        let id = entry.id
        let payee = state.accounts.payees.payee(of: entry)
        let title = payee?.name ?? texts.title(entry)
        var name = "row entry " + entry.kind.name
        let shiftX = swipe(of: id, &name)
        let isOneOf = state.selection.isOn && state.selection.ids.contains(id)
        if isOneOf { name += " selected" } else if state.navigation.route == .entry(id) { name += " current" }
        if case .recorded(let entry) = state.notices.shown, entry.id == id { name += " fresh" }
        // A tap on what is pushed aside puts it back.
        let isAside = shiftX != nil
        let open = { [isSelecting = state.selection.isOn] (event: Event) -> Action in
            if isAside { return .gesture(.cancel) }
            let selects = event.modifiers.contains(.command) || event.modifiers.contains(.shift)
            return isSelecting || selects
                ? .selection(.toggle(id, extends: event.modifiers.contains(.shift))) : .money(.edit(id))
        }
        return .element(
            .li, key: id,
            gestures(of: id) + [
                .class(name), .attribute(.shiftX, shiftX.map { String($0) }),
                .attribute(.ariaPosinset, place.map { String($0.index + 1) }),
                .attribute(.ariaSetsize, place.map { String($0.count) }),
                .ask(.keydown) { Screens.key(entry, isOneOf, $0) },
                // A finger that holds a row marks it.
                .ask(.contextmenu) {
                    $0.modifiers.contains(.touch) ? .ignore : .screen(.openMenu(id, x: $0.x, y: $0.y))
                },
            ],
            [
                state.selection.isOn ? markBox(id, title) : .empty,
                openButton(
                    id, title, particulars(entry, showsPayee: payee != nil),
                    isMarked: state.selection.isOn ? isOneOf : nil, open),
                entry.voice.map { playButton($0, title) } ?? .empty,
                heldMark(id), amount(id, entry.amount, entry.kind, open), after,
                unsyncedMark(entry.isSynced),
                moreButton(id, id.text, title),
                isAside
                    ? swipeButtons(
                        texts(.edit), .money(.edit(id)), more: entry.mark.map { markButton(id, $0) },
                        .money(.delete(id)))
                    : .empty,
            ])
    }

    private func markButton(_ id: EntityID, _ kind: EntryKind) -> Node {
        .element(
            .button,
            [.class("mark"), .isButton, .label(texts.mark(as: kind)), .on(.click, .money(.sort(id, kind)))],
            text: texts.kind(kind))
    }

    /// - Parameter isOneOf: whether the row is marked in multi-selection; then the keys are about all of those.
    private static func key(_ entry: Entry, _ isOneOf: Bool, _ event: Event) -> Action? {
        let id = entry.id
        guard event.modifiers.subtracting(.repeated).isEmpty else { return nil }
        if event.modifiers.contains(.repeated), event.text.isOne(of: "x Delete Backspace") { return .ignore }
        switch event.text {
        case "x": return isOneOf ? .money(.markSelected) : entry.mark.map { .money(.sort(id, $0)) }
        case "Delete", "Backspace": return .money(isOneOf ? .deleteSelected : .delete(id))
        case "F2", "e": return .money(.edit(id))
        case "s": return .selection(.toggle(id, extends: false))
        case "ArrowDown", "j": return .selection(.focusRow(id, by: 1))
        case "ArrowUp", "k": return .selection(.focusRow(id, by: -1))
        default: return nil
        }
    }

    /// The title of a row, and what else there is to say.
    ///
    /// - Parameter isMarked: whether the row is one of several that are being marked; nil where none are.
    func openButton(
        _ id: EntityID, _ title: String, _ more: String, isMarked: Bool? = nil, _ open: @escaping (Event) -> Action
    ) -> Node {
        .element(
            .button,
            [
                .class("open"), .id("open-" + id.text), .isButton,
                .attribute(.ariaDescribedby, "amount-" + id.text),
                .attribute(.ariaPressed, isMarked.map { $0 ? "true" : "false" }),
                .attribute(.ariaCurrent, state.navigation.route == .entry(id) ? "true" : nil), .ask(.click, open),
            ],
            [
                .element(.span, [.class("name")], text: title),
                .element(.span, [.class("more-text")], text: more),
            ])
    }

    /// Shows what the title of a row is described by. A tap does there what it does on the title.
    func amount(
        _ id: EntityID, _ amount: Amount?, _ kind: EntryKind, _ open: @escaping (Event) -> Action
    ) -> Node {
        .element(
            .span, [.class("amount"), .id("amount-" + id.text), .ask(.click, open)],
            text: amount.map { texts.amount($0, kind) } ?? "")
    }

    func menu(_ entry: Entry, _ x: Int, _ y: Int) -> Node {
        let id = entry.id
        let kinds = entry.amount == nil ? [] : EntryKind.allCases.filter { $0 != entry.kind }
        return menu(
            texts(.more, title(entry)),
            [(texts(.edit), "details", .money(.edit(id)))]
                + kinds.map { (texts.mark(as: $0), "kind " + $0.name, .money(.sort(id, $0))) }
                + [
                    (texts(.selectSeveral), "", .selection(.toggle(id, extends: false))),
                    (texts(.delete), "danger", .money(.delete(id))),
                ], x, y)
    }

    func entryForm(_ form: EntryForm) -> Node {
        .element(
            .form, [.class("form entry-form"), .on(.submit, .money(.save))],
            [
                sideBar([
                    form.entry?.voice.map { playButton($0, texts(.voiceNote)) } ?? .empty,
                    form.entry.map { icon(texts(.delete), class: "trash", .money(.delete($0.id))) } ?? .empty,
                ]),
                .element(
                    .div, [.class("fields")],
                    [
                        form.entry.map { state.book.isReconciled($0.id) } == true
                            ? .element(.p, [.class("hint")], text: texts(.reconciled)) : .empty,
                        choices(
                            "filters kinds", texts(.kindLabel),
                            [EntryKind.expense, .income, .unsorted].map { kind in
                                choice(texts.kind(kind), kind == form.kind, .entry(.kind(kind)))
                            }),
                        .element(
                            .div, [.class("money-field")],
                            [
                                field(.amount, texts(.amountLabel), of: form),
                                field(.currency, texts(.currency), of: form),
                            ]),
                        accountControl(form),
                        envelopeControl(form),
                        field(.day, texts(.dayLabel), of: form),
                        payeeField(form),
                        field(.note, texts(.note), of: form),
                        field(.place, texts(.place), of: form),
                        field(.tags, texts(.tags), of: form),
                        partControls(form),
                        rules(of: form.entry),
                    ]),
                formActions(isDisabled: false),
            ])
    }

    private func payeeField(_ form: EntryForm) -> Node {
        field(
            .payee, texts(.payee), form[.payee], form.shownProblem(.payee),
            more: [
                .attribute(
                    .placeholder, form.entry.flatMap { state.accounts.payees.meaning(ofRaw: $0.rawText)?.name } ?? "")
            ], below: payeeChoices(form))
    }

    private func field(_ field: FormField, _ label: String, of form: EntryForm) -> Node {
        self.field(
            field, label, form[field], form.shownProblem(field), more: field == .tags ? completing(.form) : [],
            below: field == .tags ? completions(.form) : .empty)
    }
}

extension Entry {
    /// The kind that a row offers to mark it as: an expense, or the income that it may be instead. Without an amount it waits.
    var mark: EntryKind? { amount == nil ? nil : kind == .expense ? .income : .expense }
}
