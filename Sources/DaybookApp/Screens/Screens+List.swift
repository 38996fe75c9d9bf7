import DaybookCore

extension Screens {
    var bar: Node {
        .element(
            .header, [.class("bar")],
            [
                .element(.h1, text: "Daybook"),
                sides,
                syncState,
                .element(
                    .button,
                    [
                        .class("icon undo"), .attribute(.type, "button"), .label(texts.undo),
                        .attribute(.title, texts.undo),
                        .flag(.disabled, state.history.undo.isEmpty), .on(.click, .item(.undo)),
                    ]),
                icon(texts.settings, class: "settings", id: "settings", .screen(.openSettings)),
                icon(
                    state.money.isShown ? texts.newEntry : texts.openForm, class: "plus", id: "plus",
                    state.money.isShown ? .money(.edit(nil)) : .screen(.openForm)),
            ])
    }

    private var syncState: Node {
        let count = state.unsyncedCount
        let failure = state.sync.failure
        let text =
            count > 0
            ? texts.unsynced(count) + (failure.map { texts.stop + texts.failure($0) } ?? "")
            : failure.map { texts.failure($0) } ?? texts.synced
        let kind = failure != nil ? "failed" : count > 0 ? "pending" : "done"
        let shared: [Part] = [.class("sync " + kind), .label(text), .attribute(.title, text)]
        let number = Node.element(
            .span, [.attribute(.ariaHidden, "true")], text: count > 0 ? Texts.grouped(count) : "")
        if failure == .signedOut { return .element(.a, shared + [.attribute(.href, "/login")], [number]) }
        return .element(
            .button, shared + [.attribute(.type, "button"), .on(.click, .screen(.retrySync))], [number])
    }

    var addField: Node {
        .element(
            .form, [.class("new"), .on(.submit, .screen(.addNew))],
            [
                .element(
                    .input,
                    [
                        .id("new"), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                        .attribute(.enterkeyhint, "done"), .attribute(.placeholder, texts.addHint),
                        .label(texts.addTodo),
                        .attribute(.value, state.newTitle), .ask(.input) { .screen(.typeNew($0.text)) },
                        .ask(.paste) { Reducer.lines($0.text).count > 1 ? .screen(.pasteLines($0.text)) : nil },
                    ]),
                .element(
                    .button,
                    [
                        .class("add"), .attribute(.type, "submit"),
                        .flag(.disabled, state.newTitle.isBlank),
                    ], text: texts.add),
            ])
    }

    var tools: Node {
        .element(
            .div, [.class("tools")],
            [
                .element(
                    .input,
                    [
                        .id("search"), .attribute(.type, "search"), .attribute(.placeholder, texts.search),
                        .label(texts.search), .attribute(.autocomplete, "off"), .attribute(.value, state.query.text),
                        .ask(.input) { .screen(.search($0.text)) },
                    ]),
                .element(
                    .div, [.class("filters"), .attribute(.role, "group"), .label(texts.filters)],
                    Filter.allCases.map { filter in
                        .element(
                            .button,
                            [
                                .attribute(.type, "button"),
                                .attribute(.ariaPressed, filter == state.filter ? "true" : "false"),
                                .on(.click, .screen(.setFilter(filter))),
                            ], text: texts.filter(filter))
                    }),
            ])
    }

    var list: Node {
        let layout = ListLayout(state)
        return .element(
            .div,
            [
                .id("list"), .class(state.gesture.isDrag ? "scroller dragging" : "scroller"),
                .ask(.scroll) { .screen(.scrolled(offset: $0.y, height: $0.x)) },
            ],
            [
                section(texts.todos, "todo", state.visible.todo, layout.todoRows, layout.isPartial),
                section(texts.finished, "done", state.visible.done, layout.doneRows, layout.isPartial),
                state.visible.count == 0 ? emptiness : .empty,
            ])
    }

    private func section(
        _ title: String, _ name: String, _ ids: [EntityID], _ rows: Range<Int>, _ isPartial: Bool
    ) -> Node {
        guard !ids.isEmpty else { return .empty }
        return .element(
            .section, [.class(name), .attribute(.ariaLabelledby, "heading-" + name)],
            [
                .element(
                    .div, [.class("heading")],
                    [
                        .element(.h2, [.id("heading-" + name)], text: title),
                        .element(.span, [.class("count")], text: Texts.grouped(ids.count)),
                        name == "done"
                            ? button(texts.clearCompleted, class: "clear", .item(.clearCompleted)) : .empty,
                    ]),
                .element(
                    .ul,
                    [
                        .attribute(.height, isPartial ? String(ids.count * ListLayout.rowHeight) : nil),
                        .attribute(.shiftY, isPartial ? String(rows.lowerBound * ListLayout.rowHeight) : nil),
                    ],
                    rows.map { index in row(ids, index, isPartial) }),
            ])
    }

    private var emptiness: Node {
        let isLoading = state.storage == .loading
        let isSearch = !state.query.isEmpty || state.filter != .all
        return .element(
            .div, [.class("emptiness")],
            isLoading
                ? [.element(.p, text: texts.loading)]
                : [
                    .element(.p, [.class("big")], text: isSearch ? texts.noMatches : texts.emptyTitle),
                    .element(.p, text: isSearch ? texts.noMatchesHint : texts.emptyHint),
                ])
    }

    var footer: Node {
        guard state.isSelecting else {
            return .element(.footer, [.class("stats")], [.element(.p, text: texts.stats(state.stats))])
        }
        let isNone = state.selected.isEmpty
        return .element(
            .footer, [.class("several"), .attribute(.role, "toolbar"), .label(texts.selected(state.selected.count))],
            [
                .element(.p, text: texts.selected(state.selected.count)),
                button(texts.selectAll, class: "quiet", .selection(.all)),
                .element(
                    .button,
                    [
                        .class("check-selected"), .attribute(.type, "button"), .flag(.disabled, isNone),
                        .on(.click, .item(.checkSelected)),
                    ], text: texts.check),
                .element(
                    .button,
                    [
                        .class("danger delete-selected"), .attribute(.type, "button"), .flag(.disabled, isNone),
                        .on(.click, .item(.deleteSelected)),
                    ], text: texts.delete),
                button(texts.done, class: "quiet", .selection(.end)),
            ])
    }
}
