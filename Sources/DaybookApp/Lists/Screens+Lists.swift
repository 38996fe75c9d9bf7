import DaybookCore

extension Screens {
    /// Shows what the dialog of a list or a filter holds.
    func listDialog(_ form: ListForm) -> [Node] {
        var fields = [
            field("list-name", texts(.listName), form.name) { .lists(.type($0.text)) }
        ]
        let list = form.id.flatMap { state.book.list($0) }
        if form.kind == .list {
            fields += [colours(form.colour), archiving(form, list)]
        } else if form.kind == .template {
            fields.append(field("template-todo", texts(.title), form.query) { .lists(.typeQuery($0.text)) })
            if let id = form.id {
                fields.append(
                    .element(
                        .div, [.class("field downloads")],
                        [
                            button(texts(.makeTodo), class: "choice", .item(.make(id))),
                            button(texts(.deleteTemplate), class: "danger choice", .lists(.delete(.template, id))),
                        ]))
            }
        } else {
            fields.append(
                field("filter-query", texts(.query), form.query, form.problem.map { texts.problem($0) }) {
                    .lists(.typeQuery($0.text))
                })
            if let id = form.id {
                fields.append(
                    .element(
                        .div, [.class("field")],
                        [button(texts(.deleteFilter), class: "danger choice", .lists(.delete(.filter, id)))]))
            }
        }
        return [
            .element(
                .form, [.class("fields"), .on(.submit, .lists(.save))],
                fields + [
                    moving(form),
                    .element(
                        .footer, [.class("actions")],
                        [
                            .element(
                                .button,
                                [
                                    .class("primary save"), .attribute(.type, "submit"),
                                    .flag(
                                        .disabled, form.name.isBlank || form.kind == .filter && form.query.isBlank),
                                ], text: texts(.save))
                        ]),
                ])
        ]
    }

    /// Puts what the form is of to another place.
    private func moving(_ form: ListForm) -> Node {
        guard let id = form.id, form.kind != .template else { return .empty }
        return .element(
            .div, [.class("field downloads")],
            [
                button(texts(.moveUp), class: "choice", .lists(.move(form.kind, id, isDown: false))),
                button(texts(.moveDown), class: "choice", .lists(.move(form.kind, id, isDown: true))),
            ])
    }

    private func field(
        _ id: String, _ label: String, _ value: String, _ problem: String? = nil,
        _ type: @escaping (Event) -> Action?
    ) -> Node {
        let isQuery = id == "filter-query"
        return .element(
            .div, [.class("field")],
            [
                .element(.label, [.attribute(.for, id)], text: label),
                .element(
                    .input,
                    [
                        .id(id), .attribute(.type, "text"), .attribute(.autocomplete, "off"), .attribute(.value, value),
                        .attribute(.ariaDescribedby, isQuery ? "query-hint" : nil),
                        .attribute(.ariaInvalid, problem == nil ? nil : "true"), .ask(.input, type),
                    ]),
                isQuery
                    ? .element(
                        .p, [.id("query-hint"), .class(problem == nil ? "hint" : "problem")],
                        text: problem ?? texts(.queryHint)) : .empty,
            ])
    }

    private func colours(_ present: UInt8) -> Node {
        var colours: [Node] = []
        for number in ItemList.colours.indices {
            guard let words = Phrase(choice: number, of: ItemList.colours) else { continue }
            let colour = UInt8(number)
            colours.append(
                choice(texts(words), present == colour, .lists(.setColour(colour)), ItemList.colours[number]))
        }
        return setting(texts(.colour), colours)
    }

    /// Puts a list away or deletes it; takes one out that was put away, where a new one is made.
    private func archiving(_ form: ListForm, _ list: ItemList?) -> Node {
        let away = form.id == nil ? state.book.lists.filter { $0.isArchived } : []
        let buttons =
            list.map { list in
                [
                    button(
                        texts(list.isArchived ? .useList : .archiveList), class: "choice",
                        .lists(.archive(list.id, !list.isArchived))),
                    button(texts(.deleteList), class: "danger choice", .lists(.delete(.list, list.id))),
                ]
            } ?? away.map { button($0.name, class: "choice", .lists(.archive($0.id, false))) }
        if buttons.isEmpty { return .empty }
        return .element(
            .div, [.class("field")], (list == nil ? [.element(.p, text: texts(.archivedLists))] : []) + buttons)
    }
}
