import DaybookCore

extension Screens {
    /// Shows what a part of one to-do can be, or of all that are marked.
    func changes(_ part: DetailPart, _ id: EntityID?) -> [Node] {
        let todos = state.marked(or: id)
        func choice(_ name: String, _ change: TodoChange, _ look: String = "") -> Node {
            let isOn = todos.allSatisfy { todo in
                switch change {
                case .day(let day, _): (todo.due ?? todo.start) == day
                case .list(let list): state.book.list(of: todo)?.id == list
                case .priority(let number): todo.others[.priority]?.choice ?? 0 == number
                case .tags(let tag): todo.tags.contains(tag)
                }
            }
            return self.choice(name, isOn, .item(.change(id, change)), look)
        }
        let choices: [Node] =
            switch part {
            case .due: usualDays.map { choice($0.name, .day($0.day, nil)) }
            case .list:
                [choice(texts(.inbox), .list(nil))]
                    + state.book.lists.filter { !$0.isArchived }.map { choice($0.name, .list($0.id), $0.colourName) }
            case .tags: state.lists.tags.prefix(24).map { choice("#" + $0, .tags($0)) }
            default:
                Todo.priorities.indices.compactMap { number in
                    Phrase(choice: number, of: Todo.priorities).map { choice(texts($0), .priority(UInt8(number))) }
                }
            }
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
                    self.choices("filters segment", texts(part.name), choices),
                ])
        ]
    }
}
