import DaybookCore

extension Screens {
    var recordField: Node {
        let isEmpty = state.record.line.isBlank
        return .element(
            .form, [.class("new record"), .on(.submit, .record(.save))],
            [
                .element(
                    .input,
                    [
                        .id("record"), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                        .attribute(.enterkeyhint, "done"), .attribute(.placeholder, texts(.recordHint)),
                        .label(texts(.record)), .attribute(.ariaDescribedby, "understood"),
                        .attribute(.ariaInvalid, state.record.isChecked ? "true" : nil),
                    ] + completing(.line) + [
                        .attribute(.value, state.record.line), .ask(.input) { .record(.type($0.text)) },
                        .ask(.keydown) { [isTyped = state.record.isTyped || !isEmpty] in
                            isTyped ? nil : Reducer.historyKey($0)
                        },
                    ]),
                microphone,
                .element(
                    .button, [.class("add"), .attribute(.type, "submit"), .flag(.disabled, isEmpty)],
                    text: texts(.add)),
                .element(
                    .p, [.id("understood"), .class("understood"), .attribute(.ariaLive, "polite")],
                    isEmpty ? [] : understood),
                completions(.line),
            ])
    }

    private var microphone: Node {
        let isOn = state.record.voice == .listening || state.record.voice == .asked
        let label = isOn ? texts(.listening) : texts(.holdToRecord)
        return .element(
            .button,
            [
                .class("icon mic"), .id("voice"), .isButton, .label(label), .attribute(.title, label),
                .state(.ariaPressed, isOn),
                .ask(.pointerdown) { $0.modifiers.contains(.otherButton) ? nil : .record(.hold(true)) },
                .on(.pointerup, .record(.hold(false))), .on(.pointercancel, .record(.hold(false))),
                // A long touch is no question for a menu here.
                .on(.contextmenu, .ignore),
                // Without a pointer one press starts it and another ends it.
                .ask(.click) { $0.modifiers.contains(.withoutPointer) ? .record(.hold(!isOn)) : nil },
                .ask(.keydown) { $0.modifiers.contains(.repeated) ? .ignore : nil },
            ])
    }

    func playButton(_ voice: Digest, _ title: String) -> Node {
        icon(texts(.play, title), class: "play", .money(.play(voice)))
    }

    /// Shows how the app reads the line.
    private var understood: [Node] {
        switch state.understood(today: world.today) {
        case .failure(let error): return [.element(.span, [.class("problem")], text: texts.problem(error))]
        case .success(let record):
            guard let amount = record.amount else {
                return [
                    .element(
                        .span, [.class(state.record.isChecked ? "problem" : "part")], text: texts.problem(.noAmount))
                ]
            }
            var parts = [texts.kind(record.kind), texts.amount(amount, record.kind)]
            if !record.note.isEmpty { parts.append(record.note) }
            if !record.place.isEmpty { parts.append("@" + record.place) }
            parts += record.tags.map { "#" + $0 }
            if let day = record.day { parts.append(texts.day(day, today: world.today)) }
            if let account = state.account(ofNew: amount.currency), state.accounts.balances.count > 1 {
                parts.append(record.kind == .income ? account.name : texts(.paidFrom, account.name))
            }
            if !record.namesCurrency, state.book.settings.currency == nil {
                parts.append(texts(.settles, state.usualCurrency.code))
            }
            return parts.map { .element(.span, [.class("part")], text: $0) }
        }
    }

    var entryTools: Node {
        let filter = state.entries.filter
        return .element(
            .div, [.class("tools")],
            [
                accountsButton,
                button(texts(.sums), class: "choice sums-button", id: "sums-open", .report(.open)),
                choices(
                    "filters", texts(.filters),
                    [
                        choice(texts.filter(.all), filter.kinds.isEmpty, .money(.filter(.kinds([])))),
                        kindChoice(.income), kindChoice(.expense), kindChoice(.unsorted),
                        .element(
                            .button,
                            [
                                .id("more-filters"), .isButton,
                                .state(.ariaExpanded, state.entries.showsFilters),
                                .on(.click, .money(.toggleFilters)),
                            ], text: texts(.tagsAndDays)),
                    ]),
                shownPayee, shownRest,
                state.entries.showsFilters ? tagTools : .empty,
                state.entries.showsFilters && filter.tags.count > 1 ? matchingTools : .empty,
                state.entries.showsFilters ? dayTools : .empty,
            ])
    }

    /// Says that entries with some tags are left out; a press shows them again.
    var shownRest: Node {
        state.entries.filter.without.isEmpty
            ? .empty : button(texts(.everythingElse), class: "part", .money(.filter(.anyRest)))
    }

