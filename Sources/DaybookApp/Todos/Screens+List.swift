import DaybookCore

extension Screens {
    var bar: Node {
        .element(
            .header, [.class("bar")],
            [
                !state.navigation.route.isOfRows
                    ? icon(texts(.back), class: "back", id: "sums-back", .screen(.back)) : .empty,
                .element(
                    .div, [.class("title")],
                    [
                        .element(.h1, text: title.name),
                        state.isMoneyHome && state.navigation.window.hasSideBar ? monthSteps : .empty,
                        .element(.p, [.class("about")], text: title.more),
                    ]),
                state.narrowing.isEmpty
                    ? .empty
                    : searchField(state.narrowing) { [isMoney = state.navigation.isMoney] in
                        isMoney ? .money(.filter(.text($0.text))) : .todos(.search($0.text))
                    },
                icon(texts(.searchAll), class: "magnifier", id: "search-all", .search(.open(""))),
                syncState,
                icon(texts(.undo), class: "undo", isDisabled: !state.canUndo, .item(.undo)),
                icon(texts(.settings), class: "settings", id: "settings", .screen(.openSettings)),
                icon(
                    state.navigation.isMoney ? texts(.newEntry) : texts(.openForm), class: "plus", id: "plus",
                    state.navigation.isMoney ? .money(.edit(nil)) : .screen(.openForm)),
            ])
    }

    /// How sync stands, in a sentence or two, without why it fails.
    var syncText: String {
        let count = state.unsyncedCount
        return count > 0 ? texts(.unsynced, count) : state.sync.client.isBehind ? texts(.syncing) : texts(.synced)
    }

    private var syncState: Node {
        let count = state.unsyncedCount
        var text = syncText
        var kind = count > 0 || state.sync.client.isBehind ? "pending" : "done"
        if let failure = state.sync.client.failure {
            text = (count > 0 ? text + texts(.stop) : "") + texts.failure(failure)
            kind = "failed"
        }
        let number = Node.element(
            .span, [.attribute(.ariaHidden, "true")], text: count > 0 ? Language.grouped(count) : "")
        return .element(
            .button,
            [
                .class("sync " + kind), .id("sync"), .isButton, .label(text), .attribute(.title, text),
                .attribute(.ariaHaspopup, "dialog"), .on(.click, .sync(.openSync)),
            ], [number])
    }

    /// Why nothing is synced at the moment, in words that are seen and heard.
    var failureNote: Node {
        .element(
            .p, [.class("failure"), .attribute(.ariaLive, "polite")],
            text: state.sync.client.failure.map { texts.failure($0) } ?? "")
    }

    var addField: Node {
        .element(
            .form, [.class("new"), .on(.submit, .todos(.addNew))],
            [
                .element(
                    .input,
                    [
                        .id("new"), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                        .attribute(.enterkeyhint, "done"), .attribute(.placeholder, texts(.addHint)),
                        .label(texts(.addTodo)), .attribute(.ariaDescribedby, "understood"),
                        .attribute(.value, state.todos.newTitle), .ask(.input) { .todos(.typeNew($0.text)) },
                        .ask(.keydown) { [isTyped = state.todos.isTitleTyped || !state.todos.newTitle.isEmpty] in
                            isTyped ? nil : Reducer.historyKey($0)
                        },
                        .ask(.paste) { Reducer.lines($0.text).count > 1 ? .todos(.pasteLines($0.text)) : nil },
                    ]),
                .element(
                    .button,
                    [
                        .class("add"), .attribute(.type, "submit"),
                        .flag(.disabled, state.todos.newTitle.isBlank),
                    ], text: texts(.add)),
                .element(
                    .div,
                    [
                        .id("understood"), .class("understood"), .attribute(.role, "group"), .label(texts(.understood)),
                        .attribute(.ariaLive, "polite"),
                    ], chips),
            ])
    }

    /// The controls that narrow the list, where it isn't of days.
    var tools: Node {
        if state.todos.filter.isByDay { return .empty }
        return .element(
            .div, [.class("tools")],
            [
                choices(
                    "filters", texts(.filters),
                    ([.all, .active, .completed, .unsynced, .selected] as [Filter])
                        .filter { state.offers($0) }.map {
                            choice(texts.filter($0), $0 == state.todos.filter, .todos(.setFilter($0)))
                        })
            ])
    }

    func searchField(_ text: String, _ search: @escaping (Event) -> Action?) -> Node {
        .element(
            .input,
            [
                .id("search"), .attribute(.type, "search"), .attribute(.placeholder, texts(.search)),
                .label(texts(.search)), .attribute(.autocomplete, "off"), .attribute(.value, text),
                .ask(.input, search),
            ])
    }

