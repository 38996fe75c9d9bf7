import DaybookCore

extension Screens {
    /// Shows what a part of one to-do can be, or of all that are marked.
    func changes(_ part: DetailPart, _ id: EntityID?) -> [Node] {
        let words = Node.element(
            .form, [.class("new"), .on(.submit, .selection(.take(part, id)))],
            [
                .element(
                    .input,
                    [
                        .id("change-words"), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                        .label(texts(part.name)), .attribute(.enterkeyhint, "done"),
                        .attribute(.placeholder, part == .due ? texts(.dayHint) : texts(.tags)),
                        .attribute(.value, state.selection.words), .ask(.input) { .selection(.words($0.text)) },
                    ])
            ])
        return [
            .element(
                .div, [.class("fields")],
                [
                    part.field == nil ? .empty : words,
                    choices(of: part, state.marked(or: id)) { .item(.change(id, $0)) },
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
            where !list.isArchived || todos.contains(where: { $0.others[.list]?.entity == list.id }) {
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
        case .priority(let number): todo.others[.priority]?.choice ?? 0 == number
        case .tags(let tag): todo.tags.contains(tag)
        }
    }
}