    private func kindChoice(_ kind: EntryKind) -> Node {
        choice(texts.kind(kind), state.entries.filter.kinds == [kind], .money(.filter(.kinds([kind]))))
    }

    /// One of several choices.
    ///
    /// - Parameter colour: of the dot before it; empty for none.
    func choice(_ text: String, _ isOn: Bool, _ action: Action, _ colour: String = "") -> Node {
        .element(
            .button,
            [
                .isButton, .attribute(.class, colour.isEmpty ? nil : "dot " + colour), .state(.ariaPressed, isOn),
                .on(.click, action),
            ], text: text)
    }

    private var tagTools: Node {
        let chosen = state.entries.filter.tags
        // More than these are found by their text.
        let names = chosen + state.entries.tags.prefix(24).filter { !state.entries.filter.asks(forTag: $0) }
        return tagGroup(names.sorted().map { choice("#" + $0, chosen.contains($0), .money(.filter(.tag($0)))) })
    }

    /// Below the tags, so that these stay where they are when it comes.
    private var matchingTools: Node {
        tagGroup([
            choice(texts(.anyTag), state.entries.filter.matching == .any, .money(.filter(.matching(.any)))),
            choice(texts(.allTags), state.entries.filter.matching == .all, .money(.filter(.matching(.all)))),
        ])
    }

    private func tagGroup(_ choices: [Node]) -> Node {
        self.choices("filters tags", texts(.tags), choices)
    }

    var dayTools: Node {
        .element(
            .div, [.class("days-tool")],
            [
                dayField("from", texts(.from), state.entries.filter.from) { .from($0) },
                dayField("through", texts(.through), state.entries.filter.through) { .through($0) },
                state.entries.askedDay.map {
                    .element(.p, [.class("problem"), .attribute(.role, "alert")], text: texts.problem(.badDay($0)))
                } ?? .empty,
            ])
    }

    private func dayField(
        _ name: String, _ label: String, _ day: CivilDate?, _ change: @escaping (CivilDate?) -> FilterChange
    ) -> Node {
        .element(
            .label, [],
            [
                .text(label),
                .element(
                    .input,
                    [
                        .id(name), .attribute(.type, "date"), .attribute(.value, day?.text ?? ""),
                        .ask(.input) {
                            let day = CivilDate(typed: $0.text)
                            return $0.text.isEmpty || day != nil
                                ? .money(.filter(change(day))) : .money(.askDay($0.text))
                        },
                    ]),
            ])
    }

    var entryList: Node {
        let isPartial = state.navigation.window.isPartial(state.entries.count)
        let plans = state.navigation.window.isWide ? [] : state.entries.plans.shown
        let plansHeight = state.entries.headHeight
        let shown =
            isPartial
            ? state.entries.days(from: windowTop - plansHeight, through: windowBottom - plansHeight)
            : state.entries.days[...]
        return .element(
            .div,
            [
                .id("list"), .class(scrollerClass),
                .ask(.scroll) { .todos(.scrolled(offset: $0.y, height: $0.x)) },
            ],
            [
                homeHead,
                plans.isEmpty ? .empty : upcoming(Array(plans)),
                .element(
                    .div,
                    [
                        .class("days"),
                        .attribute(.height, isPartial ? String(state.entries.days.last?.bottom ?? 0) : nil),
                        .attribute(.shiftY, isPartial ? String(shown.first?.top ?? 0) : nil),
                    ], shown.map { day($0, plansHeight, isPartial) }),
                state.entries.days.isEmpty ? emptiness : .empty,
            ])
    }

    private var windowTop: Int { state.navigation.window.scroll - 10 * state.rowHeight }

    private var windowBottom: Int {
        state.navigation.window.scroll + state.navigation.window.listHeight + 10 * state.rowHeight
    }

    private func day(_ day: EntriesState.Day, _ offset: Int, _ isPartial: Bool) -> Node {
        let top = offset + day.top + ListLayout.headingHeight
        let first = isPartial ? min(max(0, (windowTop - top) / state.rowHeight), day.count) : 0
        let last =
            isPartial
            ? min(max(first, (windowBottom - top) / state.rowHeight + 1), day.count)
            : day.count
        return .element(
            .section, key: EntityID(Int(day.day.daysSince1970)), [],
            [
                .element(
                    .div, [.class("heading")],
                    [
                        .element(.h2, text: texts.day(headingOf: day.day, today: world.today)),
                        .element(.span, [.class("totals")], text: texts.totals(day.totals)),
                    ]),
                .element(
                    .ul,
                    [
                        .isOwnWords,
                        .attribute(.height, isPartial ? String(day.count * state.rowHeight) : nil),
                        .attribute(.shiftY, isPartial ? String(first * state.rowHeight) : nil),
                    ],
                    (first..<last).map { index in
                        let place = isPartial ? (index, day.count) : nil
                        let other = index - day.entries.count
                        let after = index < day.balances.count ? after(day.balances[index]) : .empty
                        return other < 0
                            ? row(day.entries[index], place, after) : row(day.transfers[other], place, after)
                    }),
            ])
    }