    /// Buttons that belong together.
    func choices(_ names: String, _ label: String, _ buttons: [Node]) -> Node {
        .element(.div, [.class(names), .attribute(.role, "group"), .label(label)], buttons)
    }

    /// Beside what went wrong, which stays for a while, the last row can be reached.
    var scrollerClass: String {
        if state.notices.shown?.isQuiet == false { return "scroller covered" }
        if case .refused = state.storage.status { return "scroller covered" }
        return "scroller"
    }

    var list: Node {
        let layout = state.listLayout
        return .element(
            .div,
            [
                .id("list"), .class(scrollerClass + (state.gesture.isDrag ? " dragging" : "")),
                .ask(.scroll) { .todos(.scrolled(offset: $0.y, height: $0.x)) },
            ],
            [
                state.todos.filter.isByDay || state.todos.filter == .completed
                    ? .element(
                        .div, [],
                        layout.parts.filter { $0.group.heading != .done }.map {
                            section($0.group, $0.rows, layout.isPartial, key: EntityID($0.group.heading.number))
                        }) : section(.todo, layout),
                section(.done, layout),
                layout.parts.isEmpty ? emptiness : .empty,
            ])
    }

    private func section(_ heading: Sections.Heading, _ layout: ListLayout) -> Node {
        layout.parts.first { $0.group.heading == heading }.map { section($0.group, $0.rows, layout.isPartial) }
            ?? .empty
    }

    private func section(
        _ group: Sections.Group, _ rows: Range<Int>, _ isPartial: Bool, key: EntityID? = nil
    ) -> Node {
        let ids = group.ids
        let name = group.heading.name
        let actions: [Node] =
            switch group.heading {
            case .done, .finished:
                ids.first == state.visible.done.first
                    ? [button(texts(.clearCompleted), class: "clear", .item(.clearCompleted))] : []
            case .earlier:
                [
                    button(texts(.earlierToToday), class: "unfold", .item(.earlierToToday)),
                    button(texts(.takeOffToday), class: "clear", .item(.earlierOff)),
                ]
            case .todo, .today, .overdue, .day: []
            }
        let parts: [Part] = [
            .class(group.heading.isOfFinished ? "done" : "todo"), .attribute(.ariaLabelledby, "heading-" + name),
        ]
        return Node(
            .element(
                Element(
                    tag: .section, key: key, parts: parts,
                    children: [
                        .element(
                            .div, [.class("heading")],
                            [
                                .element(.h2, [.id("heading-" + name)], text: heading(group.heading)),
                                .element(.span, [.class("count")], text: Language.grouped(ids.count + group.folded)),
                            ] + actions),
                        .element(
                            .ul,
                            [
                                .isOwnWords,
                                .attribute(.height, isPartial ? String(ids.count * state.rowHeight) : nil),
                                .attribute(.shiftY, isPartial ? String(rows.lowerBound * state.rowHeight) : nil),
                            ],
                            rows.map { index in row(ids, index, isPartial) }),
                    ])))
    }

    private func heading(_ heading: Sections.Heading) -> String {
        switch heading {
        case .todo: texts(.todos)
        case .earlier: texts(.fromEarlier)
        case .today: texts.filter(.today)
        case .overdue: texts(.overdue)
        case .done: state.todos.filter == .today ? texts(.finishedToday) : texts(.finished)
        case .day(let day), .finished(let day): texts.day(day, from: state.today)
        }
    }

    /// Stands in the place of a list without rows.
    var emptiness: Node {
        if state.storage.status == .loading || state.sync.client.isBehind && state.sync.client.failure == nil {
            return .element(.div, [.class("emptiness")], [.element(.p, text: texts(.loading))])
        }
        // Nobody knows what there is, neither here nor from the server.
        if case .refused = state.storage.status, state.sync.client.progress.epoch == nil {
            return .element(
                .div, [.class("emptiness")],
                [
                    .element(.p, [.class("big")], text: texts(.cantRead)),
                    .element(.p, text: texts(.cantReadHint)),
                ])
        }
        let (title, hint) = nothing
        return .element(
            .div, [.class("emptiness")],
            [
                .element(.p, [.class("big")], text: title), hint.isEmpty ? .empty : .element(.p, text: hint),
                firstSteps,
                state.search.count > 0 && state.search.text == state.narrowing
                    ? button(
                        texts(.everywhere, state.search.count), class: "quiet", id: "everywhere",
                        .search(.open(state.narrowing)))
                    : .empty,
            ])
    }

