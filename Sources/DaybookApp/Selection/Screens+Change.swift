import DaybookCore

extension Screens {
    /// Offers to change a part of all that are marked.
    func changeButton(_ part: ChangedPart) -> Node {
        button(
            texts(part.name), class: "pick", id: part.opener, isDisabled: state.selection.ids.isEmpty,
            .screen(.change(part)))
    }

    /// Shows what a part can be: a line for what is typed of it, and what it is mostly.
    func changes(_ part: ChangedPart) -> [Node] {
        let offered =
            switch part {
            case .todos(let part, let id): choices(of: part, state.marked(or: id)) { .item(.change(id, $0)) }
            case .entries(let part): choices(of: part, state.selectedEntries)
            }
        let words = part.hint.map { hint in
            Node.element(
                .form, [.class("new"), .on(.submit, .selection(.take))],
                [
                    .element(
                        .input,
                        [
                            .id("change-words"), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                            .label(texts(part.name)), .attribute(.enterkeyhint, "done"),
                            .attribute(.placeholder, texts(hint)),
                            .attribute(.value, state.selection.words), .ask(.input) { .selection(.words($0.text)) },
                        ])
                ])
        }
        return [
            .element(
                .div, [.class("fields")],
                [words ?? .empty, choices("filters segment", texts(part.name), offered)])
        ]
    }

    /// Offers what a part of entries is mostly.
    private func choices(of part: EntryPart, _ entries: [Entry]) -> [Node] {
        func offer(_ name: String, _ change: EntryChange, _ hasIt: (Entry) -> Bool) -> Node {
            choice(name, entries.allSatisfy(hasIt), .money(.change(change)))
        }
        switch part {
        case .tags:
            return state.entries.tags.prefix(24).map { tag in
                offer("#" + tag, .tags(tag)) { $0.tags.contains(tag) }
            }
        case .payee:
            let names = state.accounts.payees
            return names.payees.prefix(24).map { payee in
                let meant = names.meaning(of: payee.name)
                return offer(payee.name, .payee(payee.name)) { names.payee(of: $0) == meant }
            }
        case .account:
            let currency = entries.lazy.compactMap { $0.amount?.currency }.first
            // None of several currencies is right.
            let isOne = entries.allSatisfy { $0.amount == nil || $0.amount?.currency == currency }
            return state.accounts.offered(in: isOne ? currency : nil, present: nil).map { account in
                offer(account.name, .account(account)) { entry in
                    entry.amount.map { state.accounts.account(entry.extraFields[.account]?.entity, $0.currency) }
                        == account
                }
            }
        }
    }

    /// Offers what a part of to-dos is mostly.
    func choices(of part: DetailPart, _ todos: [Todo], _ act: (TodoChange) -> Action) -> [Node] {
        func offer(_ name: String, _ change: TodoChange, _ look: String = "") -> Node {
            choice(name, todos.allSatisfy { state.has(change, $0) }, act(change), look)
        }
        switch part {
        case .due: return usualDays.map { offer($0.name, .day($0.day, nil)) }
        case .list:
            let lists = state.book.lists.filter { list in
                !list.isArchived || todos.contains { $0.extraFields[.list]?.entity == list.id }
            }
            return [offer(texts(.inbox), .list(nil))] + lists.map { offer($0.name, .list($0.id), $0.colourName) }
        case .tags: return state.lists.tags.prefix(24).map { offer("#" + $0, .tags($0)) }
        default:
            return Todo.priorities.indices.compactMap { number in
                Phrase(choice: number, of: Todo.priorities).map { offer(texts($0), .priority(UInt8(number))) }
            }
        }
    }
}

extension State {
    /// Tells whether a to-do has by now what it would get.
    fileprivate func has(_ change: TodoChange, _ todo: Todo) -> Bool {
        switch change {
        case .day(let day, _): (todo.due ?? todo.start) == day
        case .list(let list): book.list(of: todo)?.id == list
        case .priority(let number): todo.extraFields[.priority]?.choice ?? 0 == number
        case .tags(let tag): todo.tags.contains(tag)
        }
    }
}
