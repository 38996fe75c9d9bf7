import DaybookCore

extension Screens {
    /// Shows what a part of one to-do can be, or of all that are marked.
    func changes(_ part: DetailPart, _ id: EntityID?) -> [Node] {
        [
            .element(
                .div, [.class("fields")],
                [
                    part.field == nil
                        ? .empty : words(part.name, part == .due ? .dayHint : .tags, .selection(.take(part, id))),
                    choices(of: part, state.marked(or: id)) { .item(.change(id, $0)) },
                ])
        ]
    }

    /// A line for what is typed of a part.
    private func words(_ name: Phrase, _ hint: Phrase, _ take: Action) -> Node {
        .element(
            .form, [.class("new"), .on(.submit, take)],
            [
                .element(
                    .input,
                    [
                        .id("change-words"), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                        .label(texts(name)), .attribute(.enterkeyhint, "done"),
                        .attribute(.placeholder, texts(hint)),
                        .attribute(.value, state.selection.words), .ask(.input) { .selection(.words($0.text)) },
                    ])
            ])
    }

    /// Shows what a part of the entries that are marked can be.
    func entryChanges(_ part: EntryPart) -> [Node] {
        let entries = state.selectedEntries
        var offered: [(name: String, isOn: Bool, change: EntryChange)] = []
        switch part {
        case .tags:
            offered = state.entries.tags.prefix(24).map { tag in
                ("#" + tag, entries.allSatisfy { $0.tags.contains(tag) }, .tags(tag))
            }
        case .payee:
            let names = state.accounts.payees
            offered = names.payees.prefix(24).map { payee in
                let meant = names.meaning(of: payee.name)
                return (payee.name, entries.allSatisfy { names.payee(of: $0) == meant }, .payee(payee.name))
            }
        case .account:
            let currency = entries.lazy.compactMap { $0.amount?.currency }.first
            // None of several currencies is right.
            let isOne = entries.allSatisfy { $0.amount == nil || $0.amount?.currency == currency }
            offered = state.accounts.offered(in: isOne ? currency : nil, present: nil).map { account in
                (
                    account.name,
                    entries.allSatisfy { entry in
                        entry.amount.map { state.accounts.account(entry.extraFields[.account]?.entity, $0.currency) }
                            == account
                    }, .account(account)
                )
            }
        }
        return [
            .element(
                .div, [.class("fields")],
                [
                    part == .account ? .empty : words(part.name, part.name, .money(.take(part))),
                    choices(
                        "filters segment", texts(part.name),
                        offered.map { choice($0.name, $0.isOn, .money(.change($0.change))) }),
                ])
        ]
    }

    /// Offers what a part of to-dos is mostly.
    func choices(of part: DetailPart, _ todos: [Todo], _ act: (TodoChange) -> Action) -> Node {
        var offered: [(name: String, change: TodoChange, look: String)] = []
        switch part {
        case .due: offered = usualDays.map { ($0.name, .day($0.day, nil), "") }
        case .list:
            offered = [(texts(.inbox), .list(nil), "")]
            for list in state.book.lists
            where !list.isArchived || todos.contains(where: { $0.extraFields[.list]?.entity == list.id }) {
                offered.append((list.name, .list(list.id), list.colourName))
            }
        case .tags: offered = state.lists.tags.prefix(24).map { ("#" + $0, .tags($0), "") }
        default:
            for number in Todo.priorities.indices {
                guard let words = Phrase(choice: number, of: Todo.priorities) else { continue }
                offered.append((texts(words), .priority(UInt8(number)), ""))
            }
        }
        return choices(
            "filters segment", texts(part.name),
            offered.map { name, change, look in
                choice(name, todos.allSatisfy { state.has(change, $0) }, act(change), look)
            })
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
