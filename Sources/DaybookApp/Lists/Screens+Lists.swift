import DaybookCore

extension Screens {
    /// The lists to choose from, behind the filters.
    var listChoices: [Node] {
        let shown = state.lists.shown
        let present = state.book.lists.filter { !$0.isArchived || shown == .list($0.id) }
        var nodes = [choice(texts(.inbox), shown == .inbox, .lists(.show(.inbox)))]
        for list in present {
            nodes.append(choice(list.name, shown == .list(list.id), .lists(.show(.list(list.id))), list.colourName))
        }
        if case .list(let id) = shown {
            nodes.append(button(texts(.editList), class: "choice", id: "edit-list", .lists(.open(id))))
        }
        return nodes + [newList]
    }

    /// The button that makes one.
    var newList: Node { button(texts(.newList), class: "quiet", id: "new-list", .lists(.open(nil))) }

    /// In which list a to-do lies; nothing while there are none.
    func listControl(_ todo: Todo) -> Node {
        guard !state.book.lists.isEmpty else { return .empty }
        let own = state.book.list(of: todo)?.id
        func put(_ id: EntityID?) -> Action { .item(.set(todo.id, .list, id.map { .entity($0) } ?? .nothing)) }
        return setting(
            texts(.list),
            [choice(texts(.inbox), own == nil, put(nil))]
                + state.book.lists.filter { !$0.isArchived || $0.id == own }
                .map { choice($0.name, $0.id == own, put($0.id), $0.colourName) })
    }

    /// What the dialog of a list holds.
    func listDialog(_ form: ListForm) -> [Node] {
        let list = state.book.lists.first { $0.id == form.id }
        let away = form.id == nil ? state.book.lists.filter { $0.isArchived } : []
        var colours: [Node] = []
        for number in ItemList.colours.indices {
            guard let words = Phrase(choice: number, of: ItemList.colours) else { continue }
            let colour = UInt8(number)
            colours.append(
                choice(texts(words), form.colour == colour, .lists(.setColour(colour)), ItemList.colours[number]))
        }
        return [
            .element(
                .form, [.class("fields"), .on(.submit, .lists(.save))],
                [
                    .element(
                        .div, [.class("field")],
                        [
                            .element(.label, [.attribute(.for, "list-name")], text: texts(.listName)),
                            .element(
                                .input,
                                [
                                    .id("list-name"), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                                    .attribute(.value, form.name), .ask(.input) { .lists(.type($0.text)) },
                                ]),
                        ]),
                    setting(texts(.colour), colours),
                    .element(
                        .div, [.class("field")],
                        list.map { list in
                            [
                                button(
                                    texts(list.isArchived ? .useList : .archiveList), class: "choice",
                                    .lists(.archive(list.id, !list.isArchived))),
                                button(texts(.deleteList), class: "danger choice", .lists(.delete(list.id))),
                            ]
                        } ?? []),
                    away.isEmpty
                        ? .empty
                        : .element(
                            .div, [.class("field")],
                            [.element(.p, text: texts(.archivedLists))]
                                + away.map { button($0.name, class: "choice", .lists(.archive($0.id, false))) }),
                    .element(
                        .footer, [.class("actions")],
                        [
                            .element(
                                .button,
                                [
                                    .class("primary save"), .attribute(.type, "submit"),
                                    .flag(.disabled, form.name.isBlank),
                                ], text: texts(.save))
                        ]),
                ])
        ]
    }
}

extension ItemList {
    /// The class of what shows its colour; empty for none.
    fileprivate var colourName: String {
        let number = Int(others[.colour]?.choice ?? 0)
        return number > 0 && number < Self.colours.count ? Self.colours[number] : ""
    }
}
