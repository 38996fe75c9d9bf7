import DaybookCore

extension Screens {
    /// A field over the screen, and below it what it finds.
    var searchDialog: Node {
        let search = state.search
        let isEmpty = search.groups.isEmpty
        var first = 0
        var parts: [Node] = []
        for group in search.groups {
            parts.append(found(group, first))
            first += group.results.count
        }
        return veil(
            .element(
                .div,
                [
                    .class("dialog find"), .attribute(.role, "dialog"), .attribute(.ariaModal, "true"),
                    .label(texts(.searchAll)),
                ],
                [
                    .element(
                        .header, [.class("bar")],
                        [
                            .element(
                                .input,
                                [
                                    .id("find"), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                                    .attribute(.placeholder, texts(.searchAll)), .label(texts(.searchAll)),
                                    .attribute(.role, "combobox"), .attribute(.ariaAutocomplete, "list"),
                                    .state(.ariaExpanded, !isEmpty), .attribute(.ariaControls, isEmpty ? nil : "found"),
                                    .attribute(.ariaActivedescendant, isEmpty ? nil : "found-\(search.chosen)"),
                                    .attribute(.enterkeyhint, "go"), .attribute(.value, search.text),
                                    .ask(.input) { .search(.type($0.text)) },
                                    .ask(.keydown) { [chosen = search.chosen] in Screens.searchKey($0, chosen) },
                                ]),
                            icon(texts(.close), class: "close", id: "find-close", .screen(.closeOverlay)),
                        ]),
                    isEmpty
                        ? .element(.p, [.class("hint")], text: texts(.noResults, search.text))
                        : .element(
                            .div, [.id("found"), .attribute(.role, "listbox"), .label(texts(.searchAll))], parts),
                    search.text.isBlank ? .empty : button(texts(.onlyIn, title.name), class: "quiet", .search(.narrow)),
                ]))
    }

    private static func searchKey(_ event: Event, _ chosen: Int) -> Action? {
        guard !event.modifiers.contains(.composing) else { return nil }
        switch event.text {
        case "ArrowDown": return .search(.choose(by: 1))
        case "ArrowUp": return .search(.choose(by: -1))
        case "Enter": return .search(.go(chosen))
        default: return nil
        }
    }

    private func found(_ group: SearchState.Group, _ first: Int) -> Node {
        .element(
            .div, [.attribute(.role, "group"), .label(texts(group.name))],
            [
                .element(
                    .div, [.class("heading")],
                    [
                        .element(.span, text: texts(group.name)),
                        .element(.span, [.class("count")], text: Language.grouped(group.count)),
                    ])
            ] + group.results.enumerated().map { index, result in found(result, first + index) })
    }

    private func found(_ result: SearchState.Result, _ number: Int) -> Node {
        let (name, more, look) = words(result)
        return .element(
            .button,
            [
                .isButton, .id("found-\(number)"), .class("place " + look), .attribute(.role, "option"),
                .attribute(.tabindex, "-1"), .state(.ariaSelected, number == state.search.chosen),
                .on(.click, .search(.go(number))),
            ],
            [
                .element(.span, [.class("account-name"), .isOwnWords], text: name),
                .element(.span, [.class("account-sum")], text: more),
            ])
    }

    /// The name of a result, what else there is to say, and the class of its look.
    private func words(_ result: SearchState.Result) -> (String, String, String) {
        switch result {
        case .place(let place): return (place.name, place.kind, "")
        case .todo(let id):
            guard let todo = state.book[id] else { return ("", "", "") }
            let list = todo.extraFields[.list]?.entity.flatMap { state.book.list($0)?.name }
            let day = todo.due.map { texts.day($0, from: state.today) }
            return (
                todo.title, [list, day].compactMap { $0 }.joined(separator: " · "),
                todo.isCompleted ? "found-todo done" : "found-todo"
            )
        case .entry(let id):
            guard let entry = state.book.entries[id] else { return ("", "", "") }
            let amount = entry.amount.map { " · " + texts.amount($0, entry.kind) } ?? ""
            return (title(entry), texts.day(entry.day, today: state.today) + amount, "")
        case .transfer(let id):
            guard let transfer = state.book.transfer(id) else { return ("", "", "") }
            let shown = EntriesState.ShownTransfer(transfer: transfer, isOut: nil)
            return (
                state.accounts.title(transfer),
                texts.day(transfer.from.day, today: state.today) + " · " + texts.amounts(shown), ""
            )
        }
    }
}
