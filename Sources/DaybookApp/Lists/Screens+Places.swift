import DaybookCore

extension Screens {
    /// The places of the app, with how many open to-dos each has, and below them those of the side that is shown. Beside
    /// the list, or in a drawer over it.
    var places: Node {
        let isMoney = state.navigation.isMoney
        let isAll = !isMoney && state.lists.shown == .all
        let counts = state.lists.counts
        func day(_ filter: Filter, _ id: String, _ count: Int) -> Node {
            let isOn = filter == .all ? !state.todos.filter.isByDay : filter == state.todos.filter
            return place(texts.filter(filter), id, isAll && isOn, .lists(.showAll(filter)), "picture of-" + id, count)
        }
        return .element(
            .nav, [.class("places"), .label(texts(.places))],
            [
                day(.today, "today", counts.today), day(.upcoming, "upcoming", counts.upcoming),
                day(.all, "all", counts.all),
                place(texts(.money), "money", isMoney, .money(.show(true)), "picture of-money"),
            ] + (isMoney ? accountPlaces : listPlaces))
    }

    /// The lists, filters and tags by which to-dos are shown.
    private var listPlaces: [Node] {
        let shown = state.lists.shown
        var nodes = [
            placeHeading(of: .list),
            place(texts(.inbox), "inbox", .inbox, state.lists.counts.inbox),
        ]
        // Before the first count there is none.
        let counts = state.lists.counts.lists
        for (index, list) in state.book.lists.enumerated() where !list.isArchived || shown == .list(list.id) {
            let count = counts.indices.contains(index) ? counts[index] : 0
            nodes.append(place(list.name, list.id.text, .list(list.id), count, list.dotClass))
        }
        if case .list(let id) = shown {
            nodes.append(button(texts(.editList), class: "quiet", id: "edit-list", .form(.open(.list, id))))
        }
        nodes.append(placeHeading(of: .filter))
        for filter in state.book.filters { nodes.append(place(filter.name, filter.id.text, .filter(filter.id))) }
        if case .filter(let id) = shown {
            nodes.append(button(texts(.editFilter), class: "quiet", id: "edit-filter", .form(.open(.filter, id))))
        }
        for kind in Kind.plain {
            let things = state.book.things(of: kind)
            if kind.words.new != nil || !things.isEmpty { nodes.append(placeHeading(of: kind)) }
            for thing in things {
                nodes.append(place(thing.name, thing.id.text, false, .form(.open(kind, thing.id)), ""))
            }
        }
        if !state.lists.tags.isEmpty { nodes.append(placeHeading(.tags)) }
        // More than these are found by their text.
        for tag in state.lists.tags.prefix(100) {
            nodes.append(place("#" + tag, "#" + tag, .tag(TagNames.key(tag))))
        }
        return nodes
    }

    /// The heading of the things of a kind, with the button that makes one.
    func placeHeading(of kind: Kind) -> Node {
        let add = kind.words.new.map {
            icon(texts($0), class: "plus", id: "new-" + kind.noun.text, .form(.open(kind, nil)))
        }
        return placeHeading(kind.words.all, add ?? .empty)
    }

    func placeHeading(_ phrase: Phrase, _ add: Node = .empty) -> Node {
        .element(.div, [.class("place-heading")], [.element(.h2, text: texts(phrase)), add])
    }

    private func place(_ text: String, _ id: String, _ list: ShownList, _ count: Int = 0, _ look: String = "") -> Node {
        place(
            text, id, !state.navigation.isMoney && state.lists.shown == list, .lists(.show(list)), look, count)
    }

    private func place(
        _ text: String, _ id: String, _ isOn: Bool, _ action: Action, _ look: String, _ count: Int = 0
    ) -> Node {
        let id = "place-" + id
        return place(
            text, count == 0 ? "" : Language.grouped(count), action, id: id, isOn: isOn,
            look + (state.isTarget(id) ? " target" : ""))
    }

    /// The places that a thumb reaches, below the list.
    var tabs: Node {
        let isMoney = state.navigation.isMoney
        let isAll = !isMoney && state.lists.shown == .all
        let filter = state.todos.filter
        return .element(
            .nav, [.class("tabs"), .label(texts(.places)), .flag(.inert, state.navigation.overlay != .none)],
            [
                tab(texts.filter(.today), "today", isAll && filter == .today, .lists(.showAll(.today))),
                tab(texts.filter(.upcoming), "upcoming", isAll && filter == .upcoming, .lists(.showAll(.upcoming))),
                tab(
                    texts(.lists), "all", !isMoney && !(isAll && filter.isByDay), .lists(.openPlaces(ofMoney: false))),
                tab(texts(.money), "money", isMoney, .money(.show(true))),
            ])
    }

    private func tab(_ text: String, _ name: String, _ isOn: Bool, _ action: Action) -> Node {
        .element(
            .button,
            [
                .class("picture of-" + name), .id("tab-" + name), .isButton,
                .attribute(.ariaCurrent, isOn ? "page" : nil),
                .on(.click, action),
            ], text: text)
    }

    /// The name of the place that the list shows, and what else there is to say of it.
    var title: (name: String, more: String) {
        if state.navigation.isMoney {
            if state.navigation.route == .questions { return (texts(.questionsPlace), "") }
            if state.navigation.route == .forecast { return (texts(.forecastPlace), forecastName) }
            if case .payOff(let id) = state.navigation.route {
                return (texts(.payOffPlace), id.flatMap { state.book.account($0)?.name } ?? "")
            }
            if state.navigation.route == .budget { return (texts(.budgetPlace), "") }
            if state.navigation.route == .sums { return (texts(.sums), state.shownAccount?.account.name ?? "") }
            if state.isMoneyHome {
                return state.navigation.window.hasSideBar ? (monthName, monthFlows) : (texts(.money), entryCounts)
            }
            return state.shownAccount.map { ($0.account.name, accountBalance($0)) } ?? (texts(.money), entryCounts)
        }
        switch state.lists.shown {
        case .all: break
        case .inbox: return (texts(.inbox), "")
        case .list(let id): return (state.book.list(id)?.name ?? "", "")
        case .filter(let id): return (state.book.filter(id)?.name ?? "", "")
        case .tag(let key): return ("#" + state.name(ofTag: key), "")
        }
        let filter = state.todos.filter
        guard filter == .today else {
            return (texts.filter(filter.isByDay ? filter : .all), texts.stats(state.stats))
        }
        let (done, all) = (state.visible.done.count, state.visible.count)
        return (
            texts.filter(filter),
            texts.longDay(state.today, isShort: true)
                + (all == 0 ? "" : " · " + texts(.doneOf, String(done), String(all)))
        )
    }
}

extension ItemList {
    /// The class of what shows its colour; empty for none.
    var colourName: String {
        let number = Int(extraFields[.colour]?.choice ?? 0)
        return number > 0 && number < Self.colours.count ? Self.colours[number] : ""
    }

    /// The classes of what shows its colour by a dot.
    var dotClass: String { "dot " + colourName }
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