    /// First steps in a book that has nothing yet: lines to try, a file to import, the sample book to look at.
    private var firstSteps: Node {
        guard state.book.list.all.isEmpty, state.book.entries.count == 0, state.narrowing.isEmpty, !state.isSample
        else {
            return .empty
        }
        let isMoney = state.navigation.isMoney
        let lines: [Phrase] = isMoney ? [.trySpending, .tryEarning] : [.tryDay, .tryBill, .tryTag]
        return .element(
            .div, [.class("first")],
            lines.map { line in
                let text = texts(line)
                return button(text, class: "choice", isMoney ? .record(.tryLine(text)) : .todos(.tryLine(text)))
            } + [
                // One at a time: the settings have it, too.
                state.navigation.overlay == .none ? importButton : .empty,
                .element(.a, [.class("choice"), .attribute(.href, "/sample")], text: texts(.lookAtSample)),
            ])
    }

    /// Says what is true of a list without rows, and what to do then.
    var nothing: (title: String, hint: String) { state.navigation.isMoney ? noEntries : noTodos }

    /// Says what is true of a list without to-dos, and what to do then.
    private var noTodos: (title: String, hint: String) {
        if let problem = state.lists.problem { return (texts(.noMatches), texts.problem(problem)) }
        if !state.todos.query.isEmpty { return (texts(.noResults, state.todos.query.text), texts(.noMatchesHint)) }
        switch state.todos.filter {
        case .all: return (texts(.emptyTitle), texts(.emptyHint))
        case .active: return (texts(.emptyTitle), state.allCount == 0 ? texts(.emptyHint) : "")
        case .completed: return (texts(.nothingFinished), "")
        case .unsynced:
            let count = state.unsyncedCount
            return count == 0 ? (texts(.synced), "") : (texts(.unsynced, count), texts(.unsyncedElsewhere))
        case .selected: return (texts(.nothingSelected), "")
        case .today: return (texts(.nothingToday), texts(.nothingTodayHint))
        case .upcoming: return (texts(.nothingUpcoming), texts(.nothingUpcomingHint))
        }
    }

    /// Says what is true of a list without entries, and what to do then.
    private var noEntries: (title: String, hint: String) {
        var filter = state.entries.filter
        filter.account = nil
        if !filter.text.isBlank { return (texts(.noResults, filter.text), texts(.noMatchesHint)) }
        if filter == EntryFilter() { return (texts(.noEntries), texts(.noEntriesHint)) }
        return filter == EntryFilter(kinds: [.unsorted])
            ? (texts(.nothingToSort), "") : (texts(.noMatches), texts(.noMatchesHint))
    }

    var footer: Node {
        guard state.selection.isOn else {
            return .element(.footer, [.class("stats")], [failureNote, billsLine])
        }
        return several(
            DetailPart.ofSeveral.map { changeButton(.todos($0, nil)) } + [
                button(
                    texts(.check), class: "check-selected", isDisabled: state.selection.ids.isEmpty,
                    .item(.checkSelected))
            ], delete: .item(.deleteSelected))
    }

    /// Says beside Today what costs money in the days after it, and leads to the money.
    private var billsLine: Node {
        let ids = state.lists.counts.bills
        guard state.todos.filter == .today, !ids.isEmpty else { return .empty }
        let bills = ids.prefix(3).compactMap { state.book[$0] }.map { todo in
            todo.title.excerpt(24) + (todo.amount.map { " " + texts.amount($0, .unsorted) } ?? "")
        }
        let more = ids.count > 3 ? texts(.listComma) + "+" + String(ids.count - 3) : ""
        return button(
            texts(.billsOfWeek, bills.joined(separator: texts(.listComma)) + more), class: "bills", .money(.show(true)))
    }

    /// Shows what can be done with all that are marked.
    func several(_ actions: [Node], delete: Action) -> Node {
        .element(
            .div,
            [.class("several"), .attribute(.role, "toolbar"), .label(texts(.selected, state.selection.ids.count))],
            [
                .element(.p, [.attribute(.ariaLive, "polite")], text: texts(.selected, state.selection.ids.count)),
                button(texts(.selectAll), class: "quiet", .selection(.all)),
            ] + actions + [
                button(
                    texts(.delete), class: "danger delete-selected", isDisabled: state.selection.ids.isEmpty, delete),
                button(texts(.done), class: "quiet", .selection(.end)),
            ])
    }
}

extension Sections.Heading {
    /// In ids.
    fileprivate var name: String {
        switch self {
        case .todo: "todo"
        case .earlier: "earlier"
        case .today: "today"
        case .overdue: "overdue"
        case .done: "done"
        case .day(let day): day.text
        case .finished(let day): "done-" + day.text
        }
    }

    /// No other heading's: a day's is its count since 1970.
    fileprivate var number: Int {
        switch self {
        case .day(let day), .finished(let day): Int(day.daysSince1970)
        case .todo, .earlier, .today, .overdue, .done: Int.max - name.utf8.count
        }
    }
}