    /// The balance of the account that is shown after a row.
    private func after(_ balance: Sum) -> Node {
        let number = texts.number(balance)
        return .element(
            .span, [.class("after"), .attribute(.role, "img"), .label(texts(.balance) + texts(.colon) + number)],
            text: number)
    }

    /// Says that a row was reconciled with a statement.
    func heldMark(_ id: EntityID) -> Node {
        state.book.isReconciled(id)
            ? .element(
                .span,
                [
                    .class("held"), .attribute(.role, "img"), .label(texts(.isReconciled)),
                    .attribute(.title, texts(.isReconciled)),
                ], text: "✓") : .empty
    }

    func upcoming(_ plans: [Todo]) -> Node {
        .element(
            .section, [.class("upcoming"), .attribute(.ariaLabelledby, "heading-upcoming")],
            [
                .element(
                    .div, [.class("heading")],
                    [
                        .element(.h2, [.id("heading-upcoming")], text: texts(.upcoming)),
                        .element(.span, [.class("count")], text: Language.grouped(state.entries.plans.all.count)),
                        button(
                            texts(.forecastPlace), class: "to-forecast", id: "to-forecast", .forecast(.open(nil, nil))),
                        state.entries.plans.all.count <= EntriesState.Plans.few
                            ? .empty
                            : .element(
                                .button,
                                [
                                    .class("unfold"), .id("unfold"), .isButton,
                                    .state(.ariaExpanded, state.entries.plans.areAllShown),
                                    .on(.click, .money(.toggleUpcoming)),
                                ],
                                text: state.entries.plans.areAllShown
                                    ? texts(.fewer)
                                    : texts(.unfold, state.entries.plans.all.count - EntriesState.Plans.few)),
                    ]),
                .element(
                    .ul, [.isOwnWords],
                    plans.map { todo in
                        .element(
                            .li, key: todo.id, [.class("row")],
                            [
                                openButton(todo.id, todo.title, todo.due.map { texts.day($0) } ?? "") { _ in
                                    .screen(.details(todo.id))
                                },
                                amount(todo.id, todo.amount, todo.amountKind) { _ in .screen(.details(todo.id)) },
                            ])
                    }),
            ])
    }

    /// How many rows the list has.
    var entryCounts: String {
        let transfers = state.entries.days.reduce(0) { $0 + $1.transfers.count }
        let entries = texts(.countEntries, state.entries.count - transfers)
        return transfers == 0 ? entries : entries + texts(.comma) + texts(.countTransfers, transfers)
    }

    var entryFooter: Node {
        guard !state.selection.isOn else {
            return several(
                [
                    button(
                        texts.kind(.expense), class: "mark", isDisabled: state.selection.ids.isEmpty,
                        .money(.sortSelected(.expense))),
                    button(
                        texts.kind(.income), class: "mark", isDisabled: state.selection.ids.isEmpty,
                        .money(.sortSelected(.income))),
                ]
                    + EntryPart.allCases.map { changeButton(.entries($0)) } + [
                        button(
                            texts(.newRule), class: "mark", isDisabled: state.selection.ids.isEmpty,
                            .money(.makeRule)),
                        state.joinable == nil ? .empty : button(texts(.joinEntries), class: "mark", .account(.join)),
                    ], delete: .money(.deleteSelected))
        }
        return .element(
            .footer, [.class("stats")],
            [
                failureNote,
                state.entries.problem.map { .element(.p, [.class("problem")], text: texts.problem($0)) } ?? .empty,
            ])
    }
}

extension EntriesState {
    /// The days of which something lies between two heights.
    func days(from top: Int, through bottom: Int) -> ArraySlice<Day> {
        let first = index { $0.bottom > top }
        return days[first..<max(first, index { $0.top > bottom })]
    }

    /// The first day that is far enough down.
    private func index(_ isThere: (Day) -> Bool) -> Int { Int.first(before: days.count) { isThere(days[$0]) } }
}
