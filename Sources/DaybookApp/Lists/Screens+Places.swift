import DaybookCore

extension Screens {
    /// All by which to-dos can be shown: days, lists, filters and tags. Beside the list, or in a drawer over it.
    var places: Node {
        let (filter, shown) = (state.todos.filter, state.lists.shown)
        let isAll = shown == .all
        var nodes = [
            place(texts.filter(.today), "today", isAll && filter == .today, .lists(.showAll(.today))),
            place(texts.filter(.upcoming), "upcoming", isAll && filter == .upcoming, .lists(.showAll(.upcoming))),
            place(texts.filter(.all), "all", isAll && !filter.isByDay, .lists(.showAll(.all))),
            placeHeading(.lists), place(texts(.inbox), "inbox", .inbox),
        ]
        for list in state.book.lists where !list.isArchived || shown == .list(list.id) {
            nodes.append(place(list.name, list.id.text, .list(list.id), list.colourName))
        }
        if case .list(let id) = shown {
            nodes.append(button(texts(.editList), class: "quiet", id: "edit-list", .lists(.open(.list, id))))
        }
        nodes.append(button(texts(.newList), class: "quiet", id: "new-list", .lists(.open(.list, nil))))
        nodes.append(placeHeading(.savedFilters))
        for filter in state.book.filters { nodes.append(place(filter.name, filter.id.text, .filter(filter.id))) }
        if case .filter(let id) = shown {
            nodes.append(button(texts(.editFilter), class: "quiet", id: "edit-filter", .lists(.open(.filter, id))))
        }
        nodes.append(button(texts(.newFilter), class: "quiet", id: "new-filter", .lists(.open(.filter, nil))))
        if !state.lists.tags.isEmpty { nodes.append(placeHeading(.tags)) }
        // More than these are found by their text.
        for tag in state.lists.tags.prefix(100) {
            nodes.append(place("#" + tag, "#" + tag, .tag(TagNames.key(tag))))
        }
        return .element(.nav, [.class("places"), .label(texts(.lists))], nodes)
    }

    private func placeHeading(_ phrase: Phrase) -> Node { .element(.h2, text: texts(phrase)) }

    private func place(_ text: String, _ id: String, _ list: ShownList, _ colour: String = "") -> Node {
        place(text, id, state.lists.shown == list, .lists(.show(list)), colour)
    }

    private func place(
        _ text: String, _ id: String, _ isOn: Bool, _ action: Action, _ colour: String = ""
    ) -> Node {
        let id = "place-" + id
        return .element(
            .button,
            [
                .class("place" + (colour.isEmpty ? "" : " dot " + colour) + (state.isTarget(id) ? " target" : "")),
                .id(id), .isButton, .attribute(.ariaCurrent, isOn ? "true" : nil), .on(.click, action),
            ], text: text)
    }

    /// Opens the drawer, and says what is shown.
    var placesButton: Node {
        let (text, colour): (String, String) =
            switch state.lists.shown {
            case .all: (texts(.lists), "")
            case .inbox: (texts(.inbox), "")
            case .list(let id): (state.book.list(id)?.name ?? "", state.book.list(id)?.colourName ?? "")
            case .filter(let id): (state.book.filter(id)?.name ?? "", "")
            case .tag(let key): ("#" + state.name(ofTag: key), "")
            }
        return .element(
            .button,
            [
                .class("choice" + (colour.isEmpty ? "" : " dot " + colour)), .id("places"), .isButton,
                .attribute(.ariaHaspopup, "dialog"), .on(.click, .lists(.openPlaces)),
            ], text: text)
    }
}

extension ItemList {
    /// The class of what shows its colour; empty for none.
    var colourName: String {
        let number = Int(others[.colour]?.choice ?? 0)
        return number > 0 && number < Self.colours.count ? Self.colours[number] : ""
    }
}

extension Language {
    /// Why a query can't be read or asked, and what would be right.
    func problem(_ error: QueryError) -> String {
        let column = String(error.column)
        switch error.problem {
        case .unknownField(let name): return self(.queryField, column, name.excerpt)
        case .noList(let name), .severalLists(let name): return self(.queryList, column, name.excerpt)
        default: return self(.queryProblem, column)
        }
    }
}
